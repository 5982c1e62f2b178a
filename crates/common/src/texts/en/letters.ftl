### The mails. Each sentence is a message, so that each language can choose its word order.

## Everywhere

hello = Hello { $name },
hello-stranger = Hello,
hello-reply = Hello { $name },
hello-reply-stranger = Hello,
turnpike-at = { $site } at
site-imprint = Imprint
site-terms = Terms of use
site-privacy = Privacy policy
site-contact = Contact
subject = [{ $site }] { $what }: { $title } ({ $id })
subject-plain = [{ $site }] { $what }
title-with = { $game } with { $opponents }
names-and-more = { $names } and { $more } others
practice = This is a practice game: its seed was chosen by its creator.
deal = You play a deal: others have the same dice and cards in games of their own, and nobody sees theirs before it closes, on { $until }.
deal-closed = This game is on a deal that closed on { $until }: others had the same dice and cards in games of their own, and everybody can know them by now.
this-is-game = This is game { $id }.
page-label = The page of the game:
open-the-game = Open the game
way-out = No more mails of this kind
write-above = Write your answer above this line.
way-out-here = No more mails of this kind:
named = { $name }: { $what }

why-table = You get this mail because you sit at this table.
why-sat = You get this mail because you sat at this table.
why-offered = You get this mail because a player offers you a seat.
why-invited = You get this mail because { $from } invited you.
why-account = You get this mail because somebody entered your address.
why-changed = You get this mail because it concerns your account.
why-code = You get this mail because somebody asked for a code in your name.
why-digest = You get this mail because you asked for a digest.
why-wrote = You get this mail because you wrote to Turnpike.

## Headings

heading-begins = How it begins
heading-own = Your last move
heading-since = Since your last move
heading-table = At the table
heading-said = Said at the table
heading-board = The board
heading-board-end = The board at the end
heading-moves = Your moves
heading-moves-more = More moves
heading-how = How to play
heading-players = The players
heading-result = The result
heading-record = For the record
heading-waiting = Waiting for you
heading-else = What else happened

## A turn

subject-your-turn = Your turn
subject-reminder = Reminder, your turn
turn-lead = it is your turn in { $title }.
turn-lead-still = it is still your turn in { $title }.
turn-just-started = The game has just started.
turn-also = { $count ->
    [one] { $others } decides at the same time.
   *[other] { $others } decide at the same time.
 }
time-left = You have { $left }: until { $until }.
time-still = The clock stands still until { $until }.
moves-all = These are all your legal moves.
moves-some-mail = These are { $shown } of your { $all } legal moves. The line “legal” with the first words of a move shows more.
moves-some-page = These are { $shown } of your { $all } legal moves. The page shows all of them.
moves-more-mail = You have more legal moves than these. The line “legal” with the first words of a move shows more.
moves-more-page = You have more legal moves than these. The page and the rules tell you which.
moves-links = A click on a move opens an answer with it: you only have to send it.
moves-grouped = A move is the bold words with one of the endings beside them, such as “{ $example }”.
moves-joined = “/” stands for “or”.
how-forced = Moves without a choice are made for you; the line “auto off” ends that.
how-forced-page = Moves without a choice are made for you; “Time, language and moves” in your settings ends that.
how-by-mail = Reply to this mail with your moves, one a line, in the words above. New to this game? The line “how” tells how it is played; “help”, what else you can write.
how-page = Open the page of the game:
how-page-or = Or open the page of the game:

said-earlier = { $shown ->
    [one] The page of the game has { $earlier } more before this.
   *[other] The page of the game has { $earlier } more before these.
 }

record-commitment = The seed of all dice and cards was fixed before the first move. It stays secret until the end; this is its SHA-256:
record-commitment-deal = The seed of all dice and cards was fixed before the first move. It stays secret until the deal closes; this is its SHA-256:
record-commitment-closed = The seed of all dice and cards was fixed before the first move. The deal is closed, so that everybody can know it; this is its SHA-256:
record-head = { $ply ->
    [one] The log of the game has 1 entry. It ends with the hash:
   *[other] The log of the game has { $ply } entries. It ends with the hash:
 }
