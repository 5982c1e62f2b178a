### What is answered to mails.

## To any mail

answer-line = Line { $n } (“{ $line }”)
answer-too-many-lines = Your mail has { $n } lines; at most { $most } are read, one command each. Nothing was done. Put a line with two hyphens (--) above what is not for the server.
answer-no-line = Your mail has no line that is meant for the server: quotations, greetings and signatures are left out. Nothing was done.
answer-encrypted = Your mail is encrypted, and this server has no key to read it. Nothing was done. Send it again without encryption; a signature is fine.
answer-title-games = Your games
answer-title-rules = The rules of { $game }
answer-no-rules = The rules of this game are not here.
answer-no-section = The rules have no section “{ $section }”.

## To a mail about a game

answer-played = Played: { $moves }.
answer-move = “{ $move }”
answer-move-then = { $before }, then “{ $move }”
answer-made-for-you = “{ $move }” was made for you already, since nothing else was left to do. Write it once more if you mean another one.
table-made-for-you = “{ $move }” was made for you already, since nothing else was left to do.
answer-nothing-played = Nothing was played.
answer-nothing-here = Nothing was done in this game.
answer-nothing-at-all = Nothing of your mail was done.
answer-all-or-none = Nothing was played: the moves of a mail are played all or none.
answer-stale = The game has gone on since the mail that you answered. { $nothing } This is the board now: answer this mail to play.
answer-illegal = { $line } was refused: { $why } { $nothing }
answer-not-now = { $line } cannot be played now: { $why } { $nothing }
answer-left-out = { $line } was not played, nor what follows it: { $why }
answer-gone-on = The game has gone on meanwhile.
answer-game-over = The game is over: this address takes no moves any more. { $nothing }
answer-invalid = { $why } { $nothing }
answer-title-happened = What happened
answer-archive = The history of the game goes with this mail, as a file, as far as you may see it.
answer-archive-large = The history of the game is too large for a mail. The page of the game has it: { $url }
answer-archive-alone = Write “archive” in a mail about one game alone: its history goes with the answer, as a file.
answer-title-history = What happened so far
answer-last-lines = { $n ->
    [one] This is the last line of the history.
   *[other] These are the last { $n } lines of the history.
 }
answer-whole-move = “{ $move }” is a whole move.
answer-begins-move = “{ $move }” begins a move.
answer-title-next = What may come next
answer-title-legal = Legal moves that begin so
answer-resign-alone = To resign, send a mail with that line alone. Nothing was done of what your mail says.
answer-resign = Do you want to leave this game for good? Then answer this mail with “yes”, or with the line “resign yes”. We have not done anything yet.
answer-who = Seat { $seat }: { $name }
answer-who-left = Seat { $seat }: { $name }, has left
answer-who-moves = Seat { $seat }: { $name }, to move
answer-title-orders = Your orders
answer-title-orders-known = Orders that this game knows
answer-order = { $example }: { $does }
answer-orders-none = You have no orders in this game. “orders” and moves, with “;” between them, are played when your turn comes.
answer-orders-end = Nobody else sees your orders. “orders off” cancels all of them.
answer-orders-off = Your orders in this game are cancelled.
answer-orders-stopped = The server stopped while it dealt with your mail. Moves that it ordered may have been played; what is missing, order again.
answer-order-unknown = The order “{ $order }” is not understood: { $why } { $nothing }
answer-rematch = The game { $id } is proposed, and you have a seat in it. It begins when the others have joined.
answer-rematch-missed = A rematch, the game { $id }, was made, and you have no seat in it.
answer-stay = You stay in the game.
answer-nothing-to-resign = The game is over: there is nothing to resign.
answer-left = You have left the game.
answer-title-how = How to play by mail
answer-how =
    Answer a mail about a game with your moves, one a line, in the words
    that the mail shows. What you quote, greetings and signatures are left
    out. All moves of a mail are played, or none. These words are no moves:

## Chat and notes

answer-said = Said at the table: “{ $text }”.
answer-not-said = Not said: “{ $text }”. { $why }
answer-title-said = Said at the table
answer-said-by = { $name } ({ $at } UTC): { $text }
answer-nothing-said = Nothing was said at the table so far.
answer-title-note = Your note
answer-not-noted = Not noted: “{ $text }”. { $why }
answer-no-note = You have no note about this game. The line “note TEXT” writes one.

## To a mail that is not about one game

