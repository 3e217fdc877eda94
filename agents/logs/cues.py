"""The words round a name: what introduces one, what only looks like it, and what people do."""

from __future__ import annotations

from agents.logs.lists import words

STRONG = (
    r"\bmy (?:(?:full|real|first|last|given|nick|middle|sur|maiden|legal|birth)[ -]?)?name(?:['’]?s| is| was|:)"
    r"|\bname['’]s\b|\b(?:i['’]?m|i am|i was) (?:called|named)\b|\bnamed me\b|\bmy nick(?:name)? is\b|^names\b"
    r"|\bhis name (?:is|was)\b|\bher name (?:is|was)\b|\btheir name (?:is|was)\b|\bwhose name (?:is|was)\b"
    r"|\bme llamo\b|\bmi nombre es\b|\bich hei(?:ß|ss)e\b|\bmein name ist\b|\bje m['’ ]?appell?e\b"
    r"|\bmon (?:pré)?nom est\b"
    r"|\bmi chiamo\b|\bil mio nome è\b|\bменя зовут\b|\bмоё? имя\b|\bмене звати\b|\bnazywam się\b|\bmam na imię\b"
    r"|\b(?:benim )?adım\b|\bmeu nome é\b|\b(?:eu )?me chamo\b|\bj[ae]g heter\b|\bmijn naam is\b|\bik heet\b"
    r"|\bjmenuji se\b|\bvolám sa\b|\bhogy hívnak\b|\ba nevem\b|\bmă numesc\b|\b[اإ]سمي\b"
    r"|\bnimeni on\b|\bμε λένε\b|\bzovem se\b|\bשמי\b|\bקוראים לי\b|\bmera naam\b|\btên tôi là\b|\bnama saya\b"
)
"""What follows is a name, unless it is one of `NO_NAME`."""
WEAK = (
    r"i['’ ]?m|i am|this is|it['’]?s|call(?:s|ed)? me|i go by|know(?:s|n)? (?:me )?as|signed|names"
    r"|soy|ich bin(?: die| der)?|moi,? c['’]est|je suis|sono|ik ben|jestem|j[ae]g (?:är|er)|eu sou|olen"
)
"""What follows may be a name."""
CALLED = r"call|i go|know"
"""Among them, those behind which a capital is enough."""
TELLS = r",? (?:again|here|speaking|from)\b|, ?\d\d\b|, (?:a|an|the) "
"""What follows a name that is told."""
GREETING = (
    r"(?:hi+(?: there)?|hiya|hey+(?: there)?|hello+|heya|yo|good (?:morning|evening|afternoon)|hola|hallo|salut|ciao)"
)
CLOSING = (
    r"sincerely|regards|yours(?: truly)?|cheers|thanks(?: again)?|thank you|love|xoxo|best(?: wishes)?|take care|bye"
)
TITLE = (
    r"mr|mrs|ms|mx|miss|mister|dr|doctor|prof|professor|coach|aunt(?:ie|y)?|uncle|gran(?:d(?:ma|pa|mother|father))|nana|pastor"
    r"|father|sister|rabbi|imam|nurse|officer|judge|sir|lady|captain|sergeant|sgt|principal|teacher|herr|frau|señora?"
    r"|monsieur|madame|pan|pani|don|doña"
)
SHORT_TITLES = words("mr mrs ms mx mister dr prof herr frau")
RELATION = (
    r"(?:(?:step|ex|grand|half|god)[- ]?)?(?:husband|wife|partner|boyfriend|girlfriend|bf|gf|fianc[eé]e?|spouse|ex|mum"
    r"|mom|mother|dad|father|sister|brother|sis|bro|son|daughter|baby|kid|child|twin|cousin|aunt(?:ie|y)?|uncle|niece|nephew"
    r"|gran(?:dma|dpa|dmother|dfather|ny)?|friend|bestie|mate|buddy|roommate|flatmate|housemate|neighbou?r|boss|manager"
    r"|colleague|co-?worker|teacher|tutor|therapist|counsell?or|psychologist|psychiatrist|doctor|landlord|guy|girl|man|woman|boy|lady"
    r"|someone|person|dog|puppy|cat|kitten|horse|hamster|rabbit|parrot|pet|hermana|hermano|amiga|amigo|novio|novia|schwester"
    r"|bruder|freund(?:in)?|mann|sœur|soeur|frère|copine|copain|mari|sorella|fratello|amica|amico)"
)
NO_NAME = words(
    """
    a an the my your his her our their its it this that these those not no nothing nobody never on in at by of to
    for from with and or but so too very all mud being known important irrelevant unimportant private secret written
    is was are what which who whom whose how why when where there here out still also different just only again back
    me you him them us we i they he she am be been done gone fine ok okay god lord monday tuesday wednesday thursday
    friday saturday sunday january february march may june july september october november december christmas easter
    english german french spanish italian polish russian irish scottish welsh british american mexican indian
    chinese japanese korean bipolar autistic adhd ptsd ocd gay lesbian trans bi pan catholic muslim jewish hindu
    buddhist covid facebook instagram whatsapp google tiktok snapchat reddit discord telegram youtube netflix amazon
    zoloft prozac xanax lexapro idk omg lol btw tbh imo lmao im ive dont cant wont didnt doesnt isnt wasnt id ill
    youre theyre hes shes thats whats lets gonna wanna right soon maybe because if then than as up down off over
    after before about into through during since until nadie une un uno una ein eine einer der die das le la les el
    los las de du des een het ni nie ne eu ja
    """
)
"""Never a name where one is looked for."""
AFTER_RELATION = words(
    """
    will may can must might would could should shall has had said says always never just called still even really
    """
)
TRAITS = words(
    """
    christian happy lucky young frank sunny rusty rich ginger blind noble heaven jesus precious jolly gay blue true
    early major honey king prince princess duke earl sky sun moon star rain ocean forest rainbow hank cat dog karma
    """
)
CALENDAR = words("april may june august summer autumn winter spring sunday dawn")
PLACES = words(
    """
    georgia virginia florence paris chelsea sydney london brooklyn austin dallas carolina china india kenya israel
    jordan asia dakota savannah savanna west lincoln wellington milan santiago trinidad salvador lourdes salem
    marina aurora cole chad holland sienna oak river troy zion
    """
)
VIRTUES = words("hope faith joy grace patience charity mercy justice liberty glory harmony destiny unity")
COMMON = words("christian jesus heaven king prince princess duke earl lord moon sun karma god happy lucky young")
"""Words that have capitals often, and are seldom names."""
MODAL = words("will may can")
_SAYS = (
    r"said|says|told|tells|asked|asks|texted|texts|called|calls|thinks|thought|wants|wanted|loves|loved|hates|hated"
    r"|cheated|knows|knew|cried|cries|lied|promised|ghosted|dumped|blocked|yelled|shouted|screamed|laughed|ignored|hit"
    r"|left me|left us|died|moved out|raised me|helped me|texting|calling|broke up|hugged|kissed|kicked|slapped|wrote"
)
WITH_ME = r"(?: (?:and|&) (?:i|me)\b)"
DOES = rf" (?:(?:just|never|always|also|once|then|even|finally) )?(?:{_SAYS})\b|{WITH_ME}"
DOES_OR_IS = (
    rf"{DOES}| (?:is|was) (?:my|cheating|leaving|gone|dead|pregnant|married|angry|mad at|ignoring|lying|the one)\b"
    r"| (?:doesn|didn|won|isn|wasn)['’]?t\b| keeps \w+ing| hit(?:s)? me| left\b| (?:has|had) (?:been|left|told|said)\b"
)
DONE_TO = (
    r"(?:\b(?:told|tell|miss|married|marry|dating|dated|met|meet|named|texted|asked|ex|husband|wife|brother|sister|friend|son"
    r"|daughter|boyfriend|girlfriend|cousin|boss|me and|with|love|loved|hate|about|baby),? )$"
)
CALLED_OR_OWN = r"[,!?]|['’]s\b"
"""Behind a name at the beginning of a sentence: "Chip, ...", "Mark's gone"."""
NOT_BEFORE = (
    r"\b(?:the|a|an|my|his|her|your|our|their|this|that|no|some|any|every|such|much|more|in|since|until|till|last|next|early"
    r"|late|of|lose|lost|have|had|i|we|you|they|he|she|it|to|electric|phone|from|near|by|at|is|was|new|poor mans) $"
)