record-receipt = The receipt, which says this with the server’s signature:
record-keep = Keep this mail: if somebody changes what was played, it lets you prove that.
record-line = { $ply ->
    [one] The log has 1 entry; its hash begins with { $head }. The signed receipt is in the plain text of this mail and in its header Turnpike-Receipt: keep the mail, and you can prove what was played.
   *[other] The log has { $ply } entries; its hash begins with { $head }. The signed receipt is in the plain text of this mail and in its header Turnpike-Receipt: keep the mail, and you can prove what was played.
 }
record-receipts = Signed receipts are in the header Turnpike-Receipt of this mail: keep the mail, and you can prove what was played.
record-reply = { $ply ->
    [one] The log has 1 entry; its hash begins with { $head }. The signed receipt is in the header Turnpike-Receipt of this mail.
   *[other] The log has { $ply } entries; its hash begins with { $head }. The signed receipt is in the header Turnpike-Receipt of this mail.
 }
record-reply-table = The signed receipt for your seat is in the header Turnpike-Receipt of this mail: keep the mail.

## The other players

at-left = has left the game
at-moves = has to move
at-waits = waits
at-holiday = is on holiday until { $until }
at-holiday-soon = will be on holiday from { $from } to { $until }

## Time

minutes = { $n ->
    [one] 1 minute
   *[other] { $n } minutes
 }
hours = { $n ->
    [one] 1 hour
   *[other] { $n } hours
 }
days = { $n ->
    [one] 1 day
   *[other] { $n } days
 }
then-leave = { $grace ->
    [0] After that, you leave the game.
    [one] After that and an hour of grace, you leave the game.
   *[other] After that and { $grace } hours of grace, you leave the game.
 }
then-bot = { $grace ->
    [0] After that, a bot takes your seat for good.
    [one] After that and an hour of grace, a bot takes your seat for good.
   *[other] After that and { $grace } hours of grace, a bot takes your seat for good.
 }
then-move = { $grace ->
    [0] After that, a bot plays this turn for you.
    [one] After that and an hour of grace, a bot plays this turn for you.
   *[other] After that and { $grace } hours of grace, a bot plays this turn for you.
 }
then-end = { $grace ->
    [0] After that, the game ends, and you are last.
    [one] After that and an hour of grace, the game ends, and you are last.
   *[other] After that and { $grace } hours of grace, the game ends, and you are last.
 }

## The game has started

subject-started = Game started
started-lead = your game of { $title } has started.
started-turn = It is the turn of { $names }.
started-mail = We mail you when it is your turn.
started-pace = Each player has { $pace }.

## The game is over

subject-over = Game over
over-lead = your game of { $title } is over. { $summary } This was game { $id }.
over-scored = You scored { $score }.
over-you-won = You won.
over-won = { $name } won.
over-share = { $names } share first place.
over-you = { $name } (you)
over-left = (left the game)
over-rank = Rank
over-player = Player
over-score = Score
over-seed = Nothing is secret any more. This is the seed of all dice and cards:
over-deal = The seed of all dice and cards is still secret, as others play the same deal. It will be published when the deal closes: on { $until }.
over-commitment = Its SHA-256 was fixed before the first move:
over-again = Play again with the same people? “Propose a rematch” on the page of the game does it.
over-again-mail = Or answer this mail with the line “rematch”.
happened-earlier = { $earlier ->
    [one] One earlier event is on the page of the game and in the text of this mail.
   *[other] { $earlier } earlier events are on the page of the game and in the text of this mail.
 }
over-export = The whole history is one file:
over-verify = Save it and check every die, every move and the result yourself:

## Invitation

subject-invitation = [{ $site }] { $from } invites you: { $game } ({ $id })
invitation-lead = { $seats ->
    [one] { $from } invites you to a game of { $game } for 1 player and keeps a seat for you.
   *[other] { $from } invites you to a game of { $game } for { $seats } players and keeps a seat for you.
 }
