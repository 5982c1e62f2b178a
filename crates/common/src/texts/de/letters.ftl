### Die Mails. Jeder Satz ist eine eigene Nachricht, damit jede Sprache ihre Wortstellung wählen kann.

## Überall

hello = Hallo { $name },
hello-stranger = Hallo,
hello-reply = Hallo { $name }!
hello-reply-stranger = Hallo!
turnpike-at = { $site } auf
site-imprint = Impressum
site-terms = Nutzungsbedingungen
site-privacy = Datenschutzerklärung
site-contact = Kontakt
subject = [{ $site }] { $what }: { $title } ({ $id })
subject-plain = [{ $site }] { $what }
title-with = { $game } mit { $opponents }
names-and-more = { $names } und { $more } weiteren
practice = Das ist eine Übungspartie: Wer sie angelegt hat, hat ihren Startwert gewählt.
deal = Ihr spielt eine gemeinsame Vorgabe: Andere haben in eigenen Partien dieselben Würfel und Karten, und niemand sieht die Partien der anderen, bevor sie endet: { $until }.
deal-closed = Diese Partie gehört zu einer gemeinsamen Vorgabe, die beendet ist: { $until }. Andere hatten in eigenen Partien dieselben Würfel und Karten, und alle können sie inzwischen kennen.
this-is-game = Das ist Partie { $id }.
page-label = Die Seite der Partie:
open-the-game = Partie öffnen
way-out = Keine Mails dieser Art mehr
write-above = Schreib deine Antwort über diese Zeile.
way-out-here = Keine Mails dieser Art mehr:
named = { $name }: { $what }

why-table = Du bekommst diese Mail, weil du an diesem Tisch sitzt.
why-sat = Du bekommst diese Mail, weil du an diesem Tisch gesessen hast.
why-offered = Du bekommst diese Mail, weil dir jemand einen Platz anbietet.
why-invited = Du bekommst diese Mail, weil { $from } dich eingeladen hat.
why-account = Du bekommst diese Mail, weil jemand deine Adresse eingegeben hat.
why-changed = Du bekommst diese Mail, weil sie dein Konto betrifft.
why-code = Du bekommst diese Mail, weil jemand in deinem Namen einen Code angefordert hat.
why-digest = Du bekommst diese Mail, weil du um eine Sammelmail gebeten hast.
why-wrote = Du bekommst diese Mail, weil du an Turnpike geschrieben hast.

## Überschriften

heading-begins = So beginnt es
heading-own = Dein letzter Zug
heading-since = Seit deinem letzten Zug
heading-table = Am Tisch
heading-said = Am Tisch gesagt
heading-board = Das Brett
heading-board-end = Das Brett am Ende
heading-moves = Deine Züge
heading-moves-more = Weitere Züge
heading-how = So wird gespielt
heading-players = Wer mitspielt
heading-result = Das Ergebnis
heading-record = Nachweis
heading-waiting = Wartet auf dich
heading-else = Was sonst passiert ist

## Ein Zug

subject-your-turn = Du bist am Zug
subject-reminder = Erinnerung, du bist am Zug
turn-lead = du bist am Zug in { $title }.
turn-lead-still = du bist noch immer am Zug in { $title }.
turn-just-started = Die Partie hat gerade erst begonnen.
turn-also = { $count ->
    [one] { $others } entscheidet gleichzeitig.
   *[other] { $others } entscheiden gleichzeitig.
 }
