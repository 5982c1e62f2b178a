### Antworten auf Mails.

## Auf jede Mail

answer-line = Zeile { $n } („{ $line }“)
answer-too-many-lines = Deine Mail hat { $n } Zeilen; der Server liest höchstens { $most }, mit je einem Befehl. Es wurde nichts ausgeführt. Setz eine Zeile mit zwei Bindestrichen (--) über alles, was nicht für den Server ist.
answer-no-line = Keine Zeile deiner Mail ist für den Server: Zitate, Grüße und Signaturen zählen nicht. Es wurde nichts ausgeführt.
answer-encrypted = Deine Mail ist verschlüsselt, und dieser Server hat keinen Schlüssel dafür. Es wurde nichts ausgeführt. Schick sie noch einmal unverschlüsselt; eine Signatur stört nicht.
answer-title-games = Deine Partien
answer-title-rules = Die Regeln von { $game }
answer-no-rules = Die Regeln dieses Spiels gibt es hier nicht.
answer-no-section = Die Regeln haben keinen Abschnitt „{ $section }“.

## Auf eine Mail zu einer Partie

answer-played = Gespielt: { $moves }.
answer-move = „{ $move }“
answer-move-then = { $before }, dann „{ $move }“
answer-made-for-you = „{ $move }“ wurde schon für dich gespielt, weil du keine andere Wahl hattest. Schreib es noch einmal, wenn du einen weiteren Zug meinst.
table-made-for-you = „{ $move }“ wurde schon für dich gespielt, weil du keine andere Wahl hattest.
answer-nothing-played = Es wurde nichts gespielt.
answer-nothing-here = In dieser Partie wurde nichts ausgeführt.
answer-nothing-at-all = Nichts aus deiner Mail wurde ausgeführt.
answer-all-or-none = Es wurde nichts gespielt: Von einer Mail werden alle Züge gespielt oder keiner.
answer-stale = Die Partie ist weitergegangen seit der Mail, auf die du antwortest. { $nothing } So steht es jetzt auf dem Brett: Antworte auf diese Mail hier, um zu spielen.
answer-illegal = { $line } wurde abgelehnt: { $why } { $nothing }
answer-not-now = { $line } geht gerade nicht: { $why } { $nothing }
answer-left-out = { $line } wurde abgelehnt: { $why }
answer-not-tried = Nicht mehr versucht: { $moves }.
answer-gone-on = Die Partie ist inzwischen weitergegangen.
answer-game-over = Die Partie ist zu Ende: Diese Adresse nimmt keine Züge mehr an. { $nothing }
answer-invalid = { $why } { $nothing }
answer-title-happened = Was passiert ist
answer-archive = Der Verlauf der Partie hängt als Datei an dieser Mail, soweit du ihn sehen darfst.
answer-archive-large = Der Verlauf der Partie ist zu groß für eine Mail. Du kannst ihn auf der Seite der Partie herunterladen: { $url }
answer-archive-alone = Schreib „archiv“ in einer Mail zu einer einzigen Partie: Ihr Verlauf liegt der Antwort als Datei bei.
answer-title-history = Was bisher passiert ist
answer-last-lines = { $n ->
    [one] Das ist die letzte Zeile des Verlaufs.
   *[other] Das sind die letzten { $n } Zeilen des Verlaufs.
 }
