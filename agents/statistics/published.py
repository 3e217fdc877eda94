"""What the two papers print, to stand beside our counts.

EmpatheticDialogues: Rashkin et al., ACL 2019, section 3 and Table 7 (of the train part). ESConv: Liu et al., ACL 2021,
Tables 2 and 3 and section 4; it describes 1,053 talks, the release that can be had has 1,300. Names are the releases'.
"""

from __future__ import annotations

ED_LENGTHS = {"utterances a conversation": 4.31, "tokens an utterance": 15.2, "tokens a situation": 19.8}

ED_LABELS = {
    "surprised": (5.1, "got shocked really", "that's good nice"),
    "excited": (3.8, "going wait i'm", "that's fun like"),
    "angry": (3.6, "mad someone got", "oh would that's"),
    "proud": (3.5, "got happy really", "that's great good"),
    "sad": (3.4, "really away get", "sorry oh hear"),
    "annoyed": (3.4, "get work really", "that's oh get"),
    "grateful": (3.3, "really thankful i'm", "that's good nice"),
    "lonely": (3.3, "alone friends i'm", "i'm sorry that's"),
    "afraid": (3.2, "scared i'm night", "oh scary that's"),
    "terrified": (3.2, "scared night i'm", "oh that's would"),
    "guilty": (3.2, "bad feel felt", "oh that's feel"),
    "impressed": (3.2, "really good got", "that's good like"),
    "disgusted": (3.2, "gross really saw", "oh that's would"),
    "hopeful": (3.2, "i'm get really", "hope good that's"),
    "confident": (3.2, "going i'm really", "good that's great"),
    "furious": (3.1, "mad car someone", "oh that's get"),
    "anxious": (3.1, "i'm nervous going", "oh good hope"),
    "anticipating": (3.1, "wait i'm going", "sounds good hope"),
    "joyful": (3.1, "happy got i'm", "that's good great"),
    "nostalgic": (3.1, "old back really", "good like time"),
    "disappointed": (3.1, "get really work", "oh that's sorry"),
    "prepared": (3.0, "ready i'm going", "good that's like"),
    "jealous": (3.0, "friend got get", "get that's oh"),
    "content": (2.9, "i'm life happy", "good that's great"),
    "devastated": (2.9, "got really sad", "sorry oh hear"),
    "embarrassed": (2.9, "day work got", "oh that's i'm"),
    "caring": (2.7, "care really taking", "that's good nice"),
    "sentimental": (2.7, "old really time", "that's oh like"),
    "trusting": (2.6, "friend trust know", "good that's like"),
    "ashamed": (2.5, "feel bad felt", "oh that's i'm"),
    "apprehensive": (2.4, "i'm nervous really", "oh good well"),
    "faithful": (1.9, "i'm would years", "good that's like"),
}
"""For each label its share in per cent and the words its speakers and its listeners use most."""

ESCONV_SIZE: dict[str, tuple[float | int | None, float | int | None, float | int | None]] = {
    "dialogs": (1053, None, None),
    "utterances": (31410, 14855, 16555),
    "utterances a dialog": (29.8, 14.1, 15.7),
    "tokens an utterance": (17.8, 20.2, 15.7),
}
"""Total, of supporters, of seekers."""

ESCONV_STRATEGIES = {
    "Question": 3109,
    "Restatement or Paraphrasing": 883,
    "Reflection of feelings": 1156,
    "Self-disclosure": 1396,
    "Affirmation and Reassurance": 2388,
    "Providing Suggestions": 2323,
    "Information": 904,
    "Others": 2696,
}

ESCONV_FEEDBACK = (4.03, 4.30, 4.44)
"""Mean stars in the first, second and last third of a talk."""

ESCONV_INTENSITY = {"before": 4.04, "after": 2.14}
