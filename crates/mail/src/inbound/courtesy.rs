//! Recognises lines that people and mail programs write around the actual text: greetings,
//! farewells, names, `Sent from my iPhone`.
//!
//! Such words within a line are handled elsewhere (`common::wording`).

use std::sync::LazyLock;

use rules::synonyms;

use common::texts::{SAID, WORDS};

/// The beginnings of lines that mail programs for phones and virus scanners add below a mail.
const SENT_FROM: [&str; 32] = [
    "sent from ",
    "sent with ",
    "sent via ",
    "sent using ",
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

/// The names of mail programs, devices and systems, which are the same in all languages.
const PROGRAMS: [&str; 26] = [
    "iphon",
    "ipad",
    "android",
    "outlook",
    "samsung",
    "galaxy",
    "huawei",
    "xiaomi",
    "windows",
    "yahoo",
    "gmx",
    "web.de",
    "mail.com",
    "gmail",
    "proton",
    "zoho",
    "thunderbird",
    "k-9",
    "bluemail",
    "superhuman",
    "mailspring",
    "яндекс",
    "почты mail",
    "avast",
    "www.avg.",
    "norton",
];

/// The most characters of a line in which a program names itself.
const MAX_SIGNATURE: usize = 120;

/// Commands with a name as the argument, which may be the name of a program. [`SAID`] has the
/// commands with free text.
const NAMES: [&str; 2] = ["new", "play"];

/// Translations of the words in [`SAID`].
static SAID_IN_OTHERS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let all = WORDS.iter().flat_map(|words| synonyms(words));
    all.filter_map(|(own, word)| SAID.contains(&word).then_some(own))
        .collect()
});

/// Whether a line begins a signature, so that the rest of the mail belongs to it.
pub fn is_signature(line: &str) -> bool {
    let lower = line.trim_start_matches(['(', '[']).to_lowercase();
    line == "--"
        || line == "—"
        || SENT_FROM.iter().any(|begin| lower.starts_with(begin))
        || lower.starts_with("télécharger outlook ")
        || (lower.starts_with("outlook für ") && lower.len() < 60)
}

/// Whether a separate line names the program that wrote the mail, in any language: `Odesláno z
/// iPhonu`.
pub fn names_a_program(line: &str) -> bool {
    let lower = line.to_lowercase();
    line.chars().count() <= MAX_SIGNATURE
        && !is_said(line)
        && PROGRAMS.iter().any(|name| lower.contains(name))
}

