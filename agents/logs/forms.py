"""The forms of mail, links, handles, accounts, phone numbers, dates of birth and postcodes, as regular expressions.

Every repetition has an end, so that a message of thousands of characters costs no more than its length. What is to be
hidden is the group `it`, where there is one, else all.
"""

from __future__ import annotations

from agents.logs.dates import DATE

_TLD = (
    r"(?:com|org|net|edu|gov|info|biz|io|app|dev|ai|tv|xyz|site|online|shop|blog|page|link|live|chat|wedding|family|gg"
    r"|uk|de|fr|es|nl|pl|ru|ua|br|ca|au|nz|ie|ch|se|dk|fi|cz|hu|ro|gr|tr|jp|kr|cn|eu|ar|mx|cl|za|ng|ke|example|invalid)"
)
"""Endings that are no words: what "it" or "me" ends may be two sentences without a space between them."""
_PROVIDER = r"(?:gmail|googlemail|hotmail|outlook|yahoo|icloud|proton\w{0,9}|gmx|aol|mail|web|live|msn|yandex|posteo)"
_AT = r"(?:\s{0,3}[\[({<]\s?(?:at|arroba|@)\s?[\])}>]\s{0,3}|\s{1,3}(?:at|arroba)\s{1,3})"
_DOT = (
    r"(?:\s{0,3}[\[({<]\s?(?:dot|punto|punkt|point|ponto|\.)\s?[\])}>]\s{0,3}|\s{1,3}(?:dot|punto|punkt|ponto)\s{1,3})"
)
_HOST, _PATH = r"[\w-]{1,64}", r"[^\s<>\"]+"
_LOCAL = rf"(?<![\w.+-])[\w.+'’-]{{1,64}}+(?:{_DOT}[\w.+-]{{1,64}}+){{0,3}}"

ADDRESSES = (rf"\b(?:https?|hxxps?|ftp)://{_PATH}|\bwww\.{_PATH}",)
FEDERATED = (rf"(?<![\w@])@\w[\w.-]{{0,64}}@{_HOST}(?:\.{_HOST}){{1,6}}",)
MAIL = (
    r"(?:\b(?:\w ){2,64}|[\w.+'’-]{1,64} ?)@ ?[\w-]{1,64}(?:(?:\.| \. )\w[\w-]{0,63}){1,8}",
    rf"{_LOCAL}{_AT}{_HOST}(?:{_DOT}{_HOST}){{1,4}}",
    rf"{_LOCAL}{_AT}{_PROVIDER}\.\w{{2,9}}",
    rf"(?<![\w.+-])(?=[\w.+-]{{0,64}}[\d._])[\w.+-]{{1,64}}{_AT}{_PROVIDER}\b",
)
LINKS = (
    rf"(?<![\w.-]){_HOST}(?:\.{_HOST}){{0,6}}\.(?:{_TLD}\b(?:/{_PATH})?/?|[a-z]{{2,6}}/{_PATH})",
    rf"(?<![\w-]){_HOST} dot (?:com|org|net|io|co)\b(?: (?:dot|slash|/) {_HOST}){{0,8}}",
)

_PLATFORM = (
    r"(?:insta(?:gram)?|ig|snap(?:chat)?|twitter|tik ?tok|discord|telegram|reddit|steam|kik|skype|twitch|psn|xbox|line"
    r"|whatsapp|wechat|vk|facebook|fb|tumblr|mastodon|bluesky|threads|youtube)"
)
_NAMED = (
    r"(?:user ?name|gamer ?tag|screen ?name|nick(?:name)? on \w+|handle (?:is|was)|my handle|handle(?=:)"
    r"|(?:steam|psn|xbox|user) id)"
)
_MARKED = r"(?=[\w.:-]{0,64}(?:[_\d]|\w[.:-]\w|(?-i:[a-z][A-Z])))[A-Za-z][\w.:-]{0,64}\w"
"""A word that is none: with an underscore, a digit, a mark or a capital inside."""
_NO_HANDLE = r"(?!(?:got|was|is|has|a|an|the|not|no|so|too|in|on|my|it|to|and|or|but|anymore)\b)"
HANDLES = (
    r"(?<![\w@])@[^\W\d][\w.-]{0,64}\w|(?<![\w/])/?u/[\w-]{3,64}|\b[\w.]{2,32}#\d{4}\b",
    rf"\b{_NAMED}\b\W{{0,3}}(?:(?:is|was|id|on \w+|called)\b\W{{0,2}}){{0,2}}{_NO_HANDLE}(?P<it>[\w.:-]{{0,64}}\w)",
    rf"\b{_PLATFORM}\b\W{{0,3}}(?:(?:is|id|name|handle|am|im|i'm|as|at)\b\W{{0,2}}){{0,3}}(?P<it>{_MARKED})",
    r"\b(?=\w{0,64}[a-z])[a-z0-9]{1,64}(?:_[a-z0-9]{1,64}){1,8}\b",
    r"\b(?!covid|iphone|windows|android)[a-z]{5,64}\d{2,5}\b",
)
CALLED = (
    rf"\b{_PLATFORM}\b\W{{0,3}}(?:(?:name|id|handle|is|am|im|i'm|as)\b\W{{0,2}}){{0,3}}{_NO_HANDLE}(?P<it>[a-z]{{4,64}})\b",
)
"""A handle without a mark, unless it is a word."""

