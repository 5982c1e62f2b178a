### Les classements.

leaderboards-of = Classement de { $game }
leaderboards-table = Table
leaderboards-size = { $size ->
    [two] à deux
   *[more] à trois ou plus
 }
leaderboards-with-provisional = Afficher aussi les cotes provisoires
leaderboards-rating = { $rating } ± { $uncertainty }
leaderboards-provisional = provisoire
leaderboards-games = { $n ->
    [one] Une partie classée
   *[other] { $n } parties classées
 }
leaderboards-nobody = Personne n’a encore terminé de partie classée ici.
leaderboards-nobody-settled = Personne n’a encore joué assez de parties classées ici.
leaderboards-more = Afficher plus
leaderboards-how = Une partie terminée entre deux comptes au moins modifie les cotes des joueurs, même si elle est privée. Les parties avec des invités, les parties d’entraînement et celles d’une donne commune ne comptent pas, et les bots n’ont pas de cote. Tout le monde commence à 1500. Une cote est provisoire tant que son incertitude dépasse 250 ; l’incertitude augmente tant que vous ne jouez pas.
