### The check of a finished game.

verify-not-a-history = Der Verlauf hat bei „{ $place }“ nicht die richtige Form.
verify-no-seed = Der Startwert ist noch nicht veröffentlicht, darum lässt sich nichts prüfen.
verify-contradicts = Der Verlauf widerspricht sich darin, woher sein Startwert kommt.
verify-wrong-seed = Der Startwert ist nicht der versprochene: Sein SHA-256 ist { $is }, versprochen war { $said }.
verify-wrong-secret = Das Geheimnis hinter den Hashes ist nicht das versprochene: Sein SHA-256 ist { $is }, versprochen war { $said }.
verify-beginning-changed = Der Anfang wurde verändert: Spiel, Optionen oder was die Spieler beigetragen haben sind nicht, was zu Beginn gehasht wurde.
verify-entry-missing = Eintrag { $n } fehlt oder steht nicht an seinem Platz: Was dort steht, nennt sich { $said }.
verify-entry-changed = Eintrag { $n } wurde verändert: Er passt nicht zu seinem Hash.
verify-wrong-count = Der Verlauf hat { $is } Einträge und gibt { $said } an.
verify-wrong-end = Der Verlauf endet nicht mit dem Hash, den er angibt.
verify-other-log = Eintrag { $n } im Protokoll dieser Seite ist nicht der des Verlaufs.
verify-other-deal-seed = Die Vorgabe hat einen anderen Startwert versprochen, als die Partie hat.
verify-roll-unseen = Eintrag { $n } ist ein Wurf, und das Protokoll zeigt keine Würfel davon.
verify-beginning-differs = Der Anfang: Das Protokoll sagt „{ $text }“ Das ergibt der Startwert nicht.
verify-entry-gives = Eintrag { $n }: Das Protokoll sagt „{ $text }“ Der Startwert ergibt { $is }.
verify-entry-differs = Eintrag { $n }: Das Protokoll sagt „{ $text }“ Das ergibt der Startwert nicht.
verify-from-deal = Der Zufall folgt allein aus dem Startwert der Vorgabe: Er ist für alle, die sie spielen, derselbe.
verify-from-number = Kein Spieler hat etwas zum Zufall beigetragen: Er folgt aus dem Startwert und der Nummer der Partie.
verify-gave = { $name } gab „{ $words }“
verify-all-gave = Was die Spieler beigetragen haben, ging in jeden Wurf und jede Karte ein: { $words }.
verify-unknown-draws = Diese Seite weiß nicht, wie das Spiel zieht, und hat die Würfel nicht geprüft.
verify-dice = { $n ->
    [one] ein Würfel
   *[other] { $n } Würfel
 }
verify-deals = { $n ->
    [one] ein Austeilen von Karten oder Plättchen
   *[other] { $n }-mal Austeilen von Karten oder Plättchen
 }
verify-nothing-drawn = In dieser Partie wurde nichts gewürfelt oder verteilt.
verify-derived = { $what }: Alles wurde neu aus dem Startwert abgeleitet und ist, was das Protokoll sagt.
verify-seed-promised = Der Startwert ist der, der versprochen war, bevor jemand Platz nahm: Sein SHA-256 ist { $hash }.
verify-seed-of-deal = Der Startwert ist der, den die Vorgabe versprochen hat: Sein SHA-256 ist { $hash }.
verify-seed-chosen = Der Startwert ist der versprochene. Wer die Partie angelegt hat, hat ihn gewählt und konnte alles im Voraus kennen.
verify-entries = { $n ->
    [one] Der eine Eintrag des Protokolls folgt mit seinem Hash aus dem Anfang. Er wurde nicht verändert.
   *[other] Alle { $n } Einträge des Protokolls folgen mit ihren Hashes aufeinander. Keiner wurde verändert, weggelassen oder hinzugefügt.
 }
verify-fair = Ja. Niemand konnte Würfel oder Karten bestimmen, und niemand hat die Partie danach verändert.
verify-unchanged = Niemand hat die Partie danach verändert. Würfel und Karten hat diese Seite nicht geprüft.
verify-unchanged-chosen = Niemand hat die Partie danach verändert. Wer sie angelegt hat, hat aber den Startwert gewählt und konnte alle Würfel und Karten kennen.
verify-wrong = Mit dieser Partie stimmt etwas nicht.
verify-what = Was geprüft wurde
verify-rules-not = Das hat dein Browser geprüft. Züge und Ergebnis hat er nicht mit den Regeln verglichen. Das tut dieses Programm:
verify-same-promise = Ist es dasselbe Versprechen? Vergleich den SHA-256 mit dem in deiner Mail zum Beginn der Partie.
verify-save = Verlauf speichern
verify-needs-https = Dieser Browser prüft nur über eine verschlüsselte Verbindung (https).
verify-dice-fair = War der Zufall fair?
verify-game-fair = War die Partie fair?
verify-checking = Wird geprüft …
verify-check-dice = Zufall prüfen
verify-check-game = Partie prüfen