time-left = Du hast noch { $left }: bis { $until }.
time-still = Bis { $until } steht die Uhr still.
moves-all = Das sind alle deine erlaubten Züge.
moves-some-mail = Das sind { $shown } von deinen { $all } erlaubten Zügen. Die Zeile „züge“ mit den ersten Wörtern eines Zugs zeigt mehr.
moves-some-page = Das sind { $shown } von deinen { $all } erlaubten Zügen. Die Seite zeigt alle.
moves-more-mail = Du hast noch mehr erlaubte Züge. Die Zeile „züge“ mit den ersten Wörtern eines Zugs zeigt mehr.
moves-more-page = Du hast noch mehr erlaubte Züge. Die Seite und die Regeln zeigen, welche.
moves-links = Ein Klick auf einen Zug öffnet eine Antwort, in der er schon steht: Du musst sie nur noch abschicken.
moves-grouped = Ein Zug besteht aus den fetten Wörtern und einer der Endungen daneben, zum Beispiel „{ $example }“.
moves-joined = „/“ steht für „oder“.
how-forced = Züge ohne Wahl werden für dich gespielt; die Zeile „auto aus“ stellt das ab.
how-forced-page = Züge ohne Wahl werden für dich gespielt; „Zeit, Sprache und Züge“ in deinen Einstellungen stellt das ab.
how-by-mail = Antworte auf diese Mail mit deinen Zügen, pro Zeile einen, mit den Wörtern von oben. Neu in diesem Spiel? Die Zeile „wie“ erklärt, wie es geht, „hilfe“ sagt, was du sonst schreiben kannst.
how-page = Öffne die Seite der Partie:
how-page-or = Oder öffne die Seite der Partie:

said-earlier = { $shown ->
   *[other] Auf der Seite der Partie { $earlier ->
        [one] steht eine weitere Nachricht von vorher.
       *[other] stehen { $earlier } weitere Nachrichten von vorher.
     }
 }

record-commitment = Der Startwert aller Würfel und Karten stand vor dem ersten Zug fest. Er bleibt bis zum Ende geheim; das ist sein SHA-256:
record-commitment-deal = Der Startwert aller Würfel und Karten stand vor dem ersten Zug fest. Er bleibt geheim, bis die Vorgabe endet; das ist sein SHA-256:
record-commitment-closed = Der Startwert aller Würfel und Karten stand vor dem ersten Zug fest. Die Vorgabe ist beendet, und alle können ihn kennen; das ist sein SHA-256:
record-head = { $ply ->
    [one] Das Protokoll der Partie hat { $ply } Eintrag. Es endet mit dem Hash:
   *[other] Das Protokoll der Partie hat { $ply } Einträge. Es endet mit dem Hash:
 }
record-receipt = Die Quittung, die das mit der Unterschrift des Servers bestätigt:
record-keep = Bewahr diese Mail auf: Wenn jemand ändert, was gespielt wurde, kannst du es damit beweisen.
record-line = { $ply ->
    [one] Das Protokoll hat 1 Eintrag; sein Hash beginnt mit { $head }. Die signierte Quittung steht im Textteil dieser Mail und in ihrer Kopfzeile Turnpike-Receipt: Bewahr die Mail auf, dann kannst du beweisen, was gespielt wurde.
   *[other] Das Protokoll hat { $ply } Einträge; sein Hash beginnt mit { $head }. Die signierte Quittung steht im Textteil dieser Mail und in ihrer Kopfzeile Turnpike-Receipt: Bewahr die Mail auf, dann kannst du beweisen, was gespielt wurde.
 }
record-receipts = Signierte Quittungen stehen in der Kopfzeile Turnpike-Receipt dieser Mail: Bewahr die Mail auf, dann kannst du beweisen, was gespielt wurde.
record-reply = { $ply ->
    [one] Das Protokoll hat 1 Eintrag; sein Hash beginnt mit { $head }. Die signierte Quittung steht in der Kopfzeile Turnpike-Receipt dieser Mail.
   *[other] Das Protokoll hat { $ply } Einträge; sein Hash beginnt mit { $head }. Die signierte Quittung steht in der Kopfzeile Turnpike-Receipt dieser Mail.
 }
record-reply-table = Die signierte Quittung für deinen Platz steht in der Kopfzeile Turnpike-Receipt dieser Mail: Bewahr die Mail auf.

## Wie es um die anderen steht

