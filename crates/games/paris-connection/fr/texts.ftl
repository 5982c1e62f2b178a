### Textes de Paris Connection. Une compagnie est donnée par son identifiant.

company = { $company ->
    [black] noire
    [blue] bleue
    [brown] marron
    [purple] violette
    [red] rouge
    [yellow] jaune
   *[unknown] inconnue
}
company-noted = { $company ->
    [black] noire
    [blue] bleue
    [brown] marron
    [purple] violette
    [red] rouge
    [yellow] jaune
   *[unknown] inconnue
}
shares = { $count } { $count ->
    [one] { $company ->
        [black] noire
        [blue] bleue
        [brown] marron
        [purple] violette
        [red] rouge
        [yellow] jaune
       *[unknown] inconnue
    }
   *[other] { $company ->
        [black] noires
        [blue] bleues
        [brown] marron
        [purple] violettes
        [red] rouges
        [yellow] jaunes
       *[unknown] inconnues
    }
}
list-more = { $others } et la { $company }

seine-estuary = estuaire de la Seine
loire-estuary = estuaire de la Loire
gironde-estuary = estuaire de la Gironde
vosges = Vosges
alps = Alpes
rhone-delta = delta du Rhône

marseille = Une locomotive atteint { $city }
stock = Il reste au plus une réserve non vide
deserted = Il ne reste plus qu’une personne en jeu

summary = Construisez des lignes au départ de Paris : les actions d’une compagnie valent les villes qu’elle atteint, et une locomotive est une voie ou une action, jamais les deux.

## Événements

start-at = { $station } : { $company }
dealt = Les compagnies partent des abords de Paris ({ $starts }), tout le monde reçoit { $shares } actions, et { $name } commence.
hand = { $name } reçoit les actions suivantes : { $shares }.
hand-empty = { $name } ne reçoit aucune action.
built = { $name } étend la { $company } vers { $near } ({ $count ->
    [one] { $count } locomotive
   *[other] { $count } locomotives
}). { $stock ->
    [0] La réserve est vide.
    [one] Il reste { $stock } locomotive en réserve.
   *[other] Il reste { $stock } locomotives en réserve.
}
built-reaching = { $name } étend la { $company } ({ $count ->
    [one] { $count } locomotive
   *[other] { $count } locomotives
}) et relie { $cities }. La { $company } vaut maintenant { $value }. { $stock ->
    [0] La réserve est vide.
    [one] Il reste { $stock } locomotive en réserve.
   *[other] Il reste { $stock } locomotives en réserve.
}
traded = { $name } échange une action de la { $give } contre { $count ->
    [one] une action
   *[other] { $count } actions
} de la { $take } et a maintenant { $total ->
    [one] { $total } action
   *[other] { $total } actions
}.
left = { $name } quitte la partie, et ses actions restent de côté jusqu’au décompte.
ended = { $why }, et la partie est terminée : { $places }.

## Refus

hex-named = L’hexagone { $hex } ({ $at } sur { $count })
hex-unnamed = L’hexagone { $at } sur { $count }
open-to = Ouverts à la { $company } : { $hexes }.
open-to-none = On ne peut plus rien construire pour la { $company }.

unknown-company = Cette compagnie n’existe pas. Les compagnies sont : { $companies }.
empty-build = Une construction nomme d’un à cinq hexagones, par exemple : « construire rouge E15 F14 ».
too-many-locomotives = Une construction a au plus { $most } locomotives, et celle-ci en a { $count }.
not-enough-stock = La construction demande { $count ->
    [one] { $count } locomotive
   *[other] { $count } locomotives
}, et { $stock ->
    [0] la réserve de la { $company } est vide
   *[other] il n’en reste que { $stock } dans la réserve de la { $company }
}.
trailing-placements = { $place } vient trop tard : { $city } met fin à la partie et doit être en dernier.
unknown-hex = { $place } n’est pas sur la carte. Un hexagone s’écrit comme F14 : lettre de la rangée, numéro de la colonne.
eiffel-hex = { $place } est la tour Eiffel, où l’on ne construit jamais.
start-hex = { $place } est un hexagone de départ, { $station } : il garde son unique locomotive.
same-company-here = { $place } a déjà une locomotive { $company }. { $open }
city-occupied = { $place } est { $city }, une ville à une seule locomotive, et elle est prise. { $open }
hex-full = { $place } a deux locomotives, et il n’y a pas de place pour une troisième. { $open }
not-adjacent = { $place } n’est pas voisin d’une locomotive { $company }. { $open }
not-adjacent-barrier = { $place } n’est pas voisin d’une locomotive { $company } : il y a une barrière ({ $barrier }). { $open }
cuts-off = { $place } priverait de toute ville libre la { $companies }, encore sans ville. { $open }
same-company = Les actions prises doivent être d’une autre compagnie que la { $company }.
bad-count = Un échange prend 1 ou 2 actions, et non { $count }.
no-such-share = Vous n’avez aucune action de la { $company }. Vous pouvez en donner une de : { $own }.
stock-too-low = Vous demandez { $count ->
    [one] { $count } action
   *[other] { $count } actions
} de la { $company }, et { $stock ->
    [0] sa réserve est vide
   *[other] il n’en reste que { $stock } en réserve
}.

