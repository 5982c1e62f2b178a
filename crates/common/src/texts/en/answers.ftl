### Answers to mails.

## To any mail

answer-line = Line { $n } (“{ $line }”)
answer-too-many-lines = Your mail has { $n } lines. The server reads at most { $most }, one command each. We did nothing. Put a line with two hyphens (--) above text that is not for the server.
answer-no-line = Your mail has no line for the server, which ignores quotations, greetings and signatures. We did nothing.
answer-encrypted = Your mail is encrypted, and this server has no key to read it. We did nothing. Send it again without encryption; a signature is fine.
answer-title-games = Your games
answer-title-rules = The rules of { $game }
answer-no-rules = This server does not have the rules of this game.
answer-no-section = The rules have no section “{ $section }”.

## To a mail about a game

answer-played = Played: { $moves }.
answer-move = “{ $move }”
answer-move-then = { $before }, then “{ $move }”
answer-made-for-you = The server already played “{ $move }” for you, because it was your only choice. Write it again if you mean another one.
table-made-for-you = The server already played “{ $move }” for you, because it was your only choice.
answer-nothing-played = Nothing was played.
answer-nothing-here = We did nothing in this game.
answer-nothing-at-all = We did not act on your mail.
answer-all-or-none = Nothing was played: the server plays all moves of a mail, or none.
answer-stale = The game has gone on since the mail that you answered. { $nothing } This is the board now: answer this mail to play.
answer-illegal = { $line } was rejected: { $why } { $nothing }
answer-not-now = { $line } cannot be played now: { $why } { $nothing }
answer-left-out = { $line } was rejected: { $why }
answer-not-tried = Not tried: { $moves }.
answer-gone-on = The game has gone on meanwhile.
answer-game-over = The game is over: this address no longer accepts moves. { $nothing }
answer-invalid = { $why } { $nothing }
answer-title-happened = What happened
answer-archive = The history of the game, as far as you may see it, is attached to this mail.
answer-archive-large = The history of the game is too large for a mail. Download it from the page of the game: { $url }
answer-archive-alone = Write “archive” in a mail about one game only: the answer has its history attached.
answer-title-history = What happened so far
answer-last-lines = { $n ->
    [one] This is the last line of the history.
   *[other] These are the last { $n } lines of the history.
 }
answer-whole-move = “{ $move }” is a whole move.
answer-begins-move = “{ $move }” begins a move.
answer-title-next = What can come next
answer-title-legal = Legal moves that begin like this
answer-resign-alone = To resign, send a mail with only that line. We did not act on your mail.
answer-resign = Do you want to leave this game for good? Then answer this mail with “yes”, or with the line “resign yes”. We have not done anything yet.
answer-who = Seat { $seat }: { $name }
answer-who-left = Seat { $seat }: { $name }, has left
answer-who-moves = Seat { $seat }: { $name }, to move
answer-title-orders = Your orders
answer-title-orders-known = Orders for this game
answer-order = { $example }: { $does }
answer-orders-none = You have no orders in this game. The line “orders” with moves, separated by “;”, plays them when your turn comes.
answer-orders-end = Nobody else sees your orders. “orders off” cancels all of them.
answer-orders-off = Your orders in this game are cancelled.
answer-orders-stopped = The server stopped while it processed your mail. It may have played some of the moves that you ordered; order the missing ones again.
answer-order-unknown = The order “{ $order }” is not understood: { $why } { $nothing }
answer-rematch = The game { $id } is proposed, and you have a seat in it. It begins when the others have joined.
answer-rematch-missed = There is a rematch, game { $id }, but you have no seat in it.
answer-stay = You stay in the game.
answer-nothing-to-resign = The game is over: there is nothing to resign.
answer-left = You have left the game.
answer-title-how = How to play by mail
answer-how =
    Answer a mail about a game with your moves, one a line, in the words
    that the mail shows. The server ignores quotations, greetings and
    signatures. It plays all moves of a mail, or none. You can also write
    these words:

## Chat and notes

answer-said = Said at the table: “{ $text }”.
answer-not-said = Not sent: “{ $text }”. { $why }
answer-title-said = Said at the table
answer-said-by = { $name } ({ $at } UTC): { $text }
answer-nothing-said = Nobody has said anything at the table yet.
answer-title-note = Your note
answer-not-noted = Note not saved: “{ $text }”. { $why }
answer-no-note = You have no note about this game. The line “note TEXT” writes one.