at-left = hat die Partie verlassen
at-moves = ist am Zug
at-waits = wartet
at-holiday = ist im Urlaub bis { $until }
at-holiday-soon = ist im Urlaub von { $from } bis { $until }

## Zeit

minutes = { $n ->
    [one] { $n } Minute
   *[other] { $n } Minuten
 }
hours = { $n ->
    [one] { $n } Stunde
   *[other] { $n } Stunden
 }
days = { $n ->
    [one] { $n } Tag
   *[other] { $n } Tage
 }
then-leave = { $grace ->
    [0] Danach scheidest du aus.
    [one] Danach hast du noch eine Stunde Schonfrist, dann scheidest du aus.
   *[other] Danach hast du noch { $grace } Stunden Schonfrist, dann scheidest du aus.
 }
then-bot = { $grace ->
    [0] Danach nimmt ein Bot endgültig deinen Platz ein.
    [one] Danach hast du noch eine Stunde Schonfrist, dann nimmt ein Bot endgültig deinen Platz ein.
   *[other] Danach hast du noch { $grace } Stunden Schonfrist, dann nimmt ein Bot endgültig deinen Platz ein.
 }
then-move = { $grace ->
    [0] Danach spielt ein Bot diesen Zug für dich.
    [one] Danach hast du noch eine Stunde Schonfrist, dann spielt ein Bot diesen Zug für dich.
   *[other] Danach hast du noch { $grace } Stunden Schonfrist, dann spielt ein Bot diesen Zug für dich.
 }
then-end = { $grace ->
    [0] Danach endet die Partie, und du kommst auf den letzten Rang.
    [one] Danach hast du noch eine Stunde Schonfrist, dann endet die Partie, und du kommst auf den letzten Rang.
   *[other] Danach hast du noch { $grace } Stunden Schonfrist, dann endet die Partie, und du kommst auf den letzten Rang.
 }

## Die Partie hat begonnen

subject-started = Die Partie beginnt
started-lead = deine Partie { $title } hat begonnen.
started-turn = Am Zug: { $names }.
started-mail = Du bekommst eine Mail, wenn du am Zug bist.
started-pace = Die Bedenkzeit: { $pace }.

## Die Partie ist zu Ende

subject-over = Partie zu Ende
over-lead = deine Partie { $title } ist zu Ende. { $summary } Es war Partie { $id }.
over-scored = { $score ->
    [one] Du hast { $score } Punkt.
   *[other] Du hast { $score } Punkte.
 }
over-you-won = Du hast gewonnen.
over-won = { $name } hat gewonnen.
over-share = { $names } teilen sich den ersten Rang.
over-you = { $name } (du)
over-left = (hat die Partie verlassen)
over-rank = Rang
over-player = Name
over-score = Punkte
over-seed = Nichts ist mehr geheim. Das ist der Startwert aller Würfel und Karten:
over-deal = Der Startwert aller Würfel und Karten ist noch geheim, weil andere dieselbe Vorgabe spielen. Er wird veröffentlicht, wenn sie endet: { $until }.
over-commitment = Vor dem ersten Zug stand sein SHA-256 fest:
over-again = Noch einmal mit denselben Leuten? Das schlägst du auf der Seite der Partie mit „Revanche vorschlagen“ vor.
over-again-mail = Oder antworte auf diese Mail mit der Zeile „revanche“.
happened-earlier = { $earlier ->
    [one] Ein früheres Ereignis steht auf der Seite der Partie und im Text dieser Mail.
   *[other] { $earlier } frühere Ereignisse stehen auf der Seite der Partie und im Text dieser Mail.
 }
over-export = Der ganze Verlauf ist eine Datei:
over-verify = Speichere sie und prüfe selbst jeden Wurf, jeden Zug und das Ergebnis:

## Einladung

subject-invitation = [{ $site }] { $from } lädt dich ein: { $game } ({ $id })
invitation-lead = { $seats ->
    [one] { $from } lädt dich zu einer Partie { $game } für eine Person ein und hält dir einen Platz frei.
   *[other] { $from } lädt dich zu einer Partie { $game } für { $seats } Personen ein und hält dir einen Platz frei.
 }
