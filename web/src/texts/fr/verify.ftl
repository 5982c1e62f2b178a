### The check of a finished game.

verify-not-a-history = L’historique n’a pas la bonne forme, à « { $place } ».
verify-no-seed = La graine n’est pas encore publiée : rien ne peut être vérifié.
verify-contradicts = L’historique se contredit sur la provenance de sa graine.
verify-wrong-seed = La graine n’est pas celle qui a été promise : son SHA-256 est { $is }, et { $said } était promis.
verify-wrong-secret = Le secret derrière les empreintes n’est pas celui qui a été promis : son SHA-256 est { $is }, et { $said } était promis.
verify-beginning-changed = Le début a été modifié : le jeu, les options ou ce que les joueurs ont donné ne sont pas ce qui a été haché au départ.
verify-entry-missing = L’entrée { $n } manque ou n’est pas à sa place : ce qui s’y trouve porte le numéro { $said }.
verify-entry-changed = L’entrée { $n } a été modifiée : elle ne correspond pas à son empreinte.
verify-wrong-count = L’historique a { $is } entrées et dit en avoir { $said }.
verify-wrong-end = L’historique ne se termine pas par l’empreinte qu’il annonce.
verify-other-log = L’entrée { $n } du journal de cette page n’est pas celle de l’historique.
verify-other-deal-seed = La donne a promis une autre graine que celle de la partie.
verify-roll-unseen = L’entrée { $n } est un lancer, et le journal n’en montre pas les dés.
verify-beginning-differs = Le début : le journal dit « { $text } » Ce n’est pas ce que donne la graine.
verify-entry-gives = Entrée { $n } : le journal dit « { $text } » La graine donne { $is }.
verify-entry-differs = Entrée { $n } : le journal dit « { $text } » Ce n’est pas ce que donne la graine.
verify-from-deal = Le hasard découle de la seule graine de la donne : il est le même pour tous ceux qui la jouent.
verify-from-number = Aucun joueur n’a rien ajouté au hasard : il découle de la graine et du numéro de la partie.
verify-gave = { $name } a donné « { $words } »
verify-all-gave = Ce que les joueurs ont donné est entré dans chaque tirage : { $words }.
verify-unknown-draws = Cette page ne sait pas comment le jeu tire : elle n’a pas vérifié les dés.
verify-dice = { $n ->
    [1] un dé
   *[other] { $n } dés
 }
verify-deals = { $n ->
    [1] une distribution de cartes ou de tuiles
   *[other] { $n } distributions de cartes ou de tuiles
 }
verify-nothing-drawn = Rien n’a été lancé ni distribué dans cette partie.
verify-derived = { $what } : tout a été recalculé à partir de la graine, et correspond à ce que dit le journal.
verify-seed-promised = La graine est celle qui a été promise avant que quiconque prenne place : son SHA-256 est { $hash }.
verify-seed-of-deal = La graine est celle que la donne a promise : son SHA-256 est { $hash }.
verify-seed-chosen = La graine est celle qui a été promise. Qui a créé la partie l’a choisie, et pouvait tout connaître d’avance.
verify-entries = { $n ->
    [1] L’unique entrée du journal découle du début par son empreinte. Elle n’a pas été modifiée.
   *[other] Les { $n } entrées du journal se suivent par leurs empreintes. Aucune n’a été modifiée, omise ou ajoutée.
 }
verify-fair = Oui. Personne n’a pu choisir les dés ou les cartes, et personne n’a modifié la partie ensuite.
verify-unchanged = Personne n’a modifié la partie ensuite. Cette page n’a pas vérifié les dés et les cartes.
verify-unchanged-chosen = Personne n’a modifié la partie ensuite. Mais qui l’a créée a choisi la graine, et pouvait connaître tous les dés et toutes les cartes.
verify-wrong = Quelque chose ne va pas dans cette partie.
verify-what = Ce qui a été vérifié
verify-rules-not = Votre navigateur a vérifié cela. Il n’a pas comparé les coups et le résultat aux règles. Ce programme le fait :
verify-same-promise = Est-ce la même promesse ? Comparez le SHA-256 à celui de votre courriel sur le début de la partie.
verify-save = Enregistrer l’historique
verify-needs-https = Ce navigateur ne vérifie que par une connexion chiffrée (https).
verify-dice-fair = Le hasard était-il équitable ?
verify-game-fair = La partie était-elle équitable ?
verify-checking = Vérification…
verify-check-dice = Vérifier le hasard
verify-check-game = Vérifier la partie