/// Whether a line begins with a word that free text may follow.
pub(super) fn is_said(line: &str) -> bool {
    let lower = line.to_lowercase();
    let line = lower.trim_start_matches(|c: char| !c.is_alphanumeric());
    let begins = |word: &str| {
        let rest = line.strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    SAID.into_iter().chain(NAMES).any(begins) || SAID_IN_OTHERS.iter().any(|own| begins(own))
}

/// Whether a line is only a link or the placeholder of a picture: `<https://…>`, `[image: …]`.
pub fn is_link(line: &str) -> bool {
    let is_one = !line.contains(' ');
    let bare = line.trim_matches(['<', '>', '(', ')', '[', ']']);
    let is_address = ["http://", "https://", "www.", "#"];
    let begins = |begin: &&str| bare.starts_with(*begin);
    let is_picture =
        line.ends_with(']') && (line.starts_with("[image: ") || line.starts_with("[cid:"));
    is_picture || (is_one && bare.len() > 8 && is_address.iter().any(begins))
}

/// Word stems of notices about confidentiality, in many languages.
const CONFIDENTIAL: [&str; 19] = [
    "confiden",
    "konfiden",
    "конфиденц",
    "конфіденц",
    "vertraulich",
    "vertrouwelijk",
    "poufn",
    "důvěrn",
    "dôvern",
    "luottamuks",
    "fortrolig",
    "bizalmas",
    "gizli",
    "εμπιστευτ",
    "機密",
    "机密",
    "保密",
    "기밀",
    "סודי",
];

/// Word stems of notices about a virus scan.
const VIRUS: [&str; 4] = ["virus", "vírus", "wirus", "вирус"];

/// Word stems of notices about external senders.
const OUTSIDE: [&str; 4] = ["extern", "esterno", "outside", "внешн"];

/// Word stems of notices that ask not to print the mail. [`NATURE`] has the reason.
const PAPER: [&str; 8] = [
    "print",
    "druck",
    "imprim",
    "stampa",
    "afdruk",
    "skriver ut",
    "drukow",
    "печат",
];
const NATURE: [&str; 8] = [
    "environment",
    "umwelt",
    "environnement",
    "ambiente",
    "milieu",
    "miljö",
    "środowisk",
    "природ",
];

/// The fewest characters of a notice.
const NOTICE: usize = 50;

/// Whether a paragraph is a notice that mail servers and companies put above or below the text.
/// `is_above` means that no text stands before it.
pub fn is_notice(paragraph: &[String], is_above: bool) -> bool {
    let text = paragraph.join(" ").to_lowercase();
    let has = |stems: &[&str]| stems.iter().any(|stem| text.contains(stem));
    let is_label = text.starts_with('[') && text.ends_with(']') && text.len() < NOTICE;
    if is_above && (is_label || text.chars().count() >= NOTICE) && has(&OUTSIDE) {
        return !is_said(&text);
    }
    let is_long = text.chars().count() >= NOTICE;
    is_long
        && !is_said(&text)
        && (has(&CONFIDENTIAL) || has(&VIRUS) || (has(&PAPER) && has(&NATURE)))
}

/// Phrases in company footers that are full sentences: about the intended recipient, and about
/// working hours.
const FOOTER: [&str; 14] = [
    "recipient",
    "destinataire",
    "adressat",
    "empfänger",
    "email in error",
    "e-mail in error",
    "mail in error",
    "message in error",
    "message par erreur",
    "mail par erreur",
    "mail irrtümlich",
    "working hours",
    "arbeitszeiten",
    "horaires de travail",
];

/// Whether a paragraph below a signature is a company footer.
pub fn is_footer(text: &str) -> bool {
    let text = text.to_lowercase();
    let has = |stems: &[&str]| stems.iter().any(|stem| text.contains(stem));
    let is_mail = has(&["mail", "message", "nachricht", "courriel"]);
    has(&FOOTER) || (is_mail && has(&PAPER))
}

/// Whether a line is the writer's name, or a part of it.
pub fn is_name(line: &str, names: &[String]) -> bool {
    // An initial: `A.`
    let initial = names.first().and_then(|name| name.chars().next());
    if let Some([letter, '.']) = line.chars().collect::<Vec<_>>().get(..2)
        && line.chars().count() == 2
        && letter.is_uppercase()
    {
        return letter.to_lowercase().next() == initial;
    }
    let mut words = words_of_name(line).peekable();
    words.peek().is_some() && words.all(|word| names.contains(&word))
}

/// Returns the words of a name, in lower case.
pub fn words_of_name(name: &str) -> impl Iterator<Item = String> {
    let parts = name.split(|c: char| !c.is_alphabetic() && !matches!(c, '-' | '\'' | '’'));
    parts
        .filter(|part| part.chars().count() > 1)
        .map(str::to_lowercase)
}

/// Farewells, after which the writer's name follows. `ss` also matches `ß`.
const FAREWELLS: [&str; 162] = [
    "regards",
    "best regards",
    "kind regards",
    "kindest regards",
    "warm regards",
    "warmest regards",
    "many regards",
    "with kind regards",
    "with best regards",
    "best",
    "all the best",
    "best wishes",
    "with best wishes",
    "br",
    "cheers",
    "yours",
    "yours sincerely",
    "sincerely",
    "sincerely yours",
    "yours truly",
    "yours faithfully",
    "respectfully",
    "love",
    "lots of love",
    "hugs",
    "xx",
    "xxx",
    "xo",
    "xoxo",
    "take care",
    "bye",
    "bye bye",
    "see you",
    "see you soon",
    "so long",
    "talk soon",
    "good luck",
    "cordialement",
    "bien cordialement",
    "très cordialement",
    "cdlt",
    "amicalement",
    "amitiés",
    "sincèrement",
    "salutations",
    "bien à toi",
    "bien à vous",
    "bises",
    "bisous",
    "bizz",
    "à plus",
    "à+",
    "a+",
    "à bientôt",
    "à demain",
    "à tout à l'heure",
    "bonne journée",
    "bonne soirée",
    "bonne nuit",
    "bonne fin de journée",
    "grüsse",
    "viele grüsse",
    "liebe grüsse",
    "schöne grüsse",
    "beste grüsse",
    "herzliche grüsse",
    "freundliche grüsse",
    "sonnige grüsse",
    "mit freundlichen grüssen",
    "mit freundlichem gruss",
    "mit besten grüssen",
    "mit herzlichen grüssen",
    "gruss",
    "lieben gruss",
    "liebe gruss",
    "schönen gruss",
    "freundlicher gruss",
    "lg",
    "vlg",
    "vg",
    "bg",
    "mfg",
    "m f g",
    "tschüss",
    "tschau",
    "servus",
    "ciao",
    "bis bald",
    "bis dann",
    "bis morgen",
    "bis später",
    "saludos",
    "un saludo",
    "saludos cordiales",
    "atentamente",
    "un abrazo",
    "abrazos",
    "saluti",
    "cordiali saluti",
    "un saluto",
    "distinti saluti",
    "a presto",
    "groet",
    "groeten",
    "groetjes",
    "met vriendelijke groet",
    "met vriendelijke groeten",
    "vriendelijke groeten",
    "mvg",
    "pozdrawiam",
    "pozdrawiam serdecznie",
    "z poważaniem",
    "hälsningar",
    "med vänliga hälsningar",
    "vänliga hälsningar",
    "mvh",
    "med venlig hilsen",
    "venlig hilsen",
    "vennlig hilsen",
    "hilsen",
    "terveisin",
    "ystävällisin terveisin",
    "atenciosamente",
    "cumprimentos",
    "abraços",
    "abraço",
    "с уважением",
    "s pozdravem",
    "üdvözlettel",
    "saygılarımla",
    "thanks",
    "thank you",
    "many thanks",
    "thanks a lot",
    "thanks in advance",
    "thank you very much",
    "thanks again",
    "thx",
    "ty",
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
    "herzlichen dank",
    "danke im voraus",
    "gracias",
    "muchas gracias",
    "grazie",
    "grazie mille",
    "dank je",
    "bedankt",
    "obrigado",
    "obrigada",
    "tack",
    "dziękuję",
    "спасибо",
];

/// Words between a farewell and a name or place.
const FROM: [&str; 9] = ["from", "to", "aus", "an", "von", "de", "à", "and", "und"];

/// Conjunctions between two farewells.
const JOINS: [&str; 4] = ["and", "&", "et", "und"];

/// Whether a line consists of farewells, alone or before at most three words that may be a name:
/// `Thanks and best regards, Ann`.
pub fn is_farewell(line: &str) -> bool {
    let words = line.split([' ', ',', '.', '!']);
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    ends_letter(&words)
}

/// The most words of such a line.
const MOST_FAREWELL: usize = 16;

fn ends_letter(words: &[&str]) -> bool {
    if words.len() > MOST_FAREWELL {
        return false;
    }
    let plain = |word: &&str| {
        let lower = word.to_lowercase();
        lower.replace('’', "'").replace('ß', "ss")
    };
    let said: Vec<String> = words.iter().map(plain).collect();
    let is_name = |word: &&str| word.starts_with(char::is_uppercase) || FROM.contains(word);
    // Whether only farewells stand before this word. Each position is visited once.
    let mut begins = [false; MOST_FAREWELL + 1];
    begins[0] = true;
    for at in 0..words.len() {
        if !begins[at] {
            continue;
        }
        for farewell in FAREWELLS {
            let end = at + farewell.split(' ').count();
            let is_it = said
                .get(at..end)
                .is_some_and(|here| here.join(" ") == farewell);
            let Some(rest) = words.get(end..).filter(|_| is_it) else {
                continue;
            };
            if rest.len() <= 3 && rest.iter().all(is_name) {
                return true;
            }
            let joined = rest.first().is_some_and(|word| JOINS.contains(word));
            begins[end + usize::from(joined)] = true;
        }
    }
    false
}

/// Whether a line is only a greeting or a wish: `Hello,`, `Hi Turnpike!`, `Bonne chance !`.
pub fn is_courtesy(line: &str) -> bool {
    const WISHES: [&[&str]; 13] = [
        &["have", "fun"],
        &["enjoy"],
        &["bonne", "chance"],
        &["bon", "jeu"],
        &["bon", "week-end"],
        &["bon", "weekend"],
        &["viel", "glück"],
        &["viel", "erfolg"],
        &["viel", "spaß"],
        &["viel", "spass"],
        &["schönen", "tag", "noch"],
        &["schönen", "abend", "noch"],
        &["schönes", "wochenende"],
    ];
    const ANSWERS: [&str; 12] = [
        "yes", "no", "ok", "okay", "sure", "oui", "non", "ja", "nein", "klar", "gerne", "nicht",
    ];
    const TIMES: [&str; 7] = ["day", "evening", "weekend", "week", "night", "time", "one"];
    const GREETINGS: [&str; 35] = [
        "hello",
        "hi",
        "hiya",
        "hey",
        "dear",
        "good",
        "greetings",
        "bonjour",
        "salut",
        "cher",
        "chère",
        "bonsoir",
        "coucou",
        "hallo",
        "guten",
        "liebe",
        "liebes",
        "lieber",
        "moin",
        "servus",
        "grüezi",
        "hola",
        "buenos",
        "buenas",
        "ciao",
        "buongiorno",
        "salve",
        "olá",
        "oi",
        "hoi",
        "hej",
        "cześć",
        "witam",
        "здравствуйте",
        "привет",
    ];
    let lower = line.to_lowercase();
    let words = lower.split([' ', ',', '!', '.']);
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    // `Hi, yes!` is an answer. `lieber nicht` is not a greeting either.
    let answers = words.iter().any(|word| ANSWERS.contains(word));
    let greets = words.first().is_some_and(|it| GREETINGS.contains(it)) && words.len() <= 3;
    let greets = greets && !answers;
    let wishes_well = matches!(words.as_slice(), ["have", "a" | "an", .., last] if TIMES.contains(last))
        && words.len() <= 5;
    greets || wishes_well || WISHES.iter().any(|wish| words == *wish)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn farewell_is_recognised_in_linear_time() {
        for line in [
            "Bye bye, Ann",
            "Thanks and best regards, Ann",
            "Viele Grüße aus Berlin",
            "Bye, bye bye, bye",
        ] {
            assert!(is_farewell(line), "{line}");
        }
        // A search over all ways to split such a line would take years.
        assert!(is_farewell(&"bye ".repeat(15)));
        for line in [
            format!("{}x", "bye ".repeat(15)),
            "bye ".repeat(3_000) + "x",
        ] {
            assert!(!is_farewell(&line));
        }
    }

    #[test]
    fn chat_about_a_mail_program_is_not_its_footer() {
        for line in [
            "chat I use Gmail",
            "Dire : j’écris avec Outlook",
            "sag mal, nimmst du Outlook?",
            "notiz: Outlook weglassen",
        ] {
            assert!(!names_a_program(line), "{line}");
        }
        assert!(names_a_program("Odesláno z Outlooku"));
    }
}