invitation-with = You play with { $names }.
invitation-how = A game goes on for days: you get a mail whenever you have a move to make.
invitation-pace = Each player has { $pace }.
invitation-options = Options: { $options }.
invitation-look = Look at the table and take your seat here:
invitation-board = An example of the board:
invitation-button = Look at the table and take your seat
invitation-yes = Yes, I’ll play
invitation-no = No, thanks
invitation-answer = Answer this mail with “yes”, and you have the seat; with “no”, and it is free for somebody else.
invitation-desk = If your mail program loses track of what you answer, write “accept { $id }” or “decline { $id }”.
invitation-or-look = You can also look at the table first and take your seat there:
invitation-begins = With “yes” you get an account for this address, without a password. On the page you can also play as a guest. The link is for you alone: anybody who has it can take the seat.
invitation-account = You can take it as a guest at once, or with an account, which takes a name and a password. The link is for you alone: anybody who has it can take the seat.
invitation-else = If you don't want to play, do nothing. The game is { $id }.
invitation-game = The game is { $id }.

## The game was cancelled

subject-cancelled = Game cancelled
cancelled-by = { $by } has cancelled your game of { $title } before it began. It was game { $id }. There is nothing for you to do.
cancelled = your game of { $title } was cancelled before it began. It was game { $id }. There is nothing for you to do.

## Chat

subject-chat = Said at the table
chat-lead = { $count ->
   *[other] there is news: { $names } wrote to you in { $title }.
 }
chat-answer = To answer, reply to this mail with a line that begins with “chat”:
chat-example = chat Hello

## Digest

digest-none = no game waits for you
digest-one = one game waits for you
digest-many = { $n } games wait for you
digest-more = more than { $n } games wait for you
digest-happened = what happened in your games
subject-digest = [{ $site }] Your games: { $what }
digest-lead = { $summary }. This is your digest: everything in one mail, once a day.
digest-moves = Your moves:
digest-answer = Answer this mail with your moves, and begin each line with the id of its game, for example “{ $id } { $move }”. The page of the game shows the board; so does the answer to “{ $id } show”.

## An answer

subject-your-mail = Your mail
subject-not-played = Not played
subject-not-done = Not done
subject-partly-done = Only partly done
subject-refused = [{ $site }] { $what }: { $about }
reply-over = The game is over.
reply-your-turn = It is your turn: answer this mail with your moves, one a line.
reply-your-turn-too = { $count ->
    [one] It is your turn, and { $others } decides at the same time: answer this mail with your moves, one a line.
   *[other] It is your turn, and { $others } decide at the same time: answer this mail with your moves, one a line.
 }
reply-not-your-turn = { $count ->
    [one] It is not your turn. { $others } has to decide; you get a mail when it is your turn.
   *[other] It is not your turn. { $others } have to decide; you get a mail when it is your turn.
 }

## Accounts

subject-confirm = Confirm your address
confirm-lead = please confirm that this address is yours. Your code is
confirm-page = Open this page, and confirm there:
confirm-signed-in = Open this page where you are signed in, or type the code there:
confirm-button = Confirm the address
confirm-until = The code works once, until { $until }. Mails about your games come to this address once it is confirmed. If you did not ask for this, do nothing.
subject-sign-in = Your code to sign in
sign-in-lead = you asked for a code to sign in. It is
sign-in-page = Type it where you asked for it, or open this page:
sign-in-button = Sign in
sign-in-until = Code and link work once, until { $until }. Keep them secret: anybody who has one can sign in as you. If you did not ask for them, do nothing.
subject-reset = Set a new password
reset-lead = you asked to set a new password. Your code is
reset-page = Set the password here. The link works even if others have used up the code:
reset-until = The code works once, until { $until }. Keep it secret: anybody who has it can take over your account. If you did not ask for it, do nothing: your password stays as it is.