## To a mail that is not about one game

answer-stranger = No player has confirmed the address that you write from. Sign up at { $url }, confirm your address, and write again. We did nothing.
answer-which-game = This mail is about several games. Begin each line with the id of its game.
answer-not-understood = { $line } is not understood. { $why } We did nothing.
answer-taken-back = { $line } seems to cancel or correct a line above it, so we did not act on your mail. Send a new mail with only the moves that you want.
answer-confirm = Anybody can write in your name, so we have not done anything yet. If the mail below is yours, answer this one with “yes” within { $days } days. If it is not, do nothing.
answer-confirm-seat = A mail to the secret address of your seat came from “{ $from }”, and we cannot tell whether it is yours. We have not done anything yet. If it is yours, answer this one with “yes” within { $days } days: then we do what it asks, and accept mails from that address from now on. If it is not, somebody knows your secret address: the line “reset addresses”, in an answer to any other mail about a game, replaces it.
answer-reset = Your seats have new secret addresses. The old ones no longer work: you cannot answer the mails that you already have. The next mail about each game has the new address.
answer-confirm-board = That mail does not say which board it answers, or it answers an older one. If you say “yes”, we play its moves on this board.
answer-ask-board = We have not played the moves below yet: your mail does not say which board it answers, or it answers an older one. This is the board now. Answer “yes” within { $days } days, and we play them on it.
answer-title-asked = The request
answer-forgotten = We did nothing, and deleted your request.
answer-stopped = The server stopped while it processed your mail. It may have done some of it: these are your games now. Ask again for what is missing.
answer-made = Game { $id } of { $game } is ready. You get a mail when it is your turn.
answer-begun = Game { $id } of { $game } has begun.
answer-gave = You contributed to its dice: “{ $entropy }”.
answer-gave-id = You contributed the SHA-256 of the Message-ID of your mail to its dice: “{ $entropy }”. The line “entropy WORDS” contributes words of your choice instead.
answer-title-receipt = Receipt
answer-joined = You have a seat in game { $id }. You get a mail when it is your turn.
answer-joined-begun = You have a seat in game { $id }, and it has begun.
answer-declined = You have no seat in game { $id }.
answer-no-such-game = There is no such game. We did nothing.
answer-refused = That was rejected: { $why }
answer-tables = We carried out your lines.
answer-tables-part = We carried out some of your lines, but not all.
answer-tables-refused = We carried out none of your lines.
answer-desk = Write one command a line. To move, answer a mail about the game: each of them says how.
answer-title-words = What you can write
answer-title-kinds = The games
answer-title-open = Games with free seats

## What the commands do; at most 68 columns

words-help = how to play by mail, and all these words
words-how = how this game is played
words-rules = the rules of the game; “rules 5.2” for one section
words-how-of = how a game is played: “how KIND”
words-rules-of = the rules of a game: “rules KIND”
words-show = the current board
words-legal = your legal moves; “legal play 8”: those that begin like that
words-history = what happened so far
words-archive = the history of the game as a file
words-who = who plays, and whose turn it is
words-games = your games
words-chat = “chat Hello!” says it to the others; alone: the chat so far
words-note = “note watch ben” notes it for you only; alone: your note
words-rematch = another game with the same people, once this one is over
words-resign = leave the game for good; we ask you to confirm
words-leave = the same as resign
words-stop = no more turn mails of this game; “stop all”: no mails of it
words-resume = the mails of this game again
words-digest = one mail a day for all games: “digest 8 Europe/Paris”, “digest off”
words-quiet = no mail at night: “quiet 22 7”, “quiet off”
words-zone = your time zone: “zone Europe/Paris”
words-languages = the language of your mails: “language de”; alone: all languages
words-auto = play moves without a choice for you: “auto off”, “auto on”
words-auto-all = play moves without a choice for you: “auto off”, “auto on”
words-orders = moves to play later: “orders roll”; alone: your orders
words-when = an order with a condition; “orders” lists those for the game
words-answers = an answer to each mail, or only where needed: “answers on”
words-reset = “reset addresses”: new secret addresses replace the old ones
words-list = open games that you can join; “list KIND” for one kind
words-new = a new game: “new KIND seats 2 with ben”, “new KIND bot greedy”
words-play = a game now, against bots: “play KIND”, “play KIND with ben”
words-join = take a seat: “join ID”
words-entropy = your part of the dice, with new and join: “entropy WORDS”
words-entropy-how = Write “entropy WORDS” once, with at most 64 bytes of words of your own, in the mail that makes a game (“new”) or takes a seat (“join”).
words-accept = the same as join
words-decline = give your seat back, or decline an invitation: “decline ID”

