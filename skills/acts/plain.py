"""What a person wrote, made plain once for all patterns: lower case, one spelling, in sentences and words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

END = 2000
"""Only so many characters of the beginning and of the end are read."""

TYPED = {
    "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "wouldnt": "wouldn't", "couldnt": "couldn't",
    "shouldnt": "shouldn't", "wont": "won't", "cant": "can't", "cannot": "can't", "isnt": "isn't", "arent": "aren't",
    "wasnt": "wasn't", "werent": "weren't", "havent": "haven't", "hasnt": "hasn't", "hadnt": "hadn't", "im": "i'm",
    "ive": "i've", "gonna": "going to", "wanna": "want to",
}  # fmt: skip
"""What people type for what they mean, whoever reads it."""
SHORTENED = TYPED | {
    "do not": "don't", "does not": "doesn't", "did not": "didn't", "would not": "wouldn't", "could not": "couldn't",
    "will not": "won't", "is not": "isn't", "are not": "aren't", "was not": "wasn't", "have not": "haven't",
    "can not": "can't", "should not": "shouldn't", "has not": "hasn't",
    "i am": "i'm", "you are": "you're",
    "youre": "you're", "ur": "you're", "u": "you", "r u": "are you", "r you": "are you", "it is": "it's",
    "that is": "that's", "thats": "that's", "what is": "what's", "whats": "what's", "who is": "who's", "whos": "who's",
    "boy friend": "boyfriend", "girl friend": "girlfriend", "he is": "he's", "she is": "she's", "there is": "there's",
    "theres": "there's", "gotta": "got to",
    "pls": "please", "plz": "please", "ya": "you", "bc": "because",
    "cuz": "because", "let us": "let's", "lets": "let's",
}  # fmt: skip
SHORTHAND = re.compile(rf"\b(?:{'|'.join(sorted(SHORTENED, key=len, reverse=True))})\b(?!')")
SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")
QUOTED = re.compile(r"[\"“][^\"”\n]{0,300}+[\"”]")
REPORTED = re.compile(
    r"\b(?:he|she|they|people|everyone|everybody|somebody|someone|nobody|who|it|(?:my|the|his|her"
    r"|our) (?:\w+ )?\w+)(?:'[sd])? (?:(?:just|always|also|even|once|then|literally|would|will|kept?|keeps"
    r"|to my face) ){0,8}(?:sa(?:id|ys?|ying)|t[oe]ll?(?:d|s|ing)? (?:me|us|him|her|them)|yell\w*|scream\w*|shout\w*"
    r"|ask(?:s|ed|ing)?|text(?:ed|s|ing)?|thinks?|thought|wonder\w*|goes|went|replied|wrote|writes|call(?:s|ed) me"
    r"|messaged|(?:was|is|were) like)\b(?!\s*[,.]?\s*$)|\bi (?:said|told (?!you)\w+|asked (?!you)\w+|wonder(?:ed)?"
    r"|(?:keep |kept |always )?ask(?:ing)? myself|keep (?:thinking|asking)|was (?:like|thinking)|thought to myself"
    r"|yelled|screamed|texted)\b"
)
"""What follows is somebody else's words, or words said to somebody else."""
CLAUSE = re.compile(r"[,;:]+\s+|\s+[-–—]+\s+|\b(?:and|but|so|because)\s+")
PAUSE = re.compile(r"[,;:]+\s+|\s+[-–—]+\s+|\bbut\s+")
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
RUN = re.compile(r"\s{4,}|([^\w\s])\1{3,}")
"""Spaces, or one mark, without end: `\\W*` or `\\s+` in a pattern would go through them from each of their places."""


@dataclass(frozen=True)
class Said:
    """One utterance. `text` is plain, its runs of one mark or of spaces cut to three; `raw` is what was written."""

    raw: str

    @cached_property
    def text(self) -> str:
        one = self.raw.lower().replace("’", "'").replace("‘", "'").replace("`", "'")
        return RUN.sub(_shortened, SHORTHAND.sub(lambda found: SHORTENED[found[0]], one))

    @cached_property
    def words(self) -> list[str]:
        return WORD.findall(self.text)

    @cached_property
    def bare(self) -> str:
        """The words alone, one space apart."""
        return " ".join(self.words)

    @cached_property
    def sentences(self) -> list[str]:
        return [sentence for part in SENTENCE.split(self.text) if (sentence := part.strip())]

    @cached_property
    def direct(self) -> list[str]:
        """The sentences without what they quote or report: what is said to the bot itself."""
        plain = SENTENCE.split(QUOTED.sub(" ", self.text) if '"' in self.text or "“" in self.text else self.text)
        kept = (_before_report(sentence.strip()) for sentence in plain)
        return [sentence for sentence in kept if sentence]

    @cached_property
    def to_bot(self) -> str:
        return " ".join(self.direct)

    @cached_property
    def clauses(self) -> list[str]:
        """The beginnings of clauses said to the bot itself: a complaint or an insult stands at one."""
        return [clause.strip() for sentence in self.direct for clause in (sentence, *PAUSE.split(sentence)[1:])]


def _shortened(run: re.Match[str]) -> str:
    return "\n" if "\n" in run[0] else run[0][:3]


def _before_report(sentence: str) -> str:
    found = REPORTED.search(sentence)
    return sentence[: found.end()] if found else sentence


def said(text: str) -> Said:
    """The utterance, cut to its ends when it is very long."""
    return Said(text if len(text) <= 2 * END else f"{text[:END]} {text[-END:]}")


def anywhere(*phrases: str) -> re.Pattern[str]:
    """One of the phrases, beginning at a word. That each begins with a letter is what makes the search quick."""
    return re.compile(rf"\b(?:{'|'.join(phrases)})")


def whole(*phrases: str) -> re.Pattern[str]:
    """Nothing but one of the phrases."""
    return re.compile(rf"^\W*(?:{'|'.join(phrases)})\W*$")
