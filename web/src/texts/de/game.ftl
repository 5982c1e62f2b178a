### The page of a game.

game-a-game = Eine Partie
game-your-turn = Du bist am Zug
game-is-your-turn = Du bist am Zug.
game-is-your-turn-left = Du bist am Zug: { $left }.
game-is-your-turn-too = Du bist am Zug (andere entscheiden zur gleichen Zeit).
game-is-your-turn-too-left = Du bist am Zug (andere entscheiden zur gleichen Zeit): { $left }.
game-to-act = { $n ->
    [one] { $names } ist am Zug.
   *[other] { $names } sind am Zug.
 }
game-over = Die Partie ist zu Ende.
game-cancelled = Diese Partie wurde abgesagt.
game-never-began = Diese Partie hat nie begonnen: Ihre Vorgabe ist beendet, und niemand nimmt mehr einen Platz.
game-waiting = Noch nicht vollzählig: { $taken } von { $all } Plätzen besetzt.
game-paused = Der Betreiber dieses Servers hat die Partie unterbrochen. Niemand kann ziehen, und keine Uhr läuft.
game-none-or-not-invited = Diese Partie gibt es nicht, oder sie ist privat und du bist nicht eingeladen.
game-none-or-signed-out = Diese Partie gibt es nicht, oder sie ist privat: Melde dich an, um sie zu sehen.
game-to-first-page = Zur Startseite
game-to-move = Zu deinem Zug
game-happened-so-far = Was bisher geschah
game-history = Verlauf
game-notes = Notizen
game-about = Mehr
game-more = Mehr
game-more-about = Mehr zu dieser Partie
game-stars = { $n ->
    [one] { $n } Stern
   *[other] { $n } Sterne
 }
game-part-missing = Ein Teil dieser Seite fehlt. Lade sie neu.
game-board-label = Das Brett
game-rematch-proposed = { $name } schlägt eine Revanche vor.
game-would-you = Du: { $what }

## The facts

game-about-options = Optionen wie üblich
game-about-verifying = Zum Nachprüfen
game-about-verifying-how = Der Startwert des Servers stand fest, bevor jemand Platz genommen hat, und wurde mit seinem SHA-256 zugesagt. Der Hash des Verlaufs umfasst alles, was gespielt wurde. Mit der exportierten Datei kann jeder beides prüfen, und jeden Wurf.
game-about-made = Angelegt
game-about-started = Begonnen
game-about-over = Beendet
game-about-secret = geheim bis zum Ende der Partie
game-about-deal-seed = der der Vorgabe, den inzwischen alle kennen können; hier zu sehen, wenn die Partie zu Ende ist
game-about-deal-secret = geheim bis zum Ende der Partie und der Vorgabe, { $at }
game-about-seed-maker = wer die Partie angelegt hat: eine Übungspartie
game-about-seed-deal = der Server, zufällig, für alle Partien zur Vorgabe
game-about-seed-server = der Server, zufällig
game-about-version = { $game }, Version { $n }
game-about-entries = Einträge im Verlauf
game-about-hash = Hash des Verlaufs
game-about-promise = Zusage des Startwerts
game-about-seed = Startwert
game-about-chosen-by = Wer den Startwert gewählt hat
game-about-receipt = Quittung des Servers
game-about-secret-promise = Zusage des Geheimnisses hinter den Hashes
game-about-hash-secret = Geheimnis hinter den Hashes
game-about-gave = Was { $name } zum Zufall beigetragen hat
game-export = Verlauf exportieren

## The terms

