"""From film subtitles to emotional dialogs, as MEED2's corpus was made (Xie & Pu 2021, section 3)."""
