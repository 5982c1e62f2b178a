### The board of Paris Connection.

paris-black = Schwarz
paris-blue = Blau
paris-brown = Braun
paris-purple = Lila
paris-red = Rot
paris-yellow = Gelb
paris-lettered = { $company } ({ $letter })
paris-build-choose = Bauen: Wähle eine Bahn.
paris-build-touch = { $company } bauen: Wähle, wo die Strecke weitergeht.
paris-build-from-to = { $n ->
    [one] { $company } von { $from } nach { $to } bauen: 1 Lok
   *[other] { $company } von { $from } nach { $to } bauen: { $n } Loks
 }
paris-build-locomotives = { $n ->
    [one] { $company } bauen: 1 Lok
   *[other] { $company } bauen: { $n } Loks
 }
paris-built-worth = { $built }; die Bahn ist dann { $value } wert, und du hast { $points }.
paris-ends-game = Das beendet die Partie.
paris-give-choose = 1 Aktie von { $give } geben: Wähle, was du nimmst.
paris-give-and-take = { $n ->
    [one] 1 Aktie von { $give } geben und 1 von { $take } nehmen: Du hast dann { $points }.
   *[other] 1 Aktie von { $give } geben und { $n } von { $take } nehmen: Du hast dann { $points }.
 }
paris-build = { $company } bauen
paris-build-at = { $company } bauen: Wert { $value }, meine Aktien { $held }
paris-value-label = Wert:
paris-value = Wert
paris-in-stock = Vorrat
paris-give = Eine Aktie von { $company } geben
paris-mine = meine
paris-take = Eine Aktie von { $company } nehmen
paris-companies = Bahnen und Aktien
paris-trade-how = Tausch: Minus für die Aktie, die du gibst, Plus für die eine oder die zwei einer Bahn, die du nimmst.
paris-my-points = Meine Punkte:
paris-too-many = { $n ->
    [one] { $points } für 1 Aktie zu viel
   *[other] { $points } für { $n } Aktien zu viel
 }
paris-hint = Wähle eine Bahn und dann die markierten Felder der Karte, um ihre Strecke zu bauen.
paris-enlarge = Karte vergrößern
paris-show-more = Mehr von der Karte zeigen
paris-choose = Wähle eine Bahn, um ihre Strecke zu bauen, oder tausche Aktien.
paris-take-choose = { $n ->
    [one] Nimm 1 Aktie von { $take }: Wähle, was du gibst.
   *[other] Nimm { $n } Aktien von { $take }: Wähle, was du gibst.
 }
paris-trade-choose = Tauschen: Wähle, was du gibst und was du nimmst.
paris-what = Was du tust
paris-build-track = Strecke bauen
paris-trade-shares = Aktien tauschen
paris-give-1 = Gib 1 deiner Aktien
paris-give-1-short = gib 1
paris-mine-label = Meine:
paris-take-1-or-2 = Nimm 1 oder 2 Aktien
paris-take-short = nimm 1–2
paris-stock-label = Vorrat:
paris-companies-label = Bahnen

## Later moves

paris-plan-give = Abzugebende Aktie
paris-plan-take = Gewünschte Aktie
paris-plan-count = Anzahl
paris-plan-company = Bahn
paris-plan-trade = In meinem nächsten Zug: 1 × { $give } abgeben und { $count } × { $take } nehmen.
paris-plan-worth = Wert
paris-plan-at-worth = Sobald { $company } mindestens { $n } wert ist: 1 × { $give } abgeben und { $count } × { $take } nehmen.
paris-plan-locomotives = Loks
paris-plan-at-stock = Sobald { $company } weniger als { $n } Loks im Vorrat hat: 1 × { $give } abgeben und { $count } × { $take } nehmen.
paris-plan-city = Stadt
paris-plan-at-city = Sobald eine Bahn in { $city } ist: 1 × { $give } abgeben und { $count } × { $take } nehmen.
