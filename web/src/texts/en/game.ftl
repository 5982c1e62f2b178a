### The page of a game.

game-a-game = A game
game-your-turn = Your turn
game-is-your-turn = It is your turn.
game-is-your-turn-left = It is your turn: { $left }.
game-is-your-turn-too = It is your turn (others act at the same time).
game-is-your-turn-too-left = It is your turn (others act at the same time): { $left }.
game-to-act = { $n ->
    [one] { $names } is to act.
   *[other] { $names } are to act.
 }
game-over = The game is over.
game-cancelled = This game was cancelled.
game-never-began = This game never began: its deal is closed, and nobody takes a seat on it any more.
game-waiting = Waiting for players: { $taken } of { $all } seats are taken.
game-paused = The operator of this server has paused the game. Nobody can move, and no clock runs.
game-none-or-not-invited = There is no such game, or it is private and you are not invited.
game-none-or-signed-out = There is no such game, or it is private: sign in to see it.
game-to-first-page = To the first page
game-to-move = To your move
game-happened-so-far = What happened so far
game-history = History
game-notes = Notes
game-about = About
game-more = More
game-more-about = More about this game
game-stars = { $n ->
    [one] { $n } star
   *[other] { $n } stars
 }
game-part-missing = A part of this page is missing. Load the page again.
game-board-label = The board
game-rematch-proposed = { $name } proposes a rematch.
game-would-you = You: { $what }

## The facts

game-about-options = Options as usual
game-about-verifying = For verifying
game-about-verifying-how = The server fixed its seed before anybody joined, and promised it by its SHA-256. The hash of the history covers all that was played. With the exported file anybody can check both, and every die.
game-about-made = Made
game-about-started = Started
game-about-over = Over
game-about-secret = secret until the game is over
game-about-deal-seed = that of the deal, which everybody can know by now; shown here when the game is over
game-about-deal-secret = secret until the game is over and the deal is closed, { $at }
game-about-seed-maker = the maker: a practice game
game-about-seed-deal = the server, at random, for all games on the deal
game-about-seed-server = the server, at random
game-about-version = { $game }, version { $n }
game-about-entries = Entries in the history
game-about-hash = Hash of the history
game-about-promise = Promise of the seed
game-about-seed = Seed
game-about-chosen-by = Seed chosen by
game-about-receipt = Receipt of the server
game-about-secret-promise = Promise of the secret behind the hashes
game-about-hash-secret = Secret behind the hashes
game-about-gave = What { $name } gave towards the dice
game-export = Export the history

## The terms

game-terms-deal-closed = others had the same one; it closed on { $at }
game-terms-deal-open = others play the same one; nobody sees their games before it closes, { $at }
game-terms-timeout-leave = a late player leaves the game
game-terms-timeout-bot = then a bot goes on
game-terms-timeout-move = then a bot makes the move
game-terms-timeout-end = a late player ends the game
game-terms-no-pace = as much as you like
game-terms-increment = { $hours } h more for each move
game-terms-grace = { $hours } h of grace
game-terms-holidays = holidays count
game-terms-no-holidays = no holidays
game-terms-everybody = everybody
game-terms-with-link = only people with the link
game-terms-players-only = only those who play or are invited
game-terms-seen-by = Who may see it
game-terms-deal = Deal
game-terms-practice = Practice
game-terms-practice-yes = yes: the maker chose its seed, and can know all dice and cards
game-terms-time = Time

## The bar

game-bar-played-back = Moves are played back.
game-bar-skip = Skip
game-bar-earlier = This is an earlier board.
game-bar-back-to-now = Back to now
game-bar-next-game = To the next game that waits for you
game-bar-touch = Your move: choose what you play.
game-bar-held = Your move is sent in a moment. “Undo” takes it back.
game-bar-leads-to = It leads to this:
game-bar-send-now = Send now
game-bar-play = Play
game-bar-undo = Undo
game-bar-clear = Clear
game-bar-choose = Choose:
game-bar-none-listed = No moves are listed: write yours.
game-bar-as-it-is = Play it as it is, or go on:
game-bar-or-another = Play it, or choose another:
game-bar-type = Type a move
game-bar-next-words = Words that may come next
game-bar-or-write = Or write your move
game-sending = Sending moves