invitation-with = Du spielst mit { $names }.
invitation-how = Eine Partie zieht sich über mehrere Tage hin: Du bekommst jedes Mal eine Mail, wenn du ziehen kannst.
invitation-pace = Die Bedenkzeit: { $pace }.
invitation-options = Optionen: { $options }.
invitation-look = Sieh dir den Tisch an und nimm hier deinen Platz:
invitation-board = So kann das Brett aussehen:
invitation-button = Tisch ansehen und Platz nehmen
invitation-yes = Ja, ich spiele
invitation-no = Nein, danke
invitation-answer = Antworte auf diese Mail mit „ja“, dann gehört der Platz dir, oder mit „nein“, dann wird er für jemand anderen frei.
invitation-desk = Falls in deiner Antwort der Bezug zu dieser Mail verloren geht, schreib „annehmen { $id }“ oder „absagen { $id }“.
invitation-or-look = Du kannst dir auch erst den Tisch ansehen und dort Platz nehmen:
invitation-begins = Mit „ja“ bekommst du ein Konto für diese Adresse, ohne Passwort. Auf der Seite kannst du auch als Gast spielen. Der Link ist nur für dich: Wer ihn hat, kann den Platz nehmen.
invitation-account = Du kannst ihn sofort als Gast nehmen oder mit einem Konto, also einem Namen und einem Passwort. Der Link ist nur für dich: Wer ihn hat, kann den Platz nehmen.
invitation-else = Wenn du nicht spielen willst, brauchst du nichts zu tun. Es ist Partie { $id }.
invitation-game = Es ist Partie { $id }.

## Die Partie wurde abgesagt

subject-cancelled = Partie abgesagt
cancelled-by = { $by } hat deine Partie { $title } abgesagt, bevor sie begonnen hat. Es war Partie { $id }. Du brauchst nichts zu tun.
cancelled = deine Partie { $title } wurde abgesagt, bevor sie begonnen hat. Es war Partie { $id }. Du brauchst nichts zu tun.

## Gespräch

subject-chat = Am Tisch gesagt
chat-lead = { $count ->
    [one] es gibt Neues am Tisch: { $names } hat dir in { $title } geschrieben.
   *[other] es gibt Neues am Tisch: { $names } haben dir in { $title } geschrieben.
 }
chat-answer = Um etwas zu sagen, antworte auf diese Mail mit einer Zeile, die mit „chat“ beginnt:
chat-example = chat Hallo

## Sammelmail

digest-none = keine Partie wartet auf dich
digest-one = eine Partie wartet auf dich
digest-many = { $n } Partien warten auf dich
digest-more = mehr als { $n } Partien warten auf dich
digest-happened = was in deinen Partien passiert ist
subject-digest = [{ $site }] Deine Partien: { $what }
digest-lead = { $summary }. Das ist deine Sammelmail: einmal am Tag alles in einer Mail.
digest-moves = Deine Züge:
digest-answer = Beantworte diese Mail mit deinen Zügen, vor jeder Zeile die Kennung der Partie, zum Beispiel „{ $id } { $move }“. Die Seite der Partie zeigt das Brett, die Antwort auf „{ $id } brett“ auch.

## Eine Antwort

subject-your-mail = Deine Mail
subject-not-played = Nicht gespielt
subject-not-done = Nicht ausgeführt
subject-partly-done = Nur teilweise ausgeführt
subject-refused = [{ $site }] { $what }: { $about }
reply-over = Die Partie ist zu Ende.
reply-your-turn = Du bist am Zug: Antworte auf diese Mail mit deinen Zügen, pro Zeile einen.
reply-your-turn-too = { $count ->
    [one] Du bist am Zug, und { $others } entscheidet zur gleichen Zeit: Antworte auf diese Mail mit deinen Zügen, pro Zeile einen.
   *[other] Du bist am Zug, und { $others } entscheiden zur gleichen Zeit: Antworte auf diese Mail mit deinen Zügen, pro Zeile einen.
 }
