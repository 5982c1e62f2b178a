### Les archives.

archive-what = Les parties publiques terminées, les plus récentes d’abord.
archive-any-game = Tous les jeux
archive-seats = Nombre de joueurs
archive-any-seats = Peu importe
archive-player = Joueur
archive-opponent = Adversaire
archive-result = Résultat
archive-any-result = Tous
archive-result-is = { $result ->
    [win] Victoire
    [draw] Égalité
   *[loss] Défaite
 }
archive-since = Terminée à partir du
archive-until = Terminée jusqu’au
archive-random = Ouvrir une partie au hasard
archive-won = { $name } (victoire)
archive-tied = { $name } (premier ex æquo)
archive-none = Aucune partie publique terminée ne correspond à ces filtres.
archive-none-yet = Aucune partie publique n’est encore terminée ici.
archive-more = Afficher plus