## The board

game-board = Board
game-board-enlarge = Enlarge
game-board-text = The board as text
game-board-earlier = Earlier boards
game-board-back = One entry back
game-board-play = Play the moves
game-board-pause = Pause
game-board-entry = Board after entry
game-board-on = One entry on
game-board-now = Now
game-beginning = The beginning

## The chat

game-chat = Chat
game-chat-unread = { $n ->
    [one] Chat: one new message
   *[other] Chat: { $n } new messages
 }
game-chat-room = Room
game-chat-table = The table: who plays
game-chat-spectators = Spectators
game-chat-none = No messages so far.
game-chat-messages = Messages
game-chat-cut = Earlier messages are left out.
game-chat-say = Say something
game-chat-send = Send
game-chat-needs-name = To write here you need a name of your own. You can read without one.
game-chat-sign-up = Sign up and keep your games
game-chat-taken-back = (taken back: the account was deleted)

## Hints

game-coach-touch = The board marks what you can play: take your pick.
game-coach-words = Read here what your choice does. “Undo” takes it back until you send it.
game-coach-words-at-once = Read here what your choice does. The page plays a complete move at once, unless it shows “Play” here.
game-coach-history = “History” shows all moves and earlier boards, and “Rules” explains the game.
game-coach-count = Hint { $count }
game-coach-show = Show
game-coach-got-it = Got it

## What players do

game-deed-more-about = More about { $name }
game-deed-more-about-message = More about this message of { $name }
game-deed-page-of = The page of { $name }
game-deed-extend = Give a day more
game-deed-extend-name = Give { $name } a day more
game-deed-extended = { $name } has one more day, and gets a mail.
game-report-read = Only the operator of this server reads it.
game-report-name = Report { $name }…
game-report-message = Report this message…
game-report-what = What happened, for the operator
game-report = Report
game-cancel = Cancel the game
game-cancel-ask = Cancel this game? The others are notified.
game-cancel-yes = Yes, cancel it
game-give-back = Give my seat back
game-give-back-ask = Give your seat back?
game-give-back-yes = Yes, give it back
game-before = The game before
game-holiday-hint = Going on holiday? Your clocks stand still meanwhile.
game-leave = Leave the game…
game-leave-ends = The game ends here.
game-leave-others-go-on = The others go on without you.
game-leave-goes-on = { $name } goes on without you.
game-leave-wins = The game ends, and { $name } wins.
game-leave-ask = Leave this game for good? { $rest } You cannot come back.
game-leave-yes = Yes, leave
game-offer = Offer my seat
game-offered = Your seat is offered to { $name }.
game-offer-back = Take the offer back
game-offer-asked = { $name } is asked by mail. Until then you play on.
game-offer-title = Give your seat to somebody else
game-offer-to = The name of a player, who is asked by mail
game-bot-goes-on = Let a bot go on
game-bot-goes-on-ask = Let a bot go on in your place? You are out of the game then.
game-bot-goes-on-yes = Yes, a bot goes on
game-free-ask = Free the seat of { $who }?
game-free-yes = Yes, free it
game-calendar = Addresses for your calendar
game-holidays = Holidays

## The result

game-result = Result
game-result-given-up = Given up.
game-result-points = { $points }.
game-result-points-and-note = { $points }, { $note }.
game-result-you-win = You win!
game-result-shared = { $names } share the win.
game-result-wins = { $name } wins.
game-result-nth = { ORDINAL($n) ->
    [one] { $n }st
    [two] { $n }nd
    [few] { $n }rd
   *[other] { $n }th
 }
game-result-you-left = You left the game.
game-result-left = { $name } left the game.
game-result-place = You are { $place }.
game-result-behind = { $n ->
    [one] You are { $place }, one point behind the winner.
   *[other] You are { $place }, { $n } points behind the winner.
 }