## Commands that are not understood

words-unknown = To move, begin the line with the id of its game (“Gx3kPq7LmZ2 roll”), or answer a mail about that game. Other lines begin with one of { $words }.
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

## Commands about mail

words-stopped = You get no more mails of this game when it is your turn. Reminders before a deadline and news of the game still come; “stop all” stops them as well.
words-stopped-all = You get no more mails of this game, unless you write here.
words-resume-undoes = The line “resume” undoes it.
words-resumed = You get the mails of this game again, like those of your other games. The line “stop” stops them.
words-digest-on = You get one mail a day, at { $hour }:00 ({ $zone }), with all games that wait for you and what happened. Reminders and invitations come at once. The line “digest off” undoes it.
words-digest-off = You get each mail separately again, and no digest.
words-quiet-on = You get no mails about games from { $from }:00 to { $to }:00 ({ $zone }): they wait until then, except reminders that would come too late. The line “quiet off” undoes it.
words-quiet-off = You get mails at all hours.
words-zone-set = Your time zone is { $zone } from now on.
words-answers-on = You get an answer to each of your mails from now on. The line “answers off” undoes it.
words-answers-off = When your moves are played and it is no longer your turn, you get no answer: the next turn mail shows them. You still get an answer if we reject something. The line “answers on” undoes it.
words-auto-on = In this game, the server plays moves without a choice for you at once: a roll, the only pawn that can move, the end of a day with no card left. The line “auto off” undoes it.
words-auto-off = In this game you make every move yourself. The line “auto on” undoes it.
words-auto-on-all = In all your games, the server plays moves without a choice for you at once: a roll, the only pawn that can move, the end of a day with no card left. The line “auto off all” undoes it.
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
games-others = { $game }: the others are thinking
games-invited = { $game }: you are invited; write “join { $id }”
games-waits = { $game }: waiting for players
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

why-bad-credentials = The name and the password or code do not match.
why-bad-refresh-token = The refresh token is not valid. Sign in again.
why-bad-code = The code is wrong, used up or expired.
why-bad-passkey = The answer of the passkey is invalid or too late, or the passkey is already registered. Start again.
why-second-factor-needed = Enter a code from your app, or a recovery code, as well. If you have lost both, ask the operator.
why-second-factor-on = Your second factor is already on.
why-name = A name has 2 to 24 letters (a to z), digits, hyphens and underscores, and begins with a letter or a digit.
why-name-kept = This name is reserved for the server. Choose another.
why-address-form = This is not a mail address. Enter one like name@example.org.
why-password-length = A password has 8 to 256 characters.
why-password-guessed = This password is easy to guess. Choose a longer one, such as a few unrelated words.
why-yourself = That is you.
why-list-full = The list holds at most { $most } players.
why-cannot-follow = { $name } cannot be followed.
why-prefix = Enter the first letters of a name: 2 to 24 letters (a to z), digits, hyphens and underscores.
why-no-such-player = There is no such player in this game.
why-no-such-message = There is no such message in this game.
why-no-reports = This server accepts no reports: its operator has given no address.
why-only-creator = Only the player who made the game may do this.
why-token-scopes = Choose at least one scope for the token.
why-tokens-many = You have { $most } tokens. Revoke one first.
why-events = Choose at least one event for the webhook.
why-quiet = Quiet hours must not begin and end at the same hour.
why-sign-up-closed = This server accepts no new players.
why-sign-up-invitation = This server accepts only players who were invited to a table. Open the link of your invitation, or enter the address that the invitation went to.
why-address-blocked = The operator of this server does not accept addresses in this domain. Enter another one.
why-name-taken = This name is taken, or looks like one that is.
why-address-taken = Another account has confirmed this address.
why-guests-may-not = Guests may not do this. Keep your games first: choose a name, an address and a password.
why-not-a-guest = You already have an account.
why-no-reservation = The reservation is not yours, has expired, or was used for another game.
why-no-clock = No clock runs for this seat.
why-stale = Your next move is number { $seq }. Look at the game and send it again.
why-under-way = The server is still processing the same request. Send it again in a moment to get its answer.
why-in-doubt = A server stopped while it processed this request. Check whether it took effect; if not, send it again with another key.
why-reveals = Move { $index } of the list reveals something new, or leaves the game. Send the list up to this move, then the rest.
why-reveals-last = This move reveals something new, leaves the game or ends it. You see the result only after you play it.
why-changed-meanwhile = It has changed in the meantime.
why-too-large = The request is too large.
why-of-a-list = No move of the list was played. Move { $index }, after the moves before it: { $why }
why-not-signed-in = Sign in first.
why-scope = The token lacks the scope “{ $scope }”.
why-session-only = A token cannot do this: sign in.
why-url-form = Enter an https:// address of at most 2000 characters, without name, password or fragment.
why-url-port = Only port 443 and ports from 1024 on are allowed.
why-url-host = This host is not on the public internet, or its name cannot be resolved at the moment.
why-webhooks-many = You have { $most } webhooks. Delete one first.
why-not-found = There is nothing here.
why-game-not-open = The game is no longer open.
why-no-seat = There is no free seat for you.
why-already-seated = You already sit at this table.
why-not-the-deal = The deal is for another kind of game, other options or another number of seats.
why-deal-played = You already play this deal, or have played it. Each player plays it once.
why-deal-closed = The deal is closed. Nobody can take a seat on it any more.
why-not-seated = You do not sit at this table.
why-not-started = The game has not started.
why-too-many = { $seconds ->
    [one] Try again in one second.
   *[other] Try again in { $seconds } seconds.
 }
