# ruff: noqa: E501 - the phrases of a language stand together
"""Danger in other languages: key phrases, in the folded spelling of `skills.care.plain.fold` (no Latin accents).

Phrases are looked for as they stand, so a language without spaces between words is read like any other. They catch the
plainest wording only; docs/care.md says so.
"""

from __future__ import annotations

LATIN_HINDI = "hi-latn"
"""Hindi in Latin letters, whose writers read English as a rule: no words are held in it."""

PHRASES: tuple[tuple[str, str, int, tuple[str, ...]], ...] = (
    ("es", "suicide", 2, (
        "quiero morir", "quiero morirme", "me quiero morir", "quiero matarme", "me quiero matar", "voy a matarme", "me voy a matar",
        "quiero suicidarme", "pienso en suicidarme", "pensando en suicidarme", "suicidarme", "me voy a suicidar", "no quiero vivir",
        "no quiero seguir viviendo", "quitarme la vida", "acabar con mi vida", "ya no quiero vivir", "terminar con mi vida",
    )),
    ("fr", "suicide", 2, (
        "je veux mourir", "jai envie de mourir", "envie de mourir", "je veux me tuer", "je vais me tuer", "me suicider", "envie de me tuer",
        "envie den finir", "pense a en finir", "plus envie de vivre", "je veux en finir", "je ne veux plus vivre", "je veux plus vivre", "mettre fin a mes jours", "pensees suicidaires",
    )),
    ("de", "suicide", 2, (
        "ich will sterben", "ich mochte sterben", "will nicht mehr leben", "mochte nicht mehr leben", "mich umbringen", "bringe mich um", "bring mich um",
        "mir das leben nehmen", "selbstmord begehen", "selbstmordgedanken", "suizidgedanken", "ich will tot sein", "mich toten", "leben beenden",
    )),
    ("pt", "suicide", 2, (
        "quero morrer", "quero me matar", "vou me matar", "me matar", "quero me suicidar", "pensando em suicidio", "tirar minha vida", "tirar a minha vida",
        "nao quero mais viver", "nao quero viver", "acabar com a minha vida", "acabar com minha vida", "pensamentos suicidas",
    )),
    ("it", "suicide", 2, (
        "voglio morire", "voglio uccidermi", "mi voglio uccidere", "voglio ammazzarmi", "mi ammazzo", "suicidarmi", "togliermi la vita",
        "farla finita", "non voglio piu vivere", "non voglio vivere", "pensieri suicidi",
    )),
    ("nl", "suicide", 2, ("ik wil dood", "ik wil sterven", "zelfmoord plegen", "wil niet meer leven", "mezelf van kant")),
    ("zh", "suicide", 2, (
        "我想死", "想自杀", "想自殺", "我要自杀", "我要自殺", "不想活了", "不想活", "活不下去", "想结束生命", "想結束生命", "结束自己的生命", "結束自己的生命", "想去死", "轻生",
    )),
    ("ja", "suicide", 2, (
        "死にたい", "しにたい", "自殺したい", "自殺する", "消えたい", "生きていたくない", "生きたくない", "もう生きられない", "自殺を考え", "命を絶",
    )),
    ("ko", "suicide", 2, (
        "죽고 싶", "죽고싶", "자살하고", "자살할", "자살 생각", "살기 싫", "살고 싶지 않", "살고싶지 않", "목숨을 끊", "죽어버리고", "죽을래",
    )),
    ("ar", "suicide", 2, (
        "اريد ان اموت", "أريد أن أموت", "اريد الموت", "أريد الموت", "أريد الانتحار", "اريد الانتحار", "سأنتحر", "سانتحر", "افكر في الانتحار", "أفكر في الانتحار",
        "اقتل نفسي", "أقتل نفسي", "لا اريد العيش", "لا أريد العيش", "لا أريد أن أعيش",
    )),
    ("ru", "suicide", 2, (
        "хочу умереть", "хочется умереть", "покончить с собой", "покончу с собой", "убить себя", "убью себя", "не хочу жить", "не хочу больше жить",
        "самоубийстве", "хочу сдохнуть", "суицидальные мысли", "жить не хочу", "жить не хочется",
    )),
    ("hi", "suicide", 2, (
        "मरना चाहता", "मरना चाहती", "मर जाना चाहता", "मर जाना चाहती", "आत्महत्या करना", "आत्महत्या करने", "खुदकुशी", "ख़ुदकुशी", "जीना नहीं चाहता", "जीना नहीं चाहती", "जीने का मन नहीं",
        "अपनी जान ले", "अपनी जान दे",
    )),
    (LATIN_HINDI, "suicide", 2, ("marna chahta", "marna chahti", "mar jana chahta", "mar jana chahti", "jeena nahi chahta", "jeena nahi chahti", "jina nahi chahta")),
    ("es", "self_harm", 2, ("me corto los brazos", "me hago dano", "cortarme")),
    ("fr", "self_harm", 2, ("je me scarifie", "je me fais du mal")),
    ("de", "self_harm", 2, ("ich ritze mich", "mich ritzen", "mich selbst verletzen")),
    ("pt", "self_harm", 2, ("eu me corto", "me machucar")),
    ("it", "self_harm", 2, ("mi taglio", "farmi del male")),
    ("zh", "self_harm", 2, ("割腕", "自残", "自殘")),
    ("ja", "self_harm", 2, ("リストカット",)),
    ("ko", "self_harm", 2, ("자해",)),
    ("ru", "self_harm", 2, ("режу себя", "резать себя")),
    ("es", "abuse", 2, (
        "mi marido me pega", "mi esposo me pega", "mi novio me pega", "me pega mi", "me esta pegando", "mi pareja me pega", "me agarro del cuello",
    )),
    ("fr", "abuse", 2, ("mon mari me frappe", "mon copain me frappe", "mon conjoint me frappe", "il me frappe", "il me bat")),
    ("de", "abuse", 2, ("mein mann schlagt mich", "er schlagt mich", "mein freund schlagt mich")),
    ("pt", "abuse", 2, ("meu marido me bate", "ele me bate", "meu namorado me bate")),
    ("it", "abuse", 2, ("mio marito mi picchia", "mi picchia")),
    ("nl", "abuse", 2, ("mijn man slaat me", "mijn man slaat mij", "hij slaat me", "hij slaat mij")),
    ("zh", "abuse", 2, ("他打我", "老公打我", "家暴")),
    ("ja", "abuse", 2, ("夫に殴られ", "殴られています")),
    ("ko", "abuse", 2, ("남편이 때", "가정폭력")),
    ("ru", "abuse", 2, ("муж бьет меня", "муж меня бьет", "он меня бьет")),
    ("ar", "abuse", 2, ("زوجي يضربني",)),
    ("hi", "abuse", 2, ("पति मुझे मारता",)),
    (LATIN_HINDI, "abuse", 2, ("pati mujhe marta",)),
)  # fmt: skip

