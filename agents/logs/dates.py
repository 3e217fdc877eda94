"""Dates as people write them, in the languages that are met most."""

MONTHS = (
    r"jan(?:uar[iy]?|uary|vier|eiro)?|enero|gennaio|styczni\w*|feb(?:r?uar[iy]?|ruary|rero|braio)?|f[ée]v(?:rier|ereiro)?|lut\w{2,3}"
    r"|mar(?:ch|zo|s|ço)?|märz|mrt|maart|marca|apr(?:il(?:e)?)?|avril|abril|kwietnia|may|mai|mayo|maggio|maio|mei|maja"
    r"|june?|jun[io]o?|juin|giugno|junho|czerwca|july?|jul[io]o?|juillet|luglio|julho|lipca|aug(?:ust|ustus)?|août|aout|agosto|sierpnia"
    r"|sept?(?:emb(?:er|re|ro))?|set(?:tembre|embro)|wrze[śs]nia|o[ck]t(?:o(?:ber|bre|brem)|ubre)?|outubro|ottobre|października"
    r"|nov(?:emb(?:er|re|ro))?|novi?embre|listopada|de[cz](?:emb(?:er|re|ro))?|dezember|diciembre|dicembre|grudnia"
)
DATE = (
    r"(?:\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?(?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\b(?:[0-3]\d[01]\d(?:19|20)\d\d)\b"
    rf"|(?:the )?\b\d{{1,2}}(?:st|nd|rd|th|er|\.|º)? (?:of |de )?(?:{MONTHS})\b\.?(?:,? (?:de |del )?\d{{4}})?"
    rf"|\b(?:{MONTHS})\b\.? (?:the )?\d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}})?)"
)
"""Days with their month, with or without a year."""
