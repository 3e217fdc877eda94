"""The nouns a span may hold: things of daily life, places, people by relation or role.

Nothing of bodies, weight, means of harm, drink, sex or belief; no names.
"""

from __future__ import annotations

THINGS = """
abandonment ability accent accident accomplishment account accounting achievement activity adventure advice affection
age airport alarm album algebra allergy amount animal anniversary announcement answer anxiety apartment appeal
application appointment argument arrangement art article assignment attack attempt attention attitude audit audition
award baby bachelor bachelorette backyard bag baking balcony ball band bank bankruptcy baptism barbecue barbeque
baseball basement basketball battery beach bear bedroom bee behavior behaviour bench betrayal bicycle bike bill
biology bird birthday blanket board boat bonus book boot boredom boundary bowling box bracelet brake bread break
breakdown breakfast breakup budget bug building bully bullying burden burger bus business cabin cafe cake calculus
call camera camp campaign camping campus cancer candidate candy canoe car card care career cash cast cat ceiling
celebration ceremony certificate chair challenge championship chance change charger charity check chemistry chicken
childhood choice choir church city class classroom client clinic closet clown club clue coat coffee college comment
commission commitment communication commute company competition complaint computer concert condo conference confidence
conflict connection contest contract conversation cookie cooking cookout costume couch counter country county courage
course court covid cow cream credit criticism crowd cruise crush culture curriculum curtain custody customer cycle
dance dancing dark date day daycare deadline deal dealership debate debit debt decision degree delay delivery dementia
department deposit depression design desk detail diabetes diagnosis difference dinner diploma disagreement discount
discussion dish dishwasher dispute distance divorce dog dollar door dorm downsizing downtown drama drawing dream dress
drive driveway driving duck earring economics economy education effort election electricity email embarrassment
emergency emotion end energy engagement engine engineering error essay evaluation evening event exam excuse exhaustion
exhibition expense experience extension failure fall family farm fear fee feedback feeling fence festival field fight
file final finals fine fire fireworks fish fishing flat flight flood floor flower flu food football form fraternity
freedom fridge friendship front funeral furniture future game garage garbage garden gardening gas ghost gift gig glove
goal goat golf goodbye gossip gpa grade graduation grammar grant grief grill grocery group guitar gym habit hair half
hall hamster happiness hat headphone heat heater height help hike hiking history hobby hockey hole holiday home
homecoming homesickness hometown homework honesty honeymoon horror horse hose hospital hotel hour house housewarming
housework hurricane ice idea illness income information injury insomnia insurance internet internship interview
intimacy investment invitation iron island issue item jacket jealousy jeans job joke journey kayak key kindergarten
kitchen kitten knitting ladder lake lamp language laptop laundry law lawn lawsuit layoff layout league leak lease
lecture lesson letter level library license life light line list literature lizard loan lock lockdown loneliness loss
lottery love luck lunch mail mall map marathon market marketing marriage match math maths mattress meal meeting memory
mess message microwave middle midterm minute mirror mistake model moment money monster month mood morning
mortgage motivation motorcycle mountain mouse move movie mower museum music name necklace neighborhood neighbourhood
news newspaper night nightmare noise note notice number nursing offer office opinion opportunity option order
organization outcome oven overtime package pain paint painting pandemic panic paper paperwork parade park parking
parrot part party passion passport password past path patience paycheck payment pension performance permission permit
pet philosophy phone photo physics piano picture pie pig pillow pizza place plan plane plant plate playoff plumbing
pneumonia pocket poem point policy pool porch portfolio position post power practice pregnancy presence presentation
pressure price pride printer privacy prize problem process product program programme programming progress project
promise promotion property proposal psychology puppy purse puzzle quarantine question quiz rabbit raccoon race radio
rain raise ranking rat reading reason recipe recliner record recording recovery refund rehearsal rejection
relationship relief rent repair report reputation request research reservation resident respect response
responsibility restaurant result resume retirement reunion review reward ring road role roof room routine rug rule
rumor rumour running sadness salary sale sandwich savings scene schedule scholarship school scooter score screen
script search season seat secret semester seminar series service session setback sewing shame shark shift shirt shoe
shop shopping show sign silence singing site situation skateboard ski skill sleep snack snake snow soccer society sock
soda sofa song sorority soup space speech spider sport spot spring squirrel stage stairs standard state statement
station statistics steak step stock store storm story street stress struggle studying stuff style subject sublet
subscription success suit suitcase summer sunglasses superbowl supply support surgery surprise suspension sweater
swimming system table talent talk tank tantrum target task tattoo tax teaching team television temper tennis tension
tent term test text therapy thesis thing ticket tie time tire title toothbrush topic tornado tournament town toy track
traffic trail trailer train training transcript transfer translation trash travel treatment tree trip trouble truck
trust truth tuition tunnel turn tv umbrella unemployment uniform university upgrade utility vacation van vase vehicle
video view visa visit vocabulary voice volleyball wage wait walk wall wallet wardrobe warning watch water way weather
website wedding week weekend window winter wish word work workload workplace workshop world worry writing yard year
yoga zoo
row prison jail supermarket gcse a-level redundancy rota payslip payroll probation handover inbox spreadsheet pitch
invoice
startup firm branch factory
warehouse depot lorry till checkout queue backlog quota appraisal grievance tribunal union strike venue orchestra solo
recital tour dissertation viva module placement coursework revision resit mark bursary accommodation tenancy eviction
mould damp boiler radiator heating kettle freezer dryer toaster carpet tile gutter chimney pipe sink shower toilet drain
gate shed patio hedge allotment greenhouse council benefit overdraft inheritance receipt penalty scan biopsy operation
chemo chemotherapy radiotherapy dialysis transplant prescription referral ward hospice condition disease infection virus
fever cough migraine headache ankle shoulder wheelchair pacemaker stroke seizure epilepsy asthma arthritis autism adhd
dyslexia eczema coma relapse rehab sobriety miscarriage ivf fertility labour birth pram nappy cot nursery crib
playgroup preschool separation ferry tram platform cancellation luggage hostel campsite caravan motorway junction
roundabout helmet motorbike windscreen mot tablet router app blog channel profile chat voicemail curry roast stew salad
brunch tea picnic apple egg rugby cricket netball badminton trophy medal pony sheep kennel estate village playground
mosque temple burial headstone eulogy gang clique committee violin cello flute trumpet drum saxophone ballet pottery
photography novel chapter draft manuscript jury trial verdict parole robbery theft fraud scam deployment army navy
asylum border refugee citizenship homeland earthquake heatwave appetite area induction survey completion apology parcel
present bouquet balloon candle haircut salon licence theory phd landing loft
sleepover playdate babyshower prom formal showcase hackathon traineeship bootcamp
certification accreditation hearing inspection raffle fundraiser triathlon relay regatta derby
qualifier tryout try-out understudy booking itinerary stopover layover timetable curfew
allowance chore errand workout checkup check-up ultrasound x-ray blood-test screening vaccine jab booster
flare-up milestone breakthrough rebate
"""
PEOPLE = """
accountant actor adult agent apprentice artist athlete audience babysitter barber barista bestie boy bride broker
builder bully burglar caregiver carer cashier celebrity chef child classmate client coach colleague community
contractor coworker crew customer cyclist dancer dentist doctor driver editor electrician employee employer engineer
ex fan flatmate freshman friend girl groom group guest guy hacker hairdresser homeowner housemate instructor intern
interviewer judge junior kid landlady landlord lawyer leader lender listener man manager mechanic member musician
neighbor neighbour nurse officer owner painter parent passenger patient pedestrian person player plumber poet police
principal professor programmer publisher recruiter referee relative roommate salesman salesperson scammer senior
shopper singer somebody specialist staff stranger student supervisor surgeon teacher team teammate teenager tenant
therapist thief consultant optician physio counsellor counselor psychiatrist midwife paramedic childminder nanny
bridesmaid
usher maid captain vicar priest imam rabbi mate pal lad receptionist solicitor director ceo headteacher lecturer mentor
trainee graduate workmate pupil buyer seller volunteer gp superviser social-worker registrar tradesman handyman
toddler trainer tutor vet veteran victim visitor waiter waitress widow woman worker writer
"""
RELATIONS_SHE = """
mother mom mum mommy mama stepmother stepmom grandmother grandma granny gran nan nana sister stepsister wife girlfriend
daughter stepdaughter aunt niece fiancee granddaughter sister-in-law mother-in-law daughter-in-law goddaughter
"""
RELATIONS_HE = """
father dad daddy papa stepfather stepdad grandfather grandpa grandad granddad brother stepbrother husband boyfriend son
stepson uncle nephew grandson brother-in-law father-in-law son-in-law godson
"""
RELATIONS_ANY = """
boss manager supervisor coworker co-worker colleague friend partner spouse fiance ex cousin child kid baby roommate
flatmate housemate neighbor neighbour teacher professor landlord landlady sibling parent coach tutor teammate classmate
bestie buddy therapist doctor mate pal bro auntie aunty stepchild counsellor counselor mentor workmate
superviser grandchild
"""
RELATIONS_MANY = """
parents grandparents friends kids children siblings sisters brothers sons daughters cousins coworkers co-workers
colleagues roommates flatmates neighbors neighbours teachers in-laws family team grandkids grandchildren twins
classmates teammates mates stepkids stepchildren triplets workmates girls boys
"""
PETS = "dog cat puppy kitten hamster rabbit horse bird parrot fish pet"