game-terms-deal-closed = andere hatten dieselbe; sie endete am { $at }
game-terms-deal-open = andere spielen dieselbe; niemand sieht deren Partien vor ihrem Ende, { $at }
game-terms-timeout-leave = wer zu spät kommt, verlässt die Partie
game-terms-timeout-bot = danach spielt ein Bot weiter
game-terms-timeout-move = danach spielt ein Bot den Zug
game-terms-timeout-end = wer zu spät kommt, beendet die Partie
game-terms-no-pace = so viel du willst
game-terms-increment = { $hours } h mehr für jeden Zug
game-terms-grace = { $hours } h Schonfrist
game-terms-holidays = Urlaub hält die Uhr an
game-terms-no-holidays = ohne Urlaub
game-terms-everybody = alle
game-terms-with-link = nur, wer den Link hat
game-terms-players-only = nur, wer mitspielt oder eingeladen ist
game-terms-seen-by = Wer sie sehen darf
game-terms-deal = Vorgabe
game-terms-practice = Übung
game-terms-practice-yes = ja: Wer die Partie angelegt hat, hat ihren Startwert gewählt und kann alle Würfel und Karten kennen
game-terms-time = Bedenkzeit

## The bar

game-bar-played-back = Züge werden abgespielt.
game-bar-skip = Überspringen
game-bar-earlier = Das ist ein früherer Stand.
game-bar-back-to-now = Zurück zu jetzt
game-bar-next-game = Zur nächsten Partie, die auf dich wartet
game-bar-touch = Du bist dran: Wähle, was du spielst.
game-bar-held = Dein Zug wird gleich gesendet. „Rückgängig“ nimmt ihn zurück.
game-bar-leads-to = Ergebnis:
game-bar-send-now = Jetzt senden
game-bar-play = Spielen
game-bar-undo = Rückgängig
game-bar-clear = Von vorn
game-bar-choose = Wähle:
game-bar-none-listed = Hier stehen keine Züge: Schreib deinen.
game-bar-as-it-is = Spiel den Zug so, oder setz ihn fort:
game-bar-or-another = Spiel den Zug, oder wähle einen anderen:
game-bar-type = Zug eintippen
game-bar-next-words = Wörter, die folgen können
game-bar-or-write = Oder schreib deinen Zug
game-sending = Züge senden

## The board

game-board = Brett
game-board-enlarge = Vergrößern
game-board-text = Das Brett als Text
game-board-earlier = Frühere Bretter
game-board-back = Einen Eintrag zurück
game-board-play = Züge abspielen
game-board-pause = Anhalten
game-board-entry = Brett nach Eintrag
game-board-on = Einen Eintrag weiter
game-board-now = Jetzt
game-beginning = Der Anfang

## The chat

game-chat = Chat
game-chat-unread = { $n ->
    [one] Chat: eine neue Nachricht
   *[other] Chat: { $n } neue Nachrichten
 }
game-chat-room = Raum
game-chat-table = Der Tisch: wer mitspielt
game-chat-spectators = Zuschauer
game-chat-none = Bisher wurde nichts gesagt.
game-chat-messages = Nachrichten
game-chat-cut = Frühere Nachrichten fehlen hier.
game-chat-say = Etwas sagen
game-chat-send = Senden
game-chat-needs-name = Zum Schreiben brauchst du einen eigenen Namen. Lesen kannst du auch ohne.
game-chat-sign-up = Registrieren und Partien behalten
game-chat-taken-back = (zurückgenommen: das Konto wurde gelöscht)

## Hints

game-coach-touch = Das Brett markiert, was du spielen kannst: Wähle davon.
game-coach-words = Hier liest du, was deine Wahl bewirkt. „Rückgängig“ nimmt sie zurück, bis du sie sendest.
game-coach-words-at-once = Hier liest du, was deine Wahl bewirkt. Einen vollständigen Zug spielt die Seite sofort, außer wenn hier „Spielen“ steht.
game-coach-history = „Verlauf“ zeigt alle Züge und frühere Bretter, und „Regeln“ erklärt das Spiel.
game-coach-count = Hinweis { $count }
game-coach-show = Zeigen
game-coach-got-it = Verstanden

## What players do