TONIGHT = (
    "esta noche", "hoy mismo", "ahora mismo", "ce soir", "cette nuit", "heute nacht", "heute abend", "jetzt gleich", "hoje a noite", "hoje", "stasera", "stanotte",
    "vanavond", "今晚", "今夜", "今天", "今から", "오늘 밤", "오늘밤", "지금", "сегодня", "сейчас", "الليلة", "الآن", "आज रात", "aaj raat",
)  # fmt: skip
"""Words of soon: beside danger, they raise it to level 3."""

NOT_DANGER = (
    "no quiero morir", "nao quero morrer", "je ne veux pas mourir", "ich will nicht sterben", "non voglio morire", "不想死", "我不想死", "死にたくない", "죽고 싶지 않", "не хочу умирать",
    "quiero morir de risa", "me matar de rir", "quiero morirme de la risa", "morir de risa", "tenho medo de morrer", "me matar de trabalhar",
)  # fmt: skip


def read(folded: str) -> tuple[str, int] | None:
    """(kind, level) of the gravest phrase in folded text, or None."""
    for harmless in NOT_DANGER:
        folded = folded.replace(harmless, " ")
    found = [(level, kind) for _, kind, level, phrases in PHRASES if any(phrase in folded for phrase in phrases)]
    if not found:
        return None
    level, kind = max(found)
    soon = any(word in folded for word in TONIGHT)
    return kind, 3 if soon and kind == "suicide" else level


def written_in(folded: str) -> str:
    """The code of the language of the first phrase in folded text; "" for none."""
    return next((code for code, _, _, phrases in PHRASES if any(phrase in folded for phrase in phrases)), "")
