### The board of Buttons.

buttons-cell-red = case rouge
buttons-cell-yellow = case jaune
buttons-cell-green = case verte
buttons-cell-blue = case bleue
buttons-cell-at = { $cell }, ligne { $row }, colonne { $col }
buttons-chosen = Étoiles choisies : { $n } sur { $all }
buttons-choose-others = En choisir d’autres
buttons-hint = Chaque lancer marque les cases où vous pouvez poser un bouton : choisissez-en une, ou passez.
buttons-ahead = { $n ->
    [1] Une étoile devant { $name }.
   *[other] { $n } étoiles devant { $name }.
 }
buttons-behind = { $n ->
    [1] Vous êtes { $place }, une étoile derrière le premier.
   *[other] Vous êtes { $place }, { $n } étoiles derrière le premier.
 }
buttons-decided-line = Cinq étoiles alignées ont décidé.
buttons-score-line = { $stars }, et { $points } points pour cinq d’affilée
buttons-become-stars = { $n ->
    [1] Ce bouton devient une étoile.
   *[other] Ces { $n } boutons deviennent des étoiles.
 }
buttons-touch-more = { $n ->
    [1] Choisissez encore un bouton à changer en étoile.
   *[other] Choisissez encore { $n } boutons à changer en étoiles.
 }
buttons-opt-out = { $n ->
    [1] Se retirer et gagner une étoile.
   *[other] Se retirer et gagner { $n } étoiles.
 }
buttons-roll = Lancer les dés.
buttons-touch-roll = Choisissez « Lancer » pour lancer les dés.
buttons-pass = Ne rien poser sur ce lancer.
buttons-place = Poser un bouton : { $cell }.
buttons-roll-or-out = Lancez les dés, ou retirez-vous avec ce que vous avez.
buttons-touch-or-pass = Choisissez la case marquée, ou passez.
buttons-touch-cell = Choisissez une case marquée pour y poser un bouton.
buttons-plan-round = Manche
buttons-plan-stars = Étoiles
buttons-plan-until-stars = À la manche { $round } : lancer jusqu’à { $n } ★ acquises, puis se retirer.
buttons-plan-buttons = Boutons
buttons-plan-until-buttons = À la manche { $round } : lancer jusqu’à { $n } boutons, puis se retirer.
buttons-plan-gold-always = Aux lancers des autres : toujours prendre la case du dé doré.
buttons-plan-gold-never = Aux lancers des autres : toujours passer.
buttons-plan-gold-colours = Aux lancers des autres : prendre seulement celles-ci, passer sinon : { $colours }
buttons-plan-colours = Couleurs
