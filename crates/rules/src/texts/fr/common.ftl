### Ce que disent tous les jeux.

list-and = { $others } et { $last }
list-or = { $others } ou { $last }

## Autour de la partie

time-out-leave = Le temps est écoulé pour { $name }.
time-out-bot = Le temps est écoulé à la place { $seat }, et un bot la prend.
time-out-move = Le temps est écoulé pour { $name }, et un bot joue à sa place.
time-out-end = Le temps est écoulé pour { $name }, et la partie s’arrête là.
takeover-player = Quelqu’un d’autre reprend la place { $seat }.
takeover-bot = Un bot reprend la place { $seat }.

## Refus

game-is-over = La partie est terminée.
seat-number = la place { $seat }
turn-of-seat = C’est à { $seat } de jouer.
already-left = Vous avez déjà quitté cette partie.
legal-one = Vous ne pouvez jouer que { $move }.
legal-some = Vous pouvez jouer { $moves }.
quoted = « { $words } »
changes-nothing = Cela ne changerait rien.
order-too-long = Un ordre a { $most } caractères au plus.
no-orders = Ce jeu ne connaît pas d’ordres conditionnels.
no-such-beginning = Aucun coup légal ne commence par « { $words } ».
no-object = Ce n’est pas un coup de ce jeu : un coup est un objet JSON.
no-move = Ce n’est pas un coup de ce jeu : { $error }.
options = Ce dont on convient à une table avant de commencer.
no-options-object = Les options de { $game } sont un objet JSON.
no-options = Ce ne sont pas des options de { $game } : { $error }.
no-clock = Cette place n’a rien à décider : son temps ne peut pas s’écouler.
word-missing = Il manque un mot, { $what } : { $known }.
word-ambiguous = « { $word } » peut vouloir dire plusieurs choses. Pour { $what }, on attend : { $known }.
word-unknown = « { $word } » n’est pas connu. Pour { $what }, on attend : { $known }.
number-missing = Il manque un nombre : { $what }.
number-unread = « { $word } » n’est pas un nombre ({ $what }).
words-too-many = « { $word } » est de trop dans ce coup.
place = { $rank }. { $name } : { $score }