answer-stranger = No player has confirmed the address that you write from. Sign up at { $url }, confirm your address, and write again. Nothing was done.
answer-which-game = This mail tells of several games. Begin each line with the id of the game that it is for.
answer-not-understood = { $line } is not understood. { $why } Nothing was done.
answer-taken-back = { $line } seems to take back or correct what stands above it, so nothing of your mail was done. Send a new mail with only the moves that you want.
answer-confirm = Anybody can write in your name, so nothing was done yet. If this mail is yours, answer this one with “yes” within { $days } days. If it is not, do nothing.
answer-confirm-seat = A mail to the secret address of your seat came from “{ $from }”, and nothing shows that it is yours. So nothing was done yet. If it is, answer this one with “yes” within { $days } days: it is done then, and mails from there are yours from now on. If it is not, somebody knows your secret address: the line “reset addresses”, in an answer to any other mail about a game, makes another one.
answer-reset = Your seats have new secret addresses, and the old ones are dead: what you still have in your mailbox cannot be answered any more. The next mail about each game has the new one.
answer-confirm-board = That mail does not say which board it answers, or it answers an older one. If you say “yes”, its moves are played on this board.
answer-ask-board = We have not played the moves below yet: your mail does not say which board it answers, or it answers an older one. This is the board now. Answer “yes” within { $days } days, and we play them on it.
answer-title-asked = What was asked for
answer-forgotten = Nothing was done, and what you had asked for is forgotten.
answer-stopped = The server stopped while it dealt with your mail. Some of it may be done: these are your games now. What is missing, ask for again.
answer-made = The game { $id } is made. You get a mail when it is your turn.
answer-gave = Towards its dice you gave: “{ $entropy }”.
answer-gave-id = Towards its dice you gave the SHA-256 of the Message-ID of your mail: “{ $entropy }”. The line “entropy WORDS” gives words of your own instead.
answer-title-receipt = Receipt
answer-joined = You have a seat in game { $id }. You get a mail when it is your turn.
answer-declined = You have no seat in game { $id }.
answer-no-such-game = There is no such game. Nothing was done about it.
answer-refused = That was refused: { $why }
answer-desk = Write one command a line. Moves are answers to the mails about a game: each of them says how.
answer-title-words = What you can write
answer-title-kinds = The games
answer-title-open = Games with free seats

## What the words do; at most 68 columns

words-help = how to play by mail, and all these words
words-how = how this game is played
words-rules = the rules of the game; “rules 5.2” for one section
words-how-of = how a game is played: “how KIND”
words-rules-of = the rules of a game: “rules KIND”
words-show = the board as it is now
words-legal = your legal moves; “legal play 8” for those that begin so
words-history = what happened so far
words-archive = the history of the game as a file
words-who = who plays, and whose turn it is
words-games = your games
words-chat = “chat Hello!” says it to the others; alone: what was said
words-note = “note watch ben” writes it down for you alone; alone: your note
words-rematch = the same again with the same people, once the game is over
words-resign = leave the game for good; you are asked once more
words-leave = the same as resign
words-stop = no more turn mails of this game; “stop all”: no mails of it
words-resume = the mails of this game again
words-digest = one mail a day for all games: “digest 8 Europe/Paris”, “digest off”
words-quiet = no mail at night: “quiet 22 7”, “quiet off”
words-zone = your time zone: “zone Europe/Paris”
words-languages = the language of mails to you: “language de”; alone: all of them
words-auto = moves without a choice are made for you: “auto off”, “auto on”
words-auto-all = moves without a choice are made for you: “auto off”, “auto on”
words-orders = what is to be played later: “orders roll”; alone: yours
words-when = an order with a condition; “orders” lists those of the game
words-answers = an answer to each mail, or only where needed: “answers on”
words-reset = “reset addresses”: new secret addresses, and the old ones dead
words-list = open games that you can join; “list KIND” for one kind
words-new = a new game: “new KIND seats 2 with ben”, “new KIND bot greedy”
words-play = a game at once, against bots: “play KIND”, “play KIND with ben”
words-join = take a seat: “join ID”
words-entropy = your part of the dice, with new and join: “entropy WORDS”
words-entropy-how = Write “entropy WORDS” once, with at most 64 bytes of words of your own, in the mail that makes a game (“new”) or takes a seat (“join”).
words-accept = the same as join
words-decline = give your seat back, or decline an invitation: “decline ID”

## Words that are not understood

