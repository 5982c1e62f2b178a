### Mails an Menschen ohne Konto, die uns schreiben, und ihre Seite.

## Die Frage

subject-begin = Willst du per Mail spielen?
begin-asked = Von deiner Adresse kam eine Mail an { $desk }, wo man Brettspiele per Mail spielt. Von dieser Adresse spielt noch niemand, darum wurde noch nichts ausgeführt.
begin-yes-bot = Warst du das? Dann antworte auf diese Mail mit „ja“: Du bekommst ein Konto, und eine Partie { $game }{ $bots ->
    [0] { "" }
    [one] { " " }gegen einen Bot
   *[other] { " " }gegen { $bots } Bots
 } beginnt.
begin-yes-with = Warst du das? Dann antworte auf diese Mail mit „ja“: Du bekommst ein Konto und eine Partie { $game }, und wir laden dazu ein, wen du genannt hast.
begin-yes-other = Warst du das? Dann antworte auf diese Mail mit „ja“: Du bekommst ein Konto, und was du wolltest, wird ausgeführt.
begin-yes = Warst du das? Dann antworte auf diese Mail mit dem Spiel, das du spielen willst, etwa „spielen thats-life“: Du bekommst ein Konto, und die Partie beginnt, gegen Bots, wenn man das Spiel zu mehreren spielt. „spielen thats-life mit NAME“ lädt stattdessen jemanden ein, mit Namen oder Adresse. „ja“ legt nur das Konto an.
begin-name = Dein Name hier ist dein Vorname, wenn er in deiner Mail steht. Mit der Zeile „name NAME“ in deiner Antwort wählst du einen anderen. Ein Name hat 2 bis 24 Zeichen: Buchstaben (a bis z), Ziffern, „-“ und „_“. Du kannst ihn später nicht ändern. Namen sind öffentlich, Adressen nicht.
begin-until = Eine Antwort gilt einmal, { $days ->
    [one] einen Tag lang
   *[other] { $days } Tage lang
 }. Warst du es nicht, dann brauchst du nichts zu tun. Oder antworte „nein“: Dann löschen wir deine Adresse.
begin-link = Oder drück den Knopf auf dieser Seite:
begin-button = Ja, ich will spielen

## Die Antwort darauf

begin-welcome = Willkommen! Du heißt hier { $name }, und deine Adresse ist bestätigt.
begin-other-name = Der Name, den du wolltest, passt nicht, ist vergeben oder sieht einem vergebenen ähnlich. Nur der Betreiber dieses Servers kann ihn ändern.
begin-password = Um per Mail zu spielen, brauchst du kein Passwort. Willst du auch auf { $url } spielen, dann fordere dort ein neues Passwort für diese Adresse an: Du bekommst eine Mail, mit der du es festlegst.
begin-known = Du hast schon ein Konto: Du heißt { $name }.
begin-forgotten = Es wurde kein Konto angelegt, und deine Adresse ist gelöscht.

## Die Seite

begin-title = Willst du per Mail spielen?
begin-what = Du bekommst ein Konto, und was du wolltest, wird ausgeführt. Hast nicht du geschrieben, dann schließ diese Seite: Es ist nichts passiert.
begin-what-name = Wie du heißen willst (sonst dein Vorname)
begin-done = Willkommen!
begin-done-what = In der nächsten Mail steht, wie du heißt und wie es weitergeht. Du kannst diese Seite schließen.
begin-failed = Das hat nicht geklappt
begin-no-link = Der Link ist falsch, schon benutzt oder abgelaufen. Hast du den Knopf schon gedrückt, dann hast du ein Konto: Sieh in dein Postfach. Sonst schreib noch einmal, frühestens sechs Stunden nach deiner ersten Mail, dann bekommst du einen neuen Link.