why-damaged-game = The stored game is damaged, so nobody can play it for now. The operator has been notified.
why-too-many-moves = A player can make at most { $most } moves a day in one game. Continue in { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
 }, when the next day begins (UTC).
why-internal = The server failed.
why-unavailable = The server cannot answer at the moment. Try again.
why-queue = You can order at most { $most } moves at once.
why-conditional = You can have at most { $most } orders with a condition. “orders off” cancels all.
why-moves = Send 1 to { $most } moves at once.
why-text-long = { $what ->
    [reason] The reason
    [name] The name
   *[text] The text
 } has at most { $most } characters.
why-text-plain = { $what ->
    [reason] The reason
    [name] The name
   *[text] The text
 } must be plain text, without control characters.
why-text-empty = { $what ->
    [reason] The reason
    [name] The name
   *[text] The text
 } is empty.
why-not-at-table = Only the players of this game can write at its table.
why-blocked = You have blocked { $name }. Unblock { $name } first.
why-blocked-creator = You have blocked the player who made this game. Unblock this player first.
why-confirm-first = Confirm your own address before you invite somebody by address.
why-creator-stays = You made this game: cancel it instead of leaving it.
why-no-kind = There is no game “{ $game }”.
why-no-deal = There is no deal “{ $id }”.
why-no-player = There is no player “{ $name }”.
why-no-address = “{ $address }” is not a mail address.
why-seats = { $most ->
    [1] { $game } has { $least } seat, not { $seats }.
   *[other] { $game } takes { $least } to { $most } seats, not { $seats }.
 }
why-guests = Besides yours there { $seats ->
    [0] is no seat
    [one] is one seat
   *[other] are { $seats } seats
 } for { $guests ->
    [one] one guest
   *[other] { $guests } guests
 }.
why-guest-twice = A guest is named twice.
why-days = A move can take 1 to { $most } days.
why-bank = The days for the whole game are 1 to { $most }.
why-increment = Each move adds at most { $most } hours.
why-grace = The grace period lasts at most { $most } hours.
why-pause = A pause has “weekends”, “nightly” or both.
why-night = A nightly pause lasts at most { $most } hours.
why-holiday-past = A holiday begins today at the earliest.
why-holiday-end = A holiday ends on its first day or later, within two years.
why-holiday-clash = You already have { $first } to { $last } off.
why-holiday-days = { $days ->
    [0] You have no days left in { $year }.
    [one] You have one day left in { $year }.
   *[other] You have { $days } days left in { $year }.
 }