reply-not-your-turn = { $count ->
   *[other] Du bist nicht am Zug, sondern { $others }. Du bekommst eine Mail, wenn du am Zug bist.
 }

## Konten

subject-confirm = Bestätige deine Adresse
confirm-lead = bitte bestätige, dass diese Adresse dir gehört. Dein Code ist
confirm-page = Öffne diese Seite und bestätige dort:
confirm-signed-in = Öffne diese Seite dort, wo du angemeldet bist, oder gib den Code dort ein:
confirm-button = Adresse bestätigen
confirm-until = Der Code gilt einmal, bis { $until }. Mails zu deinen Partien kommen an diese Adresse, sobald sie bestätigt ist. Wenn du darum nicht gebeten hast, brauchst du nichts zu tun.
subject-sign-in = Dein Code zum Anmelden
sign-in-lead = du hast einen Code zum Anmelden angefordert. Er lautet
sign-in-page = Gib ihn dort ein, wo du ihn angefordert hast, oder öffne diese Seite:
sign-in-button = Anmelden
sign-in-until = Code und Link gelten einmal, bis { $until }. Gib beides nicht weiter: Wer eins davon hat, kann sich in deinem Namen anmelden. Wenn du darum nicht gebeten hast, brauchst du nichts zu tun.
subject-reset = Neues Passwort festlegen
reset-lead = du möchtest ein neues Passwort festlegen. Dein Code ist
reset-page = Leg das Passwort hier fest. Der Link gilt auch dann, wenn andere den Code verbraucht haben:
reset-until = Der Code gilt einmal, bis { $until }. Gib ihn nicht weiter: Wer ihn hat, kann dein Konto übernehmen. Wenn du darum nicht gebeten hast, brauchst du nichts zu tun: Dein Passwort bleibt, wie es ist.

