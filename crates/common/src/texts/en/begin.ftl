### What somebody without an account is written who writes to us.

## The mail that asks

subject-begin = Do you want to play by mail?
begin-asked = Somebody wrote from your address to { $desk }, where people play board games by mail. Nobody plays from this address so far, so nothing was done yet.
begin-yes-bot = Was it you? Then answer this mail with “yes”: you will have an account, and a game of { $game }{ $bots ->
    [0] { "" }
    [one] { " " }against a bot
   *[other] { " " }against { $bots } bots
 } begins.
begin-yes-with = Was it you? Then answer this mail with “yes”: you will have an account, and a game of { $game }, to which whoever you named is invited.
begin-yes-other = Was it you? Then answer this mail with “yes”: you will have an account, and what you asked for is done.
begin-yes = Was it you? Then answer this mail with the game that you want to play, such as “play thats-life”: you will have an account, and the game begins, against bots where it takes more than one. “play thats-life with NAME” invites another player instead, by name or mail address. “yes” makes the account alone.
begin-name = You are called by your first name, as far as your mail tells it. The line “name NAME” in your answer chooses another. A name has 2 to 24 letters (a to z), digits, - and _, and stays. Names are public; addresses are not.
begin-until = An answer counts once, within { $days ->
    [one] a day
   *[other] { $days } days
 }. If it was not you, do nothing, or answer “no”: your address is forgotten then.
begin-link = A button on this page says “yes” as well:
begin-button = Yes, I want to play

## The answer to it

begin-welcome = Welcome! You are called { $name } here, and your address is confirmed.
begin-other-name = The name that you chose does not fit, is taken, or looks like one that is. Only the operator of this server can change it.
begin-password = To play by mail you need no password. To play at { $url } as well, ask there for a new password for this address: the mail that comes lets you set one.
begin-known = You have an account already: you are called { $name }.
begin-forgotten = No account was made, and your address is forgotten.

## The page

begin-title = Do you want to play by mail?
begin-what = You get an account, and what you asked for is done. If it was not you who wrote, close this page: nothing has happened.
begin-what-name = What you want to be called (if you do not say, your first name)
begin-done = Welcome!
begin-done-what = The next mail says what you are called and how it goes on. You can close this page.
begin-failed = That did not work
begin-no-link = This link is wrong, used already or expired. If you pressed the button before, you have an account: look into your mailbox. If not, write once more, six hours after your first mail at the earliest, and you get another link.
