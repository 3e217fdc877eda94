"""Closed classes of words: what turns to `you`, determiners, prepositions, adverbs, qualities, feelings and times."""

from __future__ import annotations

from skills.acts.plain import TYPED
from skills.spans import listed, phrased
from skills.spans.times import CAPITALS as TIME_CAPITALS

TURNED = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "i'm": "you're", "i've": "you've",
    "i'd": "you'd", "i'll": "you'll", "we": "you", "us": "you", "our": "your", "ourselves": "yourselves",
    "we're": "you're", "we've": "you've",
}  # fmt: skip

SPELLINGS = TYPED | {
    "boyfreind": "boyfriend", "girlfreind": "girlfriend",
    "freind": "friend", "freinds": "friends", "bf": "boyfriend", "gf": "girlfriend", "bff": "best friend",
    "recieved": "received", "alot": "a lot",
    "gotta": "have to", "uni": "university", "hubby": "husband", "collegue": "colleague", "thier": "their",
    "cancelled": "canceled", "interveiw": "interview", "bday": "birthday", "apartement": "apartment",
    "buisness": "business", "collage": "college", "familly": "family", "lossed": "lost", "neice": "niece",
    "promtion": "promotion", "realtionship": "relationship", "relatinship": "relationship", "tommorow": "tomorrow",
    "tommorrow": "tomorrow", "tomorow": "tomorrow", "yesturday": "yesterday", "proffesor": "professor",
    "vaccation": "vacation", "excitied": "excited", "nervouse": "nervous", "ex-boyfriend": "ex",
    "ex-girlfriend": "ex", "ex-husband": "ex", "ex-wife": "ex", "embarassed": "embarrassed",
    "embarrased": "embarrassed", "devestated": "devastated", "dissapointed": "disappointed",
    "suprised": "surprised", "jelous": "jealous", "greatful": "grateful", "lonley": "lonely",
    "overwelmed": "overwhelmed", "frustated": "frustrated", "dissappointed": "disappointed", "nervious": "nervous",
    "anxios": "anxious", "iam": "i'm", "bestfriend": "best friend", "gradma": "grandma", "grandmom": "grandma",
    "grama": "grandma",
}  # fmt: skip
"""What people type for what they mean; only where nothing else can be meant."""
PLACES = listed("""
australia canada america spain france germany italy london ireland scotland wales england britain japan china india
portugal greece turkey poland dublin paris berlin rome manchester liverpool glasgow edinburgh birmingham leeds bristol
europe africa asia mexico brazil texas california florida chicago boston toronto sydney melbourne
""")
CAPITALS = (
    TIME_CAPITALS
    | {place: place.capitalize() for place in PLACES}
    | {
        "english": "English",
        "spanish": "Spanish",
        "french": "French",
        "tv": "TV",
        "covid": "Covid",
        "x-ray": "X-ray",
        "gcse": "GCSE",
        "gcses": "GCSEs",
        "a-levels": "A-levels",
        "adhd": "ADHD",
        "ivf": "IVF",
        "gp": "GP",
        "mot": "MOT",
        "phd": "PhD",
        "ceo": "CEO",
    }
)

A, THE, SOME = frozenset({"a", "an", "another"}), frozenset({"the"}), listed("some any no")
MANY = listed(
    "many several few two three four five six seven eight nine ten twelve fifteen twenty thirty fifty both all"
)
MUCH = frozenset({"much", "more", "enough"})
POSSESSIVE = frozenset({"my", "our"})
THEIRS = {"his": "he", "her": "she", "their": "they", "its": "it"}
PRONOUN_OBJECTS = listed(
    "me us myself ourselves everyone everybody someone somebody anyone anybody people everything something nothing "
    "anything him her them"
)
REFERRING = listed("he she they him her them")
"""Whom they mean is known from what was just said: in a clause, not in what is kept."""
WHO = listed("everyone everybody nobody someone somebody")