words-unknown = A line begins with one of { $words }. Moves go to the address of the game’s own mails: reply to one of them.
words-did-you-mean = { $why } Did you mean “{ $near }”?
words-which-id = Say which game: “{ $word } ID”.
words-which-kind = Say which game: one of { $kinds }.
words-how-many-seats = Say how many seats: “seats 3”.
words-how-many-days = Say how many days a move: “days 3”.
words-twice = “{ $word }” is in the line twice. Write it once.
words-new-how = “{ $word }” is not understood. Write “new KIND”, then “seats N”, “days N”, “with NAME and NAME”, “bot greedy”, “private” or options, such as “pawns=2”.
words-digest-how = Write “digest 8” (the hour), “digest 8 Europe/Paris”, or “digest off”.
words-quiet-how = Write “quiet 22 7” (from and to which hour), or “quiet off”.
words-zone-how = Write “zone” and the name of a time zone, such as “zone Europe/Paris”.
words-answers-how = Write “answers on” or “answers off”.
words-auto-how = Write “auto on” or “auto off”; in an answer to a mail about a game, “auto off all” for all your games.
words-language-how = Write { $languages }.
words-language = “language { $code }” ({ $name })

## Words about mail

words-stopped = You get no more mails of this game when it is your turn. Reminders before a deadline and news of it still come; “stop all” stops them as well.
words-stopped-all = You get no more mails of this game, unless you write here.
words-resume-undoes = The line “resume” undoes it.
words-resumed = You get the mails of this game as those of your other games again. The line “stop” stops them.
words-digest-on = You get one mail a day, at { $hour }:00 ({ $zone }), with all games that wait for you and what happened. Reminders and invitations come at once. The line “digest off” undoes it.
words-digest-off = You get mails as they come, and no digest any more.
words-quiet-on = You get no mails about games from { $from }:00 to { $to }:00 ({ $zone }): they wait until then, except reminders that would come too late. The line “quiet off” undoes it.
words-quiet-off = You get mails at all hours.
words-zone-set = Times and days are those of { $zone } from now on.
words-answers-on = Each of your mails is answered from now on. The line “answers off” undoes it.
words-answers-off = When your moves were played and it is not your turn any more, you get no answer: the next turn mail tells of them. What is refused is always answered. The line “answers on” undoes it.
words-auto-on = In this game, moves without a choice are made for you at once: a roll, the only pawn that can move, the end of a day with no card left. The line “auto off” undoes it.
words-auto-off = In this game you make every move yourself. The line “auto on” undoes it.
words-auto-on-all = In all your games, moves without a choice are made for you at once: a roll, the only pawn that can move, the end of a day with no card left. The line “auto off all” undoes it.
words-auto-off-all = In all your games you make every move yourself. The line “auto on all” undoes it.
words-language-set = You get mails in English from now on.

## Games in one line

games-line = { $id }, { $kind }{ $practice ->
    [yes] { " (practice)" }
   *[no] { "" }
 }{ $count ->
    [0] { "" }
   *[other] { " " }with { $players }
 }
games-line-open = { $id }, { $kind }{ $practice ->
    [yes] { " (practice)" }
   *[no] { "" }
 }{ $count ->
    [0] { "" }
   *[other] { " " }with { $players }
 }, { $taken } of { $seats } seats taken
games-your-turn = { $game }: your turn
games-others = { $game }: others think
games-invited = { $game }: you are invited; write “join { $id }”
games-waits = { $game }: waits for players
games-join = { $game }: write “join { $id }”
games-none = You have no games.
games-none-open = There are no open games. Make one with “new KIND”.

## The pace of a game

pace-per-move = { $days ->
    [one] { $days } day a move
   *[other] { $days } days a move
 }
pace-bank = { $days ->
    [one] { $days } day for the whole game
   *[other] { $days } days for the whole game
 }
pace-increment = { $days ->
    [one] { $days } day for the whole game
   *[other] { $days } days for the whole game
 }, and { $hours ->
    [one] { $hours } hour more for each move
   *[other] { $hours } hours more for each move
 }

## Why something was not done

