### Texte von Paris Connection. Eine Bahn wird mit ihrer Kennung genannt, und jede Sprache macht ein Wort daraus.

company = { $company ->
    [black] Schwarz
    [blue] Blau
    [brown] Braun
    [purple] Lila
    [red] Rot
    [yellow] Gelb
   *[unknown] Unbekannt
}
company-noted = { $company ->
    [black] schwarz
    [blue] blau
    [brown] braun
    [purple] lila
    [red] rot
    [yellow] gelb
   *[unknown] unbekannt
}
shares = { $count } { $company ->
    [black] schwarze
    [blue] blaue
    [brown] braune
    [purple] lila
    [red] rote
    [yellow] gelbe
   *[unknown] unbekannte
}
list-more = { $others } und { $company }

seine-estuary = Seinemündung
loire-estuary = Loiremündung
gironde-estuary = Girondemündung
vosges = Vogesen
alps = Alpen
rhone-delta = Rhonedelta

marseille = { $city } ist erreicht
stock = Höchstens eine Bahn hat noch Loks im Vorrat
deserted = Nur noch eine Person ist dabei

summary = Baue Strecken von Paris aus: Die Aktien einer Bahn sind so viel wert wie die Städte, die sie erreicht, und eine Lok ist Strecke oder Aktie, nie beides.

## Ereignisse

start-at = { $company } an der { $station }
dealt = Die Bahnen beginnen rund um Paris ({ $starts }), alle bekommen { $shares } Aktien, und { $name } fängt an.
hand = { $name } bekommt diese Aktien: { $shares }.
hand-empty = { $name } bekommt keine Aktien.
built = { $name } baut { $company } bei { $near } ({ $count ->
    [one] { $count } Lok
   *[other] { $count } Loks
}). { $stock ->
    [0] Der Vorrat ist leer.
    [one] Im Vorrat bleibt { $stock } Lok.
   *[other] Im Vorrat bleiben { $stock } Loks.
}
built-reaching = { $name } baut { $company } ({ $count ->
    [one] { $count } Lok
   *[other] { $count } Loks
}) und erreicht { $cities }. { $company } ist jetzt { $value } wert. { $stock ->
    [0] Der Vorrat ist leer.
    [one] Im Vorrat bleibt { $stock } Lok.
   *[other] Im Vorrat bleiben { $stock } Loks.
}
traded = { $name } tauscht eine Aktie von { $give } gegen { $count ->
    [one] eine
   *[other] { $count }
} von { $take } und hat jetzt { $total ->
    [one] { $total } Aktie
   *[other] { $total } Aktien
}.
left = { $name } verlässt die Partie, und die Aktien bleiben bis zur Wertung liegen.
ended = { $why }, und die Partie ist zu Ende: { $places }.

## Ablehnungen

hex-named = Feld { $hex } ({ $at } von { $count })
hex-unnamed = Feld { $at } von { $count }
open-to = Offen für { $company }: { $hexes }.
open-to-none = Für { $company } kann nichts mehr gebaut werden.

unknown-company = Diese Bahn gibt es nicht. Die Bahnen sind { $companies }.
empty-build = Ein Bau nennt ein bis fünf Felder, etwa „bauen rot E15 F14“.
too-many-locomotives = Ein Bau hat höchstens { $most } Loks, und dieser hat { $count }.
not-enough-stock = Der Bau braucht { $count ->
    [one] { $count } Lok
   *[other] { $count } Loks
}, und { $stock ->
    [0] der Vorrat von { $company } ist leer
    [one] im Vorrat von { $company } ist nur noch { $stock }
   *[other] im Vorrat von { $company } sind nur noch { $stock }
}.
trailing-placements = { $place } kommt zu spät: { $city } beendet die Partie und muss das letzte Feld sein.
unknown-hex = { $place } ist nicht auf der Karte. Ein Feld heißt etwa F14: Buchstabe der Reihe, Nummer der Spalte.
eiffel-hex = { $place } ist der Eiffelturm: Dort wird nie gebaut.
start-hex = { $place } ist ein Startfeld, { $station }, und behält seine eine Lok.
same-company-here = { $place } hat schon eine Lok von { $company }. { $open }
city-occupied = { $place } ist { $city }, eine Stadt mit Platz für eine Lok, und der ist besetzt. { $open }
hex-full = { $place } hat zwei Loks, und für eine dritte ist kein Platz. { $open }
not-adjacent = { $place } liegt neben keiner Lok von { $company }. { $open }
not-adjacent-barrier = { $place } liegt neben keiner Lok von { $company }: Dazwischen ist eine Sperre ({ $barrier }). { $open }
cuts-off = { $place } würde { $companies }, noch ohne Stadt, von jeder freien Stadt abschneiden. { $open }
same-company = Die Aktien, die du nimmst, müssen von einer anderen Bahn sein als { $company }.
bad-count = Ein Tausch nimmt 1 oder 2 Aktien, nicht { $count }.
no-such-share = Du hast keine Aktie von { $company }. Geben kannst du eine von: { $own }.
stock-too-low = Du willst { $count ->
    [one] { $count } Aktie
   *[other] { $count } Aktien
} von { $company }, und { $stock ->
    [0] der Vorrat ist leer
    [one] im Vorrat ist nur noch { $stock }
   *[other] im Vorrat sind nur noch { $stock }
}.