subject-new-password = Dein Passwort wurde geändert
changed-password = das Passwort deines Kontos wurde geändert: { $at }. Alle anderen Geräte sind abgemeldet.
subject-address-begun = Eine andere Adresse für dein Konto
changed-address-begun = jemand, der dein Passwort kennt, möchte die Adresse deines Kontos ändern: { $at }. Deine Mails gehen an die neue Adresse, sobald sie bestätigt ist.
subject-new-address = Deine Adresse wurde geändert
changed-address = die Adresse deines Kontos wurde geändert: { $at }. Mails gehen ab jetzt an die neue.
subject-new-session = Jemand hat sich bei deinem Konto angemeldet
changed-session = jemand hat sich bei deinem Konto angemeldet, zum ersten Mal, seit das Passwort per Mail neu festgelegt wurde: { $at }.
subject-second-factor-on = Dein zweiter Faktor ist an
changed-second-factor-on = der zweite Faktor deines Kontos wurde eingeschaltet: { $at }. Ab jetzt brauchst du zum Anmelden auch einen Code deiner App oder einen Wiederherstellungscode.
subject-second-factor-off = Dein zweiter Faktor ist aus
changed-second-factor-off = der zweite Faktor deines Kontos wurde ausgeschaltet: { $at }. Ein Faktor genügt zum Anmelden.
subject-recovery-codes = Neue Wiederherstellungscodes für dein Konto
changed-recovery-codes = für dein Konto wurden neue Wiederherstellungscodes erzeugt: { $at }. Die früheren gelten nicht mehr.
subject-recovery-code-used = Einer deiner Wiederherstellungscodes wurde benutzt
changed-recovery-code-used = jemand hat sich mit einem deiner Wiederherstellungscodes bei deinem Konto angemeldet: { $at }. Er ist verbraucht. Neue kannst du auf der Seite deines Kontos erzeugen.
subject-passkey-added = Ein neuer Passkey für dein Konto
changed-passkey-added = dein Konto hat einen neuen Passkey bekommen: { $at }. Wer ihn hat, meldet sich ohne dein Passwort an.
subject-passkey-removed = Einer deiner Passkeys wurde entfernt
changed-passkey-removed = ein Passkey wurde aus deinem Konto entfernt: { $at }. Mit ihm kann sich niemand mehr anmelden.
subject-token-made = Ein neues Token für ein Programm
changed-token-made = für dein Konto wurde ein Token erzeugt: { $at }. Ein Programm mit diesem Token kann in deinem Namen tun, was das Token erlaubt. In der Liste deiner Tokens kannst du es widerrufen.
subject-push-begun = Ein Gerät bekommt Mitteilungen über deine Partien
changed-push-begun = ein Browser, ein Telefon oder ein Programm bekommt von jetzt an Mitteilungen über deine Partien: { $at }. Sie enden, wenn du dich dort abmeldest oder das Token des Programms endet.
changed-push = Sie gehen an { $device }.
subject-webhook-made = Ein Webhook für dein Konto
changed-webhook-made = für dein Konto wurde ein Webhook angelegt oder seine Adresse geändert: { $at }. Sein Empfänger erfährt von deinen Partien.
changed-not-your-webhook = Warst du das, brauchst du nichts zu tun. Wenn nicht, leg sofort ein neues Passwort fest: Das meldet alle anderen ab. Melde dich dann an und lösche den Webhook: Ein neues Passwort allein tut das nicht. Die Mail dafür forderst du hier an:
subject-webhook-off = Einer deiner Webhooks ist ausgeschaltet
changed-webhook-failing = drei Tage lang hat der Empfänger eines deiner Webhooks nichts angenommen. Der Webhook wurde ausgeschaltet: { $at }.
changed-webhook-gone = der Empfänger eines deiner Webhooks hat geantwortet, dass er nichts mehr annimmt (410 Gone). Der Webhook wurde ausgeschaltet: { $at }.
changed-webhook = Er geht an { $device }.
changed-webhook-on-again = Was in der Zwischenzeit geschieht, wird nicht nachgeschickt. Ist der Empfänger wieder erreichbar, schalte den Webhook mit dem Aufruf ein, der ihn ändert (PUT). Brauchst du ihn nicht mehr, lösche ihn.
subject-second-factor-guessed = Jemand versucht, deinen zweiten Faktor zu erraten
changed-second-factor-guessed = jemand kennt dein Passwort oder einen Code oder Link aus einer Mail an dich und hat damit mehrmals an einem Tag falsche Codes als zweiten Faktor eingegeben; zuletzt: { $at }. Angemeldet ist diese Person nicht. Diese Mail bekommst du höchstens einmal am Tag.
second-factor-stays = Dein zweiter Faktor ist an: Wer sich mit Passwort, Code oder Link anmeldet, wird wie bisher danach gefragt.
changed-from = Das benutzte Gerät: { $device }.
changed-token = Es heißt { $device }.
changed-not-you = Warst du das, brauchst du nichts zu tun. Wenn nicht, leg sofort ein neues Passwort fest. Das meldet alle anderen ab, und was sie begonnen haben, gilt nicht mehr. Die Mail dafür forderst du hier an:
changed-not-your-passkey = Warst du das, brauchst du nichts zu tun. Wenn nicht, leg sofort ein neues Passwort fest, melde dich an und entferne den Passkey auf der Seite deines Kontos: Ein neues Passwort allein tut das nicht. Die Mail dafür forderst du hier an:
changed-not-your-recovery-codes = Warst du das, brauchst du nichts zu tun. Wenn nicht, leg sofort ein neues Passwort fest: Das meldet alle anderen ab. Melde dich dann an und erzeuge auf der Seite deines Kontos neue Wiederherstellungscodes: Ein neues Passwort allein macht die der anderen nicht ungültig. Die Mail dafür forderst du hier an:
changed-not-your-guesses = Warst du das, brauchst du nichts zu tun. Wenn nicht, hat jemand dein Passwort oder liest deine Mails. Ändere zuerst das Passwort deines Postfachs. Leg dann hier sofort ein neues, anderes Passwort fest: Das meldet alle anderen ab, und was sie begonnen haben, gilt nicht mehr. Die Mail dafür forderst du hier an:
changed-locked = Warst du das, brauchst du nichts zu tun. Wenn nicht, schreib dem Betreiber dieses Servers: Ein neues Passwort allein schaltet den zweiten Faktor nicht aus.
changed-no-way-back = Warst du das, brauchst du nichts zu tun. Wenn nicht, schreib dem Betreiber dieses Servers: Von dieser Adresse aus lässt sich nichts mehr ändern.

