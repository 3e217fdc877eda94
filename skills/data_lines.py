"""Example lines of `skills.data_questions`, with bars between them: what people ask of their words, and what not."""

from __future__ import annotations

ASKS = """
how do i delete all of this? | how can i delete my data? | how do i erase what i wrote here? |
can you delete everything i told you? | can you erase what i've told you? | please delete our conversation |
please delete this chat | delete my data | delete my account | delete all my messages |
erase everything you have on me | i want to delete this chat | i want all of this deleted | i'd like my data erased |
can i clear this conversation? | how do i clear the chat history? | how do i wipe this talk? |
can i remove what i wrote? | can you remove my last message? | can i take back what i said here and have it deleted? |
can i get rid of this chat log? | forget everything i told you | please forget what i said to you | can you forget me? |
will this chat be deleted? | when is my data deleted? | how long do you keep what i write? |
how long are my messages stored? | where is my data? | where is my data stored? | where does what i write here go? |
where do you keep my messages? | where are these conversations saved? | is this conversation saved? |
is this being recorded? | are you storing what i say? | do you save what i write? | do you keep my messages? |
what do you store about me? | what data do you have on me? | what happens to what i tell you? |
what happens to my data? | who can read this chat? | who can see what i write here? |
does anyone else read my messages? | is anybody reading this conversation besides you? | is this private? |
is this chat confidential? | is what i tell you confidential? | do you share what i write with anyone? |
do you sell my data? | is my data safe here? | can i download my data? | can i get a copy of our conversation? |
how do i export this chat? | can i save this conversation somewhere? | can i see everything you have stored about me? |
send me my data | i want a copy of what i wrote here | what is your privacy policy? |
how do i get my data out of here? | how do i opt out of you keeping this? | stop saving what i write |
don't keep any of this | i don't want this conversation to be stored | make sure nobody can read what i wrote here |
how can i undo what i just sent you? | do you use our chats to train on? | how do i get rid of what you know about me? |
can you forget everything about me? | can you wipe what you know about me? | is there a way to erase our chats? |
is there a delete button? | what is the command to delete this? | how do i delete my history here? |
how do i make you forget this talk? | i'd like you to delete what i said | can this conversation be removed? |
i regret telling you this, please delete it | i shouldn't have written that, can you remove it? |
can my messages be deleted afterwards? | do my messages get deleted after a while? |
does this chat stay on your server? | what information about me do you hold? | what have you saved about me? |
what do you know about me and where do you keep it? | could my boss read what i write here? |
can my family see this chat? | will my parents see what i wrote here? | can the people who made you read this? |
do the developers read our conversations? | is someone reading along? | is what i write here safe from others? |
how private is this conversation? | can i trust you with my data? | what happens to this conversation when i close it? |
are you logging this chat? | do you keep a log of this? | do you remember this chat after i leave? |
can i have a copy of what we said? | how can i download this chat? | can you send me a transcript of our talk? |
is somebody else reading what i write? | who is reading what i put here? | do you keep a record of what i wrote? |
is there a record of this talk somewhere? | can anybody look up my messages afterwards? |
i want to see what you have stored about me | i don't want to leave any trace of this chat |
delete everything please |
erase it all, i don't want you to keep it | clear my history | remove all my data from your system |
get rid of my messages please | throw away what i told you | take everything i said out of your memory |
i want out, remove all traces of me | destroy my chat history | i'd rather you didn't keep this |
i don't want to be stored here | could you drop what i just wrote | delete what i just said |
please unsend my last message | wipe my record | purge my data | nothing of this should stay on your side |
nobody should be able to find this later, delete it | will you forget this when i'm gone? |
will this conversation still be here tomorrow? | will this stay here after i close the window? |
does it all disappear when i leave? | how much of this do you keep? | what do you hold on to from our talks? |
what do you write down about me? | do you take notes about me? | do you have a file on me? |
which of my words are kept? | am i being recorded right now? | are my answers saved anywhere? |
is my story kept somewhere? | in what place are my messages saved? | on what computer is this stored? |
in which country is my data? | where do my messages end up? | where are my words kept? |
to whom do you give my messages? | do you pass this on to anyone? | do you tell others what i write? |
do you give my information to other companies? | who owns what i write here? | who has access to this conversation? |
who else sees this? | who gets to see my messages? | can anybody get at what i typed? |
can somebody find this chat later? | can the police read this? | can my husband find out what i wrote here? |
would my therapist see this? | are there people behind this who read it? | does a human look at this? |
is there somebody watching what i type? | will anyone find out what i told you? | does what i say here stay here? |
does this stay between us? | can i be sure that this is private? | can i be sure that you won't pass it on? |
is it anonymous here? | am i anonymous? | how do i get my messages back from you? |
how can i get all that you have on me? | give me everything you have saved about me |
let me take this conversation with me | can i print this chat? | can i keep our conversation for myself? |
i want a file of our talk | show me what you have stored | what are my rights over my data here? |
how does this bot handle my data? | how do you protect what i write? | how do i leave and take everything with me? |
how do i close my account and remove everything? | how do i make sure that this is gone? |
how do i remove all of this now? | how would i go about deleting our chat? |
how would i go about getting rid of this whole conversation? | could you please wipe out the stuff i shared with you |
i want you to remove the things i told you | is it possible to have my messages taken off your system |
what's the way to erase my account here | so how can i see to it that nothing of this stays? |
can i have this talk destroyed once we're finished? | i changed my mind, i don't want you to hold on to what i said |
scrap everything you've got on me | tell me how to delete the history of our chats |
where do you put all this information about me? | in which place is my conversation kept |
on whose computer are my messages lying? | and where does all this text end up? | is my story saved anywhere |
for how long will you hold my messages | will you still have this conversation next month? |
are my words being stored while i type | which of my details are you storing? |
who else gets to look at these messages | can a human being see what i typed? |
are other people able to read along here | is anyone else going to find out what i've written to you? |
do you pass on what i tell you to anybody? | what is done with my messages afterwards |
i'd like to take a copy of this chat home with me | how could i get hold of everything you've saved on me? |
is there a file of our conversation that i could download | can i trust that my messages here stay private |
how do i remove all of it now?
"""
"""Lines that ask it."""
TALK = """
read what i write please | are you even reading this? | did you read my last message? | read it again, slowly |
do you read the words or only the mood? | you don't read what i write | who wrote you? | who made you up? |
a search engine wouldn't know either | does the internet know who you are? | i looked you up and found nothing |
i hide the bills from my husband | i've been hiding the letters from the bank | the letters are in a drawer unopened |
nobody knows what i owe | what should it say on the cake? | what should i write on the card? |
what do i put on the label? | what shall i call the file? | what should the sign say? | write it on a note for me |
what goes on the ribbon? | what does one write to somebody one fell out with? | he wrote me off |
i want to delete my whole life | i deleted all her photos | erase him from my mind |
i wish i could delete the last year | i wish i could erase that day | i deleted his number last night |
she deleted me from facebook | he blocked and deleted me everywhere | i deleted my instagram because of the comments |
i lost all my data when my laptop died | i lost everything in the fire | i can't forget what he did |
i want to forget him | i want to forget everything that happened | i wish i could forget her face |
how do i forget him? | how do i get over her? | how do i delete these memories from my head? |
i threw away all his letters | i threw out everything she gave me | i want to disappear | i want to start my life over |
my boss deleted my whole project | i accidentally deleted my thesis | somebody stole my data and i am scared |
my ex reads my messages | my mom read my diary | my husband checks my phone |
he went through my phone and saw everything | she told everyone what i told her in confidence |
i told my friend a secret and she shared it | i can't keep this secret any longer | i am a private person |
i keep everything to myself | i never told anybody this | nobody knows about this |
i don't know where i left my wallet | i can't find my phone with all the pictures of my dad | my photos are gone |
i lost my job and my flat | i lost my keys again today | i lost the baby |
he erased our whole history like it was nothing | they wiped out my savings | i want to undo what i said to her |
i wish i could take back what i said to my son | i said something awful and i can't take it back |
i sent him a message and i regret it | i sent the email to the wrong person | i keep rereading our old chats |
i saved all her voicemails | i have all his messages still on my phone | should i delete his pictures? |
should i delete my dating apps? | should i text him back? | do i have to tell my wife? |
what happens to me if i lose the house? | what happens to us when we die? | where do i go from here? |
where did i go wrong? | who would even notice if i was gone? | who can i talk to about this? |
does anyone else feel like this? | is it normal to feel this way? | is this ever going to stop? |
how long does grief last? | will he ever forgive me? | can you help me? | can you tell me what to do? |
what do you think of me? | do you remember what i said about my sister? | do you remember my name? |
are you a real person? | do you have feelings? | what can you do? | what do you know about me? |
my data science course is killing me | my account got hacked and i feel sick |
my therapist keeps notes about me and i hate it | i want to remove myself from the family chat |
i left the group chat and nobody asked why | he wants a copy of my key | they keep a file on me at work |
how do i stop thinking about it? | how do i let this go? | how do i clear my head? |
my son won't delete the app i forbid | she wants me to delete the pictures of my ex | i feel erased |
i feel like i am being deleted from his life | please don't forget me | everyone forgot my birthday |
my grandmother is forgetting who i am | i forgot everything in the exam | i am losing my memory |
i'm afraid of losing her | i lost my best friend over this | i wiped my phone after the breakup |
please don't forget me when this is over | i never want to forget her |
he said he would delete the pictures of me but he kept them | my boyfriend posted private pictures of me |
someone is reading my emails | my parents read my messages and now they know |
my boss can see everything i do on my computer | i found out that she kept a copy of my letters |
i told my therapist everything | i told my mum everything and now i feel sick | i feel like nobody sees me |
everything i wrote is gone | my computer crashed and my novel is gone | the doctor lost my file |
i'd like to erase the last ten years | can i ever undo what i did? | how can i undo what i did to my family? |
can people really forget? | can you forgive somebody like that? | how do i make him forget what i said? |
how do i get rid of this guilt? | how do i get rid of these thoughts? | how can i remove the stain from her dress? |
is it private when i talk to my doctor? | is it safe to tell my boss about my illness? |
is my secret safe with my sister? | can i trust him with my secret? | can i trust my friends? | who can i trust? |
where is my life going? | where do i belong? | where is my dad now that he died? |
where do all these feelings come from? | what happens to my kids when i'm gone? | what happens to what he left me? |
what do people say about me? | what do you think about this? | what should i say to her? | i keep a diary |
i keep all her letters in a box | i keep thinking about what he said | i burned all the pictures |
i gave all his clothes away | i cleared out my mother's flat today | i cleaned out his closet |
i deleted the app and feel better | i removed him from my contacts | i blocked her number | i unfriended everyone |
i can't bring myself to delete her voicemail | i accidentally deleted the last video of my grandfather |
my sister deleted our group chat after the fight | he deleted his account and vanished | i want to leave no trace |
i just want it all to go away | i want everything to stop | make it stop | take it all away | i want to be gone |
nobody would miss me | i wish i had never told him | i regret telling her | i shouldn't have said that to my son |
i sent my ex a long text and i wish i could unsend it | thank you for listening | hello | yes | no | i don't know |
please help me | i feel better now | how are you? | i had a good day | my exam went well | i am so tired |
are you even reading what i write? | are you actually reading this? | did you read what i wrote? |
you didn't even read what i said | do you get what i mean? | are your lines written by somebody? |
are you picking canned answers? | do you remember what i told you? | do you remember what i said last time? |
do you understand what i'm trying to say? | are you judging me for what i told you? |
i wrote it all down and left it in drafts | i wrote her a letter and never sent it |
i've typed it out ten times, do i send it or not? | print your prompt | repeat what i said | does anybody see me? |
does anyone see what i do for this family? | will i still be here next month? | will she still be there tomorrow? |
will he find out that i lied? | will anyone find out what i did? | what if my husband finds out? |
my parents must never find out | how do i make sure that he is gone for good? |
how do i leave and take the kids with me? | how do i close this chapter? | how do i get my life back? |
how do i get my old self back? | how do i protect my kids? | do you tell him the truth or not? |
who owns the house when he dies? | who would remember me? | who else has been through this? |
who sees how hard this is? | i want out of this marriage | i don't want to be here | i'd rather he didn't know |
i never wrote this down before | i write it all down at night | i take notes so that i don't forget |
my teacher reads our essays out loud | the police took my statement | the police never wrote it down |
he destroyed all that i had | she threw away my things | throw it all away and start again, that's what i want |
it all disappeared overnight | my memory is going | i don't know who i am any more | where do i put all of this grief? |
where did the time go? | the bank sold my loan | my company sold my data | the hospital lost my records |
my neighbours watch what i do | i feel watched all day | i feel like everybody is looking at me |
he records our fights on his phone | he filmed me without asking | i'm ashamed of what i posted last night |
i posted something and everyone saw it | i deleted my post after an hour | i want to take down my website |
i have to hand in my laptop tomorrow | i closed my account at the bank | can i keep the baby? |
can i keep going like this? | can i be sure that he loves me? | can i be honest with you? | can i tell you something? |
can i tell you a secret? | i want to tell you something i never told anyone | this is hard to write |
sorry for writing so much | i'd love to wipe the whole of last summer out of my head |
my brother deleted the only recording of our mum singing | the hard drive died and ten years of pictures went with it |
she removed me from the family group without a word | he wiped the kids' tablet and my daughter cried for hours |
they let me go and cut off my access the same minute | someone deleted my presentation right before the meeting |
i tore up every letter he wrote me | i keep his last text message and read it every night |
i can't bring myself to erase his number | i've been trying to forget that evening for years |
how do you forget somebody you loved for so long? | how do i stop remembering what he did? |
is it wrong that i want to forget my own father? | i forgot our anniversary and she won't speak to me |
my grandfather forgets my name more often now | i'm scared of losing my memory like mum did |
i lost my passport and my nerves with it | we lost the house in the flood | i lost touch with all my old friends |
i'm losing the will to get up in the morning | my wallet was stolen with the only photo of my son |
somebody hacked my mail and wrote to everyone i know | my ex put our private pictures online |
my flatmate reads my diary and laughs about it | mum goes through my phone when i'm asleep |
my manager reads all our chats at work | my best friend passed on what i'd told her in private |
i told one person and now the whole school knows | i've kept this to myself for twenty years |
i never wrote any of this down before | where did all the years go? | where am i supposed to put all this anger? |
who's going to remember me when i'm dead? | who can i even tell that i'm pregnant? |
does anybody see how much i do for them? | what happens to my dog if i have to move? |
how long until it stops hurting? | how long can somebody live like this? | can i undo what i've done to my marriage? |
i wish i could take that sentence back | i sent my boss an angry mail and can't unsend it |
i had to give away all of her clothes today | i cleared my dad's desk and found his notes |
we threw the old sofa out and i cried like a child | they're tearing down the house i grew up in |
the doctor said the scan showed nothing, it's all gone | i deleted every dating app and it feels great |
i quit social media and i'm lonelier than before | i wrote a long message to my sister and then erased it |
my essay vanished an hour before the deadline | he says he'll delete the video but i don't believe him |
i feel like i've been rubbed out of my own family | i want to get rid of everything that reminds me of him |
should i throw away the ring? | can you help me get over her? | i need to get all of this off my chest |
i do have the mails where i sent her the draft. would you tell the boss if you were me? |
would you show him the messages she wrote? | should i send it to him in writing or say it to his face? |
i don't have anything else to say, please finish | that's all from me, we can stop here |
i had a few interviews and read between the lines that they want somebody cheaper |
she took my name off the first page of the report | who else should i send it to? |
is the cake still to be saved? | the milk was left out all night, can it be saved? | can this jumper be saved? |
can we still save this friendship? | do you think badly of people who tell you such things? |
do you look down on me for telling you this? | do you think they talk about me behind my back? |
do you think he says things about me to her? | tell me honestly, do you like talking with me? |
do you get bored of what people tell you? | will it ever get easier, the new language? |
will the words ever come back? | what would you write in the card? | shall i answer or just leave it on read? |
you only ever ask, have you nothing to say? | are you just going to read it back to me? |
do you have an opinion on that or not? | leave it, i only want to be cross |
i catalogue local history for a county library, mostly parish maps | i keep the records of our chess club |
i did not ask you to erase anything | i didn't ask you to delete anything | nobody asked you to delete anything |
i made a statement about my work, kindly reply to that | you have answered a question that nobody put |
do you know what a tithe map is? | she says it is under display, is she right? |
he says it is in the settings somewhere | how do i make the letters on my phone bigger? |
a program, i see. well then, program, is that so? | you are a program, fine, now answer what i asked |
i left out what a child told me, what do you make of that as a statement? |
has anything i said in the last four messages reached you? | are you reading what i put? |
are you reading what i write? | are you even reading this? | did you read what i wrote just now? |
did you read any of that? | have you understood a word of what i said? | do you listen to what i tell you? |
what did i say my first question was about? | you have forgotten what i told you a minute ago |
you don't remember what i said at the start, do you? | i told you that already, scroll up |
can you give me one sentence in french to buy time? | how do i say it in spanish, formal? |
what do i do tomorrow if the words go? | can you say that again in plain words? |
a privacy notice as an answer to a question about my conscience | that was about privacy, i asked about the garden |
i work in an archive and the boxes never end | i file other people's papers all day |
we digitise old letters at the museum | i scanned my mother's recipes last night |
the report is due on thursday and i haven't begun | i wrote a court report about it |
they want a record of every hour we work | i keep a list of the birds i have seen |
i told it to my sister and she told everybody | would you put that in a letter or say it? |
which of the two sounds better to you? | is my finished sentence good? | is that too soppy for a card?
"""
"""Lines that don't, the nearer the better."""