answer-whole-move = „{ $move }“ ist ein vollständiger Zug.
answer-begins-move = „{ $move }“ ist der Anfang eines Zugs.
answer-title-next = Was darauf folgen kann
answer-title-legal = Erlaubte Züge, die so anfangen
answer-resign-alone = Wenn du aufgeben willst, schick eine Mail nur mit dieser Zeile. Nichts aus deiner Mail wurde ausgeführt.
answer-resign = Willst du diese Partie endgültig verlassen? Dann antworte auf diese Mail mit „ja“ oder mit der Zeile „aufgeben ja“. Noch ist nichts passiert.
answer-who = Platz { $seat }: { $name }
answer-who-left = Platz { $seat }: { $name }, hat die Partie verlassen
answer-who-moves = Platz { $seat }: { $name }, ist am Zug
answer-title-orders = Deine Anweisungen
answer-title-orders-known = Anweisungen, die dieses Spiel kennt
answer-order = { $example }: { $does }
answer-orders-none = Du hast keine Anweisungen in dieser Partie. Die Zeile „anweisungen“ mit Zügen, durch „;“ getrennt, merkt Züge vor, bis du an der Reihe bist.
answer-orders-end = Niemand sonst sieht deine Anweisungen. „orders off“ streicht alle.
answer-orders-off = Deine Anweisungen in dieser Partie sind gestrichen.
answer-orders-stopped = Der Server wurde unterbrochen, während er deine Mail bearbeitet hat. Vorgemerkte Züge sind vielleicht schon gespielt; was fehlt, merk noch einmal vor.
answer-order-unknown = Die Anweisung „{ $order }“ wurde nicht verstanden: { $why } { $nothing }
answer-rematch = Die Partie { $id } ist vorgeschlagen, und du hast einen Platz darin. Sie beginnt, sobald die anderen dabei sind.
answer-rematch-missed = Es gibt eine Revanche, die Partie { $id }, und du hast keinen Platz darin.
answer-stay = Du bleibst in der Partie.
answer-nothing-to-resign = Die Partie ist zu Ende: Es gibt nichts mehr aufzugeben.
answer-left = Du hast die Partie verlassen.
answer-title-how = So spielst du per Mail
answer-how =
    Antworte auf eine Mail zu einer Partie mit deinen Zügen, pro Zeile
    einen, mit den Wörtern, die in der Mail stehen. Zitate, Grüße und
    Signaturen zählen nicht. Von einer Mail werden alle Züge gespielt
    oder keiner. Diese Wörter sind keine Züge:

## Gespräch und Notizen

answer-said = Am Tisch gesagt: „{ $text }“.
answer-not-said = Nicht gesagt: „{ $text }“. { $why }
answer-title-said = Am Tisch gesagt
answer-said-by = { $name } ({ $at } UTC): { $text }
answer-nothing-said = Am Tisch wurde noch nichts gesagt.
answer-title-note = Deine Notiz
answer-not-noted = Nicht notiert: „{ $text }“. { $why }
answer-no-note = Du hast keine Notiz zu dieser Partie. Die Zeile „notiz TEXT“ schreibt eine.

## Auf eine Mail, die nicht zu einer Partie gehört

answer-stranger = Die Adresse, von der du schreibst, gehört zu keinem bestätigten Konto. Registriere dich auf { $url }, bestätige deine Adresse und schreib noch einmal. Es wurde nichts ausgeführt.
answer-which-game = In der Mail geht es um mehrere Partien. Beginne jede Zeile mit der Kennung der Partie, für die sie ist.
answer-not-understood = { $line } wurde nicht verstanden. { $why } Es wurde nichts ausgeführt.
answer-taken-back = { $line } scheint zurückzunehmen oder zu korrigieren, was davor steht. Deshalb wurde nichts aus deiner Mail ausgeführt. Schick eine neue Mail, in der nur die Züge stehen, die du wirklich willst.
answer-confirm = In deinem Namen kann jeder schreiben, darum wurde noch nichts ausgeführt. Ist die Mail von dir, dann antworte auf diese hier innerhalb { $days ->
    [one] eines Tages
   *[other] von { $days } Tagen
 } mit „ja“. Wenn nicht, brauchst du nichts zu tun.
answer-confirm-seat = An die geheime Adresse deines Platzes kam eine Mail von „{ $from }“, und nichts zeigt, dass sie von dir ist. Darum wurde noch nichts ausgeführt. Ist sie von dir, dann antworte auf diese hier innerhalb { $days ->
    [one] eines Tages
   *[other] von { $days } Tagen
 } mit „ja“: Dann geschieht, was darin steht, und Mails von dort gelten künftig als deine. Wenn nicht, kennt jemand deine geheime Adresse: Die Zeile „neue adressen“, als Antwort auf eine andere Mail zu einer Partie, gibt dir eine neue.
answer-reset = Deine Plätze haben neue geheime Adressen, und die alten gelten nicht mehr: Auf die Mails, die du schon hast, kannst du nicht mehr antworten. Die nächste Mail zu jeder Partie hat die neue.
answer-confirm-board = Diese Mail sagt nicht, auf welche Stellung sie antwortet, oder sie antwortet auf eine ältere. Wenn du „ja“ sagst, werden ihre Züge auf diesem Brett gespielt.
answer-ask-board = Die Züge unten wurden noch nicht gespielt: Aus deiner Mail geht nicht hervor, auf welche Stellung sie antwortet, oder sie antwortet auf eine ältere. So steht es jetzt auf dem Brett. Antworte innerhalb { $days ->
    [one] eines Tages
   *[other] von { $days } Tagen
 } mit „ja“, und sie werden hier gespielt.
