"""The paper's retrieval models (Rashkin et al. 2019, Table 2) and what they are trained with."""
