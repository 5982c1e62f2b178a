### The board of Paris Connection.

paris-black = noire
paris-blue = bleue
paris-brown = marron
paris-purple = violette
paris-red = rouge
paris-yellow = jaune
paris-lettered = { $company } ({ $letter })
paris-build-choose = Construire : choisissez une compagnie.
paris-build-touch = Construire la { $company } : choisissez où la voie continue.
paris-build-from-to = { $n ->
    [one] Construire la { $company } de { $from } à { $to } : { $n } locomotive
   *[other] Construire la { $company } de { $from } à { $to } : { $n } locomotives
 }
paris-build-locomotives = { $n ->
    [one] Construire la { $company } : { $n } locomotive
   *[other] Construire la { $company } : { $n } locomotives
 }
paris-built-worth = { $built } ; la compagnie vaut alors { $value }, et vous avez { $points }.
paris-ends-game = Cela termine la partie.
paris-give-choose = Donner 1 action { $give } : choisissez ce que vous prenez.
paris-give-and-take = { $n ->
    [one] Donner 1 action { $give } et prendre { $n } action { $take } : vous avez alors { $points }.
   *[other] Donner 1 action { $give } et prendre { $n } actions de la { $take } : vous avez alors { $points }.
 }
paris-build = Construire la { $company }
paris-build-at = Construire la { $company } : valeur { $value }, mes actions { $held }
paris-value-label = Valeur :
paris-value = valeur
paris-in-stock = en réserve
paris-give = Donner une action { $company }
paris-mine = à moi
paris-take = Prendre une action { $company }
paris-companies = Compagnies et actions
paris-trade-how = Échange : « − » pour l’action que vous donnez, « + » pour une ou deux actions d’une autre compagnie.
paris-my-points = Mes points :
paris-too-many = { $n ->
    [one] { $points } pour { $n } action de trop
   *[other] { $points } pour { $n } actions de trop
 }
paris-hint = Choisissez une compagnie, puis les hexagones marqués de la carte pour construire sa voie.
paris-enlarge = Agrandir la carte
paris-show-more = Voir plus de carte
paris-choose = Choisissez une compagnie pour construire sa voie, ou échangez des actions.
paris-take-choose = { $n ->
    [one] Prenez { $n } action { $take } : choisissez ce que vous donnez.
   *[other] Prenez { $n } actions { $take } : choisissez ce que vous donnez.
 }
paris-trade-choose = Échange : choisissez ce que vous donnez et ce que vous prenez.
paris-what = Ce que vous faites
paris-build-track = Construire
paris-trade-shares = Échanger
paris-give-1 = Donnez 1 de vos actions
paris-give-1-short = donner 1
paris-mine-label = À moi :
paris-take-1-or-2 = Prenez 1 ou 2 actions
paris-take-short = prendre 1–2
paris-stock-label = Réserve :
paris-companies-label = Compagnies

## Later moves

paris-plan-give = Action à rendre
paris-plan-take = Action à prendre
paris-plan-count = Nombre
paris-plan-company = Compagnie
paris-plan-trade = Au prochain tour : rendre 1 × { $give } et prendre { $count } × { $take }.
paris-plan-worth = Valeur
paris-plan-at-worth = Dès que la { $company } vaut { $n } ou plus : rendre 1 × { $give } et prendre { $count } × { $take }.
paris-plan-locomotives = Locomotives
paris-plan-at-stock = Dès que la { $company } a moins de { $n } locomotives en réserve : rendre 1 × { $give } et prendre { $count } × { $take }.
paris-plan-city = Ville
paris-plan-at-city = Dès qu’une compagnie est à { $city } : rendre 1 × { $give } et prendre { $count } × { $take }.