game-result-ahead = { $n ->
    [one] One point ahead of { $name }.
   *[other] { $n } points ahead of { $name }.
 }
game-result-tie-you = Equal on points with you: the tie-break decided.
game-result-tie-name = Equal on points with { $name }: the tie-break decided.
game-result-mark-left = { $name } (left)
game-result-to-rematch = To the rematch
game-result-to-again = To the next game
game-result-propose = Propose a rematch
game-result-again = Play again
game-result-play-now = Play { $game } now
game-result-picture = Save the picture
game-result-col-place = Place
game-result-col-player = Player
game-result-col-score = Score
game-mark-you = (you)
game-name-you = { $name } (you)
game-share = Share

## Joining

game-join = Join
game-join-full = All seats are taken or kept for others.
game-join-kept = You are invited: a seat is kept for you.
game-join-invited = You are invited to this table.
game-join-free = A seat is free.
game-join-take = Take a seat
game-join-decline = Decline the invitation
game-join-decline-ask = Decline the invitation?
game-join-decline-yes = Yes, decline
game-join-invites = { $name } invites you
game-join-as-guest = Take the seat as a guest
game-join-as-guest-hint = A guest needs neither a name nor an address. You can sign up later, and keep the game.
game-join-sign-up = Sign up and take the seat
game-join-guests-bots = Guests play bots: with people you play under a name of your own. Your games stay.
game-join-own-name = With people you play under a name of your own, so that nobody waits for somebody who is gone.
game-join-offered = { $name } offers you this seat: you would play on from here.
game-join-take-offered = Take the seat
game-join-decline-offer = Decline
game-join-example = Example
game-invite = Invite
game-invite-to-fill = { $n ->
    [one] One seat to fill
   *[other] { $n } seats to fill
 }
game-invite-somebody = Bring somebody along
game-invite-reserved = A seat is reserved for { $guest }, who gets a mail.
game-invite-keep = Keep a seat for somebody
game-invite-bot = Add a bot
game-invite-random-bot = Add a random bot
game-link-invitation = Anybody who has the link can take a free seat until the game begins.
game-link-public = Anybody can take a free seat. Send the link to your friends.
game-link-share = Share the link to this table
game-link-camera = Or point a phone’s camera here.
game-link-copy = Copy the link
game-link-copied = The link is copied: { $address }
game-link-is = This is the link: { $address }
game-link-qr = The link as a QR code

## The log

game-log-sealed = a sealed move
game-log-leaves = leaves the game
game-log-has-moved = has moved
game-log-led-to = What led to this board
game-log-hidden = { $n ->
    [one] { $n } hidden decision
   *[other] { $n } hidden decisions
 }
game-log-happened = What happened

## Notes and orders

game-notes-saved-at = Saved { $at }.
game-notes-conflict = Your note was changed elsewhere meanwhile. Both texts are here: put them together and save again.
game-notes-yours = Your note, for you alone
game-notes-save = Save the note
game-orders-moves = Moves for when your turn comes, one a line
game-orders-conditions = Orders with a condition, one a line
game-orders-save = Save the orders
game-plans = Planned moves
game-plans-saved = Saved. Nobody else sees it.
game-plans-next = For your next turns:
game-plans-none = For your next turn: nothing planned.
game-plans-remove = Remove
game-plans-first = The server follows the first one that fits.
game-plans-move = Plan a move
game-plans-later = Plan later moves
game-plans-forced = Play moves without a choice for me
game-plans-write = Write them yourself
game-plans-choose = Choose something first.
game-plans-add = Add
game-rules-full = The rules in full

## The seats

game-seats = Seats
game-seat-to-act = to act
game-seat-here = here now
game-seat-free-name = Free the seat of { $name }
game-seat-free-this = Free this seat
game-seat-random-bot = random bot
game-seat-kept = kept for { $name }
game-seat-invited = somebody invited
game-seat-free = free