MASS = """
accounting advice affection algebra anxiety art attention baking bankruptcy baseball basketball bed biology bowling
bread breakfast bullying calculus camping cancer candy care cash chemistry church class coffee college communication
confidence cooking court covid credit criticism custody dancing debt dementia depression diabetes dinner drama driving
economics education electricity email embarrassment energy engineering exhaustion experience family feedback fireworks
fishing flu food football freedom furniture garbage gardening gas golf gossip grief hair happiness help hiking hockey
homework honesty housework ice information insomnia insurance internet jealousy kindergarten knitting laundry life
literature lockdown loneliness love lunch mail marketing math maths money motivation music news noise nursing overtime
pain paperwork patience peace people permission physics pizza practice pressure privacy programming progress promotion
psychology quarantine rain reading rejection rent research respect retirement running sadness savings school sewing
shopping singing sleep snow soccer soup space statistics stress studying stuff success support surgery swimming
teaching tennis therapy time town traffic training trash travel treatment trouble trust tuition tv unemployment
university prison jail hospital redundancy chemo chemotherapy radiotherapy dialysis physio revision
coursework
accommodation mould damp
heating rehab sobriety ivf fertility labour epilepsy asthma arthritis autism adhd dyslexia eczema rugby cricket netball
badminton ballet pottery photography tea brunch luggage maternity nursery preschool fraud theft asylum
vacation volleyball water weather work writing yoga
"""
"""Nouns that may stand without an article."""
IRREGULAR_PLURALS = {
    "child": "children", "man": "men", "woman": "women", "person": "people", "wife": "wives", "life": "lives",
    "fish": "fish", "shelf": "shelves", "news": "news", "stairs": "stairs", "savings": "savings", "finals": "finals",
    "series": "series", "thesis": "theses", "police": "police", "staff": "staff", "mouse": "mice", "half": "halves",
}  # fmt: skip
PLURAL_ONLY = """
a-levels gcses sats vows stitches ashes results mocks finals freshers applications neighbors nightshifts
belongings bills classes clothes dishes earrings economics emotions exams feelings finances fireworks glasses
groceries headphones jeans leftovers memories nerves notes pants people photos physics plans police savings shoes
stairs statistics studies sunglasses supplies surroundings taxes things thoughts tickets twins vegetables
"""
NO_MATTERS = """
advice afternoon age alarm alarms answer answers attention babies baby bag bags bed best board call calls case chair
chance classmate clue comment cousin dark day days deal door doors emotion emotions end evening excuse fall fault
favorite fear feeling feelings floor friend front grammar hair half hand help hole horror hour lamp levels lights line
list lives love luck middle mind minute moment month morning name nature nerves night number opinion pain part parts
past people place plate plates pocket point points problem question questions reason respect scene screen seat seats
second side spot spots spring step street stuff summer support thing things thoughts time tracks trust truth turn way
week weekend window windows winter wish word words worry year
"""
"""One's own in a manner of speaking: nobody asks about them by that name."""
OCCASIONS = """
accident appointment argument audition breakup competition concert conference deadline divorce exam exams fight final
finals funeral scan biopsy operation viva dissertation hearing trial tribunal appraisal review induction recital
rehearsal marathon tryout placement results mocks a-levels gcses driving-test proposal checkup screening thesis
coursework assignment essay game graduation holiday interview match meeting midterm midterms move party
performance
presentation retirement reunion speech surgery test tests tournament trip vacation visit wedding
"""
"""Matters that are one's own though they are not called so: "I have an interview" is about the interview."""


def plural(noun: str) -> str:
    if noun in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[noun]
    if noun.endswith(("s", "sh", "ch", "x", "z")):
        return noun + "es"
    return noun[:-1] + "ies" if noun.endswith("y") and noun[-2] not in "aeiou" else noun + "s"
