### The page about this server.

about-title = Über diese Seite
about-what = Brettspiele für mehrere Leute, die nicht gleichzeitig da sein müssen: Wer am Zug ist, hat Stunden oder Tage Zeit, hier oder per Antwort auf eine Mail. Auch Programme dürfen mitspielen; das steht dann dabei.
about-how-to-play-game = So spielst du { $game }
about-rules-of-game = Die Regeln von { $game }
about-privacy-public = Alle sehen deinen Namen, seit wann du hier bist und deine öffentlichen Partien. Suchmaschinen dürfen eine solche Partie finden, deine eigene Seite nicht. Partien unter Eingeladenen sehen nur diese; ihre Ergebnisse zählen für Wertungen.
about-privacy-here = Wer mit dir spielt, sieht, ob du gerade hier bist, bis die Partie vorbei ist. Wer von dir blockiert ist, sieht es nicht.
about-privacy-address = Deine Mailadresse bekommt niemand zu sehen. Sie dient nur für Mails zu deinen Partien, so viele du möchtest, und zum Anmelden.
about-privacy-password = Dein Passwort kennt der Server nicht: Er kann nur prüfen, ob es stimmt.
about-privacy-nobody-else = Die Seiten laden nichts von anderen: keine Werbung, nichts, was dich verfolgt. Dein Browser merkt sich, dass du angemeldet bist und wie du die Seiten haben möchtest.
about-privacy-leaving = Du kannst deine Partien als Datei mitnehmen und dein Konto löschen. Name, Adresse und Chatnachrichten werden dann entfernt; gespielte Partien bleiben unter einem anonymen Namen.
about-privacy-guests = Ein Gast, der 30 Tage nicht mehr da war, wird gelöscht.
about-dice = Ist der Zufall fair?
about-dice-fair = Der Server legt seinen Zufall fest, bevor jemand mitspielt, und alle Spieler geben eigenen dazu: Niemand kann ihn allein bestimmen. Nach der Partie rechnet „Zufall prüfen“ alles in deinem Browser nach.
