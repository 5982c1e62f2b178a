### Texts that all pages need.

common-administration = Verwaltung
common-language = Sprache
common-how-to-play = So wird gespielt
common-rules = Regeln
common-privacy = Datenschutz
common-site-imprint = Impressum
common-site-terms = Nutzungsbedingungen
common-site-privacy = Datenschutzerklärung
common-site-contact = Kontakt
common-for-programmers = Für Programmierer
common-to-content = Zum Inhalt
common-account-close =
    .aria-label = Schließen
common-no = Nein
common-name = Name
common-named-value = { $name }: { $value }
common-loading = Wird geladen …
common-new-game = Neue Partie
common-game = Spiel
common-players = { $n ->
    [one] Für eine Person
   *[other] { $n } Personen
 }
common-players-range = { $least } bis { $most } Personen
common-points = { $n ->
    [one] { $n } Punkt
   *[other] { $n } Punkte
 }
common-save = Speichern
common-saved = Gespeichert.
common-keep-games = Partien behalten
common-guest-only-here = Du spielst als Gast, nur auf diesem Gerät. Mit Namen und Mailadresse gehören die Partien dir, wo immer du dich anmeldest.
common-none-now = Zurzeit keine.
common-n-of-all = { $n } von { $all }
common-entropy = Dein Beitrag zum Zufall
common-entropy-hint = Irgendetwas. Der Zufall hängt davon ab, damit niemand ihn allein bestimmt haben kann.
common-name-or-address = Name oder Mailadresse
common-export = Deine Partien als Datei
common-delete-account = Dein Konto löschen

## The account

common-account = Dein Konto
common-account-nav =
    .aria-label = Dein Konto
common-your-page = Deine Seite
common-your-settings = Deine Einstellungen
common-sign-in = Anmelden
common-sign-up = Registrieren
common-sign-out = Abmelden
common-sign-in-or-up = Anmelden oder registrieren
common-guest = Gast
common-welcome = Willkommen, { $name }!
common-sign-in-moves-seats = Anmelden? Deine Plätze in laufenden und wartenden Partien gehen auf dein Konto über. Beendete Partien bleiben beim Gast.
common-have-account = Du hast schon ein Konto? Melde dich an: Deine Plätze in laufenden und wartenden Partien gehen darauf über.
common-sign-out-guest = Abmelden? Die Partien eines Gastes sind dann verloren.
common-code-sent = Wenn hier jemand so heißt, ist eine Mail mit einem Code unterwegs. Er gilt 15 Minuten.
common-link-sent = Wenn es so ein Konto gibt, ist eine Mail mit einem Link unterwegs.
common-follow-link = Damit du Mails zu deinen Partien bekommst, folge dem Link in der Mail, die wir dir geschickt haben.
common-signed-out-play = Du wurdest abgemeldet. Melde dich wieder an, um zu spielen.
common-password = Passwort
common-your-password = Dein Passwort
common-password-or-passkey = Dein Passwort; lass es leer, um stattdessen einen Passkey zu benutzen
common-code-from-mail = Der Code aus der Mail
common-code-of-app = Der Code deiner App oder ein Wiederherstellungscode
common-use-passkey = Passkey benutzen
common-mail-code = Stattdessen Code per Mail
common-forgot-password = Passwort vergessen?
common-new-password-set = Neues Passwort festlegen
common-account-address = Die Mailadresse deines Kontos
common-mail-link = Link per Mail schicken
common-name-rule = 2 bis 24 Buchstaben (a bis z), Ziffern, - und _. Alle sehen ihn.
common-mail-address = Mailadresse
common-mail-address-hint = Für die Mails, wenn du am Zug bist. Niemand sonst sieht sie.
common-password-rule = Passwort (8 bis 256 Zeichen)

## Faults

