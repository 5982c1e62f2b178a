### Ce que disent le calendrier et le fil d’un joueur.

feeds-calendar = Turnpike : échéances
feeds-title = Turnpike : les parties qui vous attendent
feeds-game = { $kind }{ $practice ->
    [yes] { " (entraînement)" }
   *[no] { "" }
 }{ $count ->
    [0] { "" }
   *[other] { " " }avec { $players }
 }
feeds-deadline = Votre temps s’achève : { $game }
feeds-deadline-more = C’est à vous de jouer, et désormais votre temps est écoulé. Jouez avant :
feeds-turn = C’est à vous de jouer : { $game }
feeds-turn-until = Votre temps s’achève le { $deadline }.
feeds-invited = Une place vous est réservée : { $game }
feeds-offered = Une place vous est proposée : { $game }