_OWNED = (
    r"(?:account|acct|sort ?code|sort|ssn|social security|nhs|passport|licen[cs]e|national insurance|insurance|iban|bic"
    r"|card|routing|tax id|bank details|policy|member(?:ship)?|pesel|cpf|dni|nif|steuer\w{0,9}|personnummer)"
)
_FIGURED = r"(?=\w{0,20}\d)\w{1,32}"
IBAN = (
    r"\b(?-i:[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?)\b",
    r"\b[a-z]{2}\d{2}(?:[a-z0-9]{11,30}|(?: ?\d{4}){3,7}(?: \d{1,3})?)\b",
)
CARDS = (
    r"(?<![\w+])\d{4}([ -]?)\d{4}\1\d{4}\1\d{1,7}\b|\b\d{4}[ -]\d{6}[ -]\d{5}\b|(?<![\w+])\d{13,19}\b",
    r"\b\d{3}-\d{2}-\d{4}\b|\b[A-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D]\b",
)
ACCOUNTS = (
    rf"\b{_OWNED}\b\W{{0,3}}(?:(?:number|no|nr|code|is|id)\b\W{{0,3}}){{0,3}}"
    rf"(?P<it>{_FIGURED}(?:[ -]{_FIGURED}){{0,8}})",
)

_BIRTH = (
    r"\b(?:born|birth(?:day|date)?s?|b-?day|d\.?o\.?b\.?|turned \d+|n[ée]e?\b.{0,6}\ble|nac[ií]\w*|geboren|geburts\w+"
    r"|nat[oa] il|nascid[oa]|nasci|urodzi\w+|född|født|родил\w+)\b"
)
BORN = (rf"{_BIRTH}(?:(?!{_BIRTH})[^.!?\n]){{0,25}}?(?P<it>{DATE})", rf"(?P<it>{DATE})(?= (?:geboren|born)\b)")

_FIGURE = r"(?:zero|oh|o|nought|one|two|three|four|five|six|seven|eight|nine|double|triple)"
PHONES = (r"(?<![\w.,$€£])(?P<it>(?:\+|\(?00)?\s?\(?\d[\d\s().\-/]{4,30}\d)(?!\w|[.,]\d)",)
SPELLED = (rf"\b(?:{_FIGURE}[\s,-]{{1,3}}){{6,20}}{_FIGURE}\b",)
PHONED = r"\b(?:call|phone|ring|text|number|cell|mobile?|tel|whatsapp|reach|digits|nummer|numero|número)\b"

_POSTAL = (
    r"(?:zip(?: ?code)?|post ?code|postal code|plz|postleitzahl|code postal|c[óo]digo postal|cep|cap|pin ?code|psč"
    r"|kod pocztowy|postnummer)"
)
_STATE = (
    r"(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]"
    r"|W[AIVY])"
)
_CITY = r"[A-ZÀ-Ž][a-zà-ž]{2,40}"
POSTCODES = (
    r"\b[A-Z]{1,2}\d[A-Z\d]? ?\d(?!st\b|nd\b|rd\b|th\b)[ABD-HJLNP-UW-Z]{2}\b|\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b",
    rf"\b{_POSTAL}\b\W{{0,3}}(?:is\b\W{{0,2}})?(?P<it>{_FIGURED}(?:[ -]{_FIGURED})?)",
    rf"\b(?-i:{_STATE}),? (?P<it>\d{{5}}(?:-\d{{4}})?)\b",
    r"\b\d{2}-\d{3}\b|\b\d{5}-\d{3,4}\b",
)
OF_PLACES = (
    rf"(?-i:\b(?P<it>\d{{5}}),? {_CITY})",
    rf"(?-i:(?:^|(?<=, )|(?<=in )|(?<=at ))(?P<it>\d{{4}}) {_CITY})",
    r"(?-i:\b(?P<it>\d{4} ?[A-Z]{2})\b)",
)
"""Figures that are a postcode before a town, unless they are a year."""
