### The settings.

settings-title = Einstellungen
settings-subjects = Themen
settings-all = Alle Einstellungen
settings-notifications = Benachrichtigungen
settings-device = Farben, große Spielbretter, Töne
settings-time = Sprache und Zeit
settings-zone-and-mails = Zeitzone und Mails
settings-playing = Spielen
settings-security = Konto und Sicherheit
settings-data = Deine Daten
settings-sign-in-for-rest = Melde dich an, um den Rest zu sehen: Mails, Urlaub, Passkeys und was sonst noch dir gehört.
settings-sign-in-to-confirm = Melde dich an, dann bestätige die Adresse.
settings-none = Keine.
settings-end-it = Widerrufen
settings-turn-off = Ausschalten
settings-turn-on = Einschalten
settings-since = Seit dem { $since }

## The mail address and the password

address-title = Adresse und Passwort
address-confirmed = Die Adresse ist bestätigt.
address-code-to = Der Code aus der Mail an { $address }
address-confirm = Adresse bestätigen
address-changed-code = Geändert. Eine Mail mit einem Code ist an die neue Adresse unterwegs.
address-changed = Geändert.
address-mail-goes-to = Mails gehen an { $address }. Diese Adresse erfährt von jeder Änderung.
address-new = Neue Mailadresse
address-new-password = Neues Passwort (8 bis 256 Zeichen)
address-current-password = Dein jetziges Passwort
address-change = Ändern

## Appearance

device-title = Darstellung
device-theme-auto = Wie das Gerät
device-theme-light = Hell
device-theme-dark = Dunkel
device-kept = Dieser Browser merkt es sich.
device-only-this = Nur für diesen Browser.
device-colours = Farben
device-this = Dieser Browser
device-once-complete = Sobald ein Zug vollständig ist
device-language = Sprache der Seiten
device-sending-hint = Spielst du nur gegen Bots, werden Züge sofort gesendet, außer du willst sie bestätigen. Züge, die etwas beenden, bestätigst du immer.
device-sending = Züge senden
device-large-hint = Auf schmalen Bildschirmen sind die Bretter dann größer als der Bildschirm und lassen sich verschieben.
device-large = Große Spielbretter
device-sounds-hint = Ein Ticken, wenn die Seite deine Berührung annimmt, und ein Ton, wenn du dran bist. Telefone vibrieren auch, wenn sie können.
device-sounds = Töne und Vibration

## Addresses for calendars and feed readers

feeds-title = Adressen für deinen Kalender
feeds-copy = Kopier die Adressen: Sie werden nur dieses eine Mal gezeigt. Wer eine kennt, kann lesen, was sie zeigt.
feeds-end-ask = Die Adressen von Kalender und Feed ungültig machen?
feeds-end-yes = Ungültig machen
feeds-hint = Ein Kalenderprogramm findet deine Fristen unter einer Adresse, und ein Feedleser, was auf dich wartet.
feeds-made = Du hast Adressen, erzeugt am { $at }. Neue treten an ihre Stelle.
feeds-none = Du hast keine.
feeds-calendar = Kalender: { $address }
feeds-feed = Feed: { $address }
feeds-make = Adressen erzeugen

## Holidays

holidays-title = Urlaub
holidays-taken = Eingetragen. Deine Mitspieler erfahren es.
holidays-end-ask = Diesen Urlaub beenden? Angefangene Tage bleiben verbraucht.
holidays-hint = Deine Uhren stehen währenddessen still, in Partien, deren Bedenkzeit es zulässt. Deine Mitspieler dort sehen es.
holidays-left = { $n ->
    [one] In diesem Jahr ist noch ein Tag von { $year } übrig.
   *[other] In diesem Jahr sind noch { $n } Tage von { $year } übrig.
 }
holidays-from-to = { $from } bis { $until }
holidays-first = Erster Tag
holidays-first-hint = Leer lassen: sofort.
holidays-last = Letzter Tag
holidays-take = Urlaub eintragen

## Leaving

leaving-no-games = Du hast noch keine Partie beendet.
leaving-downloaded = Die Datei liegt bei deinen Downloads.
leaving-export-hint = Die Aufzeichnungen aller Partien, die du beendet hast, eine in jeder Zeile: Wer sie hat, kann sie nachspielen und nachprüfen.
leaving-download = Herunterladen
leaving-delete-ask = Dein Konto endgültig löschen?
leaving-delete-yes = Löschen
leaving-deleted = Dein Konto ist gelöscht.
leaving-delete-hint = Name, Adresse, Passwort und Sitzungen werden gelöscht. Gespielte Partien bleiben unter einem anonymen Namen; deine Tische, an denen es noch nicht losging, werden abgesagt. Ein Jahr lang kann niemand deinen Namen nehmen.

## Moves without a choice