answer-title-asked = Die Anfrage
answer-forgotten = Es wurde nichts ausgeführt, und deine Anfrage ist gelöscht.
answer-stopped = Der Server wurde unterbrochen, während er deine Mail bearbeitet hat. Ein Teil davon ist vielleicht ausgeführt: Das sind jetzt deine Partien. Was fehlt, schreib bitte noch einmal.
answer-made = Die Partie { $id } von { $game } ist angelegt. Du bekommst eine Mail, wenn du am Zug bist.
answer-begun = Die Partie { $id } von { $game } hat begonnen.
answer-gave = Zu ihren Würfeln hast du beigetragen: „{ $entropy }“.
answer-gave-id = Zu ihren Würfeln hast du den SHA-256 der Message-ID deiner Mail beigetragen: „{ $entropy }“. Mit der Zeile „entropie WÖRTER“ gibst du eigene Wörter dazu.
answer-title-receipt = Quittung
answer-joined = Du hast einen Platz in der Partie { $id }. Du bekommst eine Mail, wenn du am Zug bist.
answer-joined-begun = Du hast einen Platz in der Partie { $id }, und sie hat begonnen.
answer-declined = Du hast keinen Platz in der Partie { $id }.
answer-no-such-game = Diese Partie gibt es nicht. Es wurde nichts ausgeführt.
answer-refused = Das wurde abgelehnt: { $why }
answer-tables = Wir haben deine Zeilen ausgeführt.
answer-tables-part = Wir haben nur einige deiner Zeilen ausgeführt.
answer-tables-refused = Wir haben keine deiner Zeilen ausgeführt.
answer-desk = Schreib in jede Zeile einen Befehl. Um zu ziehen, antworte auf eine Mail zu der Partie: In jeder steht, wie es geht.
answer-title-words = Was du schreiben kannst
answer-title-kinds = Die Spiele
answer-title-open = Partien mit freien Plätzen

## Was die Wörter tun; höchstens 68 Spalten

words-help = wie man per Mail spielt, und alle diese Wörter
words-how = wie das Spiel geht
words-rules = die Regeln des Spiels; „rules 5.2“: nur dieser Abschnitt
words-how-of = wie ein Spiel geht: „how SPIEL“
words-rules-of = die Regeln eines Spiels: „rules SPIEL“
words-show = das Brett, wie es jetzt ist
words-legal = deine erlaubten Züge; „züge spiele 8“: die, die so anfangen
words-history = was bisher passiert ist
words-archive = der Verlauf der Partie als Datei
words-who = wer mitspielt und wer am Zug ist
words-games = deine Partien
words-chat = „chat Hallo!“ sagt es den anderen; allein: was gesagt wurde
words-note = „note Vorsicht Ben“ notiert es für dich; allein: deine Notiz
words-rematch = noch einmal mit denselben Leuten, wenn die Partie zu Ende ist
words-resign = die Partie endgültig verlassen; du wirst noch einmal gefragt
words-leave = dasselbe wie resign
words-stop = keine Mails mehr, wenn du am Zug bist; „stop all“: gar keine
words-resume = die Mails dieser Partie wieder
words-digest = eine Mail am Tag für alles: „digest 8 Europe/Berlin“, „digest off“
words-quiet = keine Mails in der Nacht: „quiet 22 7“, „quiet off“
words-zone = deine Zeitzone: „zone Europe/Berlin“
words-languages = die Sprache der Mails an dich: „language de“; allein: alle
words-auto = Züge ohne Wahl werden für dich gespielt: „auto off“, „auto on“
words-auto-all = Züge ohne Wahl werden für dich gespielt: „auto off“, „auto on“
words-orders = was später gespielt wird: „orders roll“; allein: deine
words-when = eine Anweisung mit Bedingung; „orders“ nennt die des Spiels
words-answers = Antwort auf jede Mail oder nur, wo sie nötig ist: „answers on“
words-reset = „reset addresses“: neue geheime Adressen statt der alten
words-list = Partien mit freien Plätzen; „list SPIEL“: nur von einem Spiel
words-new = neue Partie: „new SPIEL seats 2 with ben“, „new SPIEL bot greedy“
words-play = gleich eine Partie gegen Bots: „play SPIEL“, „play SPIEL with ben“
words-join = einen Platz nehmen: „join ID“
words-entropy = dein Beitrag zu den Würfeln, bei new und join: „entropy WÖRTER“
words-entropy-how = Schreib „entropie WÖRTER“ einmal, mit höchstens 64 Bytes eigener Wörter, in die Mail, die eine Partie anlegt („neue partie“) oder einen Platz nimmt („beitreten“).
words-accept = dasselbe wie join
words-decline = Platz zurückgeben oder Einladung ablehnen: „decline ID“