## Holidays

words-vacation = days off: “vacation 7 days”, “vacation off”; alone: your holidays
words-vacation-how = Write “vacation 7 days” (from now on), “vacation until 3 January”, “vacation 24.12. to 27.12.”, “vacation 2026-12-20 to 2027-01-03”, “vacation off”, or “vacation” to see your holidays.
words-vacation-taken = You are on holiday from { $first } to { $last }.
words-vacation-then = Your clocks stand still on these days in the games whose pace allows it, and we notify your opponents there. The line “vacation off” ends all your holidays.
words-vacation-none = You have no holidays planned.
words-vacation-left = { $days ->
    [0] You have no days left this year.
    [one] You have one day left this year.
   *[other] You have { $days } days left this year.
 }
words-vacation-off = Your holidays are cancelled: your clocks run as usual.
words-vacation-refused = You cannot take these days off. { $why }
answer-taken-over = You have taken over a seat in game { $id }. You get a mail when it is your turn.

## Seats that are offered

answer-yes-or-no = Your answer is neither a clear “yes” nor a clear “no”, so we did nothing. Answer this mail with “yes” to agree, or with “no” to decline.
answer-invitation-declined = You have declined the invitation to game { $id }. The seat is free again, and the player who invited you gets a mail about it. No account was made.
answer-invitation-gone = No seat in game { $id } is kept for you any more: the invitation was withdrawn, the seat is taken, or the game was cancelled. We did nothing, and no account was made.
answer-invitation-other = Your mail names another game, so we did nothing. This mail is about the invitation to game { $id }: answer it with “yes” to take the seat, or with “no” to decline. If you meant the other game, answer the mail about that game.
answer-invitation-foreign = A mail from an address other than yours answered your invitation to game { $id }, so we did nothing. Answer this mail from your own address with “yes” to take the seat, or with “no” to decline.
why-paused = The operator has paused this game.
why-suspended = Your account is suspended. The reason: { $reason }
why-not-running = The game has not begun, or is over.
why-not-offered = This seat is not offered to you.
why-seat-gone = The seat has already changed hands.
why-offer-gone = This seat is not offered to you any more.
why-offered-twice = Somebody else at this table already offers { $name } a seat.
why-had-a-seat = This player has had another seat in this game, and knows what could be seen from there.
why-deal-seat = This game is on a deal, which all players play for themselves. Nobody else can take over its seats.

## Around text to be typed

quoted = “{ $text }”

## How a game is played, and its rules

manual-guide = How to play { $game }
manual-rules = The rules of { $game }
manual-to-rules = The rules in full
manual-to-guide = How to play
manual-play = Play
manual-play-this = Play { $game }

## Pages that browsers get instead of a problem document

page-not-there = There is no such page
page-not-there-what = The address may be mistyped, or the page may be gone.
page-failed = That did not work
page-home = To the games

## At the table in a terminal

table-player = Player
table-player-of = Player { $seat }
table-bot = Bot { $seat }
table-help = Type a move as the list shows it. You can shorten words to four letters, and put several moves on one line with semicolons between them. The server plays moves without a choice for you.
    Besides the moves of the game there are:
    { "  " }legal          all your legal moves; legal WORDS: how a move that begins like this continues
    { "  " }board          the board again
    { "  " }how            how to play this game
    { "  " }rules          its rules; rules 5.2: one section
    { "  " }save FILE      write the history, which “turnpike verify” and “--load” read
    { "  " }leave          give up your seat
    { "  " }quit           stop
table-standing = { $rank }. { $name }: { $score }
table-start = Type “help” to see the commands, and “how” to learn how to play this game.
table-refused-part = No move of this line was played, because of “{ $move }”: { $why }
table-refused-later = No move of this line was played. The moves before “{ $move }” are legal, but then: { $why }
table-refused-rest = “{ $move }” was not played: { $why }
table-save-where = Save to which file?
table-leave = Do you want to give up your seat for good? Then type “leave yes”.
table-saved = Saved to { $file }.
table-legal = You can play: { $moves }
table-legal-how = Type “legal” to see what you can play.
table-begins = A move begins with (“legal WORDS” shows how it continues):
table-begins-then = { "  " }{ $word }: { $next }
table-goes-on = “{ $words }” can continue with: { $next }
