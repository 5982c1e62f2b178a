### The page about this server.

about-title = About this place
about-what = Board games for two or more people who need not be there at the same time: whoever is to act has hours or days for it, here or by answering a mail. Programs can play too; they say so.
about-how-to-play-game = How to play { $game }
about-rules-of-game = The rules of { $game }
about-privacy-public = Everybody sees your name, since when you are here, and the games that you play in public. Search engines may find such a game, but not your own page. Games among invited players are seen by them alone, but their results count for ratings.
about-privacy-here = Until a game is over, its players see whether you are here. Players that you block do not.
about-privacy-address = Your mail address is shown to nobody. It is used for mail about your games, as much of it as you wish, and for signing in.
about-privacy-password = Of your password the server keeps only what checks it.
about-privacy-nobody-else = The pages ask nobody else for anything: no advertisements, nothing that follows you. Your browser keeps that you are signed in, and how you want the pages.
about-privacy-leaving = You can take your games along as a file, and delete your account. Its name, address and words in chats are then removed; games that were played stay, under an anonymous name.
about-privacy-guests = A guest who has not come back for 30 days is removed.
about-dice = Are the dice fair?
about-dice-fair = The server fixes its chance before anybody joins, and each player adds some of their own: nobody can choose the dice alone. When a game is over, “Check the dice” counts all of it again in your browser.