## Wörter, die nicht verstanden werden

words-unknown = Für einen Zug beginne die Zeile mit der Kennung der Partie („Gx3kPq7LmZ2 würfeln“), oder antworte auf eine Mail zu dieser Partie. Andere Zeilen beginnen mit einem dieser Wörter: { $words }.
words-did-you-mean = { $why } Meintest du „{ $near }“?
words-which-id = Sag, welche Partie: „{ $word } ID“.
words-which-kind = Sag, welches Spiel: eines von { $kinds }.
words-how-many-seats = Sag, wie viele Plätze: „seats 3“.
words-how-many-days = Sag, wie viele Tage pro Zug: „days 3“.
words-twice = „{ $word }“ steht zweimal in der Zeile. Schreib es nur einmal.
words-new-how = „{ $word }“ wurde nicht verstanden. Schreib „new SPIEL“, dann „seats N“, „days N“, „with NAME and NAME“, „bot greedy“, „private“ oder Optionen wie „pawns=2“.
words-digest-how = Schreib „sammelmail 8“ (die Stunde), „sammelmail 8 Europe/Berlin“ oder „sammelmail aus“.
words-quiet-how = Schreib „ruhezeit 22 7“ (von wann bis wann) oder „ruhezeit aus“.
words-zone-how = Schreib „zeitzone“ und den Namen einer Zeitzone, zum Beispiel „zeitzone Europe/Berlin“.
words-answers-how = Schreib „antworten an“ oder „antworten aus“.
words-auto-how = Schreib „auto an“ oder „auto aus“; als Antwort auf eine Mail zu einer Partie „auto aus alle“ für alle deine Partien.
words-language-how = Schreib { $languages }.
words-language = „sprache { $code }“ ({ $name })

## Wörter über Mails

words-stopped = Du bekommst keine Mails dieser Partie mehr, wenn du am Zug bist. Erinnerungen vor einer Frist und Neuigkeiten der Partie kommen weiter; „gar keine mails“ stellt auch sie ab.
words-stopped-all = Du bekommst keine Mails dieser Partie mehr, außer wenn du hierher schreibst.
words-resume-undoes = Die Zeile „wieder mails“ macht das rückgängig.
words-resumed = Du bekommst die Mails dieser Partie wieder wie die deiner anderen Partien. Die Zeile „keine mails“ stellt sie ab.
words-digest-on = Du bekommst eine Mail am Tag, um { $hour }:00 ({ $zone }), mit allen Partien, die auf dich warten, und dem, was passiert ist. Erinnerungen und Einladungen kommen sofort. Die Zeile „sammelmail aus“ macht das rückgängig.
words-digest-off = Du bekommst die Mails einzeln, wie sie kommen, und keine Sammelmail mehr.
words-quiet-on = Von { $from }:00 bis { $to }:00 ({ $zone }) bekommst du keine Mails zu deinen Partien: Sie warten bis danach, nur Erinnerungen nicht, die dann zu spät kämen. Die Zeile „ruhezeit aus“ macht das rückgängig.
words-quiet-off = Du bekommst Mails zu jeder Uhrzeit.
words-zone-set = Deine Zeitzone ist ab jetzt { $zone }.
words-answers-on = Ab jetzt wird jede deiner Mails beantwortet. Die Zeile „antworten aus“ macht das rückgängig.
words-answers-off = Wenn deine Züge gespielt sind und du nicht mehr am Zug bist, bekommst du keine Antwort: Die nächste Mail der Partie zeigt sie. Was abgelehnt wird, wird immer beantwortet. Die Zeile „antworten an“ macht das rückgängig.
words-auto-on = In dieser Partie werden Züge ohne Wahl sofort für dich gespielt: ein Wurf, die einzige Figur, die ziehen kann, das Ende eines Tages, an dem keine Karte übrig ist. Die Zeile „auto aus“ macht das rückgängig.
words-auto-off = In dieser Partie machst du jeden Zug selbst. Die Zeile „auto an“ macht das rückgängig.
words-auto-on-all = In allen deinen Partien werden Züge ohne Wahl sofort für dich gespielt: ein Wurf, die einzige Figur, die ziehen kann, das Ende eines Tages, an dem keine Karte übrig ist. Die Zeile „auto aus alle“ macht das rückgängig.
words-auto-off-all = In allen deinen Partien machst du jeden Zug selbst. Die Zeile „auto an alle“ macht das rückgängig.
words-language-set = Ab jetzt bekommst du Mails auf Deutsch.