subject-new-password = Your password was changed
changed-password = the password of your account was changed: { $at }. All other devices are signed out.
subject-address-begun = Another address for your account
changed-address-begun = somebody who knows your password asked us to change the address of your account: { $at }. Your mails go to the new address once it is confirmed.
subject-new-address = Your address was changed
changed-address = the address of your account was changed: { $at }. Mail goes to the new one from now on.
subject-new-session = Somebody signed in to your account
changed-session = somebody signed in to your account, for the first time since its password was reset by mail: { $at }.
subject-second-factor-on = Your second factor is on
changed-second-factor-on = the second factor of your account was turned on: { $at }. From now on, signing in also takes a code from your app or a recovery code.
subject-second-factor-off = Your second factor is off
changed-second-factor-off = the second factor of your account was turned off: { $at }. One factor is enough to sign in.
subject-recovery-codes = New recovery codes for your account
changed-recovery-codes = new recovery codes were made for your account: { $at }. The old ones no longer work.
subject-recovery-code-used = One of your recovery codes was used
changed-recovery-code-used = somebody signed in to your account with one of your recovery codes: { $at }. That code no longer works. You can make new ones on the page of your account.
subject-passkey-added = A new passkey for your account
changed-passkey-added = a passkey was added to your account: { $at }. Anybody who has it can sign in without your password.
subject-passkey-removed = One of your passkeys was removed
changed-passkey-removed = a passkey was removed from your account: { $at }. Nobody can sign in with it any more.
subject-token-made = A new token for a program
changed-token-made = a token was made for your account: { $at }. The program that has it can do in your name what the token allows. You can revoke it in the list of your tokens.
subject-push-begun = A device gets notifications of your games
changed-push-begun = a browser, a phone or a program gets notifications of your games from now on: { $at }. They end when you sign out there, or when the token of the program ends.
changed-push = They go to { $device }.
subject-webhook-made = A webhook for your account
changed-webhook-made = a webhook was made for your account, or its address was changed: { $at }. Its receiver learns about your games.
changed-not-your-webhook = If that was you, do nothing. If it was not, set a new password at once, which signs out everybody else. Then sign in and delete the webhook: a new password alone does not. Ask for the mail here:
subject-webhook-off = One of your webhooks is off
changed-webhook-failing = the receiver of one of your webhooks has accepted nothing for three days. The webhook was turned off: { $at }.
changed-webhook-gone = the receiver of one of your webhooks answered that it wants nothing more (410 Gone). The webhook was turned off: { $at }.
changed-webhook = It goes to { $device }.
changed-webhook-on-again = We do not send later what happens in the meantime. When the receiver works again, turn the webhook on with the call that changes it (PUT). If you no longer need it, delete it.
subject-second-factor-guessed = Somebody is guessing your second factor
changed-second-factor-guessed = somebody used your password, or a code or link from a mail to you, and then entered wrong codes as your second factor, several times within a day; the last time: { $at }. That person is not signed in. You get this mail at most once a day.
second-factor-stays = Your second factor is on: signing in by password, code or link still requires it.
changed-from = It was done from { $device }.
changed-token = It is called { $device }.
changed-not-you = If that was you, do nothing. If it was not, set a new password at once. It signs out everybody else and cancels what they have begun. Ask for the mail here:
changed-not-your-passkey = If that was you, do nothing. If it was not, set a new password at once, sign in, and remove the passkey on the page of your account: a new password alone does not. Ask for the mail here:
changed-not-your-recovery-codes = If that was you, do nothing. If it was not, set a new password at once, which signs out everybody else. Then sign in and make new recovery codes on the page of your account: a new password alone does not cancel those of others. Ask for the mail here:
changed-not-your-guesses = If that was you, do nothing. If it was not, somebody has your password, or reads your mail. First change the password of your mailbox. Then set a new, different password here at once: this signs out everybody else and cancels what they have begun. Ask for the mail here:
changed-locked = If that was you, do nothing. If it was not, write to the operator of this server: a new password alone does not turn the second factor off.
changed-no-way-back = If that was you, do nothing. If it was not, write to the operator of this server: nothing can be changed from this address any more.

## News of a table

news-time-up = Time is up
news-timed-out-leave = your time ran out in { $title }. This is game { $id }. You have left the game.
news-timed-out-bot = your time ran out in { $title }. This is game { $id }. A bot has taken your seat. You can keep watching.
news-timed-out-move = your time ran out in { $title }. This is game { $id }. A bot has played for you, and you go on with your next turn.
news-timed-out-end = your time ran out in { $title }. This is game { $id }. The game ended as it stood, and you are last.
news-orders = Orders cancelled
news-orders-told = your turn came in { $title }, but the move that you had ordered was not legal. It is cancelled, and so are the orders after it. This is game { $id }.
news-more-time = More time
news-extended = { $days ->
    [one] { $by } has given you a day more for your move in { $title }. This is game { $id }. You have { $left }: until { $until }.
   *[other] { $by } has given you { $days } days more for your move in { $title }. This is game { $id }. You have { $left }: until { $until }.
 }
