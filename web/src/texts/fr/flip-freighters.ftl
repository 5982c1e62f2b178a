### The board of Flip Freighters.

freight-joker = joker
freight-truck-equal = le camion =
freight-truck-unequal = le camion ≠
freight-truck-down = le camion 6-1
freight-truck-up = le camion 1-6
freight-truck-any = le camion libre
freight-truck-hearts = le camion des cœurs
freight-truck-clubs = le camion des trèfles
freight-truck-diamonds = le camion des carreaux
freight-truck-spades = le camion des piques
freight-costs = { $n ->
    [one] Cela coûte { $n } heure supplémentaire.
   *[other] Cela coûte { $n } heures supplémentaires.
 }
freight-load = Charger { $card } sur { $truck }.
freight-load-as = Charger { $card } comme { $value } sur { $truck }.
freight-trip = { $n ->
    [1] { $truck } d’un pas
   *[other] { $truck } de { $n } pas
 }
freight-drive = Avancer { $trips } avec { $card }.
freight-unused = { $n ->
    [one] { $n } carte reste inutilisée.
   *[other] { $n } cartes restent inutilisées.
 }
freight-end-day = Finir la journée.
freight-start-over = Recommencer la journée : toutes les cartes peuvent resservir.
freight-ends-day = Cela finit la journée.
freight-card-square = { $card } : sur une case.
freight-card-circle = { $card } : vers un cercle.
freight-card-square-or-circle = { $card } : sur une case, ou vers un cercle.
freight-steps-left = { $n ->
    [one] Il reste { $n } pas.
   *[other] Il reste { $n } pas.
 }
freight-delivered = Livré : { $pay } par semaine.
freight-overtime = { $n ->
    [one] { $n } heure supplémentaire
   *[other] { $n } heures supplémentaires
 }
freight-no-overtime = sans heure supplémentaire
freight-value-label = Ce que vaut la carte quand elle est chargée
freight-one-less = Un de moins
freight-load-value = La charger comme { $value }
freight-one-more = Un de plus
freight-take-back = Reprendre la dernière carte
freight-go-on = Reprendre ma journée
freight-day-so-far = Votre journée jusqu’ici
freight-day-ended = Vous avez fini la journée. Tant que les autres jouent, vous pouvez la reprendre.
freight-cards-to-come = Cartes à venir
freight-my-sheet = Ma feuille
freight-board-shows = Ce que montre le plateau
freight-as-began = Telle qu’elle était au début de la journée.
freight-no-stars = aucune étoile
freight-weeks = { $weeks } pour les semaines
freight-hours-left = { $n ->
    [1] { $points } pour l’heure restante
   *[other] { $points } pour les { $n } heures restantes
 }
freight-hint = Choisissez une carte, puis l’endroit marqué, sur un camion ou une route, où vous l’utilisez.
freight-plan-none = Les cartes du jour suivant sont encore inconnues : il n’y a donc rien à prévoir.
