### The settings.

settings-title = Settings
settings-subjects = Subjects
settings-all = All settings
settings-notifications = Notifications
settings-device = Colours, large boards, sounds
settings-time = Language and time
settings-zone-and-mails = Time zone and mails
settings-playing = Playing
settings-security = Account and security
settings-data = Your data
settings-sign-in-for-rest = Sign in to see the rest, such as mails, holidays and passkeys.
settings-sign-in-to-confirm = Sign in, then confirm the address.
settings-none = None.
settings-end-it = End it
settings-turn-off = Turn it off
settings-turn-on = Turn it on
settings-since = Since { $since }

## The mail address and the password

address-title = Address and password
address-confirmed = The address is confirmed.
address-code-to = The code from the mail to { $address }
address-confirm = Confirm the address
address-changed-code = Changed. A mail with a code is on its way to the new address.
address-changed = Changed.
address-mail-goes-to = Mail goes to { $address }. That address gets a mail about every change.
address-new = New mail address
address-new-password = New password (8 to 256 characters)
address-current-password = Your current password
address-change = Change it

## Appearance

device-title = Appearance
device-theme-auto = As the device
device-theme-light = Light
device-theme-dark = Dark
device-kept = Kept on this browser.
device-only-this = For this browser alone.
device-colours = Colours
device-this = This browser
device-once-complete = Once a touch completes a move
device-language = Language of the pages
device-sending-hint = Against bots alone, moves are sent at once unless you confirm them. You always confirm a move that ends something.
device-sending = Sending moves
device-large-hint = Where the screen is narrow, boards are then larger than it, and are scrolled.
device-large = Large boards
device-sounds-hint = A tick when the page takes your touch, and a note when it is your turn. Telephones vibrate, too, if they can.
device-sounds = Sounds and vibration

## Addresses for calendars and feed readers

feeds-title = Addresses for your calendar
feeds-copy = Copy the addresses: they are shown only once. Anybody who knows one can read it.
feeds-end-ask = End the addresses of your calendar and feed?
feeds-end-yes = End them
feeds-hint = A program that shows calendars finds your deadlines at an address, and one that reads feeds what waits for you.
feeds-made = You have addresses, made { $at }. New ones take their place.
feeds-none = You have none.
feeds-calendar = Calendar: { $address }
feeds-feed = Feed: { $address }
feeds-make = Make addresses

## Holidays

holidays-title = Holidays
holidays-taken = Taken. Your opponents are notified.
holidays-end-ask = End this holiday? Days that have begun stay taken.
holidays-hint = Your clocks stand still meanwhile, in games whose pace allows it. Your opponents there see it.
holidays-left = { $n ->
    [one] One day of { $year } is left this year.
   *[other] { $n } days of { $year } are left this year.
 }
holidays-from-to = { $from } to { $until }
holidays-first = First day
holidays-first-hint = Empty: at once.
holidays-last = Last day
holidays-take = Take a holiday

## Leaving

leaving-no-games = You have finished no game yet.
leaving-downloaded = It is among your downloads.
leaving-export-hint = The records of all games that you have finished, one on each line: anybody who has them can replay and verify them.
leaving-download = Download them
leaving-delete-ask = Delete your account, for good?
leaving-delete-yes = Delete it
leaving-deleted = Your account is deleted.
leaving-delete-hint = Name, address, password and sessions are removed. Games that were played stay, under an anonymous name; tables of yours that have not begun are cancelled. Nobody can take your name for a year.

## Moves without a choice

forced-title = Moves without a choice
forced-hint = A roll, the only pawn that can move, the end of a day with no card left: in all your games, without a mail.
forced-yes = Play moves without a choice for me

## Mails

mail-title = Notifications by mail
mail-turn = It is your turn
mail-reminders = Reminders before a deadline
mail-news = News: starts, ends, holidays and the like
mail-invitations = Invitations
mail-at-once = At once
mail-digest = In the digest
mail-never = Not at all
mail-confirm-sent = A mail with a link is on its way. Follow it, and mail about your games comes again.
mail-suspended = { $reason ->
    [bounced] Mail to your address came back, so none about your games goes there since { $since }.
    [complained] One of our mails was reported as spam at your address, so none about your games goes there since { $since }.
   *[other] Mail did not arrive, so none about your games goes there since { $since }.
 }
mail-unconfirmed = Your mail address is not confirmed yet, so no mail about your games goes there.
mail-saved = Saved. It holds for mails that were not sent yet as well.
mail-digest-hour = Hour of the digest
mail-digest-hint = One mail a day, with all games that wait for you and what happened; none when there is nothing to say.
mail-quiet = Quiet hours
mail-quiet-from = From
mail-quiet-to = To
mail-wait-while-here = Let turn mails wait while I am here
mail-answer-each = Answer each of my mails, also when my moves were played and it is not my turn

## Passkeys

