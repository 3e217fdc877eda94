"""Lines that sound like danger and are none, written for this project."""

from __future__ import annotations

import pytest

from skills.care.detect import read

CONTRAST: dict[str, str] = {
    "idiom": """
        I was dying of laughter at his joke
        I'm sitting on the edge of the bath because it's the only room with a lock
        what helps me sleep? and please not breathing exercises
        no, I'm not hurting myself, it's only the money
        I pushed her to talk about the drinking
        this traffic is killing me
        my feet are killing me after that hike
        I killed it at the interview today
        she is dressed to kill tonight
        I'm dead tired after the night shift
        I'm dying to see the new season
        that cake is to die for
        the deadline is killing me
        I nearly had a heart attack when the bill came
        I'd kill for a coffee right now
        I could kill my brother for eating my leftovers lol
        you're killing me with these puns
        this heat is killing me
        my phone died on the way home
        the suspense is killing me
        I almost died of embarrassment
        I have a shot at the promotion
        we had to kill time at the airport
        curiosity killed the cat
        old habits die hard
        I'm starving, let's get pizza
        he's to die for in that suit
        my laptop keeps dying
        I bombed the exam and now I have to retake it
        over my dead body will I eat that
        that joke slayed me
        I'm drowning in work this month
        I'm burned out from this project
        I was so bored I thought I would die of boredom
        it hit me that I never said thank you
        the news hit me hard
        my heart skipped a beat
        I'm choking up just thinking about the wedding
        I'd rather die than wear that dress
        break a leg tomorrow
        she stabbed me in the back at work
        I cut my hair myself and it looks awful
        I want this week to be over
        I can't go on holiday this year
        I want to sleep in tomorrow
        the new album absolutely kills
        he knocked it dead on stage
        Running a 10 kms race on Sunday
        the office is a few kms from here
        I'm dying inside from cringe at that video
        I want this meeting to end
        don't beat yourself up over it, I told myself
        I hate waking up early for work
        we watched the sunset and I could have died happy
    """,
    "work and machines": """
        kill -9 1234 did not stop the process
        how do I kill a process in linux
        how to kill weeds in the garden
        the server died again and I had to kill the job
        we have a photo shoot on Saturday
        shoot me an email when you get home
        I got my flu shot today
        how do I execute this script
        we pulled the plug on the project
        the battery in my car is dead
        my plants are dying and I don't know why
        I had blood drawn for a blood test this morning
        what kills mold in a bathroom
        the kill switch on the mower is stuck
        I need to cut carbs and cut back on sugar
        we had a suicide prevention training at work
        I teach suicide prevention at the university
        I'm a nurse and one of my patients died by suicide
        I volunteer on a suicide hotline
        I study self-harm in teenagers for my thesis
        I wrote a paper about suicide rates in Europe
        I work in a hospice with dying people
        our fire drill was chaos, everyone jumped
        I'm a therapist, my client self-harms and I need supervision
    """,
    "games, stories, songs, news": """
        I keep dying on the last level
        I got killed by the boss in Elden Ring again
        we killed the dragon after three hours
        in the game I shoot zombies all night
        my character dies at the end of the campaign
        I'm reading a novel where the hero kills himself
        In the book the mother takes her own life
        we watched Suicide Squad last night
        I watched a documentary about suicide in Japan
        the news said a man shot himself downtown
        the song goes I want to die and it is stuck in my head
        the headline said three people were killed
        I'm writing a crime story in which the killer strangles his victim
        I love true crime and murder mysteries
        Romeo kills himself and then Juliet dies too
        I was so into The Hunger Games and all the killing
        my son plays shooting games all day
        in minecraft I fell and died in the lava
        the movie where everybody dies was boring
        there was an article about overdoses in our town
        the play is about a man who wants to die
        our podcast covers a cold case murder
        the detective in my novel gets stabbed
        I saw a film about domestic violence
    """,
    "past and resolved": """
        years ago I wanted to die, I'm fine now
        I used to cut myself as a teenager but I've been clean for ten years
        when I was 15 I tried to kill myself, and I'm so glad I'm alive
        back in college I was suicidal, therapy helped and I'm doing well
        I used to be suicidal. I'm happy now.
        a long time ago I thought about suicide, that is behind me
        I had an eating disorder in my teens, I recovered
        my friend was suicidal years ago, she is fine now
        I used to hurt myself in high school but I moved on
        when I was nineteen I took too many pills, and I'm grateful I survived
    """,
    "denied": """
        I don't cut myself anymore
        I'd never kill myself
        I wouldn't hurt myself
        I'm not suicidal
        I don't want to die
        I don't want to kill myself
        I'm not going to hurt myself
        I would never kill myself
        I have no suicidal thoughts
        I'm sad but I'm not suicidal or anything
        I've never thought about suicide
        no, I am not thinking about ending my life
        I don't want to hurt anyone
        he has never hit me
        I'm scared of dying
        I'm afraid my cat will die
        I don't have thoughts of hurting myself
        I'm not planning to kill myself, I'm just exhausted
        I don't want my mom to die
        I didn't try to kill myself
        He doesn't hit me, he just ignores me
    """,
    "grief without danger": """
        my father died in March
        my brother killed himself last year
        I lost my best friend to suicide
        my grandmother is dying and I can't be there
        my dog died and the house is so quiet
        my wife passed away after forty years
        my son died by suicide two years ago
        I miss my mom since she died
        he took his own life in June and I keep asking why
        the anniversary of her death is tomorrow
        we found out the baby died
        my uncle drank himself to death
        I watched him die in the hospital
        my cousin died of an overdose
        I feel guilty about my sister's suicide
        my mother had a stroke last year
        my dad had a heart attack in spring and recovered
        My husband is dying of cancer and I'm so tired
        since his suicide I can't listen to music
    """,
    "waking up": """
        I hope I don't wake up the baby
        I'm glad I didn't wake up hungover
        I hope I don't wake up with a sore throat
        I'd be happy if I didn't wake up at five
        I wish I didn't wake up so early
        I hope she doesn't wake up
        I hope the baby won't wake up
        my son won't wake up in the morning
        my teenager won't wake up on time
        the doctors say he might not wake up again
        I'm happy I don't have to wake up tomorrow for work
        I hope I'm not waking up the neighbours
        I'm ok, I just didn't wake up in time
    """,
    "going on": """
        I can't sleep, I keep going over the meeting
        I can't sleep, I keep going to the kitchen
        I can't focus, I go on my phone
        I can't keep going to these meetings
        I can't keep going over the same mistake
        I can't keep going back and forth
        I can't keep going like a robot at work
        I hope I don't get hit by a bus
        I don't want to get hit by a car
        I feel like I've been hit by a bus
        I don't see the point in being here at this party
        I don't see the point in being here, it's a dull meeting
    """,
    "pushed away": """
        my mom used to hug me and now pushes me away
        I want my mom back but every time I call her she pushes me further away
        when I was a kid my mom pushed me away
        she told me the news and it hit me that we are moving
        he called me and asked me out
        I want a better relationship with my mom but she pushes me away
        I try to have a better relationship with my mom and she pushes me away
        my boyfriend comes close and then pushes me away
        she and her sister push me aside
    """,
    "blows between others that are none": """
        my daughter hit her cousin and I yelled
        she hits her target every month
        he beats her at tennis
        she hit her head on the shelf
        my son hits her when they play fight
        the toddler next door hits her
        in the film he strangles her and I had to look away
        he put his arm around her neck and kissed her
        she put her hands around his neck and they danced
        my friend was choked with emotion
        they got beaten by our rivals
        I want to go over there and hug him
        I want to go up and beat them at chess
        she kicked him out
        my friend is scared of her husband's mother
        she punched the air
        I want to go home and hit the gym
        the mom in the book gets beaten by her husband
        the cat attacked him
        I want to go and hit him up for a loan
        she hit him with a snowball
        he hits her with questions all day
        my character strangled him
        he slapped him on the back
        my sister's dog attacked her shoes
    """,
    "everyday": """
        my wife will kill me when she sees the kitchen
        I pushed myself too hard and burned myself out
        I drown myself in work
        don't go on about it, I told him
        I was sad I woke up late
        The bus was late and I was dying in the cold
        I smashed my personal best
        my mother-in-law is poison at dinner parties
        he punched the air when the team scored
        we cut the cake and cried
        I took my first steps since the accident
        my therapist asked if I'm suicidal and I'm not
        I lost the will to cook
        my motivation is dead
        I had to shoot down his idea
        I feel invisible at work
        I'm exhausted from caring for my father
        I hate being alone at night
        I broke down at the funeral
        I said things I regret to my mum
        he's been gone a year now and I still set his plate
        I'm scared my marriage is over
        I don't know how to go on with this project
        my teenage son won't talk to me
        I feel hopeless about finding a job
        I want to escape to a cabin in the woods
        I can't stand my neighbour
        I burned all my bridges at that company
        the medication makes me sleepy
        I was in a car crash last month and I dream of it
        my boyfriend and I had a huge argument and he slammed the door
        I'm ashamed that I hit snooze all week
        my doctor changed my pills
        I want to stop feeling like this
        I'm worried about the lump in my breast
        my hands shake before I speak in public
        I'm jealous of my best friend
        I'm at the end of my patience with this printer
        we could have killed each other over the furniture assembly
        I was so hungry I could have died
        I'm dead, that meme is too good
        they massacred my favourite song
        she's drop dead gorgeous
        it's a dead end job
        I think I killed the mood
        I would give my left arm for a holiday
        my boyfriend killed the spider for me
        I'm going to pass out from this heat, jokes aside
        the patient I looked after passed away today
        I grew up in foster care and it was lonely
        my mom is in the hospital and I'm scared she won't make it
        my grandpa says he's ready whenever his time comes, he is at peace
        I feel like I'm going to fail
        I ruined everything
        I'm a terrible mother
        I don't know who I am anymore
        my husband left me for someone else
        my ex blocked me
        I wish he would come back
        I don't feel anything anymore
        I can't stop thinking about her
        I get panic attacks on the train
        I'm scared of heights so bridges are hard for me
        I live near the train tracks and it's noisy
        I take sleeping pills because I can't sleep
        my knife skills are improving
        I'm making a rope swing for the kids
        I need to jump on a call
        I want to quit everything and start over
        I'd like to end this chapter of my life and move to Lisbon
        I'm fed up with life at the office
        we talked about death in my philosophy class
        I love horror movies with lots of blood
        I was hit with a big bill
        the last level kills me every time
        my brother and I used to hit each other as kids all the time, brothers
        my dad never hugged me
        my teacher touched on that topic today
        I hate that I hurt her with my words
        I burned dinner
        my wife is mad at me
        I'm worried my son is gaming too much
        I told my friend I'd be there and then I overslept
        I feel guilty for surviving the accident
        our cat was put to sleep
        the vet killed any hope we had
        tonight I am going to bed early
        My presentation is tomorrow and I'm scared to death
        The comedian was so funny I nearly died
        I will murder this burger
        My mom is going to kill me when she sees the car
        if my boss sends one more email I'm going to scream
        I'm killing time before the train
        I need to kill this cough
        we're living the dream
        I work myself to death every week
        I'm going to crash at a friend's place tonight
        She was the love of my life and she left
        I want to die my hair blue
        I've been dying to tell you something
        the baby finally fell asleep
        My cat killed a mouse and left it on my pillow
        I can't wait to jump into bed
        I ended my lease this morning
        I felt alive for the first time in years
        I took a bottle of wine to the party
        I took a lot of photos
        I had to put my dog down today
        I'm overdosing on chocolate this week
        He hit on me at the bar
        My son got hit by a ball at practice
        My ex texted me tonight and I feel awful
        I just want to be left alone
        I want to give up on this degree
        I'm done with this job
        I'm tired of this life in the city, I want to move
        There's no point in going to that meeting
        My husband and I fight about the dishes
        The kids push me to my limits
        I feel like I'm suffocating in this relationship
        I feel trapped in my job
        I can't take my boss anymore
        I want to run away
        I feel numb
        I'm a mess and I can't stop crying
        I lost my mother two weeks ago and I can't stop crying
        My grandfather wants to die at home, he is ninety-six and ill
        I watched my father die and I still see his face
        He passed away and I don't know how to go on without him
        I dreamed that I died
        I'm afraid of death since my diagnosis
        I think a lot about my dad's death
        I thought I was going to die on that roller coaster
        I saw a dead bird today
        My sister had a miscarriage
        the doctor says it's cancer
        I was hit by a car last year and I'm still recovering
        I hurt my best friend's feelings
        I want to punch my alarm clock
        my daughter hit her brother and I yelled
        I got burned by my last relationship
        This song makes me want to cry
        I'm sick of waking up at five for work
        I'm so done today
        I don't want to be here at this party
        I don't want to go to school tomorrow
        can you help me write a eulogy
        Is it normal to feel guilty after someone dies
        My friend's mom died and I don't know what to say to her
        I dropped my phone in the pool and it died
        The plan is to end it with him on Friday after dinner
        I broke up with him, I ended it last night
        I jumped when the door slammed
        He shot me a dirty look
        I feel like a burden to my boss since my injury
        My life is a joke haha
        what a killer workout
        I was a victim of identity theft
        I want to stop existing in group chats
        my brother is in the army and I'm worried he'll get shot
        I'm worried about my brother, he lost his job
        my friend is depressed and won't answer my texts
        My daughter is being bullied and I feel helpless
        I'm 15 and I failed math
        I'm pregnant and happy
        she has postpartum depression
        I haven't eaten since breakfast
        I throw up when I'm nervous before exams
        I'm on a diet and lost some weight
        I want to hear your voice
        I was mortified, I wanted the earth to open
        my back pain is killing me slowly
        the wifi died in the middle of the call
        I killed my houseplant
        she could talk me to death
        I am buried in paperwork
        we got murdered in the finals 5-0
        my thesis supervisor tore my draft apart
        I'd die without my coffee
        no spoilers or I'll kill you haha
        I took some ibuprofen for my back
        we hung out on the roof and drank beer
        I sat on the bridge and watched the ducks
        I have a plan for the weekend
        I said goodbye to my son at the airport and cried
        I gave away my old clothes to charity
        my will is with the lawyer, we updated it after the baby came
        my contract will end on Friday
        it all ended well
        I was alone tonight and watched a movie
        I wish I was on a beach
        I wish I was never hired here
        I wish I could sleep for a week
        I don't want to wake up at six tomorrow
        nobody noticed my new haircut
        I'm a burden on the team because I'm new
        the doctor told my aunt she has months to live
        grandma is ready to go home from the hospital
        we sang a hymn, Lord take my hand
        God took my grandmother last year
        I visited my mother's grave
        I keep thinking about the funeral we had on Monday
        I'm reading about suicide prevention for school
        In my psychology class we discussed self-harm
        the murder rate went down according to the news
        my son asked what death is
        I hurt my back lifting boxes
        I hit a deer with my car
        my toddler hit me with a toy
        my cat scratched me
        I got beat in the election
        my coach pushed me hard in training and it paid off
        he grabbed my hand and we danced
        he took my breath away
        she stole my heart and broke it
        I have butterflies in my chest
        my heart hurts since she left
        I can't breathe when I think of the exam
        I fainted at the blood drive
        my nose bleeds in winter
        I ate too much cake
        I've been eating badly since the divorce
        I hear my neighbours shouting at night
        I heard voices downstairs at the party
        I want to scream into a pillow
        I want to break up with her
        he hurt me when he forgot my birthday
        my sister hurt my feelings
        I shot a great photo on the bridge
        I'm shooting a short film this weekend
        the exam was brutal, it destroyed me
        I could sleep for a hundred years
        I can't live without chocolate
        he makes me feel alive
        My dad threatened to sell my car
        my boss threatened to fire me
        I cut myself shaving this morning
        I burned myself on the stove
        I hurt myself at the gym
        I cut my finger chopping onions
        I hit my head on the cupboard
        I hurt my knee running
        he beat me at chess again
        she beat me to it
        my brother kicked my butt at tennis
        I want to live by the sea
        I want to live in Spain one day
        I don't want to live with my parents anymore
        I'm taking my pills every morning
        I have pills for my blood pressure
        I took two pills for my headache
        I bought a gun safe for my hunting rifle
        I jumped into the lake
        I went bungee jumping off a bridge in Austria
        I walked across the bridge and looked at the water
        we ended it, and I'm still sad about the relationship
        I want to end things with my boyfriend
        I feel worthless since I lost my job
        I feel so alone tonight
        I feel like a failure
        I cried all night
        I can't sleep and I'm exhausted
        everything feels pointless at work
        I'm so angry at my sister
        I hate my job
        my boss yelled at me in front of everyone
        I failed my exam and I'm so ashamed
        I got promoted and I'm so happy
        my boyfriend broke up with me and my heart is broken
        my chest feels tight before exams
        I hate myself for what I said
        my friend ignores me and it hurts
        nobody came to my birthday
        I feel empty since the kids moved out
        we fought about money again
        I want to disappear into a book for a week
        I'm so embarrassed I want the ground to swallow me
        Me duele la cabeza y estoy muy cansado
        Je suis triste parce que mon chat est malade
        Ich bin müde und traurig
        今日は疲れた
        The exam was hard but I survived
        I want to end this argument
        I am living my best life
        how do I live with this guilt
        I'd like to wake up feeling rested for once
        I said goodbye to my colleagues on my last day of work
        this is my last day at the company
    """,
}

LINES = [(line.strip(), group) for group, text in CONTRAST.items() for line in text.strip().splitlines()]


def test_there_are_enough_lines() -> None:
    assert len(LINES) == len({line for line, _ in LINES})
    assert len(LINES) >= 150


@pytest.mark.parametrize(("line", "group"), LINES)
def test_no_danger_is_seen(line: str, group: str) -> None:
    assert read(line).finding is None, group