## Neues von einem Tisch

news-time-up = Zeit abgelaufen
news-timed-out-leave = deine Zeit in { $title } ist abgelaufen. Das ist Partie { $id }. Du bist ausgeschieden.
news-timed-out-bot = deine Zeit in { $title } ist abgelaufen. Das ist Partie { $id }. Ein Bot hat deinen Platz eingenommen. Du kannst weiter zusehen.
news-timed-out-move = deine Zeit in { $title } ist abgelaufen. Das ist Partie { $id }. Ein Bot hat für dich gespielt, und mit deinem nächsten Zug machst du weiter.
news-timed-out-end = deine Zeit in { $title } ist abgelaufen. Das ist Partie { $id }. Die Partie endet mit dem jetzigen Stand, und du kommst auf den letzten Rang.
news-orders = Anweisungen gestrichen
news-orders-told = du bist in { $title } an die Reihe gekommen, aber dein vorgemerkter Zug war nicht erlaubt. Er ist gestrichen, ebenso alles, was ihm folgen sollte. Das ist Partie { $id }.
news-more-time = Mehr Zeit
news-extended = { $days ->
    [one] { $by } gibt dir mehr Zeit für deinen Zug in { $title }: einen Tag. Das ist Partie { $id }. Du hast jetzt { $left }: bis { $until }.
   *[other] { $by } gibt dir mehr Zeit für deinen Zug in { $title }: { $days } Tage. Das ist Partie { $id }. Du hast jetzt { $left }: bis { $until }.
 }
news-holiday = Urlaub
news-holiday-when = { $player } hat Urlaub von { $from } bis { $until }.
news-holiday-then = So lange steht die Uhr von { $player } still, in { $title } (Partie { $id }) und in jeder anderen deiner Partien mit { $player }, deren Bedenkzeit das zulässt. Du brauchst nichts zu tun.
news-back = { $player } ist aus dem Urlaub zurück.
news-back-off = { $player } hat den Urlaub abgesagt.
news-back-then = Die Uhr von { $player } läuft wieder, in { $title } (Partie { $id }) und in jeder anderen deiner Partien mit { $player }.
news-seat = Ein Platz für dich
news-offered = { $by } bittet dich, einen Platz in einer laufenden Partie { $game } zu übernehmen. Das ist Partie { $id }.
news-offered-mail = Antworte auf diese Mail mit der Zeile „annehmen { $id }“ oder „absagen { $id }“.
news-offered-how = Du spielst die Partie vom jetzigen Stand aus weiter. Öffne die Seite der Partie oder nimm über die API an, mit deinem Zugangstoken:
news-taken = Ein Platz hat gewechselt
news-taken-over = { $by } hat den Platz von { $from } in { $title } übernommen. Das ist Partie { $id }. Die Partie geht vom jetzigen Stand aus weiter.
news-free = Ein Platz ist frei
news-declined = { $by } möchte den Platz in { $title } nicht. Das ist Partie { $id }.
news-declined-how = Die Partie beginnt, wenn alle Plätze vergeben sind. Auf ihrer Seite kannst du den Platz für jemand anderen freihalten oder die Partie absagen.
news-offer-declined = { $by } übernimmt deinen Platz in { $title } nicht. Das ist Partie { $id }. Er bleibt deiner; auf der Seite der Partie kannst du ihn jemand anderem anbieten.