## Partien in einer Zeile

games-line = { $id }, { $kind }{ $practice ->
    [yes] { " (Übung)" }
   *[no] { "" }
 }{ $count ->
    [0] { "" }
   *[other] { " " }mit { $players }
 }
games-line-open = { $id }, { $kind }{ $practice ->
    [yes] { " (Übung)" }
   *[no] { "" }
 }{ $count ->
    [0] { "" }
   *[other] { " " }mit { $players }
 }, { $taken } von { $seats } Plätzen besetzt
games-your-turn = { $game }: du bist am Zug
games-others = { $game }: die anderen überlegen
games-invited = { $game }: du bist eingeladen; schreib „beitreten { $id }“
games-waits = { $game }: noch nicht vollzählig
games-join = { $game }: schreib „beitreten { $id }“
games-none = Du hast keine Partien.
games-none-open = Es gibt keine Partien mit freien Plätzen. Leg eine an: „neue partie SPIEL“.

## Die Bedenkzeit einer Partie

pace-per-move = { $days ->
    [one] { $days } Tag pro Zug
   *[other] { $days } Tage pro Zug
 }
pace-bank = { $days ->
    [one] { $days } Tag für die ganze Partie
   *[other] { $days } Tage für die ganze Partie
 }
pace-increment = { $days ->
    [one] { $days } Tag für die ganze Partie
   *[other] { $days } Tage für die ganze Partie
 } und { $hours ->
    [one] { $hours } Stunde mehr für jeden Zug
   *[other] { $hours } Stunden mehr für jeden Zug
 }

## Warum etwas nicht ausgeführt wurde