passkeys-title = Passkeys
passkeys-default-name = A passkey
passkeys-added = The passkey is added. You can sign in with it from now on.
passkeys-remove-ask = Remove the passkey “{ $name }”?
passkeys-remove = Remove
passkeys-hint = A passkey signs you in without a password and without a second factor: your phone, computer or key checks that it is you.
passkeys-used = Added { $added } · last used { $used }
passkeys-unused = Added { $added } · never used
passkeys-new-name = What to call a new one
passkeys-add = Add a passkey
passkeys-unsupported = This browser does not support passkeys.

## Muted and blocked players

people-title = Muted and blocked players
people-nobody = Nobody.
people-unnotified = They are not notified.
people-muted = Muted
people-muted-hint = You get none of their messages, on the pages or by mail, in any game.
people-blocked = Blocked
people-blocked-hint = Moreover neither of you can invite the other, or join a game that the other has made. Games that run go on.
people-block = Block

## Notifications on devices

push-title = Notifications on this device
push-denied = The browser does not allow it. Allow notifications for this page in its settings first.
push-on = Notifications are on. The first one, a test, is on its way.
push-sent = A notification is on its way to { $name }.
push-end-ask = No more notifications on { $name }?
push-end-yes = No more
push-hint = A notification appears on the screen when it is your turn, or when something happens around your games. A mail comes a quarter of an hour later, if you have not been here since.
push-since-last = Since { $since } · last notified { $last }
push-since-never = Since { $since } · not notified yet
push-try = Try it
push-unsupported = This browser cannot show notifications.
push-turn-on = Turn them on here

## Sessions

sessions-title = Where you are signed in
sessions-unknown-device = An unknown device
sessions-end-ask = Sign { $device } out?
sessions-end-all-ask = Sign out everywhere, here too?
sessions-this = this one
sessions-signed-in = Signed in { $at } · last used { $used }
sessions-end-all = Sign out everywhere

## Connected apps

tokens-title = Connected apps
tokens-week = a week
tokens-month = a month
tokens-quarter = three months
tokens-year = a year
tokens-copy = Copy the token: it is shown only once.
tokens-revoke-ask = Revoke the access of “{ $name }”?
tokens-hint = Each has a token from you or from one of our pages. It does not know your password.
tokens-may = It may: { $deeds }.
tokens-used = last used { $used } · until { $until }
tokens-unused = never used · until { $until }
tokens-token = Token: { $token }
tokens-make = Make a token
tokens-name = What to call the program
tokens-may-label = It may
tokens-how-long = For how long

## The second factor

totp-title = Second factor
totp-off-ask = Turn the second factor off?
totp-is-on = { $n ->
    [one] It is on: signing in also takes a code from your app. One recovery code is left.
   *[other] It is on: signing in also takes a code from your app. { $n } recovery codes are left.
 }
totp-is-off = It is off. With it, signing in also takes a code from an app on your phone.
totp-scan = Scan this with the app that shows your codes, or type the secret into it. Then give the first code that it shows.
totp-qr = The secret as a QR code
totp-code = The code that the app shows
totp-recovery = Your recovery codes.
totp-recovery-hint = Each signs you in once without the app. Keep them apart from it: they are not shown again.
totp-recovery-new = Make new recovery codes
totp-set-up = Set it up

## Webhooks

webhooks-title = Webhooks
webhooks-on-turn = It is your turn
webhooks-on-reminder = It still is, and time runs
webhooks-on-start = A game begins
webhooks-on-end = A game is over, or called off
webhooks-on-news = Time runs out, a seat changes hands, a holiday and the like
webhooks-on-invited = A seat is kept for you, or offered to you
webhooks-on-chat = Somebody says something at the table
webhooks-on-test = A test
webhooks-own-program = A program of your own: signed JSON (Standard Webhooks)
webhooks-waits = waits
webhooks-arrived = arrived
webhooks-failed = failed
webhooks-given-up = given up
webhooks-off-yourself = You turned it off
webhooks-off-failing = It was turned off, since nothing arrived for three days
webhooks-off-gone = It was turned off, since its address said that it is gone
webhooks-nothing-yet = Nothing yet.
webhooks-answer = answer { $answer }
webhooks-next-try = next try { $at }
webhooks-test-sent = A test is on its way.
webhooks-copy-new-secret = Copy the secret: it is shown only once. The old one works for another day.
webhooks-delete-ask = Delete this webhook?
webhooks-delete = Delete
webhooks-one-game = Of one game only
webhooks-failing-since = Nothing has arrived since { $since }
webhooks-test = Test it
webhooks-deliveries = Deliveries
webhooks-new-secret = Another secret
webhooks-secret = Secret: { $secret }
webhooks-made-test = Made. Test it.
webhooks-made-copy = Made. Copy the secret: it is shown only once.
webhooks-hint = A chat channel or a program of yours gets the events of your games.
webhooks-make = Make a webhook
webhooks-receiver = Receiver
webhooks-address = Its address
webhooks-address-hint = As the service shows it. It begins with https, and is on the public internet.
webhooks-notify-when = Notify it when

## Time, language and moves

you-no-zone = There is no such time zone. Use one like Europe/Paris.
you-zone = Your time zone
you-zone-hint = For hours, deadlines and holidays.
you-zone-device = This device is in { $zone }.
you-zone-take = Take that
you-mail-language = Language of your mails