why-bad-credentials = Name and password or code do not fit.
why-bad-refresh-token = The refresh token is not valid. Sign in again.
why-bad-code = The code is wrong, used up or expired.
why-bad-passkey = The authenticator's answer does not fit, is too late, or is known already. Begin again.
why-second-factor-needed = Give a code of your app, or a recovery code, as well. If you have lost both, ask the operator.
why-second-factor-on = Your second factor is on already.
why-name = A name has 2 to 24 letters (a to z), digits, hyphens and underscores, and begins with a letter or a digit.
why-name-kept = This name is kept for the server. Choose another.
why-address-form = This is no mail address. Give one like name@example.org.
why-password-length = A password has 8 to 256 characters.
why-password-guessed = This password is one of the first that somebody would try. Take a longer one: a few words that do not belong together are good.
why-yourself = That is you yourself.
why-list-full = The list holds at most { $most } players.
why-no-such-player = There is no such player in this game.
why-no-such-message = There is no such message in this game.
why-no-reports = This server takes no reports: its operator has given no address.
why-only-creator = Only the player who made the game may do this.
why-token-scopes = A token may do at least one thing: choose it.
why-tokens-many = You have { $most } tokens. Revoke one first.
why-events = A webhook is told of at least one event: choose it.
why-quiet = Quiet hours end at another hour than they begin.
why-sign-up-closed = This server takes no new players.
why-sign-up-invitation = This server takes only players who were invited to a table. Open the link of your invitation, or give the address that you were invited at.
why-address-blocked = The operator of this server takes no addresses in this domain. Give another one.
why-name-taken = This name is taken, or looks like one that is.
why-address-taken = Another account has confirmed this address.
why-guests-may-not = Guests may not do this. Keep your games first: choose a name, an address and a password.
why-not-a-guest = You have an account already.
why-no-reservation = The reservation is not yours, has expired, or is used for another game.
why-no-clock = No clock runs for this seat.
why-stale = Your next move is number { $seq }. Look at the game and send it again.
why-under-way = The same request is under way. Send it again in a moment to get its answer.
why-in-doubt = A server died while it carried this request out. Look whether it was done; if not, send it under another key.
why-reveals = Move { $index } of the list turns up something new, or leaves the game. Send the list up to it, then the rest.
why-reveals-last = This turns up something new, leaves the game or ends it: what comes of it shows once it is played.
why-changed-meanwhile = It was changed meanwhile.
why-too-large = The request is too large.
why-of-a-list = Nothing of the list was played. Move { $index } of it, after those before it: { $why }
why-not-signed-in = Sign in first.
why-scope = The token lacks the scope “{ $scope }”.
why-session-only = No token does this: sign in.
why-url-form = This takes an https:// address of at most 2000 characters, without name, password or fragment.
why-url-port = Only port 443 and those from 1024 on are taken.
why-url-host = This host is not on the public internet, or nobody knows it just now.
why-webhooks-many = You have { $most } webhooks. Delete one first.
why-not-found = There is nothing here.
why-game-not-open = The game is not open any more.
why-no-seat = There is no free seat for you.
why-already-seated = You sit at this table already.
why-not-the-deal = The deal is of another kind of game, or has other options or another number of seats.
why-deal-played = You play this deal already, or have played it. Everybody does once.
why-deal-closed = The deal is closed. Nobody takes a seat on it any more.
why-not-seated = You do not sit at this table.
why-not-started = The game has not started.
why-too-many = { $seconds ->
    [one] Try again in one second.
   *[other] Try again in { $seconds } seconds.
 }
why-damaged-game = This game is damaged where it is stored, and rests. The operator has been told.
why-too-many-moves = Nobody plays more than { $most } moves a day in one game. Go on in { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
 }, when the next day begins (UTC).
why-internal = The server failed.
why-unavailable = The server cannot answer just now. Try again.
why-queue = At most { $most } moves can be ordered at once.
why-conditional = There is room for { $most } orders with a condition. “orders off” cancels all.
why-moves = 1 to { $most } moves may be sent at once.
why-text-long = { $what ->
    [reason] The reason
    [name] The name
   *[text] The text
 } has at most { $most } characters.
why-text-plain = { $what ->
    [reason] The reason
    [name] The name
   *[text] The text
 } is plain text, without control characters.
why-text-empty = { $what ->
    [reason] The reason
    [name] The name
   *[text] The text
 } is empty.
why-not-at-table = What is said at the table is for those who play.
why-blocked = You have blocked { $name }. End that first.
why-blocked-creator = You have blocked the player who made this game. End that first.
why-confirm-first = Confirm your own address before you invite somebody by address.
why-creator-stays = You made this game: cancel it instead of leaving it.
why-no-kind = There is no game “{ $game }”.
why-no-deal = There is no deal “{ $id }”.
why-no-player = There is no player “{ $name }”.
why-no-address = “{ $address }” is no mail address.
why-seats = { $most ->
    [1] { $game } has { $least } seat, not { $seats }.
   *[other] { $game } takes { $least } to { $most } seats, not { $seats }.
 }
why-guests = Beside yours there { $seats ->
    [0] is no seat
    [one] is one seat
   *[other] are { $seats } seats
 } for { $guests ->
    [one] one guest
   *[other] { $guests } guests
 }.
why-guest-twice = A guest is named twice.
why-days = A move has 1 to { $most } days.
why-bank = A whole game has 1 to { $most } days.
why-increment = Each move adds at most { $most } hours.
why-grace = There are at most { $most } hours of grace.
why-pause = A pause has “weekends”, “nightly” or both.
why-night = A nightly pause lasts at most { $most } hours.
why-holiday-past = A holiday begins today at the earliest.
why-holiday-end = A holiday ends on its first day or later, within two years.
why-holiday-clash = You have { $first } to { $last } off already.
why-holiday-days = { $days ->
    [0] You have no days left in { $year }.
    [one] You have one day left in { $year }.
   *[other] You have { $days } days left in { $year }.
 }