why-bad-credentials = Name und Passwort oder Code passen nicht zusammen.
why-bad-refresh-token = Das Erneuerungstoken gilt nicht. Melde dich neu an.
why-bad-code = Der Code ist falsch, verbraucht oder abgelaufen.
why-bad-passkey = Die Antwort des Passkeys passt nicht, kommt zu spät oder ist schon bekannt. Fang noch einmal an.
why-second-factor-needed = Gib auch einen Code deiner App oder einen Wiederherstellungscode an. Wenn du beides verloren hast, frag den Betreiber.
why-second-factor-on = Dein zweiter Faktor ist schon an.
why-name = Ein Name hat 2 bis 24 Buchstaben (a bis z), Ziffern, Binde- und Unterstriche und beginnt mit einem Buchstaben oder einer Ziffer.
why-name-kept = Dieser Name ist für den Server reserviert. Wähle einen anderen.
why-address-form = Das ist keine Mailadresse. Gib eine wie name@example.org an.
why-password-length = Ein Passwort hat 8 bis 256 Zeichen.
why-password-guessed = Dieses Passwort ist leicht zu erraten. Nimm ein längeres, zum Beispiel ein paar Wörter, die nicht zusammengehören.
why-yourself = Das bist du selbst.
why-list-full = Auf der Liste stehen höchstens { $most } Spieler.
why-cannot-follow = Du kannst { $name } nicht folgen.
why-prefix = Gib den Anfang eines Namens ein: 2 bis 24 Buchstaben (a bis z), Ziffern, Binde- und Unterstriche.
why-no-such-player = In dieser Partie gibt es niemanden mit diesem Namen.
why-no-such-message = Diese Nachricht gibt es in dieser Partie nicht.
why-no-reports = Dieser Server nimmt keine Meldungen an: Der Betreiber hat keine Adresse angegeben.
why-only-creator = Das darf nur, wer die Partie angelegt hat.
why-token-scopes = Wähle mindestens eine Berechtigung für das Token.
why-tokens-many = Du hast { $most } Tokens. Widerrufe zuerst eines.
why-events = Wähle mindestens ein Ereignis für den Webhook.
why-quiet = Die ruhigen Stunden dürfen nicht zur selben Stunde beginnen und enden.
why-sign-up-closed = Dieser Server nimmt keine neuen Mitspieler auf.
why-sign-up-invitation = Auf diesem Server spielt nur mit, wer an einen Tisch eingeladen wurde. Öffne den Link deiner Einladung oder gib die Adresse an, an die sie ging.
why-address-blocked = Der Betreiber dieses Servers nimmt keine Adressen dieser Domain an. Gib eine andere an.
why-name-taken = Dieser Name ist vergeben oder sieht einem vergebenen ähnlich.
why-address-taken = Ein anderes Konto hat diese Adresse bestätigt.
why-guests-may-not = Gäste können das nicht. Behalte zuerst deine Partien: Wähle einen Namen, eine Adresse und ein Passwort.
why-not-a-guest = Du hast schon ein Konto.
why-no-reservation = Die Reservierung ist nicht deine, ist abgelaufen oder gehört zu einer anderen Partie.
why-no-clock = Für diesen Platz läuft keine Uhr.
why-stale = Dein nächster Zug hat die Nummer { $seq }. Sieh dir die Partie an und schick ihn noch einmal.
why-under-way = Dieselbe Anfrage wird gerade ausgeführt. Schick sie gleich noch einmal, um die Antwort zu bekommen.
why-in-doubt = Ein Server ist ausgefallen, während er diese Anfrage ausführte. Sieh nach, ob sie ausgeführt wurde; wenn nicht, schick sie unter einem anderen Schlüssel.
why-reveals = Zug { $index } der Liste deckt etwas Neues auf oder verlässt die Partie. Schick die Liste bis dahin, dann den Rest.
why-reveals-last = Dieser Zug deckt etwas Neues auf, verlässt die Partie oder beendet sie: Das Ergebnis siehst du erst, wenn er gespielt ist.
why-changed-meanwhile = Das wurde inzwischen geändert.
why-too-large = Die Anfrage ist zu groß.
why-of-a-list = Nichts von der Liste wurde gespielt. Zug { $index } davon, nach denen davor: { $why }
why-not-signed-in = Melde dich zuerst an.
why-scope = Dem Token fehlt die Berechtigung „{ $scope }“.
why-session-only = Das geht mit keinem Token: Melde dich an.
why-url-form = Gib eine Adresse mit https:// an, höchstens 2000 Zeichen lang, ohne Name, Passwort oder Fragment.
why-url-port = Nur Port 443 und Ports ab 1024 sind erlaubt.
why-url-host = Dieser Rechner steht nicht im öffentlichen Internet, oder sein Name lässt sich gerade nicht auflösen.
why-webhooks-many = Du hast { $most } Webhooks. Lösche zuerst einen.
why-not-found = Hier gibt es nichts.
why-game-not-open = Die Partie ist nicht mehr offen.
why-no-seat = Es gibt keinen freien Platz für dich.
why-already-seated = Du sitzt schon an diesem Tisch.
why-not-the-deal = Die Vorgabe gilt für ein anderes Spiel, für andere Optionen oder eine andere Zahl von Plätzen.
why-deal-played = Du spielst diese Vorgabe schon oder hast sie gespielt. Jede und jeder spielt sie einmal.
why-deal-closed = Die Vorgabe ist beendet. Niemand kann mehr einen Platz nehmen.
why-not-seated = Du sitzt nicht an diesem Tisch.
why-not-started = Die Partie hat noch nicht begonnen.
why-too-many = { $seconds ->
    [one] Versuch es in einer Sekunde noch einmal.
   *[other] Versuch es in { $seconds } Sekunden noch einmal.
 }
why-damaged-game = Die gespeicherte Partie ist beschädigt und lässt sich vorerst nicht spielen. Der Betreiber weiß Bescheid.
why-too-many-moves = In einer Partie sind höchstens { $most } Züge am Tag möglich. Weiter geht es in { $seconds ->
    [one] einer Sekunde
   *[other] { $seconds } Sekunden
 }, wenn der nächste Tag beginnt (UTC).
why-internal = Auf dem Server ist ein Fehler aufgetreten.
why-unavailable = Der Server kann gerade nicht antworten. Versuch es noch einmal.
why-queue = Du kannst höchstens { $most } Züge auf einmal vormerken.
why-conditional = Du kannst höchstens { $most } bedingte Anweisungen haben. „orders off“ streicht alle.
why-moves = Schick 1 bis { $most } Züge auf einmal.
why-text-long = { $what ->
    [reason] Die Begründung
    [name] Der Name
   *[text] Der Text
 } darf höchstens { $most } Zeichen haben.
why-text-plain = { $what ->
    [reason] Die Begründung
    [name] Der Name
   *[text] Der Text
 } muss einfacher Text sein, ohne Steuerzeichen.