game-deed-more-about = Mehr zu { $name }
game-deed-more-about-message = Mehr zu dieser Nachricht von { $name }
game-deed-page-of = Die Seite von { $name }
game-deed-extend = Einen Tag mehr geben
game-deed-extend-name = { $name } einen Tag mehr geben
game-deed-extended = { $name } hat einen Tag mehr und wird per Mail benachrichtigt.
game-report-read = Der Betreiber dieses Servers erfährt davon, sonst niemand.
game-report-name = { $name } melden …
game-report-message = Diese Nachricht melden …
game-report-what = Was geschehen ist, für den Betreiber
game-report = Melden
game-cancel = Partie absagen
game-cancel-ask = Diese Partie absagen? Die anderen erfahren es.
game-cancel-yes = Ja, absagen
game-give-back = Meinen Platz zurückgeben
game-give-back-ask = Deinen Platz zurückgeben?
game-give-back-yes = Ja, zurückgeben
game-before = Die Partie davor
game-holiday-hint = Du fährst in den Urlaub? Deine Uhren stehen solange still.
game-leave = Partie verlassen …
game-leave-ends = Die Partie endet damit.
game-leave-others-go-on = Die anderen spielen ohne dich weiter.
game-leave-goes-on = { $name } spielt ohne dich weiter.
game-leave-wins = Die Partie endet, und { $name } gewinnt.
game-leave-ask = Diese Partie endgültig verlassen? { $rest } Du kannst nicht zurückkommen.
game-leave-yes = Ja, verlassen
game-offer = Meinen Platz anbieten
game-offered = Dein Platz ist { $name } angeboten.
game-offer-back = Angebot zurücknehmen
game-offer-asked = { $name } wird per Mail gefragt. Bis dahin spielst du weiter.
game-offer-title = Den Platz jemand anderem geben
game-offer-to = Der Name eines Spielers, der per Mail gefragt wird
game-bot-goes-on = Einen Bot weiterspielen lassen
game-bot-goes-on-ask = Einen Bot an deiner Stelle weiterspielen lassen? Du bist dann aus der Partie.
game-bot-goes-on-yes = Ja, ein Bot spielt weiter
game-free-ask = Den Platz von { $who } freigeben?
game-free-yes = Ja, freigeben
game-calendar = Adressen für deinen Kalender
game-holidays = Urlaub

## The result

game-result = Ergebnis
game-result-given-up = Aufgegeben.
game-result-points = { $points }.
game-result-points-and-note = { $points }, { $note }.
game-result-you-win = Du hast gewonnen!
game-result-shared = { $names } teilen sich den Sieg.
game-result-wins = { $name } hat gewonnen.
game-result-nth = { $n }
game-result-you-left = Du hast die Partie verlassen.
game-result-left = { $name } hat die Partie verlassen.
game-result-place = Du bist auf Platz { $place }.
game-result-behind = { $n ->
    [one] Du bist auf Platz { $place }, einen Punkt hinter dem ersten.
   *[other] Du bist auf Platz { $place }, { $n } Punkte hinter dem ersten.
 }
game-result-ahead = { $n ->
    [one] Einen Punkt vor { $name }.
   *[other] { $n } Punkte vor { $name }.
 }
game-result-tie-you = Punktgleich mit dir: Die Regel für den Gleichstand hat entschieden.
game-result-tie-name = Punktgleich mit { $name }: Die Regel für den Gleichstand hat entschieden.
game-result-mark-left = { $name } (ausgestiegen)
game-result-to-rematch = Zur Revanche
game-result-to-again = Zur nächsten Partie
game-result-propose = Revanche vorschlagen
game-result-again = Noch einmal spielen
game-result-play-now = Jetzt { $game } spielen
game-result-picture = Bild speichern
game-result-col-place = Platz
game-result-col-player = Spieler
game-result-col-score = Punkte
game-mark-you = (du)
game-name-you = { $name } (du)
game-share = Teilen

## Joining

