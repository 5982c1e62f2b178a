### Was Paris Connection sagt. Eine Bahn wird mit ihrer Kennung genannt.

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
    [black] black (Schwarz)
    [blue] blue (Blau)
    [brown] brown (Braun)
    [purple] purple (Lila)
    [red] red (Rot)
    [yellow] yellow (Gelb)
   *[unknown] unknown (Unbekannt)
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

summary = Baue Bahnlinien von Paris aus und handle mit ihren Aktien: Eine Lokomotive ist ein Stück Strecke oder eine Aktie, nie beides.

## Ereignisse

start-at = { $company } auf { $hex }
dealt = Die Bahnen beginnen rund um Paris ({ $starts }), alle bekommen { $shares } Aktien, und { $name } beginnt.
hand = { $name } bekommt an Aktien { $shares }.
hand-empty = { $name } bekommt keine Aktien.
built = { $name } baut { $company } auf { $hexes }. Im Vorrat: noch { $stock }.
built-reaching = { $name } baut { $company } auf { $hexes } und erreicht { $cities }; { $company } ist jetzt { $value } wert. Im Vorrat: noch { $stock }.
traded = { $name } tauscht eine Aktie von { $give } gegen { $count ->
    [one] eine
   *[other] { $count }
} von { $take } und hat jetzt { $total ->
    [one] { $total } Aktie
   *[other] { $total } Aktien
}.
left = { $name } verlässt die Partie, und die Aktien bleiben bis zur Abrechnung liegen.
ended = { $why }, und die Partie ist zu Ende: { $places }.

## Ablehnungen

hex-named = Feld { $hex } ({ $at } von { $count })
hex-unnamed = Feld { $at } von { $count }
open-to = Offen für { $company }: { $hexes }.
open-to-none = Für { $company } kann nichts mehr gebaut werden.

unknown-company = Diese Bahn gibt es nicht. Die Bahnen sind { $companies }.
empty-build = Ein Bau nennt ein bis fünf Felder, wie in „build red E15 F14“.
too-many-locomotives = Ein Bau hat höchstens { $most } Loks, und dieser hat { $count }.
not-enough-stock = Der Bau braucht { $count ->
    [one] { $count } Lok
   *[other] { $count } Loks
}, und { $company } hat im Vorrat nur { $stock }.
trailing-placements = { $place } kommt zu spät: { $city } beendet die Partie und muss das letzte Feld sein.
unknown-hex = { $place } liegt nicht auf der Karte. Felder heißen wie F14: Buchstabe der Zeile, Nummer der Spalte.
eiffel-hex = { $place } ist der Eiffelturm, wo nie gebaut wird.
start-hex = { $place } ist { $station }: Ein Startfeld behält seine eine Lok.
same-company-here = { $place } hat schon eine Lok von { $company }. { $open }
city-occupied = { $place } ist { $city }, eine Stadt mit Platz für eine Lok, und der ist besetzt. { $open }
hex-full = { $place } hat zwei Loks, und eine dritte hat keinen Platz. { $open }
not-adjacent = { $place } grenzt an keine Lok von { $company }. { $open }
not-adjacent-barrier = { $place } grenzt an keine Lok von { $company }. Dazwischen liegt eine Sperre ({ $barrier }). { $open }
cuts-off = { $place } würde { $companies }, noch ohne Stadt, von jeder freien Stadt abschneiden. { $open }
same-company = Die Aktien, die du nimmst, müssen von einer anderen Bahn sein als { $company }.
bad-count = Ein Tausch nimmt 1 oder 2 Aktien, nicht { $count }.
no-such-share = Du hast keine Aktie von { $company }. Abgeben kannst du eine von: { $own }.
stock-too-low = Du verlangst { $count ->
    [one] { $count } Aktie
   *[other] { $count } Aktien
} von { $company }, und im Vorrat { $stock ->
    [0] ist keine
    [one] ist nur { $stock }
   *[other] sind nur { $stock }
}.

kind-of-action = Art des Zugs
say-action = Sag, was du baust oder tauschst, wie in „build red E15 F14“ oder „trade red blue 2“.
say-company = Sag, welche Bahn baut, wie in „build red E15“.
say-give = Sag, welche Aktie du gibst, wie in „trade red blue 2“.
say-take = Sag, welche Aktien du nimmst, wie in „trade red blue 2“.
say-count = Sag, wie viele Aktien von { $company } du nimmst, 1 oder 2.
ambiguous-company = „{ $word }“ kann mehr als eine Bahn sein: { $companies }.
no-hex = „{ $word }“ ist kein Feld. Felder heißen wie E15, und eine Stadt geht mit ihrem Namen.
ambiguous-city = „{ $word }“ kann mehr als eine Stadt sein: { $cities }.

## Bretter

headline = { $name } baut oder tauscht.
over = { $why }, und die Partie ist zu Ende.
over-plain = Die Partie ist zu Ende.
before-built = Davor hat { $name } { $company } auf { $hexes } gebaut.
before-traded = Davor hat { $name } { $give } gegen { $taken } getauscht.

column-company = Bahn
column-letter = Zeichen
column-value = Wert
column-stock = Vorrat
column-held = verteilt
column-own = deine Aktien

players = Am Tisch (jede Aktie über { $limit } kostet am Ende { $penalty } Punkte)
player = { $name }: { $total ->
    [one] { $total } Aktie
   *[other] { $total } Aktien
}
player-left = ist weg
player-points = { $score } Pkt.
player-rank = Rang { $rank }
shares-at = { $shares } zu { $value }

map =
    Karte: Buchstaben sind Loks, * eine vom Start, eine Zahl eine freie Stadt,
    ein Punkt freies Land, # der Eiffelturm; eine Sperre ! versperrt den Weg.
    Ein Feld beginnt an seiner Spalte.
barriers = Sperren:
free-cities = Städte, die noch frei sind
free-worth = Wert { $value }:
city-last = { $city } { $hex } (beendet die Partie)
reached = { $company } hat
open = Wo die nächste Lok stehen kann, bis zu fünf pro Zug
open-nowhere = nirgends
or-trade = Oder gib eine Aktie für ein oder zwei einer anderen Bahn: trade red blue 2.

## Bilder

title = Paris Connection: { $headline }
acts = ▶ { $name } ist am Zug
head-over = Die Partie ist zu Ende
why = { $why }.
latest-built =
    { $name } hat { $company } gebaut auf
    { $hexes }.
latest-traded =
    { $name } gab { $given }
    für { $taken }.

tip = { $hex }: { $what }
tip-taken = { $hex }: { $what }; { $companies }
tip-city = { $city }, Wert { $value }
tip-city-last = { $city }, Wert { $value }, beendet die Partie
tip-country = Land

legend-1 = beige Stadt
legend-2 = lila Stadt
legend-3 = rote Stadt
legend-4 = Marseille: Ende
legend-barrier = Sperre
legend-latest = neu gebaut

head-company = Bahn
head-value = Wert
head-stock = Vorrat
head-held = verteilt
sum-shares = Aktien gesamt
sum-points = Punkte
sum-points-now = Punkte jetzt
sum-rank = Rang
seat-left = ist weg
seat-acts = ▶ zieht
seat-you = du
seat-won = ★ siegt
limit = Jede Aktie über { $limit } kostet am Ende 20 Punkte.
dash = Ein Strich ist, was du nicht wissen kannst.
