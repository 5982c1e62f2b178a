### Texts that all pages need.

common-administration = Administration
common-language = Language
common-how-to-play = How to play
common-rules = Rules
common-privacy = Privacy
common-site-imprint = Imprint
common-site-terms = Terms of use
common-site-privacy = Privacy policy
common-site-contact = Contact
common-for-programmers = For programmers
common-to-content = To the content
common-account-close =
    .aria-label = Close
common-no = No
common-name = Name
common-named-value = { $name }: { $value }
common-loading = Loading…
common-new-game = New game
common-game = Game
common-players = { $n ->
    [one] One player
   *[other] { $n } players
 }
common-players-range = { $least } to { $most } players
common-points = { $n ->
    [one] { $n } point
   *[other] { $n } points
 }
common-save = Save
common-saved = Saved.
common-keep-games = Keep your games
common-guest-only-here = You play as a guest, on this device alone. With a name and an address your games are yours wherever you sign in.
common-none-now = None just now.
common-n-of-all = { $n } of { $all }
common-entropy = Your part of the randomness
common-entropy-hint = Anything. The dice depend on it, so that nobody can have chosen them alone.
common-name-or-address = name or mail address
common-export = Your games as a file
common-delete-account = Delete your account

## The account

common-account = Your account
common-account-nav =
    .aria-label = Your account
common-your-page = Your page
common-your-settings = Your settings
common-sign-in = Sign in
common-sign-up = Sign up
common-sign-out = Sign out
common-sign-in-or-up = Sign in or sign up
common-guest = Guest
common-welcome = Welcome, { $name }!
common-sign-in-moves-seats = Sign in? Your seats in running and waiting games move to your account. Finished games stay with the guest.
common-have-account = You already have an account? Sign in, and your seats in running and waiting games move to it.
common-sign-out-guest = Sign out? The games of a guest are then lost.
common-code-sent = If there is such a player, a mail with a code is on its way. It is good for 15 minutes.
common-link-sent = If there is such an account, a mail with a link is on its way.
common-follow-link = To get mail about your games, follow the link in the mail we sent you.
common-signed-out-play = You were signed out. Sign in again to play.
common-password = Password
common-your-password = Your password
common-password-or-passkey = Your password; leave it empty to show a passkey instead
common-code-from-mail = The code from the mail
common-code-of-app = The code of your app, or a recovery code
common-use-passkey = Use a passkey
common-mail-code = Mail me a code instead
common-forgot-password = Forgot the password?
common-new-password-set = Set a new password
common-account-address = The mail address of your account
common-mail-link = Mail me a link
common-name-rule = 2 to 24 letters (a to z), digits, - and _. Everybody sees it.
common-mail-address = Mail address
common-mail-address-hint = For “your turn” mails. Nobody else sees it.
common-password-rule = Password (8 to 256 characters)

## Faults

common-went-wrong = Something went wrong.
common-earlier-try = An earlier try has made a game, or was too long ago. Look at your games, or try again to make one more.
common-seed-not-kept = The server has not kept the seed that it promised. Keep this: { $receipt }
common-no-server = The server cannot be reached. Are you online?
common-answer-broke-off = The answer broke off. Try again.
common-answered-status = The server answered { $status }.
common-signed-out = You were signed out. Sign in again.
common-has-passkey = This device has a passkey of yours already.
common-no-passkey = That did not work: no passkey was used.
common-no-player = There is no player “{ $name }”
common-offline = You are offline.
common-offline-since = This is how it stood on { $when }. Nothing can be played until the server can be reached.

## Names of players

common-program = { $name } (a program)
common-bot-n = Bot { $n }
common-seat-n = seat { $n }
common-bots = { $n ->
    [one] a bot
   *[other] { $n } bots
 }
common-invited = { $name } (invited)
common-somebody = somebody
common-free-seats = { $n ->
    [one] one free seat
   *[other] { $n } free seats
 }

## Clocks

common-days = { $n ->
    [one] { $n } day
   *[other] { $n } days
 }
common-days-per-move = { $n ->
    [one] a day for each move
   *[other] { $n } days for each move
 }
common-days-per-game = { $n ->
    [one] a day for the whole game
   *[other] { $n } days for the whole game
 }
common-no-clock = no clock
common-clock-paused = clock stands still until { $at }
common-clock-left-until = { $span } left, until { $at }
common-clock-over-until = time is over; may still move until { $at }
common-clock-over = time is over
common-clock-bank = { $span } in the bank
common-clock-left = { $span } left

## Sending moves

common-sending-hold = Moves can be undone for 4 seconds
common-sending-now = Moves are sent at once
common-sending-ask = Moves wait until I confirm them

## Muting and blocking

common-mute = Mute
common-unmute = Unmute
common-unmuted = You see the messages of { $name } again.
common-muted = You see nothing more of what { $name } says. Your settings list the players that you have muted.
common-block = Block…
common-block-ask = Block { $name }? { $name } can neither invite you nor join games that you make; games that run go on.
common-block-yes = Yes, block
common-unblock = Unblock
common-unblocked = { $name } is not blocked any more.
common-blocked = { $name } is blocked. Your settings list the players that you have blocked.

## What connected apps may do

common-may-see = see your games
common-may-play = make and join games, and play in your name
common-may-chat = read and write chat, notes and reports, and change whom you mute
common-may-mail = change which mails you get
common-may-account = read your account, your address too, and take holidays

## The kinds of games

common-play-now = Play now
common-play-bot-now = Play a bot now
common-kinds-count = { $n ->
    [one] One game to play
   *[other] { $n } games to play
 }
common-play-bot-hint = A game against bots begins at once. Everybody may look on, and search engines may find it.
common-which-game = Which game?
common-leaderboards = Leaderboards
common-archive = Archive
