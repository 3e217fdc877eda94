"""Lines that must be caught, written for this project. Each group names the kind and the level it must reach."""

from __future__ import annotations

import re

import pytest

from skills.care import detect, theirs
from skills.care.detect import read

CRISIS: dict[tuple[str, int], str] = {
    ("suicide", 1): """
        some nights I think it'd be fine if I just didn't wake up
        I just wish I wouldn't wake up in the morning
        happy to not wake up
        it wouldn't be so bad if I didn't wake up
        if I went to sleep and didn't wake up I'd be fine with it
        honestly if a truck hit me I'd be fine with it
        I pray I won't wake up
        go to bed hoping I won't wake up
        I'd be okay with never waking up
        every night I hope I just don't wake up
        part of me hopes I won't wake up
        if I didn't wake up that would be fine
        I wouldn't care if I got hit by a bus
        honestly I wouldn't mind being run over by a truck
        if a bus hit me tomorrow I wouldn't care
        if I got hit by a train it'd be a relief
        I don't see the point in being here
        what's the point of me being here anymore
        I can't keep going
        I don't know how to keep going
        I just can't possibly keep going through this
        I don't see why I have to stay alive
        I wonder if my life is even worth it, whether life is worth living at all
        could I just not be here
        I don't think I want to go on
        I could lie down and die
        I took something and I don't want to wake up
        I can't see any way forward except dying
        what's the fastest train here, asking because I am done with life
        my time on this earth is finished, the Lord knows it
        I wake up disappointed every morning
        when I cross the street I don't look anymore because who cares if I get hit
        idk i kinda want to die lol not joking
        everything hurts and I want to be done with life
        I want to be with my late wife, I see no reason to wait
        I feel like I shouldn't be alive
        Life has no meaning for me and I wish it was over
        I feel dead inside and I want the rest of me to follow
        I can't find a single reason not to die
        Wish a truck would just take me out
        sometimes I picture my own funeral and feel peaceful
        I hope the Good Lord takes me in my sleep
        nobody tells you how exhausting it is to stay alive for other people
        been googling bridges near me, not for sightseeing
        it would be so much simpler if I just stopped existing
        Some mornings I'm disappointed that I woke up
        I think my family deserves a life without me in it
        Would anyone even come to my funeral
        I'm only alive because my dog needs feeding
        I don't see myself making it to thirty
        part of me hopes the plane goes down
        I just want the pain to end forever
        Lord, I'm tired, come and get me already
        I've had a good run and I think it's time to go
        there's nothing keeping me here
        I don't think I'll be around for christmas
        i dont wanna be here no more
        my head keeps telling me to end it
        I'm gonna end it
        Im done. Im going to end things
        every night I ask myself why I should keep going and I have no answer
        I would be doing everyone a favor if I were dead
        I can't promise I'll still be here next week
        nothing would change if I died today
        i just want to go to sleep and not wake up ever again
        this world is too cruel for me I want to leave it
        mom wouldn't have to pay for me if I was dead
        I am eighty-four and I pray to God to let me go
        since my husband passed I have no wish to go on living
        I'm ready to be with Jesus, I stopped taking my heart medicine
        I don't deserve to live
        I cannot bear being alive one more day
        I wouldn't mind not waking up tomorrow
        I wish I was dead sometimes
        I wish I had never been born
        Everyone would be better off without me
        what's the point of living like this
        I'm so tired of being alive
        There is no reason to live anymore
        life isn't worth living
        I just want to disappear
        I want it all to stop
        I go to bed hoping I don't wake up
        I don't want to be here anymore
        nobody would even miss me
        If I died nobody would notice
        I feel like I'm just a burden and my family would be fine without me
        I don't care if I live or die
        I keep hoping a bus hits me
        ugh kms
        they keep telling me to kys at school
        I can't do this anymore
        I could sleep forever and never wake up
        I'm ready to meet my maker
        I wish the Lord would take me
        I pray every night that God would take me home
        I've lived long enough, I'm no use to anyone
        I am just waiting to die in this chair since she passed
        I'd like to go home to the Lord, I'm tired
        Lately I think about death a lot
        dying sounds peaceful to be honest
        sometimes when driving I think about driving into a tree
        I almost killed myself that time and nobody knows
        I tried to kill myself when I was 16
        I don't want to die but I can't stop thinking about not existing
        last spring I wanted to die
        everyone would be happier if I was gone
        my life is over
        I've lost the will to live
        I have nothing left to live for
        it'd be easier on my kids if I wasn't here, they'd be better off without me
        this homework makes me want to kill myself lol
    """,
    ("suicide", 2): """
        my last suicide attempt was in spring
        I'm still suicidal most evenings
        my suicide would hurt them
        my first thought was suicide
        I am seriously considering ending it
        gunna end my life
        every night I tell myself not to, then I think of ending my life again
        dont want to be alive
        I want to to die
        feel like commiting suicide
        I'm about to overdose
        suicide is on my mind 24/7
        I bought a gun and I'm scared of what I might do to myself
        it's not that I want to die, I just don't want to exist
        I don't think I can survive another night of this, I want to kill myself
        I'm planning on dying before my birthday
        If she leaves me I will end my life
        I came close to killing myself on Sunday
        I keep having thoughts about ending my life during lectures
        je pense à me suicider
        no me quiero despertar mañana, quiero morirme
        I would kill myself if I wasn't such a coward
        please just let me die
        I'm gonna drive my car off a cliff
        I attempted suicide twice already this year
        suicidal thoughts keep coming back
        i think imma kms tn
        honest to god I am one bad day away from ending my life
        I keep a blade under my pillow in case tonight is the night I end it
        been thinking a lot about ending my own life lately
        I feel like killing myself
        honestly might just kill myself
        I've decided I am going to take my life
        I can't stop thinking about jumping in front of a train
        i want out. i want to be dead
        wish i could just kill myself and be done
        I have been researching ways to kill myself
        what if I just killed myself
        I dream about hanging myself
        death would be better than this, I want to die
        i hate my life i wanna kms fr
        I'm contemplating suicide
        I'm planning my suicide
        i cant stop wanting to die
        no one can talk me out of dying
        I've been fantasizing about not being alive anymore
        I looked at the knife in the kitchen and thought about ending things for good
        I have a bottle of pills in my drawer and I keep looking at it, I want to die
        if it doesn't get better by March I'm killing myself
        lowkey wanna die rn
        deadass gonna kill myself if I fail
        want 2 die
        can't stop thinking bout suicide ngl
        the only way out is death
        I deserve to die for what I did
        I think I'm going to do it. I'm going to end my life
        yo no quiero vivir mas, quiero matarme
        I want to die
        i wanna die
        I want to kill myself
        I'm going to kill myself
        I'm thinking about killing myself
        I've been having suicidal thoughts again
        I feel suicidal
        suicidal and alone
        I have thoughts of suicide every day
        I don't want to live anymore
        I want to end my life
        I want to end it all
        I just want to be dead
        I should just die
        I keep thinking about ending it
        I can't keep living
        I am seriously considering taking my own life
        I might unalive myself
        gonna kms
        I've been thinking about suicide since the divorce
        I'd rather be dead
        I want to hang myself
        I am going to jump off a bridge
        I keep imagining shooting myself
        suicide is the only way out
        I tried to end my life
        I'm saving up my pills
        I wanna unalive so bad
        give me a reason not to kill myself
        I want to off myself
        part of me really wants to die
        I just lost my job. My wife is leaving. Honestly I want to die. Anyway how are you?
        I want to join her in heaven, she was my whole life and I want to die too
        my brother killed himself last year and now I want to die too
        everyone thinks I'm fine but I want to kill myself
        I w4nt to d1e
        i want to k i l l  m y s e l f
        I want to k1ll mys3lf
        I'm su1cidal
        i am sucidal
        thinking of suiside
        I want to diiiiie
        i want to killll myselffff
        I wantto die
        iwanttodie
        want to d*e
        #killmyself
        thinking about s u i c i d e
        commiting sewerslide, I want to commit sewerslide
        I WANT TO DIE
        I dont wanna live no more, I wanna die
        Quiero morir
        me quiero matar
        no quiero vivir más
        je veux mourir
        j'ai envie de mourir
        je ne veux plus vivre
        ich will sterben
        ich möchte nicht mehr leben
        quero morrer
        não quero mais viver
        voglio morire
        non voglio più vivere
        ik wil dood
        我想死
        我不想活了
        我想自杀
        死にたい
        もう消えたい
        죽고 싶어
        살기 싫어
        أريد أن أموت
        хочу умереть
        не хочу жить
        मैं मरना चाहता हूँ
        main marna chahta hoon
    """,
    ("suicide", 3): """
        I'm going to end it on December 24th
        I'll end my life later, after they leave
        I wrote goodbye letters to my parents
        I am going to take my own life this weekend
        my meds are on the table and I'm thinking of taking all of them
        I took like 30 sleeping pills
        I've got the pills lined up in front of me
        in one hour I'll be gone, I have the gun loaded
        I'm doing it tonight, I'm going to kill myself
        I swallowed a lot of tylenol
        I'm at the train station and I am going to jump
        I've set a date to end my life
        I already cut my wrists
        tomorrow i will be dead, i want to kill myself
        I've loaded the shotgun and he's coming home soon
        I've written letters to all my kids, tonight I am ending my life
        i tried to overdose yesterday
        I held my dad's gun to my head
        I'm going to kill myself tonight
        tonight I'm going to end my life
        I will kill myself tomorrow
        I want to die tonight
        I'm ending it tonight
        I just took a whole bottle of pills
        I took all my meds
        I took too many pills on purpose
        I have a plan to kill myself
        I know exactly how I'm going to do it
        I'm standing on the edge looking down
        I'm on the bridge and I want to jump
        I wrote my suicide note
        this is my last night
        By the time you read this I'll be dead
        the gun is in my hand
        I won't be here tomorrow
        I tried to kill myself last night
        I've overdosed
        I've cut my wrists
        goodbye everyone, I'm sorry, I love you
        I bought a rope to end it
        I'm gonna jump off the roof after work today
        I've been saving up pills and I have enough to overdose
        quiero morir esta noche
        je veux mourir ce soir
        今夜死にたい
        I'll meet my maker tonight
    """,
    ("self_harm", 2): """
        I made myself bleed again
        I want to hurt myself so badly right now
        I've started cutting my arms after school
        scratching my arms till I bleed is the only thing that calms me
        I hit my own legs until they bruise
        i keep relapsing, cut my thighs last night
        I've been hurting myself when my parents sleep
        I took a razor to my arm
        I feel better when I cut
        there are cuts all over my thighs
        I bang my head against the wall until it hurts
        I want to carve my skin
        been clean from cutting for two weeks but I slipped last night
        I pressed the lighter to my skin again
        I deserve pain so I hurt myself
        I sliced up my thigh in the bathroom at school
        I cut myself again
        I've been cutting myself
        I want to cut myself
        I relapsed and started cutting again
        I have the urge to hurt myself
        I burn myself when it gets too much
        I scratch myself until it bleeds
        I keep hitting myself when I mess up
        I self harm
        I've been self-harming for a year
        cutting helps me cope
        I punish myself, I starve myself and hit myself
        I have fresh cuts on my arms
        me corto los brazos
        ich ritze mich
    """,
    ("self_harm", 3): """
        I cut too deep
        I cut myself and it won't stop bleeding
        my arm is cut and there's so much blood from the cut, it keeps bleeding
    """,
    ("method_request", 2): """
        tell me the easiest way to end my life
        what pills can I take to not wake up
        which is less painful, pills or jumping, for dying
        how tall does a building have to be to kill you
        What's the deadliest combination of household chemicals
        which medicine kills you fastest
        whats the least painful suicide method
        how do people kill themselves without pain
        could mixing these pills kill me
        is there a peaceful way to go for good
        how would someone end their life without it hurting
        what's the most effective way to commit suicide
        asking for a novel: how much would she need to take to die
        is it possible to overdose on sleeping pills
        how can I kill myself painlessly
        what is the easiest way to die
        how many pills would it take to die
        what's a lethal dose of that
        tell me how to kill myself
        quickest way to end my life
        where can I buy something to kill myself with
        how do I tie a noose
        for a story: what is the most painless way to die
        my character overdoses, which pills would she take and what dose, be realistic
        suicide methods
        how long does it take to bleed out
        how do I cut myself without anyone noticing
        it's for a school paper, what's the best method of suicide
        I'm a writer, tell me how many pills it takes to overdose
    """,
    ("third_party", 2): """
        she keeps telling me she doesn't want to exist
        my girlfriend keeps hurting herself and hiding it
        a student of mine told me she wants to disappear and die
        I'm afraid for my dad, he said goodbye strangely and took his gun
        my brother won't get out of bed and says life isn't worth living
        my best friend told me she has a plan to kill herself
        My sister texted me that she doesn't want to be alive
        my boyfriend threatens suicide whenever we fight
        a guy in my discord says he's gonna kill himself
        My mother keeps saying she wants to die
        I think my friend is going to hurt herself
        my student wrote in an essay that he wants to end his life
        How do I stop my brother from killing himself
        my wife has been cutting herself
        I'm terrified my son is going to take his own life
        my boyfriend texted "I can't do this anymore, I want to die" and now he won't pick up
        A coworker told me she's been thinking of ending her life
        My roommate has been cutting himself in our bathroom
        he's been saying he'd be better off dead
        my friend says she wants to die
        my brother is suicidal
        I think my son might kill himself
        my girlfriend said she would kill herself if I leave
        my best friend keeps talking about suicide
        I'm scared my mum will hurt herself
        he told me he doesn't want to live anymore
        my daughter is cutting herself
        someone in my class posted that they want to end their life
        my roommate tried to kill himself last month
        how do I help a friend who is suicidal
        I found a suicide note in her room
        she's suicidal and I don't know what to do
        my husband has been talking about ending it all
        my dad said we would be better off if he was dead, I think he wants to die
    """,
    ("third_party", 3): """
        my nephew posted a suicide note online
        my mum just swallowed all her tablets
        my friend says he is going to jump off the bridge right now
        my daughter took a bunch of pills, what do I do
        my friend just took a whole bottle of pills
        my sister is on the roof and says she will jump
        my boyfriend is going to kill himself tonight
        he has a gun and says he will kill himself
        my ex sent me a goodbye message
        she locked herself in with a knife and wants to kill herself
    """,
    ("third_party_abuse", 2): """
        he hits her
        my friend's boyfriend hits her and she won't leave
        her boyfriend keeps hitting her when he's drunk
        my best friend is in an abusive relationship
        my sister's husband punched her in the face
        my neighbour gets beaten by her husband
        the guy she lives with slapped her again
        he threatened to kill her if she leaves
        she has bruises on her arms, I think it's her boyfriend
        my friend is being abused by her partner
        he beat her up last night
        my mate's husband is knocking her about
        my friend showed me the bruises her boyfriend gave her
        my best mate's fella has been hitting her
        my colleague is scared of her husband
        her boyfriend is violent
        my mate's girlfriend hits him
    """,
    ("third_party_abuse", 3): """
        he strangled her last week
        her ex tried to strangle her on Friday
        he put his hands round her throat
        she got strangled by her ex on Saturday
        he grabbed her by the throat
        he held a knife to her
        he is hitting her right now
    """,
    ("abuse", 2): """
        he pushed me away and hit me
        he grabbed me and slapped me
        my dad shoved me into the wall
        I was sexually assaulted at a party
        she slapped me in front of the kids again
        my stepfather beats my mother and me
        he locks me in the bedroom when he goes to work
        my boyfriend kicked me in the stomach
        dad came home drunk and hit me with a bottle
        my boyfriend says he'll post my nudes if I leave
        my brother makes me do sexual things
        he punches walls next to my head and then me
        my mother burned me with a cigarette
        he slammed me against the wall
        my girlfriend hits me when she drinks
        My father beats us
        he controls all my money and won't let me see my friends
        my coach touched me
        he said if I leave he will kill me
        I get beaten at home
        my ex is stalking me and I'm scared
        my boyfriend made me have sex when I said no
        last night my boyfriend threw me down the stairs
        my father comes to my room at night and touches me
        my wife slaps me when she is angry
        she keeps my passport and I am not allowed to leave
        my husband raped me
        he broke my arm
        I'm being abused by my mother
        my dad beats me with a belt
        my husband hits me
        my dad hit me again
        my boyfriend pushes me around and slapped me
        he threatened to kill me
        my stepdad touches me at night
        I was raped
        I'm scared of my husband
        I'm afraid to go home to my dad
        my partner won't let me leave the house
        he forces me to have sex
        my mom beats me
        I'm in an abusive relationship
        he hits the kids
        she throws things at me and hits me
        my uncle molested me
        my wife punched me yesterday
        mi marido me pega
        mon mari me frappe
        он меня бьет
    """,
    ("abuse", 3): """
        my partner grabbed me by the throat
        he tried to strangle me yesterday
        he's going to kill me, he's breaking down the door
        he pointed a gun at me
        he choked me last night
        my boyfriend put his hands around my neck
        my husband strangled me and I passed out
        he is hitting me right now
        I'm hiding in the bathroom from my dad, he is drunk
        he's outside my door with a knife and I'm scared he will hurt me
        I was raped last night
        my ex is outside banging on the door, I'm scared
    """,
    ("violence", 2): """
        I want to go round there and hurt him
        I feel like driving over there and beating him
        I'm going to go over to his place and kill him
        I want to smash his face in
        I'm going round there to sort him out
        I swear I'm going to batter him
        he hits her and I want to go round there and hurt him
        I want to hurt my sister for what she did
        I feel like I could kill him and I have his address
        I have a list of people I want to hurt
        I want to beat my kids when they scream
        sometimes I want to strangle my husband for real
        I think about hurting my classmates
        I'm so angry I might stab someone
        I want to make them all bleed
        I feel like hurting my kids
        I want to shoot the kids who bullied me
        I'm going to stab him next time he talks to me
        I can't stop imagining hurting my newborn
        I'm planning to kill my ex
        I want to kill my boss
        I'm going to hurt him
        I want to hurt someone
        I keep thinking about stabbing my stepfather
        I have urges to hurt people
        I'm scared I'll hurt my kids
        I keep having thoughts of hurting my baby
        I hit my wife
        I hit my son and I hate it
        I'll kill him if he touches her again
        I keep getting images of dropping my baby down the stairs
        I'm afraid I might hurt someone
    """,
    ("violence", 3): """
        I swear I'm gonna kill my stepdad tonight
        I have a gun and I'm going to make him pay
        I'm going to kill him tonight
        I'm going to shoot up my school
        I got my knife and I'm going to his house
    """,
    ("medical", 3): """
        won't wake up, what do I do
        Jack won't wake up
        I can't wake her up
        he is breathing but he won't wake up
        my kid swallowed some pills by accident
        I have a sharp pain in my chest and I'm sweating
        grandma's face is drooping on one side
        I can't breathe and my lips are swelling after a bee sting
        my husband collapsed and has no pulse
        I shook my baby because she wouldn't stop crying
        my chest is tight and the pain goes into my jaw
        I can't feel my left side and my speech is slurred
        she collapsed and isn't breathing
        he had a seizure and won't wake up
        I took double my insulin by mistake and I'm shaking
        I'm bleeding heavily and I feel faint
        my left arm hurts and I have pain in my chest
        my baby is turning blue
        I think my mother is having a stroke
        he took too much of his medication by accident and he's not waking up
        I have crushing chest pain
        my chest hurts and my left arm is numb
        I think I'm having a heart attack
        my face is drooping and I can't move my arm
        I'm vomiting blood
        my mom is not breathing
        he won't wake up, his lips are blue
        my throat is closing and I can't breathe properly
        I accidentally took too many tablets
        my toddler swallowed a battery
        my son drank bleach
        I'm pregnant and bleeding
        I just had a seizure
    """,
    ("eating_disorder", 1): """
        I vomit after every meal so I don't get fat
        I make myself throw up after dinner
        I'm starving myself and I can't stop
        I binge and purge every day
    """,
    ("eating_disorder", 2): """
        I've been purging all week and today I fainted
        I haven't eaten in days and I keep passing out
    """,
    ("psychosis", 3): """
        the voices tell me to kill myself
        the voices tell me to hurt people
        I hear a voice that commands me to hurt myself
        the voices tell me to kill my mother
        the voices want me to hurt my baby
        god told me to kill my son
        the devil makes me hurt people
        voices saying I should kill them
        the voices are telling me to jump
    """,
    ("psychosis", 2): """
        the voices keep telling me to do terrible things
        I hear voices all the time and they scare me
        the radio tells me to do bad things
        they put a chip in my head
    """,
}