game-join = Mitspielen
game-join-full = Alle Plätze sind besetzt oder für andere reserviert.
game-join-kept = Du bist eingeladen: Ein Platz ist für dich reserviert.
game-join-invited = Du bist an diesen Tisch eingeladen.
game-join-free = Ein Platz ist frei.
game-join-take = Platz nehmen
game-join-decline = Einladung ablehnen
game-join-decline-ask = Die Einladung ablehnen?
game-join-decline-yes = Ja, ablehnen
game-join-invites = { $name } lädt dich ein
game-join-as-guest = Als Gast Platz nehmen
game-join-as-guest-hint = Ein Gast braucht weder Namen noch Adresse. Du kannst dich später registrieren und die Partie behalten.
game-join-sign-up = Registrieren und Platz nehmen
game-join-guests-bots = Gäste spielen gegen Bots: Mit Menschen spielst du unter einem eigenen Namen. Deine Partien bleiben.
game-join-own-name = Mit Menschen spielst du unter einem eigenen Namen, damit niemand auf jemanden wartet, der nicht wiederkommt.
game-join-offered = { $name } bietet dir diesen Platz an: Du würdest von hier an weiterspielen.
game-join-take-offered = Den Platz nehmen
game-join-decline-offer = Ablehnen
game-join-example = Beispiel
game-invite = Einladen
game-invite-to-fill = { $n ->
    [one] Ein Platz ist noch frei
   *[other] { $n } Plätze sind noch frei
 }
game-invite-somebody = Bring jemanden mit
game-invite-reserved = Ein Platz ist für { $guest } reserviert; die Einladung kommt per Mail.
game-invite-keep = Einen Platz reservieren für
game-invite-bot = Bot hinzufügen
game-invite-random-bot = Zufallsbot hinzufügen
game-link-invitation = Wer den Link hat, kann sich auf einen freien Platz setzen, bis die Partie beginnt.
game-link-public = Freie Plätze stehen allen offen. Schick den Link deinen Freunden.
game-link-share = Den Link zu diesem Tisch teilen
game-link-camera = Oder richte die Kamera eines Handys hierauf.
game-link-copy = Link kopieren
game-link-copied = Der Link ist kopiert: { $address }
game-link-is = Das ist der Link: { $address }
game-link-qr = Der Link als QR-Code

## The log

game-log-sealed = ein verdeckter Zug
game-log-leaves = verlässt die Partie
game-log-has-moved = hat gespielt
game-log-led-to = Was zu diesem Brett geführt hat
game-log-hidden = { $n ->
    [one] { $n } verdeckte Entscheidung
   *[other] { $n } verdeckte Entscheidungen
 }
game-log-happened = Was passiert ist

## Notes and orders

game-notes-saved-at = Gespeichert am { $at }.
game-notes-conflict = Deine Notiz wurde inzwischen anderswo geändert. Hier stehen beide Texte: Füg sie zusammen und speichere noch einmal.
game-notes-yours = Deine Notiz, nur für dich
game-notes-save = Notiz speichern
game-orders-moves = Züge für später, wenn du an der Reihe bist, pro Zeile einer
game-orders-conditions = Anweisungen mit Bedingung, pro Zeile eine
game-orders-save = Anweisungen speichern
game-plans = Geplante Züge
game-plans-saved = Gespeichert. Niemand sonst sieht das.
game-plans-next = Für deine nächsten Züge:
game-plans-none = Für deinen nächsten Zug ist nichts geplant.
game-plans-remove = Entfernen
game-plans-first = Der Server spielt den ersten, der passt.
game-plans-move = Zug planen
game-plans-later = Spätere Züge planen
game-plans-forced = Erzwungene Züge für mich spielen
game-plans-write = In Worten schreiben
game-plans-choose = Wähle zuerst etwas aus.
game-plans-add = Hinzufügen
game-rules-full = Alle Regeln

## The seats

game-seats = Plätze
game-seat-to-act = am Zug
game-seat-here = gerade hier
game-seat-free-name = Den Platz von { $name } freigeben
game-seat-free-this = Platz freigeben
game-seat-random-bot = Zufallsbot
game-seat-kept = reserviert für { $name }
game-seat-invited = jemand mit Einladung
game-seat-free = frei
