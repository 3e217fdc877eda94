"""The verbs a span may hold, with their forms: irregular ones listed, the others by spelling rules.

Verbs of violence, self-harm, sex, drinking and insult are left out on purpose.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Literal

from skills.spans import listed

Form = Literal["base", "third", "past", "participle", "gerund"]

IRREGULAR = """
hang hung hung, lay laid laid, feed fed fed, oversleep overslept overslept, retake retook retaken,
become became become, begin began begun, break broke broken, bring brought brought, build built built,
buy bought bought, catch caught caught, choose chose chosen, come came come, deal dealt dealt, do did done,
draw drew drawn, drive drove driven, eat ate eaten, fall fell fallen, feel felt felt, fight fought fought,
find found found, fly flew flown, forget forgot forgotten, get got gotten, get got got, give gave given, go went gone,
grow grew grown, have had had, hear heard heard, hide hid hidden, hold held held, keep kept kept, know knew known,
lead led led, leave left left, lend lent lent, let let let, lie lied lied, lose lost lost, make made made, meet met met,
overhear overheard overheard, pay paid paid, put put put, quit quit quit, read read read, rethink rethought rethought,
ride rode ridden, run ran run, say said said, see saw seen, sell sold sold, send sent sent, set set set, sing sang sung,
sit sat sat, sleep slept slept, speak spoke spoken, spend spent spent, stand stood stood, steal stole stolen,
swim swam swum, take took taken, teach taught taught, tell told told, think thought thought, throw threw thrown,
understand understood understood, wake woke woken, wear wore worn, win won won, write wrote written,
speed sped sped, bet bet bet, burst burst burst, split split split, withdraw withdrew withdrawn, undergo underwent
undergone,
shake shook shaken, mislay mislaid mislaid, cost cost cost, repay repaid repaid,
resit resat resat
"""
REGULAR = """
accept accuse ace adjust admit adopt afford agree announce annoy answer apologise apologize apply approach approve
argue arrive ask assign assist attend avoid babysit bake ban betray blame block book borrow bother bully bump call
camp cancel care carry celebrate change charge chase chat cheat check clean close collapse commute compare compete
complain complete concentrate confess confront connect contact cook cope cover craft crash criticise criticize cry
dance date decide decline decorate delay deliver demote deny deploy deserve diagnose die disagree disappoint discover
ditch divorce donate downsize dread drop dump earn embarrass end enjoy enroll enter evacuate evict exaggerate exclude
exercise experience explain face fail file finish fire fish fix flood flunk focus follow foreclose forgive fundraise
furlough gain garden ghost gift grab grade graduate greet handle happen hate heal help hike hire homeschool honk hug
humiliate ignore improve inherit insist insult interrupt interview introduce investigate invite jog join judge knit
knock land laugh leak learn lecture like listen live loan lock look love manage marry mess miss mock mourn move mow
nag need notice offer open order organise organize owe own pack paint park pass perform phone pick plan plant play
postpone practice practise prepare present pressure procrastinate promise promote propose prove pull quarrel question
raise ration reach realise realize receive recover register regret reject relax relocate rely remember remind remodel
renew renovate rent repair replace reply report reschedule rescue resign resolve retire return reunite rob ruin rush
save scam scare schedule scold scream search separate serve settle sew share ship shop shout show shut sign skip slip
snap socialise socialize solve spill spoil stammer stare start stay step stop stress struggle study stutter submit
suffer support surprise survive suspend swerve switch talk tease text thank train transfer travel treat trick trip
trust try turn tutor unfriend update upgrade use visit volunteer vote wait walk want warn wash waste watch water wave
wonder work worry wreck yell advise assume attack attract beg burgle cater chuck circle comfort console convince cuddle
daydream declutter detest diet disappear discharge discuss dismiss disown distract email employ encourage entertain
escape establish expand expect expel explore express fancy fold force grieve guard guide hack heat hesitate hurry
imagine impress include inform inspire install intend invest iron joke juggle label last limit
list log lower mail match mend message model monitor mug multiply nap narrate neglect nod notify nurse observe
obtain overreact panic peel persuade photograph pray predict preserve press print process produce
program protect provide publish pursue push queue rant react rearrange record reduce refer refresh rehearse relapse
relate remarry remove request require research respond restart restore revise reward row sack sail
scroll seek seem shave shift shiver sigh skate sketch ski smile sneak snore snub sort sprain squeeze
stream stretch stumble succeed sulk surf swap sweat swipe tidy tip toss track trade transform translate trap
type unpack unwind vanish video view wander welcome whisper whistle witness
worship wrap zoom refuse crack vent copy hand nick smoke gamble vape relegate brush disapprove abandon award
overlook select arrange continue allow appreciate resent fill
"""
DOUBLING = listed(
    "babysit ban chat drop grab hug jog knit rob shut nag plan ship shop skip slip snap stop submit transfer trip "
    "step mug expel trap refer swap nod nap log wrap snub tip scam beg admit regret worship"
)
"""Verbs that double their last letter before -ed and -ing; the irregular ones do so before -ing."""
DOUBLING_ING = DOUBLING | listed("begin forget get let put quit run set sit swim win bet split resit")
ODD_PAST = {"quarrel": "quarreled", "show": "showed", "shut": "shut", "babysit": "babysat"}

NEEDS_OBJECT = listed(
    "accept accuse adopt afford attend avoid ban betray blame block book borrow bring build bully buy catch confront "
    "contact cover criticise criticize demote deny disappoint do drop dump earn embarrass evict exclude face find "
    "fire fix forgive furlough ghost give greet handle have hire hold humiliate ignore introduce invite join keep "
    "know lead let lock lose love make meet miss mock need notice offer open own owe pack pick postpone present "
    "pressure promote put raise reach receive reject remind rent repair replace rescue ruin save scam scare scold see "
    "send serve set share show skip solve spend steal submit support surprise suspend take teach tease tell "
    "thank trust like regret grab loan switch approve diagnose approach assist assign rob wreck inherit experience "
    "renew resolve annoy bother spoil ditch deserve remodel renovate schedule reschedule dread interrupt feed gain "
    "throw treat understand unfriend upgrade use want warn wash waste wear enjoy hate insult judge mourn water donate "
    "sell sign"
)
"""Verbs that say too little without an object or another complement."""
WITHOUT_OBJECT = {
    "drop": ("out",), "approve": ("of",), "disapprove": ("of",), "show": ("up", "off"), "give": ("up", "in"),
    "set": ("off",), "pick": ("on",), "take": ("off", "over"), "throw": ("up",), "pack": ("up",), "open": ("up",),
    "start": ("over",), "own": ("up",), "keep": ("up", "on"), "hold": ("on",), "make": ("up",), "face": ("up",),
    "find": ("out",), "sign": ("up",), "buy": ("into",), "do": ("without",), "put": ("up",),
    "feed": ("off",), "meet": ("up",), "move": ("out",), "care": ("about",),
    "check": ("out", "in"), "close": ("down",), "hear": ("back", "from"), "lose": ("out",), "miss": ("out",),
    "worry": ("about",), "catch": ("up",), "fail": ("at",),
}  # fmt: skip
"""... but not with one of these behind them: "dropping out"."""
NEEDS_MORE = listed("get go become come feel turn look live deal stay stand say think lie happen")
"""... without anything at all behind them."""
NO_OBJECT = listed(
    "agree apologise apologize argue arrive care chat collapse come compete complain cope cry deal fall go "
    "happen knock laugh lie listen live look quarrel recover relax resign retire rush shout scream sit sleep "
    "smile snap stare stay struggle suffer swim talk travel trip volunteer wait procrastinate oversleep concentrate "
    "rely exercise jog disagree wonder work worry yell"
)
"""Verbs behind which no object stands without a preposition."""
TWO_OBJECTS = listed("ask bring buy give lend make offer owe pay promise send show teach tell write call cook find get")
TO_INFINITIVE = listed(
    "decide forget get have learn manage need offer plan prepare promise refuse start struggle try want agree fail "
    "ask choose begin wait help afford love hate like continue arrange deserve hesitate apply"
)
"""Verbs that a `to` with another verb may follow: "having to move", "forgetting to call"."""
WITH_ELSEWHERE = listed("sleep make")
"""Not with `with` right behind them: that is another thing."""
ING = listed("hate miss enjoy avoid quit dread regret")
"""Verbs whose gerund may stand before another gerund: "hating going", but never "keeping calling"."""
ING_FINITE = ING | listed("keep start stop begin love finish")
STATIVE = listed(
    "like trust deserve regret appreciate want need love know feel think say care own use understand enjoy live agree"
)
"""What is so rather than happens: an event only when it is denied ("not knowing what to do")."""
SPEECH = listed("say think know decide realise realize wonder promise complain explain announce hear")
"""Verbs whose rest tells what somebody else holds to be so: nothing is cut off behind them."""


def gerund(base: str) -> str:
    """`losing` of `lose`."""
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "be")):
        return base[:-1] + "ing"
    return _closed(base, DOUBLING_ING) + "ing"


def third(base: str) -> str:
    """`loses` of `lose`."""
    if base == "have":
        return "has"
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return base + "es"
    return base[:-1] + "ies" if _consonant_y(base) else base + "s"


def past(base: str) -> str:
    """`called` of `call`: regular verbs alone."""
    if base in ODD_PAST:
        return ODD_PAST[base]
    if base.endswith("e"):
        return base + "d"
    if _consonant_y(base):
        return base[:-1] + "ied"
    return _closed(base, DOUBLING) + "ed"


def _closed(base: str, doubling: frozenset[str]) -> str:
    """The base before an ending: "plann", "panick"."""
    return base + "k" if base.endswith("c") else base + base[-1] if base in doubling else base


def _consonant_y(base: str) -> bool:
    return base.endswith("y") and base[-2] not in "aeiou"


def _forms() -> Iterator[tuple[str, Form, str]]:
    three = [tuple(entry.split()) for entry in IRREGULAR.split(",")]
    three += [(base, past(base), past(base)) for base in REGULAR.split()]
    for base, simple, participle in three:
        yield base, "base", base
        yield third(base), "third", base
        yield simple, "past", base
        yield participle, "participle", base
        yield gerund(base), "gerund", base


def _readings() -> dict[str, dict[Form, str]]:
    found: defaultdict[str, dict[Form, str]] = defaultdict(dict)
    for word, form, base in _forms():
        found[word].setdefault(form, base)
    return dict(found)


READINGS = _readings()
"""The base a word belongs to, by the form it may be: `left` is past and participle of `leave`."""


def base_of(word: str, form: Form) -> str | None:
    """The verb of which `word` is that form; None when it is no form of a listed verb."""
    return READINGS.get(word, {}).get(form)


PASSIVE_MORE = listed("tell ask give offer make sign stand turn throw show send take")
"""Verbs whose passive says too little alone: "I was told"."""
REFUSED = listed(
    "talk speak listen answer start stop let leave help reply call pay eat sleep move tell give accept look go come "
    "see text open close work admit apologise apologize take do respond show share"
)
"""With "won't" these tell what somebody, or something, keeps refusing."""
PLANNED = listed(
    "move start visit see meet have buy go try apply talk call adopt travel study work quit tell ask stay spend retire "
    "graduate make take propose sell join"
)
"""With "going to" these tell a plan: what is feared ("going to lose my job") is left out."""
PARTICLE = {"hang": ("out",), "lay": ("off",), "let": ("go",), "pull": ("over",), "lock": ("out",)}
"""Verbs that are told only with this word behind them."""
TELLS_ALONE = listed(
    "struggle suffer panic relapse propose sleep graduate move cry retire resign apologise apologize oversleep "
    "collapse crash"
)
"""Verbs that tell enough without anything behind them."""
TOLD_TO = listed("ask tell want need get have help teach invite allow beg force expect make use take")
"""Verbs whose object is to do something: what follows their `to` is never left out."""
SAYS_WHAT = listed("tell ask remind warn promise show teach")
"""Verbs that say too little with the hearer alone: "the cashier told me"."""
MOVES_ON = listed("come look get turn go run drive pull walk")
"""Verbs that say too little with a word of direction alone: "I came out", "I got back"."""