LINES = [(line.strip(), kind, level) for (kind, level), text in CRISIS.items() for line in text.strip().splitlines()]


def test_there_are_enough_lines() -> None:
    assert len(LINES) == len({line for line, *_ in LINES})
    assert len(LINES) >= 150


@pytest.mark.parametrize(("line", "kind", "level"), LINES)
def test_danger_is_caught(line: str, kind: str, level: int) -> None:
    finding = read(line).finding
    assert finding is not None
    assert (finding.kind, finding.level) == (kind, level)


@pytest.mark.parametrize(("line", "kind", "level"), LINES[::5])
def test_danger_in_the_middle_of_much_talk_is_caught(line: str, kind: str, level: int) -> None:
    talk = "We walked along the river and then we had soup, and it rained for most of the afternoon. " * 4
    finding = read(f"{talk}{line}. {talk}").finding
    assert finding is not None
    assert finding.level == level


def test_the_words_that_save_time_lose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with_words = {line: read(line).finding for line, *_ in LINES}
    every = tuple((kind, re.compile(""), rows) for kind, _, rows in detect._TABLES)
    monkeypatch.setattr(detect, "_TABLES", every)
    lost = [line for line, *_ in LINES if read(line).finding != with_words[line]]
    assert lost == []


TOLD = (
    *(words for _, words in theirs._TOLD),
    theirs.SAFE_NOW,
    theirs.HEDGED,
    theirs.COMPANY,
    theirs.GONE,
    theirs.READY,
    theirs.WITH_THEM,
)
PATTERNS = (
    *TOLD,
    theirs.UNSAFE,
    theirs.PUT_AWAY,
    detect._MEANS,
    *detect._IDIOMS,
    *detect._DENIED,
    *(row for _, _, rows in detect._TABLES for _, row in rows),
)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_pattern_repeats_a_repetition_without_bound(pattern: re.Pattern[str]) -> None:
    """`(x+)+` and its like take exponential time; a group here may repeat only a stated number of times."""
    outside_classes = re.sub(r"\[[^\]]*\]|\\.", "x", pattern.pattern)
    assert not re.search(r"\([^()]*[+*][^()]*\)(?:[+*]|\{\d+,\})", outside_classes)


@pytest.mark.parametrize(
    "text",
    [
        "how many pills to " * 5_500, "i want to " * 10_000, "my friend says she " * 5_000, "he has a gun " * 7_700,
        "a" * 100_000, "k*l " * 25_000, "a b c " * 16_000, "if i was " * 11_000, "(" * 100_000,
        "die" * 33_000, "in the book " * 8_000,
    ],
)  # fmt: skip
def test_hostile_text_is_read_to_its_end(text: str) -> None:
    finding = read(f"{text} . I want to kill myself").finding
    assert finding is not None
    assert finding.kind in ("suicide", "method_request")