PREPOSITIONS = listed(
    "to in on at from with for about of into by after before during over through around behind near without against "
    "between off outside inside across towards"
)
PARTICLES = listed("forward up off out down away back over in on through around together apart along by")
ADVERBS = listed(
    "again alone together badly hard late early well home abroad online upstairs downstairs too instead anymore "
    "running seriously straight wrong forever overseas everywhere anywhere somewhere nowhere "
    "outside inside properly "
    "often constantly apart nearby "
    "poorly quickly slowly suddenly unexpectedly yet either"
)
"""What may follow a verb and its objects."""
BEFORE_VERB = listed(
    "just also really actually literally honestly basically finally suddenly recently already even unfortunately "
    "sadly definitely totally completely absolutely truly simply currently luckily thankfully eventually ultimately "
    "seriously kinda genuinely obviously accidentally now then today yesterday so always still once only all "
    "both"
)
"""Dropped before a verb: they say how, not what."""
KEPT_BEFORE_VERB = frozenset({"never", "always", "still", "constantly", "hardly", "barely", "accidentally", "finally"})
OPENERS = listed(
    "well yeah yes yep no oh ok okay so then and but because also just today yesterday recently basically honestly "
    "actually unfortunately sadly anyway anyways luckily finally suddenly now currently hi hello hey still ugh plus "
    "thankfully sure right however lately apparently cause since that's when while once after before "
    "though although eventually later tonight"
)
"""What may stand before a clause without changing what it says."""
ENDS = listed("and but because so then when while although though since after before until as cause bc cuz")
"""What begins something new, behind which a clause may be left out."""
SUPPOSED = listed(
    "if unless whether wish wishing wishes hope hoping hoped would could might may maybe perhaps imagine imagined "
    "imagining dream dreamt dreamed dreaming nightmare pretend pretended suppose supposed almost nearly probably "
    "should or either i'd he'd she'd they'd we'd you'd would've wouldn't could've should've shouldn't movie film "
    "novel character game joke joking kidding jk pretending hypothetically rumor rumour expected expecting ought will "
    "won't i'll we'll gonna"
)
"""What follows is not so, not sure, or not yet."""
THOUGHT = listed(
    "think thought thinking afraid scared worried worry worrying fear fearing terrified believe believed guess "
    "guessed said says say saying told tells telling convinced heard hear seems seemed like what why how where who "
    "whose which fears hopes wishes dreams imagines pretends assumes assumed assume accuses accused doubts doubted "
    "doubt you your you're you've wondering question claims claimed thinks swears swore"
)
"""What follows is held, said or asked by somebody."""
FEARED = listed("afraid scared worried terrified")
"""... unless `because`, `when` or a pause comes at once."""

SIZES = (
    "big small little tiny huge large long short whole entire next last first second third final only other same own"
)
PLAIN = """
academic actual amazing annual awesome awful baby bad beautiful best better brand-new busy certain close cold constant
current cute daily dark dear different difficult early easy elder eldest electric emotional empty expensive extra
fancy fast favorite favourite financial former free fresh full-time fun funny general good great hard healthy heavy
high horrible hot huge important joint late light local long-distance loud lovely lucky major massive medical medium
mental middle minor monthly new nice old older oldest online original part-time particular perfect personal physical
previous primary private professional proper public quiet random real recent regular romantic rough scary serious
simple single slow smart social spare special strange stressful successful sudden summer super terrible tough twin
teenage two-year unexpected waiting grown upcoming virtual warm weekly weird whole wonderful yearly young younger
youngest
"""
ADJECTIVES = listed(SIZES) | listed(PLAIN)