forced-title = Erzwungene Züge
forced-hint = Ein Wurf, die einzige Figur, die ziehen kann, das Ende eines Tages, an dem keine Karte übrig ist: in allen deinen Partien, ohne Mail.
forced-yes = Erzwungene Züge für mich spielen

## Mails

mail-title = Benachrichtigungen per Mail
mail-turn = Du bist am Zug
mail-reminders = Erinnerungen vor einer Frist
mail-news = Neuigkeiten: Anfang, Ende, Urlaub und Ähnliches
mail-invitations = Einladungen
mail-at-once = Sofort
mail-digest = In der Sammelmail
mail-never = Gar nicht
mail-confirm-sent = Eine Mail mit einem Link ist unterwegs. Folge ihm, dann kommen wieder Mails zu deinen Partien.
mail-suspended = { $reason ->
    [bounced] Mails an deine Adresse kamen zurück, darum gehen dorthin keine Mails zu deinen Partien mehr, seit dem { $since }.
    [complained] Eine Mail von uns wurde unter deiner Adresse als Spam gemeldet, darum gehen dorthin keine Mails zu deinen Partien mehr, seit dem { $since }.
   *[other] Mails kamen nicht an, darum gehen dorthin keine Mails zu deinen Partien mehr, seit dem { $since }.
 }
mail-unconfirmed = Deine Mailadresse ist noch nicht bestätigt, deshalb gehen keine Mails über deine Partien dorthin.
mail-saved = Gespeichert. Es gilt auch für Mails, die noch nicht verschickt sind.
mail-digest-hour = Uhrzeit der Sammelmail
mail-digest-hint = Eine Mail am Tag, mit allen Partien, die auf dich warten, und dem, was passiert ist; keine, wenn es nichts zu sagen gibt.
mail-quiet = Ruhezeit
mail-quiet-from = Von
mail-quiet-to = Bis
mail-wait-while-here = Mails zu meinen Zügen zurückhalten, solange ich hier bin
mail-answer-each = Jede meiner Mails beantworten, auch wenn meine Züge gespielt sind und ich nicht am Zug bin

## Passkeys

passkeys-title = Passkeys
passkeys-default-name = Ein Passkey
passkeys-added = Der Passkey ist hinzugefügt. Ab jetzt kannst du dich damit anmelden.
passkeys-remove-ask = Den Passkey „{ $name }“ entfernen?
passkeys-remove = Entfernen
passkeys-hint = Mit einem Passkey meldest du dich ohne Passwort und ohne zweiten Faktor an: Dein Telefon, Computer oder Schlüssel prüft, dass du es bist.
passkeys-used = Hinzugefügt am { $added } · zuletzt benutzt am { $used }
passkeys-unused = Hinzugefügt am { $added } · nie benutzt
passkeys-new-name = Wie ein neuer heißen soll
passkeys-add = Passkey hinzufügen
passkeys-unsupported = Dieser Browser kennt keine Passkeys.

## Muted and blocked players

people-title = Stummgeschaltete und blockierte Spieler
people-nobody = Niemand.
people-unnotified = Sie erfahren nichts davon.
people-muted = Stummgeschaltet
people-muted-hint = Was sie sagen, wird dir in keiner Partie gezeigt oder zugeschickt.
people-blocked = Blockiert
people-blocked-hint = Außerdem kann keiner von euch den anderen einladen oder einer Partie beitreten, die der andere eröffnet hat. Laufende Partien gehen weiter.
people-block = Blockieren

## Notifications on devices

push-title = Benachrichtigungen auf diesem Gerät
push-denied = Der Browser erlaubt es nicht. Erlaube in seinen Einstellungen zuerst Benachrichtigungen für diese Seite.
push-on = Benachrichtigungen sind an. Die erste, ein Test, ist unterwegs.
push-sent = Eine Benachrichtigung an { $name } ist unterwegs.
push-end-ask = Keine Benachrichtigungen mehr auf { $name }?
push-end-yes = Abstellen
push-hint = Wenn du am Zug bist und wenn rund um deine Partien etwas passiert, erscheint eine Benachrichtigung auf dem Bildschirm. Eine Mail kommt eine Viertelstunde später, wenn du seither nicht hier warst.
push-since-last = Seit dem { $since } · zuletzt benachrichtigt am { $last }
push-since-never = Seit dem { $since } · noch nie benachrichtigt
push-try = Testen
push-unsupported = Dieser Browser kann keine Benachrichtigungen zeigen.
push-turn-on = Hier einschalten

## Sessions

sessions-title = Wo du angemeldet bist
sessions-unknown-device = Ein unbekanntes Gerät
sessions-end-ask = { $device } abmelden?
sessions-end-all-ask = Überall abmelden, auch hier?
sessions-this = dieses hier
sessions-signed-in = Angemeldet am { $at } · zuletzt benutzt am { $used }
sessions-end-all = Überall abmelden

## Connected apps

