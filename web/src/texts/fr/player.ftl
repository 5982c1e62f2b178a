### The page of a player.

player-by-game = Par jeu
player-of-public = Des parties que tout le monde peut voir.
player-finished = { $n ->
    [1] Une partie terminée
   *[other] { $n } parties terminées
 }
player-won = { $n ->
    [0] aucune victoire
    [1] une victoire
   *[other] { $n } victoires
 }
player-best = meilleur score : { $points }
player-streak = plus longue série de victoires : { $n }
player-bots = Contre des bots : { $results }
player-lost = { $n ->
    [0] aucune défaite
    [1] une défaite
   *[other] { $n } défaites
 }
player-left = Parties quittées avant la fin : { $n } sur les { $recent } dernières
player-timed-out = délais dépassés : { $n }
player-answers = répond le plus souvent en moins de { $time }
player-rating = { $seats ->
    [two] Cote à deux : { $rating } ± { $uncertainty }
   *[more] Cote à trois ou plus : { $rating } ± { $uncertainty }
 }
player-rating-provisional = { $seats ->
    [two] Cote à deux : { $rating } ± { $uncertainty }, provisoire
   *[more] Cote à trois ou plus : { $rating } ± { $uncertainty }, provisoire
 }
player-opponents = Adversaires les plus fréquents
player-games-with = { $n ->
    [1] Une partie
   *[other] { $n } parties
 }
player-challenge = Défier
player-challenge-name = Défier { $name }
player-game-won = gagnée
player-game-place = rang { $rank } sur { $of }
player-more-games = Plus de parties
player-gone = Le nom est peut-être mal écrit, ou le compte n’existe plus.
player-to-games = Vers les parties
player-since = ici depuis le { $day }
player-program = Un programme joue avec ce compte.
player-guest = Un invité, sans compte.
player-sign-up = Créer un compte pour jouer avec { $name }
player-count-finished = { $n ->
    [one] partie terminée
   *[other] parties terminées
 }
player-count-running = { $n ->
    [one] partie en cours
   *[other] parties en cours
 }
player-running-games = Parties en cours
player-finished-games = Parties terminées
player-all-finished = Toutes les parties terminées
player-follow = Suivre
player-following = Suivi
player-followed = Vous suivez { $name }. Personne d’autre ne le voit.
player-unfollowed = Vous ne suivez plus { $name }.