TRAITS = listed(
    "boring stressful hard difficult tough exhausting unfair awful terrible horrible great amazing lovely kind "
    "supportive strict quiet distant cold moody healthy unhealthy old expensive messy loud noisy dirty empty over "
    "gone toxic chaotic slow intense fun nice good bad better worse wonderful fantastic brilliant perfect tiring "
    "demanding frustrating overwhelming hectic controlling unreliable unhappy angry upset worried ungrateful"
)
"""What others and things are said to be; of oneself they would be a judgement."""
NOT_OWN = listed("rude mean friendless childless bedridden")
STATES = listed(
    "sick ill late alone pregnant engaged married divorced single unemployed homeless busy stuck homesick retired "
    "furloughed unable awake away home broke rude mean early ready able willing allergic jobless bedridden sober "
    "friendless childless"
)
QUALIFIERS = listed("very really pretty so")
COUNTED = listed(
    "dinner surgery college church court school university town life family email loss rent gift education love lunch "
    "promotion debt prison nursery practice space trust bed time experience rejection treatment vacation"
)
"""Nouns that stand with and without an article."""
PASSIVE = listed(
    "lay rob let approve diagnose lock pull fire promote invite accept reject hire ignore bully blame cheat leave "
    "tell ask give offer evict furlough demote suspend ghost dump tease exclude judge criticize criticise scam charge "
    "accuse admit transfer select choose catch cancel postpone deny overlook pass replace deploy treat betray abandon "
    "award sack expel mug burgle hack ditch discharge refer refuse make sign stand turn rush interview snub "
    "embarrass humiliate disappoint surprise pressure separate warn scold mock steal break"
)
"""Verbs that a person tells of as done to them."""
PASSIVE_PAIRS = frozenset({("broken", "into"), ("run", "over"), ("knocked", "down"), ("shut", "out"), ("run", "down")})
NOT_PASSIVE = listed("left broken surprised disappointed embarrassed abandoned")
"""... whose participle is as often a quality or a feeling."""
FIGURES = listed("imagine help say think tell stand explain complain")
"""Behind "can't" these are figures of speech."""
ALSO_NOUNS = listed("work visit call")
"""Behind `to` a place or a thing as often as a verb: "I went to work"."""
DEATH = listed("died dies dying dead death passed funeral deceased late grave cremated suicide killed")
"""With these a person, or a pet, is not asked about as if they were there."""
GRAVE = listed(
    "abuse abused abuses abusive assault assaulted attacked beat beaten beats burn burned burnt choke choked cut cuts "
    "cutting die force forced grope groped gun hang hanged harm harmed harming hit hits hitting hurting jump jumped "
    "kick kicked kill killed killing kills knife molest molested murder murdered naked nude nudes overdose overdosed "
    "pills porn punch punched rape raped raping sex sexual sexually shoot shot slap slapped stab stabbed "
    "strangle strangled suicidal suicide threaten threatened threatens touched touching"
)
"""A sentence with one of these gives nothing at all, not even whom it names."""
GRAVE_TOGETHER = (
    (listed("life lives"), listed("end ends ended ending take takes taking took")),
    (listed("sleep sleeps slept sleeping"), frozenset({"with"})),
    (listed("room bedroom bed"), listed("come comes came coming sneak sneaks sneaked sneaking")),
)
"""... nor one with a word of both lists."""
FACTIVE = listed(
    "glad happy sad proud upset angry mad excited disappointed devastated shocked surprised grateful thankful ashamed "
    "guilty frustrated annoyed furious heartbroken hurt relieved embarrassed jealous sucks hate love sorry thrilled "
    "lucky stressed"
)
"""Behind these, with or without `that`, stands what is so: "I'm so happy that I got the job"."""
LAUGHTER = listed("lol haha hahaha lmao ha hehe xd rofl omg smh tbh imo ugh wow")
"""As good as a pause."""
NOTHING_MEANT = listed("idea doubt clue sense matter look deal point times")
"""Bare behind `have`, `make` or `take` these are figures of speech."""
BESIDE_VERB = BEFORE_VERB | KEPT_BEFORE_VERB
QUALITIES = ADJECTIVES | QUALIFIERS
DETERMINED = THE | SOME | MUCH
MANNERS = frozenset(
    phrased(
        "so much,so hard,too much,a lot,at all,so badly,very much,very hard,very well,really hard,really well,so well,"
        "too hard,pretty well,too late,so late,as well,each other,full time,part time"
    )
)
"""Manners of two words."""
FINISHED = ENDS | PREPOSITIONS | {","}
"""What may stand behind the last of two things joined by `and`."""
FUNCTION = (
    ENDS
    | PREPOSITIONS
    | PARTICLES
    | ADVERBS
    | BEFORE_VERB
    | listed(
        "is are am was were has have had did does do i we he she they it that which who to if or than very it's not 'm "
        "'ve been get got don't didn't wasn't isn't doesn't can't couldn't won't no never"
    )
)
"""Words behind which a noun phrase has certainly ended."""
ORDINALS = listed("first second third last next late new")
"""With these a person is told of as an event: "my first child", "my new boss"."""
NEVER_CUT = listed("put leave take keep set let make give send bring lend have do share trust know spend fill start")
"""Verbs behind whose object nothing is left out: it would say something else."""