say-action = Dites ce que vous construisez ou échangez, par exemple « construire rouge E15 F14 » ou « échanger rouge bleue 2 ».
no-action = « { $word } » n’est pas un coup. Dites ce que vous construisez ou échangez, par exemple « construire rouge E15 F14 » ou « échanger rouge bleue 2 ».
other-count = Vous dites { $said } et nommez { $count ->
    [one] un hexagone
   *[other] { $count } hexagones
 }.
say-company = Dites quelle compagnie construit, par exemple « construire rouge E15 ».
say-give = Dites quelle action vous donnez, par exemple « échanger rouge bleue 2 ».
say-take = Dites quelles actions vous prenez, par exemple « échanger rouge bleue 2 ».
say-count = Dites combien d’actions vous prenez, 1 ou 2 (compagnie { $company }).
give-one = Un échange donne exactement une action, et non { $count }.
ambiguous-company = « { $word } » peut désigner plusieurs compagnies : { $companies }.
no-hex = « { $word } » n’est pas un hexagone. Un hexagone s’écrit comme E15, une ville par son nom.
ambiguous-city = « { $word } » peut désigner plusieurs villes : { $cities }.

## Plateaux

headline = À { $name } de construire ou d’échanger.
over = { $why }, et la partie est terminée.
over-plain = La partie est terminée.
before-built = Avant, { $name } a étendu la { $company } vers { $near }, en { $hexes }.
before-traded = Avant, { $name } a échangé une { $give } contre { $taken }.

column-company = Compagnie
column-letter = lettre
column-value = valeur
column-stock = réserve
column-held = en tout
column-own = vos actions

players = Autour de la table (chaque action au-delà de { $limit } coûte { $penalty } points à la fin)
player = { $name } : { $total ->
    [one] { $total } action
   *[other] { $total } actions
}
player-left = a quitté la partie
player-points = { $score ->
    [one] { $score } pt
   *[other] { $score } pts
}
player-rank = rang { $rank }
shares-at = { $shares } à { $value }

map =
    Carte : une lettre est une locomotive, * une de départ, un chiffre une ville
    libre, un point la campagne libre, # la tour Eiffel ; une barrière ! coupe le
    passage. Un hexagone commence à sa colonne.
barriers = Barrières :
free-cities = Villes encore libres
free-worth = valeur { $value } :
city-last = { $city } { $hex } (fin de la partie)
reached = La { $company } relie
open = Où poser la prochaine locomotive, jusqu’à cinq par tour
open-nowhere = nulle part
or-trade = Ou une action contre une ou deux d’une autre : « { $trade } ».

## Dessins

title = Paris Connection : { $headline }
acts = { $whose ->
    [yours] ▶ À vous de jouer
   *[other] ▶ À { $name } de jouer
 }
shares-of = { $whose ->
    [yours] Vos actions
   *[other] { $name }
 }
head-over = La partie est terminée
why = { $why }.
latest-reached = { $name } a étendu la { $company } et relié { $cities }.
latest-built = { $name } a étendu la { $company } vers { $near } : { $count ->
    [one] { $count } locomotive
   *[other] { $count } locomotives
}
latest-traded =
    { $name } a donné { $given }
    contre { $taken }.

tip = { $what }, { $hex }
tip-taken = { $what }, { $hex } ; { $companies }
tip-taken-plain = { $what } ; { $companies }
tip-city = { $city }, valeur { $value }
tip-city-last = { $city }, valeur { $value }, fin de la partie
tip-country = { $way ->
    [n] campagne, au plus près { $near }, côté nord
    [ne] campagne, au plus près { $near }, côté nord-est
    [e] campagne, au plus près { $near }, côté est
    [se] campagne, au plus près { $near }, côté sud-est
    [s] campagne, au plus près { $near }, côté sud
    [sw] campagne, au plus près { $near }, côté sud-ouest
    [w] campagne, au plus près { $near }, côté ouest
    [nw] campagne, au plus près { $near }, côté nord-ouest
   *[other] campagne, au plus près { $near }
}
tip-company = Compagnie { $company } : vaut { $value }, { $stock } en réserve, { $held } détenues en tout
line-shares = { $total ->
    [one] { $total } action
   *[other] { $total } actions
}

legend-1 = ville, valeur 1
legend-2 = ville, valeur 2
legend-3 = ville, valeur 3
legend-4 = Marseille : la fin
legend-worth = points par ville
legend-end = 4 : fin de la partie
legend-barrier = barrière
legend-latest = dernier coup

head-company = compagnie
head-value = valeur
head-stock = réserve
head-held = en tout
sum-shares = actions en tout
sum-points = points
sum-points-now = points actuels
sum-rank = rang
seat-left = hors jeu
seat-acts = ▶ joue
seat-you = vous
seat-won = ★ gagne
limit = Chaque action au-delà de { $limit } coûte 20 points à la fin.
dash = Un tiret marque ce que vous ne pouvez pas savoir.

## Ordres

order-how = Dites quand faire quoi, par exemple « quand noire vaut 8: échanger jaune noire 2 ». Les conditions : « noire vaut 8 », « noire réserve sous 5 », « Troyes libre » et « Troyes prise », plusieurs avec « et ».
order-number = nombre
order-worth = une fois, quand la noire vaut 8 ou plus
order-stock = une fois, quand la noire a moins de 5 locomotives en stock
order-free = une fois, quand aucune compagnie n’est à Troyes
order-both = une fois, quand les deux sont vrais