say-action = Sag, was du baust oder tauschst, etwa „bauen rot E15 F14“ oder „tauschen rot blau 2“.
no-action = „{ $word }“ ist kein Zug. Sag, was du baust oder tauschst, etwa „bauen rot E15 F14“ oder „tauschen rot blau 2“.
other-count = Du sagst { $said } und nennst { $count ->
    [one] ein Feld
   *[other] { $count } Felder
 }.
say-company = Sag, welche Bahn baut, etwa „bauen rot E15“.
say-give = Sag, welche Aktie du gibst, etwa „tauschen rot blau 2“.
say-take = Sag, welche Aktien du nimmst, etwa „tauschen rot blau 2“.
say-count = Sag, wie viele Aktien von { $company } du nimmst, 1 oder 2.
give-one = Ein Tausch gibt genau eine Aktie her, nicht { $count }.
ambiguous-company = „{ $word }“ kann mehr als eine Bahn sein: { $companies }.
no-hex = „{ $word }“ ist kein Feld. Ein Feld heißt etwa E15, und eine Stadt geht auch mit ihrem Namen.
ambiguous-city = „{ $word }“ kann mehr als eine Stadt sein: { $cities }.

## Bretter

headline = { $name } ist am Zug: bauen oder tauschen.
over = { $why }, und die Partie ist zu Ende.
over-plain = Die Partie ist zu Ende.
before-built = Davor hat { $name } { $company } bei { $near } gebaut, auf { $hexes }.
before-traded = Davor hat { $name } { $give } gegen { $taken } getauscht.

column-company = Bahn
column-letter = Zeichen
column-value = Wert
column-stock = im Vorrat
column-held = im Umlauf
column-own = deine Aktien

players = Am Tisch (jede Aktie über { $limit } kostet am Ende { $penalty } Punkte)
player = { $name }: { $total ->
    [one] { $total } Aktie
   *[other] { $total } Aktien
}
player-left = ist gegangen
player-points = { $score ->
    [one] { $score } Punkt
   *[other] { $score } Punkte
}
player-rank = Rang { $rank }
shares-at = { $shares } zu { $value }

map =
    Karte: Ein Buchstabe ist eine Lok, * eine vom Start, eine Zahl eine freie
    Stadt, ein Punkt freies Land, # der Eiffelturm; eine Sperre ! versperrt den
    Weg. Ein Feld beginnt an seiner Spalte.
barriers = Sperren:
free-cities = Städte, die noch frei sind
free-worth = Wert { $value }:
city-last = { $city } { $hex } (beendet die Partie)
reached = { $company } hat
open = Wo die nächste Lok gebaut werden kann, bis zu fünf pro Zug
open-nowhere = nirgends
or-trade = Oder eine Aktie gegen eine oder zwei andere: { $trade }.

## Bilder

title = Paris Connection: { $headline }
acts = { $whose ->
    [yours] ▶ Du bist am Zug
   *[other] ▶ { $name } ist am Zug
 }
shares-of = { $whose ->
    [yours] Deine Aktien
   *[other] { $name }
 }
head-over = Die Partie ist zu Ende
why = { $why }.
latest-reached = { $name } hat { $company } gebaut und { $cities } erreicht.
latest-built = { $name } hat { $company } bei { $near } gebaut: { $count ->
    [one] { $count } Lok
   *[other] { $count } Loks
}
latest-traded =
    { $name } gab { $given }
    für { $taken }.

tip = { $what }, { $hex }
tip-taken = { $what }, { $hex }; { $companies }
tip-taken-plain = { $what }; { $companies }
tip-city = { $city }, Wert { $value }
tip-city-last = { $city }, Wert { $value }, beendet die Partie
tip-country = { $way ->
    [n] Land nördlich von { $near }
    [ne] Land nordöstlich von { $near }
    [e] Land östlich von { $near }
    [se] Land südöstlich von { $near }
    [s] Land südlich von { $near }
    [sw] Land südwestlich von { $near }
    [w] Land westlich von { $near }
    [nw] Land nordwestlich von { $near }
   *[other] Land bei { $near }
}
tip-company = { $company }: { $value } wert, { $stock } im Vorrat, { $held } im Umlauf
line-shares = { $total ->
    [one] { $total } Aktie
   *[other] { $total } Aktien
}

legend-1 = Stadt, Wert 1
legend-2 = Stadt, Wert 2
legend-3 = Stadt, Wert 3
legend-4 = Marseille: Ende
legend-worth = Punkte je Stadt
legend-end = 4 beendet die Partie
legend-barrier = Sperre
legend-latest = neu gebaut

head-company = Bahn
head-value = Wert
head-stock = Vorrat
head-held = Umlauf
sum-shares = Aktien gesamt
sum-points = Punkte
sum-points-now = Punkte jetzt
sum-rank = Rang
seat-left = gegangen
seat-acts = ▶ zieht
seat-you = du
seat-won = ★ siegt
limit = Jede Aktie über { $limit } kostet am Ende 20 Punkte.
dash = Ein Strich steht für das, was du nicht wissen kannst.

## Anweisungen

order-how = Schreib, wann was zu tun ist, zum Beispiel „wenn schwarz wert 8: tauschen gelb schwarz 2“. Bedingungen sind „schwarz wert 8“, „schwarz vorrat unter 5“, „Troyes frei“ und „Troyes besetzt“, mehrere mit „und“.
order-number = Zahl
order-worth = einmal, wenn Schwarz 8 oder mehr wert ist
order-stock = einmal, wenn Schwarz weniger als 5 Loks im Vorrat hat
order-free = einmal, wenn noch keine Bahn in Troyes ist
order-both = einmal, wenn beides gilt