## Die Seite, die Mails abstellt

stop-page = Mails
stop-turns = Mails, wenn du am Zug bist
stop-reminders = Erinnerungen vor einer Frist
stop-news = Neuigkeiten deiner Partien
stop-invitations = Einladungen
stop-digest = die Sammelmail deiner Partien
stop-address = Einladungen und Fragen an diese Adresse
stop-ask = Keine solchen Mails mehr?
stop-what = Das stellst du damit ab: { $mails }, in allen deinen Partien. Noch hat sich nichts geändert.
stop-button = Abstellen
stop-done = Solche Mails bekommst du nicht mehr
stop-done-what = Das bekommst du nicht mehr: { $mails }. War das ein Versehen?
stop-undo = Doch wieder bekommen
stop-undone = Solche Mails bekommst du wieder
stop-undone-what = Das bekommst du wieder: { $mails }. Du kannst diese Seite schließen.
stop-others = Deine anderen Mails stellst du in deinen Einstellungen ein, wenn du angemeldet bist.
stop-failed = Das hat nicht geklappt
stop-no-link = Der Link ist unvollständig, oder sein Konto ist gelöscht.

## Vom Betreiber

subject-suspended = Dein Konto ist gesperrt
subject-operator-second-factor-off = Dein zweiter Faktor ist aus
subject-reinstated = Dein Konto ist wieder freigegeben
subject-renamed = Du hast einen neuen Namen
subject-paused = Eine Partie ist unterbrochen
subject-resumed = Eine Partie geht weiter
subject-ended = Eine Partie wurde abgebrochen
subject-replaced = Ein Bot spielt für dich
subject-offered = Dein Platz wird jemand anderem angeboten
operator-suspended = der Betreiber dieses Servers hat dein Konto gesperrt. Du bist abgemeldet und kannst dich nicht anmelden. In deinen Partien mit Bedenkzeit läuft die Uhr weiter; in den anderen haben Bots deine Plätze übernommen.
operator-reinstated = der Betreiber dieses Servers hat die Sperre deines Kontos aufgehoben. Du kannst dich wieder anmelden.
operator-second-factor-off = der Betreiber dieses Servers hat den zweiten Faktor deines Kontos ausgeschaltet. Ein Faktor genügt zum Anmelden. Schalte ihn wieder ein, sobald du deine App wieder hast.
operator-renamed = der Betreiber dieses Servers hat dir einen anderen Namen gegeben: { $name }. Melde dich ab jetzt damit an.
operator-paused = der Betreiber dieses Servers hat Partie { $game } unterbrochen. Niemand kann ziehen, und keine Uhr läuft.
operator-resumed = der Betreiber dieses Servers lässt Partie { $game } weitergehen. Alle haben noch so viel Zeit wie vor der Pause.
operator-ended = der Betreiber dieses Servers hat Partie { $game } abgebrochen. Sie hat kein Ergebnis; niemand gewinnt oder verliert.
operator-replaced = der Betreiber dieses Servers hat deinen Platz in Partie { $game } einem Bot gegeben.
operator-offered = der Betreiber dieses Servers hat { $name } deinen Platz in Partie { $game } angeboten. Bis { $name } annimmt, spielst du weiter; danach spielt { $name } an deiner Stelle.
operator-reason = Der angegebene Grund:
why-operator = Du bekommst diese Mail, weil du ein Konto auf diesem Server hast. Schreib dem Betreiber; antworte nicht auf diese Mail.

## Wie Tage geschrieben werden (Namen von chrono für Sprachen und Teile)

date-locale = de_DE
date-day = %-d.
date-first = %-d.
date-on-clock = %A, { $day } %B %Y, %H:%M %Z
date-shortly = { $day } %B, %H:%M
date-written = { $day } %B %Y, %H:%M UTC
