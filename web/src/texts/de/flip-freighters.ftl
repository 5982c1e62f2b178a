### The board of Flip Freighters.

freight-joker = Joker
freight-truck-equal = den Wagen =
freight-truck-unequal = den Wagen ≠
freight-truck-down = den Wagen 6-1
freight-truck-up = den Wagen 1-6
freight-truck-any = den Wagen für alles
freight-truck-hearts = den Herz-Wagen
freight-truck-clubs = den Kreuz-Wagen
freight-truck-diamonds = den Karo-Wagen
freight-truck-spades = den Pik-Wagen
freight-costs = { $n ->
    [one] Das kostet 1 Überstunde.
   *[other] Das kostet { $n } Überstunden.
 }
freight-load = { $card } auf { $truck } laden.
freight-load-as = { $card } als { $value } auf { $truck } laden.
freight-trip = { $n ->
    [one] { $truck } 1 Schritt
   *[other] { $truck } { $n } Schritte
 }
freight-drive = Mit { $card } { $trips } fahren.
freight-unused = { $n ->
    [one] 1 Karte bleibt unbenutzt.
   *[other] { $n } Karten bleiben unbenutzt.
 }
freight-end-day = Den Tag beenden.
freight-start-over = Den Tag neu beginnen: Alle Karten sind wieder frei.
freight-ends-day = Das beendet den Tag.
freight-card-square = { $card }: auf ein Feld.
freight-card-circle = { $card }: bis zu einem Kreis.
freight-card-square-or-circle = { $card }: auf ein Feld, oder bis zu einem Kreis.
freight-steps-left = { $n ->
    [one] 1 Schritt bleibt übrig.
   *[other] { $n } Schritte bleiben übrig.
 }
freight-delivered = Geliefert: { $pay } je Woche.
freight-overtime = { $n ->
    [one] 1 Überstunde
   *[other] { $n } Überstunden
 }
freight-no-overtime = ohne Überstunden
freight-value-label = Als was die Karte beim Laden zählt
freight-one-less = Eins weniger
freight-load-value = Als { $value } laden
freight-one-more = Eins mehr
freight-take-back = Letzte Karte zurücknehmen
freight-go-on = Mit meinem Tag weitermachen
freight-day-so-far = Dein Tag bisher
freight-day-ended = Du hast den Tag beendet. Solange andere noch spielen, kannst du weitermachen.
freight-cards-to-come = Kommende Karten
freight-my-sheet = Mein Bogen
freight-board-shows = Was das Brett zeigt
freight-as-began = Wie es am Anfang des Tages stand.
freight-no-stars = keine Sterne
freight-weeks = { $weeks } für die Wochen
freight-hours-left = { $n ->
    [one] { $points } für 1 übrige Stunde
   *[other] { $points } für { $n } übrige Stunden
 }
freight-hint = Wähle eine Karte und dann die markierte Stelle auf einem Lastwagen oder einer Straße, wo du sie benutzt.
freight-plan-none = Die Karten des nächsten Tags sind noch unbekannt, deshalb lässt sich nichts für ihn planen.