why-text-empty = { $what ->
    [reason] Die Begründung
    [name] Der Name
   *[text] Der Text
 } ist leer.
why-not-at-table = Nur wer mitspielt, kann am Tisch etwas sagen.
why-blocked = Du hast { $name } blockiert. Heb das zuerst auf.
why-blocked-creator = Du hast die Person blockiert, die diese Partie angelegt hat. Heb das zuerst auf.
why-confirm-first = Bestätige erst deine eigene Adresse, bevor du jemanden über eine Adresse einlädst.
why-creator-stays = Du hast diese Partie angelegt: Sag sie ab, statt sie zu verlassen.
why-no-kind = Es gibt kein Spiel „{ $game }“.
why-no-deal = Es gibt keine Vorgabe „{ $id }“.
why-no-player = Hier heißt niemand „{ $name }“.
why-no-address = „{ $address }“ ist keine Mailadresse.
why-seats = { $most ->
    [1] { $game } hat genau { $least } Platz, nicht { $seats }.
   *[other] { $game } hat { $least } bis { $most } Plätze, nicht { $seats }.
 }
why-guests = Außer deinem gibt es { $seats ->
    [0] keinen Platz
    [one] einen Platz
   *[other] { $seats } Plätze
 } für { $guests ->
    [one] einen Gast
   *[other] { $guests } Gäste
 }.
why-guest-twice = Jemand ist zweimal eingeladen.
why-days = Pro Zug sind 1 bis { $most } Tage möglich.
why-bank = Für die ganze Partie sind 1 bis { $most } Tage möglich.
why-increment = Jeder Zug bringt höchstens { $most } Stunden dazu.
why-grace = Die Schonfrist dauert höchstens { $most } Stunden.
why-pause = Eine Pause hat „weekends“, „nightly“ oder beides.
why-night = Eine nächtliche Pause dauert höchstens { $most } Stunden.
why-holiday-past = Ein Urlaub beginnt frühestens heute.
why-holiday-end = Ein Urlaub endet frühestens an seinem ersten Tag und spätestens in zwei Jahren.
why-holiday-clash = Vom { $first } bis { $last } hast du schon frei.
why-holiday-days = { $days ->
    [0] Im Jahr { $year } hast du keinen Urlaubstag mehr übrig.
    [one] Im Jahr { $year } hast du noch { $days } Urlaubstag übrig.
   *[other] Im Jahr { $year } hast du noch { $days } Urlaubstage übrig.
 }

## Urlaub

words-vacation = freie Tage: „vacation 7 days“, „vacation off“; allein: dein Urlaub
words-vacation-how = Schreib „urlaub 7 tage“ (ab sofort), „urlaub bis 3. Januar“, „urlaub 24.12. bis 27.12.“, „urlaub 2026-12-20 bis 2027-01-03“, „urlaub aus“ oder nur „urlaub“, um deinen Urlaub zu sehen.
words-vacation-taken = Du hast Urlaub vom { $first } bis { $last }.
words-vacation-then = An diesen Tagen steht deine Uhr in den Partien still, deren Bedenkzeit das zulässt, und die anderen dort erfahren es. Die Zeile „urlaub aus“ beendet allen Urlaub.
words-vacation-none = Du hast keinen Urlaub geplant.
words-vacation-left = { $days ->
    [0] Du hast in diesem Jahr keinen Urlaubstag mehr übrig.
    [one] Du hast in diesem Jahr noch { $days } Urlaubstag übrig.
   *[other] Du hast in diesem Jahr noch { $days } Urlaubstage übrig.
 }
words-vacation-off = Dein Urlaub ist gestrichen: Deine Uhren laufen wie gewohnt.
words-vacation-refused = Diese Tage kannst du nicht freinehmen. { $why }
answer-taken-over = Du hast einen Platz in der Partie { $id } übernommen. Du bekommst eine Mail, wenn du am Zug bist.

## Plätze, die angeboten werden