common-went-wrong = Etwas ist schiefgegangen.
common-earlier-try = Ein früherer Versuch hat schon eine Partie angelegt oder ist zu lange her. Sieh bei deinen Partien nach, oder versuch es noch einmal, um eine weitere anzulegen.
common-seed-not-kept = Der Server ist nicht bei dem Startwert geblieben, den er zugesagt hat. Heb das auf: { $receipt }
common-no-server = Der Server ist nicht zu erreichen. Bist du online?
common-answer-broke-off = Die Antwort ist abgebrochen. Versuch es noch einmal.
common-answered-status = Der Server hat mit { $status } geantwortet.
common-signed-out = Du wurdest abgemeldet. Melde dich wieder an.
common-has-passkey = Dieses Gerät hat schon einen Passkey von dir.
common-no-passkey = Das hat nicht geklappt: Es wurde kein Passkey verwendet.
common-no-player = Niemand heißt „{ $name }“
common-offline = Du bist offline.
common-offline-since = So stand es am { $when }. Bis der Server wieder erreichbar ist, kann nichts gespielt werden.

## Names of players

common-program = { $name } (ein Programm)
common-bot-n = Bot { $n }
common-seat-n = Platz { $n }
common-bots = { $n ->
    [one] ein Bot
   *[other] { $n } Bots
 }
common-invited = { $name } (eingeladen)
common-somebody = jemand
common-free-seats = { $n ->
    [one] ein freier Platz
   *[other] { $n } freie Plätze
 }

## Clocks

common-days = { $n ->
    [one] { $n } Tag
   *[other] { $n } Tage
 }
common-days-per-move = { $n ->
    [one] ein Tag pro Zug
   *[other] { $n } Tage pro Zug
 }
common-days-per-game = { $n ->
    [one] ein Tag für die ganze Partie
   *[other] { $n } Tage für die ganze Partie
 }
common-no-clock = ohne Uhr
common-clock-paused = Uhr steht still bis { $at }
common-clock-left-until = noch { $span }, bis { $at }
common-clock-over-until = Zeit abgelaufen; ein Zug geht noch bis { $at }
common-clock-over = Zeit abgelaufen
common-clock-bank = { $span } auf der Uhr
common-clock-left = noch { $span }

## Sending moves

common-sending-hold = Züge lassen sich 4 Sekunden zurücknehmen
common-sending-now = Züge werden sofort gesendet
common-sending-ask = Züge warten auf meine Bestätigung

## Muting and blocking

common-mute = Stummschalten
common-unmute = Stummschaltung aufheben
common-unmuted = Was { $name } sagt, siehst du wieder.
common-muted = Du siehst nichts mehr von dem, was { $name } sagt. Deine Einstellungen nennen, wen du stummgeschaltet hast.
common-block = Blockieren …
common-block-ask = { $name } blockieren? { $name } kann dich dann weder einladen noch deinen Partien beitreten; laufende Partien gehen weiter.
common-block-yes = Ja, blockieren
common-unblock = Nicht mehr blockieren
common-unblocked = { $name } ist nicht mehr blockiert.
common-blocked = { $name } ist blockiert. Deine Einstellungen nennen, wen du blockiert hast.

## What connected apps may do

common-may-see = deine Partien sehen
common-may-play = Partien anlegen, Plätze nehmen und in deinem Namen spielen
common-may-chat = Chat, Notizen und Meldungen lesen und schreiben und ändern, wen du stummschaltest
common-may-mail = ändern, welche Mails du bekommst
common-may-account = dein Konto lesen, auch deine Adresse, und Urlaub nehmen

## The kinds of games

common-play-now = Sofort spielen
common-play-bot-now = Gegen einen Bot spielen
common-kinds-count = { $n ->
    [one] Ein Spiel
   *[other] { $n } Spiele
 }
common-play-bot-hint = Eine Partie gegen Bots beginnt sofort. Alle dürfen zuschauen, und Suchmaschinen dürfen sie finden.
common-which-game = Welches Spiel?
common-leaderboards = Ranglisten
common-archive = Archiv