tokens-title = Verbundene Apps
tokens-week = eine Woche
tokens-month = einen Monat
tokens-quarter = drei Monate
tokens-year = ein Jahr
tokens-copy = Kopier das Token: Es wird nur dieses eine Mal gezeigt.
tokens-revoke-ask = Widerrufen, was „{ $name }“ darf?
tokens-hint = Jedes hat ein Token, von dir oder von einer unserer Seiten. Dein Passwort kennt es nicht.
tokens-may = Es darf: { $deeds }.
tokens-used = zuletzt benutzt am { $used } · bis { $until }
tokens-unused = nie benutzt · bis { $until }
tokens-token = Token: { $token }
tokens-make = Token anlegen
tokens-name = Wie das Programm heißen soll
tokens-may-label = Es darf
tokens-how-long = Wie lange

## The second factor

totp-title = Zweiter Faktor
totp-off-ask = Den zweiten Faktor ausschalten?
totp-is-on = { $n ->
    [one] Er ist an: Zum Anmelden brauchst du auch einen Code deiner App. Ein Wiederherstellungscode ist übrig.
   *[other] Er ist an: Zum Anmelden brauchst du auch einen Code deiner App. { $n } Wiederherstellungscodes sind übrig.
 }
totp-is-off = Er ist aus. Mit ihm brauchst du zum Anmelden auch einen Code einer App auf deinem Telefon.
totp-scan = Scann das mit der App, die deine Codes zeigt, oder tipp das Geheimnis dort ein. Gib dann den ersten Code an, den sie zeigt.
totp-qr = Das Geheimnis als QR-Code
totp-code = Der Code, den die App zeigt
totp-recovery = Deine Wiederherstellungscodes.
totp-recovery-hint = Mit jedem meldest du dich einmal ohne die App an. Bewahr sie getrennt von ihr auf: Sie werden nicht noch einmal gezeigt.
totp-recovery-new = Neue Wiederherstellungscodes erzeugen
totp-set-up = Einrichten

## Webhooks

webhooks-title = Webhooks
webhooks-on-turn = Du bist am Zug
webhooks-on-reminder = Du bist es noch immer, und die Zeit läuft
webhooks-on-start = Eine Partie beginnt
webhooks-on-end = Eine Partie ist zu Ende oder abgesagt
webhooks-on-news = Zeit läuft ab, ein Platz wechselt, Urlaub und Ähnliches
webhooks-on-invited = Ein Platz wird dir freigehalten oder angeboten
webhooks-on-chat = Jemand sagt etwas am Tisch
webhooks-on-test = Ein Test
webhooks-own-program = Ein eigenes Programm: signiertes JSON (Standard Webhooks)
webhooks-waits = wartet
webhooks-arrived = angekommen
webhooks-failed = gescheitert
webhooks-given-up = aufgegeben
webhooks-off-yourself = Du hast ihn abgeschaltet
webhooks-off-failing = Er wurde abgeschaltet, weil drei Tage lang nichts ankam
webhooks-off-gone = Er wurde abgeschaltet, weil seine Adresse sagte, dass es sie nicht mehr gibt
webhooks-nothing-yet = Noch nichts.
webhooks-answer = Antwort { $answer }
webhooks-next-try = nächster Versuch { $at }
webhooks-test-sent = Ein Test ist unterwegs.
webhooks-copy-new-secret = Kopier das Geheimnis: Es wird nur dieses eine Mal gezeigt. Das vorige gilt noch einen Tag.
webhooks-delete-ask = Diesen Webhook löschen?
webhooks-delete = Löschen
webhooks-one-game = Nur von einer Partie
webhooks-failing-since = Nichts ist angekommen seit { $since }
webhooks-test = Ausprobieren
webhooks-deliveries = Zustellungen
webhooks-new-secret = Ein anderes Geheimnis
webhooks-secret = Geheimnis: { $secret }
webhooks-made-test = Angelegt. Probier ihn aus.
webhooks-made-copy = Angelegt. Kopier das Geheimnis: Es wird nur dieses eine Mal gezeigt.
webhooks-hint = Ein Chatkanal oder ein Programm von dir erfährt, was in deinen Partien geschieht.
webhooks-make = Webhook anlegen
webhooks-receiver = Empfänger
webhooks-address = Seine Adresse
webhooks-address-hint = So wie der Dienst sie zeigt. Sie beginnt mit https und liegt im öffentlichen Internet.
webhooks-notify-when = Er erfährt, wenn

## Time, language and moves

you-no-zone = Diese Zeitzone gibt es nicht. Nimm eine wie Europe/Paris.
you-zone = Deine Zeitzone
you-zone-hint = Für Uhrzeiten, Fristen und Urlaub.
you-zone-device = Dieses Gerät hat die Zeit von { $zone }.
you-zone-take = Übernehmen
you-mail-language = Sprache deiner Mails