## Holidays

words-vacation = days off: “vacation 7 days”, “vacation off”; alone: your holidays
words-vacation-how = Write “vacation 7 days” (from now on), “vacation until 3 January”, “vacation 24.12. to 27.12.”, “vacation 2026-12-20 to 2027-01-03”, “vacation off”, or “vacation” to see your holidays.
words-vacation-taken = You are on holiday from { $first } to { $last }.
words-vacation-then = Your clocks stand still on these days in the games whose pace allows it, and your opponents there are told. The line “vacation off” ends all your holidays.
words-vacation-none = You have no holidays before you.
words-vacation-left = { $days ->
    [0] You have no days left this year.
    [one] You have one day left this year.
   *[other] You have { $days } days left this year.
 }
words-vacation-off = You have no holidays any more: your clocks run as usual.
words-vacation-refused = You cannot take these days off. { $why }
answer-taken-over = You have taken over a seat in game { $id }. You get a mail when it is your turn.

## Seats that are offered

answer-yes-or-no = Your answer is neither a clear “yes” nor a clear “no”, so we did nothing. Answer this mail with “yes” to agree, or with “no” to decline.
answer-invitation-declined = You have declined the invitation to game { $id }. The seat is free again, and the player who invited you gets a mail about it. No account was made.
answer-invitation-gone = No seat in game { $id } is kept for you any more: the invitation was withdrawn, the seat is taken, or the game was cancelled. Nothing was done, and no account was made.
answer-invitation-other = Your mail names another game, so we did nothing. This mail is about the invitation to game { $id }: answer it with “yes” to take the seat, or with “no” to decline. If you meant the other game, answer the mail about that game.
answer-invitation-foreign = A mail from another address than yours answered your invitation to game { $id }, so we did nothing. Answer this mail from your own address with “yes” to take the seat, or with “no” to decline.
why-paused = The operator has stopped this game for a while.
why-suspended = Your account is suspended. The reason that was given: { $reason }
why-not-running = The game has not begun, or is over.
why-not-offered = This seat is not offered to you.
why-seat-gone = The seat has changed hands already.
why-offer-gone = This seat is not offered to you any more.
why-offered-twice = Somebody else at this table offers { $name } a seat already.
why-had-a-seat = This player had another seat of this game before, and knows what was to be seen from there.
why-deal-seat = This game is on a deal, which everybody plays for themselves: its seats go to no other player.

## Around what is to be typed

quoted = “{ $text }”

## How a game is played, and its rules

manual-guide = How to play { $game }
manual-rules = The rules of { $game }
manual-to-rules = The rules in full
manual-to-guide = How to play
manual-play = Play
manual-play-this = Play { $game }

## A page in place of a problem, where a browser asks

page-not-there = There is no such page
page-not-there-what = The address leads nowhere: it may be mistyped, or what was there is gone.
page-failed = That did not work
page-home = To the games

## At the table in a terminal

table-player = Player
table-player-of = Player { $seat }
table-bot = Bot { $seat }
table-help = Type a move as the list shows it; words may be shortened to four letters, and several moves stand on one line with semicolons between them. A move that leaves no choice is made for you.
    Besides the moves of the game there are:
    { "  " }legal          all that you may play; legal WORDS: how a move that begins so may go on
    { "  " }board          the board once more
    { "  " }how            how this game is played
    { "  " }rules          its rules; rules 5.2: one section
    { "  " }save FILE      write the history, which “turnpike verify” and “--load” read
    { "  " }leave          give up your seat
    { "  " }quit           stop
table-standing = { $rank }. { $name }: { $score }
table-start = Type “help” for what you may type, and “how” for how this game is played.
table-refused-part = Nothing of this line was played, because of “{ $move }”: { $why }
table-refused-later = Nothing of this line was played. What comes before “{ $move }” could be, but then: { $why }
table-refused-rest = “{ $move }” was not played: { $why }
table-save-where = Save to which file?
table-leave = Do you want to give up your seat for good? Then type “leave yes”.
table-saved = Saved to { $file }.
table-legal = You may: { $moves }
table-legal-how = Type “legal” for what you may play.
table-begins = A move begins with (“legal WORDS” says how it goes on):
table-begins-then = { "  " }{ $word }: { $next }
table-goes-on = “{ $words }” may go on with: { $next }
