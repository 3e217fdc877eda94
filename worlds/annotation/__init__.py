"""Semi-automatic annotation of dialogs (Welivita, Xie & Pu 2021): suggested labels, agreement, expansion."""
