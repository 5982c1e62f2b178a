### Mails to people without an account who write to us, and the page for them.

## The question

subject-begin = Do you want to play by mail?
begin-asked = Somebody wrote from your address to { $desk }, where people play board games by mail. Nobody plays from this address so far, so we have not done anything yet.
begin-yes-bot = Was it you? Then answer this mail with “yes”: you will have an account, and a game of { $game }{ $bots ->
    [0] { "" }
    [one] { " " }against a bot
   *[other] { " " }against { $bots } bots
 } begins.
begin-yes-with = Was it you? Then answer this mail with “yes”: you will have an account and a game of { $game }, and we invite the player that you named.
begin-yes-other = Was it you? Then answer this mail with “yes”: you will have an account, and we do what you asked for.
begin-yes = Was it you? Then answer this mail with the game that you want to play, such as “play thats-life”: you will have an account, and the game begins, against bots if it takes more than one player. “play thats-life with NAME” invites another player instead, by name or mail address. “yes” only makes the account.
begin-name = Your name here is your first name, if your mail contains it. The line “name NAME” in your answer chooses another. A name has 2 to 24 letters (a to z), digits, - and _. You cannot change it later. Names are public; addresses are not.
begin-until = An answer counts once, within { $days ->
    [one] a day
   *[other] { $days } days
 }. If it was not you, do nothing, or answer “no”: then we forget your address.
begin-link = Or press the button on this page:
begin-button = Yes, I want to play

## The answer to it

begin-welcome = Welcome! Your name here is { $name }, and your address is confirmed.
begin-other-name = The name that you chose is not allowed, is taken, or looks like one that is. Only the operator of this server can change yours.
begin-password = To play by mail you need no password. To play at { $url } as well, ask there for a new password for this address: we send you a mail, and you set one.
begin-known = You already have an account: your name is { $name }.
begin-forgotten = No account was made, and your address is forgotten.

## The page

begin-title = Do you want to play by mail?
begin-what = You get an account, and we do what you asked for. If you did not write to us, close this page: nothing has happened.
begin-what-name = Your name here (your first name, if you leave this empty)
begin-done = Welcome!
begin-done-what = The next mail tells you your name and how to go on. You can close this page.
begin-failed = That did not work
begin-no-link = This link is wrong, used already or expired. If you pressed the button before, you have an account: check your mailbox. If not, write again, at least six hours after your first mail, and you get another link.