answer-yes-or-no = Deine Antwort ist weder ein klares „Ja“ noch ein klares „Nein“, darum ist nichts passiert. Antworte auf diese Mail mit „ja“, wenn du zustimmst, oder mit „nein“, wenn du ablehnst.
answer-invitation-declined = Du hast die Einladung zu Partie { $id } abgelehnt. Der Platz ist wieder frei, und wer dich eingeladen hat, erfährt es per Mail. Es wurde kein Konto angelegt.
answer-invitation-gone = In Partie { $id } wird dir kein Platz mehr freigehalten: Die Einladung wurde zurückgenommen, der Platz ist vergeben oder die Partie wurde abgesagt. Es ist nichts passiert, und es wurde kein Konto angelegt.
answer-invitation-other = Deine Mail nennt eine andere Partie, darum ist nichts passiert. Hier geht es um die Einladung zu Partie { $id }: Antworte auf diese Mail mit „ja“, wenn du den Platz möchtest, oder mit „nein“, wenn du ablehnst. Wenn du die andere Partie meinst, antworte auf die Mail zu jener Partie.
answer-invitation-foreign = Auf deine Einladung zu Partie { $id } kam eine Antwort von einer fremden Adresse, darum ist nichts passiert. Antworte von deiner eigenen Adresse auf diese Mail: mit „ja“, wenn du den Platz möchtest, oder mit „nein“, wenn du ablehnst.
why-paused = Der Betreiber hat diese Partie unterbrochen.
why-suspended = Dein Konto ist gesperrt. Der angegebene Grund: { $reason }
why-not-running = Die Partie hat noch nicht begonnen oder ist zu Ende.
why-not-offered = Dieser Platz wird dir nicht angeboten.
why-seat-gone = Der Platz gehört schon jemand anderem.
why-offer-gone = Dieser Platz wird dir nicht mehr angeboten.
why-offered-twice = Jemand anders an diesem Tisch bietet { $name } schon einen Platz an.
why-had-a-seat = Diese Person hatte in dieser Partie schon einen anderen Platz und weiß, was von dort zu sehen war.
why-deal-seat = Diese Partie gehört zu einer Vorgabe, die alle für sich spielen: Ihre Plätze gehen an niemand anderen.

## Um Text, den man tippt

quoted = „{ $text }“

## Wie ein Spiel geht, und seine Regeln

manual-guide = So spielst du { $game }
manual-rules = Die Regeln von { $game }
manual-to-rules = Die vollständigen Regeln
manual-to-guide = So wird gespielt
manual-play = Spielen
manual-play-this = { $game } spielen

## Seiten für Browser statt eines Problemdokuments

page-not-there = Diese Seite gibt es nicht
page-not-there-what = Die Adresse führt nirgendwohin: Vielleicht ist sie falsch geschrieben, oder die Seite gibt es nicht mehr.
page-failed = Das hat nicht geklappt
page-home = Zu den Partien

## Am Tisch im Terminal

table-player = Spieler
table-player-of = Spieler { $seat }
table-bot = Bot { $seat }
table-help = Tippe einen Zug, wie ihn die Liste zeigt; Wörter darfst du bis auf vier Buchstaben kürzen, und mehrere Züge stehen mit Semikolon in einer Zeile. Ein Zug ohne Wahl wird für dich gemacht.
    Außer den Zügen des Spiels gibt es (Englisch geht auch):
    { "  " }züge           alles, was du spielen darfst; züge WÖRTER: wie ein Zug weitergeht
    { "  " }brett          noch einmal das Brett
    { "  " }wie            wie das Spiel geht
    { "  " }regeln         die Regeln; regeln 5.2: ein Abschnitt
    { "  " }speichern X    schreibt den Verlauf in die Datei X; „--load X“ spielt ihn weiter
    { "  " }aufgeben       deinen Platz verlassen
    { "  " }aufhören       Schluss
table-standing = { $rank }. { $name }: { $score }
table-start = Tippe „hilfe“, um zu sehen, was du tippen kannst, und „wie“, um zu lesen, wie das Spiel geht.
table-refused-part = Von dieser Zeile wurde nichts gespielt, wegen „{ $move }“: { $why }
table-refused-later = Von dieser Zeile wurde nichts gespielt. Was vor „{ $move }“ steht, ginge, aber dann: { $why }
table-refused-rest = „{ $move }“ wurde nicht gespielt: { $why }
table-save-where = In welche Datei?
table-leave = Willst du deinen Platz endgültig aufgeben? Dann tippe „aufgeben ja“.
table-saved = Gespeichert in { $file }.
table-legal = Du darfst: { $moves }
table-legal-how = Tippe „züge“, um zu sehen, was du spielen darfst.
table-begins = Ein Zug beginnt mit („züge WÖRTER“ sagt, wie er weitergeht):
table-begins-then = { "  " }{ $word }: { $next }
table-goes-on = „{ $words }“ geht weiter mit: { $next }
