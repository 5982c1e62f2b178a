//! What people and their programs write around what they say, in lines of its own: greetings, farewells, names,
//! `Sent from my iPhone`.
//!
//! Not here: what stands around it in the same line (`post::inbound::wording`).

/// What mail programs for telephones, and those that look for viruses, write below.
const SENT_FROM: [&str; 30] = [
    "sent from ",
    "sent with ",
    "get outlook for ",
    "envoyé de ",
    "envoyé depuis ",
    "envoyé à partir ",
    "obtenez outlook ",
    "von meinem ",
    "gesendet von ",
    "gesendet mit ",
    "verzonden vanaf ",
    "verstuurd vanaf ",
    "enviado desde ",
    "enviado do ",
    "enviado a partir ",
    "inviato da ",
    "skickat från ",
    "sendt fra ",
    "lähetetty ",
    "wysłane z ",
    "отправлено с ",
    "iphoneから送信",
    "发自我的",
    "virus-free",
    "garanti sans virus",
    "virenfrei",
    "libre de virus",
    "this email has been checked for viruses",
    "l'absence de virus dans ce courrier",
    "diese e-mail wurde ",
];

/// Whether the rest is a signature.
pub fn is_signature(line: &str) -> bool {
    let lower = line.to_lowercase();
    line == "--"
        || line == "—"
        || SENT_FROM.iter().any(|begin| lower.starts_with(begin))
        || lower.starts_with("télécharger outlook ")
        || (lower.starts_with("outlook für ") && lower.len() < 60)
}

/// Whether a line is the writer's name, or a part of it.
pub fn is_name(line: &str, names: &[String]) -> bool {
    let mut words = words_of_name(line).peekable();
    words.peek().is_some() && words.all(|word| names.contains(&word))
}

/// The words of a name, in lower case.
pub fn words_of_name(name: &str) -> impl Iterator<Item = String> {
    let parts = name.split(|c: char| !c.is_alphabetic() && !matches!(c, '-' | '\'' | '’'));
    parts
        .filter(|part| part.chars().count() > 1)
        .map(str::to_lowercase)
}

/// Words with which people end a letter; what follows is their name.
const FAREWELLS: [&str; 64] = [
    "regards",
    "best regards",
    "kind regards",
    "kindest regards",
    "warm regards",
    "with kind regards",
    "best",
    "all the best",
    "best wishes",
    "br",
    "cheers",
    "yours",
    "yours sincerely",
    "sincerely",
    "take care",
    "bye",
    "see you",
    "cordialement",
    "bien cordialement",
    "très cordialement",
    "cdlt",
    "amicalement",
    "bien à toi",
    "bien à vous",
    "bises",
    "bisous",
    "à plus",
    "à bientôt",
    "à demain",
    "bonne journée",
    "bonne soirée",
    "grüße",
    "viele grüße",
    "liebe grüße",
    "schöne grüße",
    "beste grüße",
    "herzliche grüße",
    "freundliche grüße",
    "mit freundlichen grüßen",
    "mit besten grüßen",
    "gruß",
    "lieben gruß",
    "lg",
    "vg",
    "mfg",
    "tschüss",
    "thanks",
    "thank you",
    "many thanks",
    "thanks a lot",
    "thanks in advance",
    "thank you very much",
    "thx",
    "merci",
    "merci beaucoup",
    "merci bien",
    "merci d'avance",
    "un grand merci",
    "danke",
    "danke schön",
    "dankeschön",
    "vielen dank",
    "besten dank",
    "danke im voraus",
];

/// Whether one of these words stands alone in a line, or before at most two that begin as names do.
pub fn is_farewell(line: &str) -> bool {
    let words = line.split([' ', ',', '.', '!']);
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    FAREWELLS.iter().any(|it| {
        let Some((said, names)) = words.split_at_checked(it.split(' ').count()) else {
            return false;
        };
        said.join(" ").to_lowercase().replace('’', "'") == *it
            && names.len() <= 2
            && names
                .iter()
                .all(|name| name.starts_with(char::is_uppercase))
    })
}

/// Whether a line greets or wishes and says nothing else: `Hello,`, `Hi Turnpike!`, `Bonne chance !`.
pub fn is_courtesy(line: &str) -> bool {
    const WISHES: [[&str; 2]; 5] = [
        ["have", "fun"],
        ["bonne", "chance"],
        ["bon", "jeu"],
        ["viel", "glück"],
        ["viel", "spaß"],
    ];
    const GREETINGS: [&str; 12] = [
        "hello", "hi", "hey", "dear", "good", "bonjour", "salut", "cher", "bonsoir", "hallo",
        "guten", "liebe",
    ];
    let lower = line.to_lowercase();
    let words = lower.split([' ', ',', '!', '.']);
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let greets = words.first().is_some_and(|it| GREETINGS.contains(it)) && words.len() <= 3;
    greets || WISHES.iter().any(|wish| words == *wish)
}