news-holiday = Holiday
news-holiday-when = { $player } is on holiday from { $from } to { $until }.
news-holiday-then = Meanwhile { $player }’s clock stands still in { $title } (game { $id }), and in every other game of yours with { $player } whose pace allows it. There is nothing for you to do.
news-back = { $player } is back from holiday.
news-back-off = { $player } has cancelled the holiday.
news-back-then = { $player }’s clock runs again in { $title } (game { $id }), and in every other game of yours with { $player }.
news-seat = A seat for you
news-offered = { $by } asks you to take over a seat in a game of { $game } that is already running. This is game { $id }.
news-offered-mail = Answer this mail with the line “accept { $id }” or “decline { $id }”.
news-offered-how = You would continue from the current position. Open the page of the game, or accept through the API, with your access token:
news-taken = A seat changed hands
news-taken-over = { $by } has taken over the seat of { $from } in { $title }. This is game { $id }. The game goes on as it stands.
news-free = A seat is free
news-declined = { $by } does not want the seat in { $title }. This is game { $id }.
news-declined-how = The game begins when all seats are taken. You can keep the seat for somebody else or cancel the game on its page.
news-offer-declined = { $by } does not take over your seat in { $title }. This is game { $id }. It stays yours; you can offer it to somebody else on the page of the game.

## The page that stops mails

stop-page = Mail
stop-turns = mails when it is your turn
stop-reminders = reminders before a deadline
stop-news = news of your games
stop-invitations = invitations
stop-digest = the digest of your games
stop-address = invitations and questions to this address
stop-ask = No more of these mails?
stop-what = This stops { $mails }, in all your games. Nothing has changed so far.
stop-button = Stop them
stop-done = You get no more of these
stop-done-what = You do not get { $mails } any more. Was that a mistake?
stop-undo = Get them again
stop-undone = You get them again
stop-undone-what = You get { $mails } again. You can close this page.
stop-others = You can change your other mails in your settings when you are signed in.
stop-failed = That did not work
stop-no-link = The link is incomplete, or its account is deleted.

## From the operator

subject-suspended = Your account is suspended
subject-operator-second-factor-off = Your second factor is off
subject-reinstated = Your account is reinstated
subject-renamed = You have a new name
subject-paused = A game is paused
subject-resumed = A game continues
subject-ended = A game was ended
subject-replaced = A bot plays for you
subject-offered = Your seat is offered to somebody else
operator-suspended = the operator of this server has suspended your account. You are signed out and cannot sign in. In your games with clocks, the clocks keep running; in the others, bots have taken your seats.
operator-reinstated = the operator of this server has lifted the suspension of your account. You can sign in again.
operator-second-factor-off = the operator of this server has turned off the second factor of your account. One factor is enough to sign in; turn it on again when you have your app.
operator-renamed = the operator of this server has given you another name: { $name }. Sign in with it from now on.
operator-paused = the operator of this server has paused game { $game }. Nobody can move, and no clock runs.
operator-resumed = the operator of this server has resumed game { $game }. Everybody has as much time left as before the pause.
operator-ended = the operator of this server has cancelled game { $game }. It has no result; nobody wins or loses.
operator-replaced = the operator of this server has given your seat in game { $game } to a bot.
operator-offered = the operator of this server has offered your seat in game { $game } to { $name }. Until { $name } accepts, you play on; after that, { $name } plays in your place.
operator-reason = The reason:
why-operator = You get this mail because you have an account on this server. Write to its operator; do not answer this mail.

## How days are written (chrono's names of locales and parts)

date-locale = en_GB
date-day = %-d
date-first = %-d
date-on-clock = %A { $day } %B %Y, %H:%M %Z
date-shortly = { $day } %B, %H:%M
date-written = { $day } %B %Y, %H:%M UTC
