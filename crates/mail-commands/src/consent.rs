//! Consent: whether an answer to a question says yes or no.
//!
//! Every question that the server asks by mail is answered through [`of_mail`], so that a word
//! means the same to all of them. The words are in `src/texts/*/consent.txt`.
//!
//! A yes counts only if all other words of the line are known to agree with it. A no counts even if
//! an explanation follows it. Everything else is unclear, and the server asks again.

use std::collections::HashMap;
use std::sync::LazyLock;

use mail::inbound::Incoming;
use rules::{EachLanguage, Language, each_language, synonyms};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

const WORDS: EachLanguage = each_language!("/src/texts/", "/consent.txt");

/// Emoji that mean yes.
const YES: [char; 9] = ['👍', '👌', '✅', '✔', '☑', '🆗', '🤝', '💯', '🙋'];

/// Emoji that mean no.
const NO: [char; 7] = ['👎', '❌', '✖', '✗', '🚫', '🙅', '⛔'];

/// The largest number of words in a phrase.
const LONGEST: usize = 6;

/// The number of letters of a word that are compared.
const MOST_LETTERS: usize = 30;

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// Yes, without a doubt.
    Yes,
    /// No, without a yes.
    No,
    /// Words of consent that contradict each other, or that come with a doubt, a question or
    /// unknown words.
    Unclear,
    /// No word of consent. An empty mail has none.
    Absent,
}

/// The meaning of a word, a phrase or a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// Says yes: `yes`, `go ahead`.
    Yes,
    /// Says yes to a game: `count me in`.
    Join,
    /// Says yes unless a no follows: `ok`.
    Ok,
    /// Says yes if nothing else is said: `please`.
    Alone,
    /// Says no, unless unknown words follow in the same clause: `no`.
    No,
    /// Says no: `no thanks`.
    Refusal,
    /// Looks like a no or a question and agrees with a yes: `no problem`, `why not`.
    Idiom,
    /// Leads to a no: `sorry`.
    Regret,
    /// A negation: `not`.
    Not,
    /// Takes back what was said: `wait`.
    Turn,
    /// Goes with no clear yes: `but`, `maybe`.
    Doubt,
    /// May have a name after it: `thanks`.
    Greeting,
    /// Means nothing by itself: `I`, `very`.
    Filler,
    /// The same, about a game: `play`.
    Play,
    /// An unknown word.
    Other,
    /// The end of a clause.
    End,
    /// A question mark.
    Question,
}

impl Mark {
    /// Returns the meaning with this name in a file of words.
    fn named(name: &str) -> Option<Mark> {
        Some(match name {
            "yes" => Mark::Yes,
            "join" => Mark::Join,
            "ok" => Mark::Ok,
            "alone" => Mark::Alone,
            "no" => Mark::No,
            "refusal" => Mark::Refusal,
            "idiom" => Mark::Idiom,
            "regret" => Mark::Regret,
            "not" => Mark::Not,
            "turn" => Mark::Turn,
            "doubt" => Mark::Doubt,
            "greeting" => Mark::Greeting,
            "filler" => Mark::Filler,
            "play" => Mark::Play,
            _ => return None,
        })
    }

    const fn is_no(self) -> bool {
        matches!(self, Mark::No | Mark::Refusal)
    }

    /// Whether the mark opposes a yes in an earlier line.
    const fn opposes(self) -> bool {
        self.is_no() || matches!(self, Mark::Not | Mark::Turn | Mark::Doubt)
    }
}

/// All phrases, normalized, with their meaning and the only language that has them.
static PHRASES: LazyLock<HashMap<String, (Mark, Option<Language>)>> = LazyLock::new(|| {
    let mut phrases = HashMap::new();
    for (language, words) in Language::ALL.into_iter().zip(WORDS) {
        for (phrase, name) in synonyms(words) {
            let Some(mark) = Mark::named(name) else {
                continue;
            };
            let known = phrases
                .entry(phrase_of(&pieces(phrase)))
                .or_insert((mark, Some(language)));
            if known.1 != Some(language) {
                known.1 = None;
            }
        }
    }
    phrases
});

/// Reads the answer in a mail. The first line that says something decides; a later line can only
/// make it unclear. Text below the signature makes every yes unclear.
pub fn of(incoming: &Incoming) -> Consent {
    match of_mail(&incoming.lines) {
        Consent::Yes if incoming.adds_below => Consent::Unclear,
        consent => consent,
    }
}

/// Reads the answer in the lines of a mail.
pub fn of_mail(lines: &[String]) -> Consent {
    let mut marked = lines.iter().map(|line| marks(line));
    let says = |marks: &Vec<Mark>| !marks.iter().all(|mark| is_silent(*mark));
    let Some(first) = marked.find(says) else {
        return Consent::Absent;
    };
    let consent = of_marks(&first);
    let is_opposed = marked.any(|marks| match consent {
        Consent::Yes => marks.into_iter().any(Mark::opposes),
        Consent::No => turns_round(&marks),
        Consent::Unclear | Consent::Absent => false,
    });
    if is_opposed {
        Consent::Unclear
    } else {
        consent
    }
}

/// Whether a line takes back the no of an earlier line: `Haha, deal me in, yes!`.
fn turns_round(marks: &[Mark]) -> bool {
    let is_yes = |mark: &Mark| matches!(mark, Mark::Yes | Mark::Join);
    let is_no = |mark: &Mark| mark.is_no() || *mark == Mark::Not;
    let says_yes = marks.iter().any(is_yes) && !marks.iter().any(is_no);
    of_marks(marks) == Consent::Yes || says_yes || marks.contains(&Mark::Turn)
}

/// Reads the answer in one line.
pub fn of_line(line: &str) -> Consent {
    of_marks(&marks(line))
}

/// Whether a line is about playing. Such a line is no consent to leaving a game.
pub fn is_to_play(line: &str) -> bool {
    let is_to_play = |mark| matches!(mark, Mark::Join | Mark::Play);
    marks(line).into_iter().any(is_to_play)
}

/// Whether a line says more than “ok, thanks”, which can also mean “I have read it”.
pub fn is_firm(line: &str) -> bool {
    let marks = marks(line);
    let is_ok = |mark: &Mark| matches!(mark, Mark::Ok | Mark::End);
    marks.contains(&Mark::Yes) || marks.iter().all(is_ok)
}

/// Whether a line contains an emoji that means no: `roll ❌`.
pub fn crosses_out(line: &str) -> bool {
    line.contains(NO)
}

/// Whether a line opposes a yes.
pub fn opposes(line: &str) -> bool {
    marks(line).into_iter().any(Mark::opposes)
}

/// Returns the language of the first phrase that only one language has.
pub fn language(lines: &[String]) -> Option<Language> {
    lines
        .iter()
        .flat_map(|line| read(line))
        .find_map(|(_, language)| language)
}

/// Whether a mark says nothing, so that the next line may decide.
const fn is_silent(mark: Mark) -> bool {
    matches!(mark, Mark::Filler | Mark::Play | Mark::Greeting | Mark::End)
}

fn of_marks(marks: &[Mark]) -> Consent {
    let position = |is: fn(Mark) -> bool| marks.iter().position(|mark| is(*mark));
    let has = |is: fn(Mark) -> bool| position(is).is_some();
    let no = position(Mark::is_no);
    let is_yes = match (
        has(|it| matches!(it, Mark::Yes | Mark::Join)),
        position(|it| it == Mark::Ok),
    ) {
        (true, _) => true,
        (false, Some(ok)) => no.is_none_or(|no| no < ok),
        (false, None) => false,
    };
    let is_alone = |mark: Mark| matches!(mark, Mark::Alone | Mark::Greeting | Mark::End);
    if has(|it| it == Mark::Alone) && marks.iter().all(|mark| is_alone(*mark)) {
        return Consent::Yes;
    }
    match (is_yes, no) {
        (true, None) if marks.iter().all(|mark| agrees(*mark)) => Consent::Yes,
        (false, Some(at)) if is_refused(marks, at) => Consent::No,
        (false, None) if !has(|it| it == Mark::Idiom) => Consent::Absent,
        _ => Consent::Unclear,
    }
}

/// Whether a mark may stand beside a yes.
const fn agrees(mark: Mark) -> bool {
    matches!(
        mark,
        Mark::Yes | Mark::Join | Mark::Ok | Mark::Alone | Mark::Idiom
    ) || is_silent(mark)
}

/// Whether the first no, at position `at`, is meant as a no.
fn is_refused(marks: &[Mark], at: usize) -> bool {
    let (before, from) = marks.split_at(at);
    let leads =
        |mark: &Mark| is_silent(*mark) || matches!(mark, Mark::Regret | Mark::Ok | Mark::Alone);
    let is_end = |mark: &Mark| matches!(mark, Mark::End | Mark::Question);
    let end = from.iter().position(is_end).unwrap_or(from.len());
    let (clause, rest) = from.split_at(end);
    let is_firm = clause.contains(&Mark::Refusal)
        || clause
            .iter()
            .skip(1)
            .any(|mark| mark.is_no() || *mark == Mark::Not)
        || !clause.contains(&Mark::Other);
    before.iter().all(leads)
        && is_firm
        && rest.first() != Some(&Mark::Question)
        && !marks.contains(&Mark::Idiom)
        && !marks.contains(&Mark::Turn)
}

/// Returns the meanings in a line, piece by piece.
fn marks(line: &str) -> Vec<Mark> {
    read(line).into_iter().map(|(mark, _)| mark).collect()
}

/// Returns the meanings of the phrases in a line, longest phrase first, each with the only language
/// that has it.
fn read(line: &str) -> Vec<(Mark, Option<Language>)> {
    let pieces = pieces(line);
    // A letter may be an initial, unless it is the whole answer.
    let is_one = pieces.iter().filter(|it| it.is_word()).count() == 1;
    let is_initial = |mark: Mark, phrase: &str| phrase.len() == 1 && !is_one && !is_silent(mark);
    let mut read: Vec<(Mark, Option<Language>)> = Vec::new();
    // Whether a word that stands here may be a name: `Thanks Ann`, and at the end `Regards, Tom`.
    let mut greets = false;
    let ends_in_names = |at: usize| pieces[at..].iter().all(Piece::may_end_letter);
    let mut at = 0;
    while let Some(piece) = pieces.get(at) {
        let words = pieces[at..].iter().take(LONGEST);
        let words = words.take_while(|it| it.is_word()).count();
        let phrase = (1..=words).rev().find_map(|count| {
            let phrase = phrase_of(&pieces[at..at + count]);
            let known = PHRASES.get(&phrase)?;
            (!is_initial(known.0, &phrase)).then_some((*known, count))
        });
        let (meaning, count) = match (piece, phrase) {
            (_, Some(known)) => known,
            (Piece::Word { is_name: true, .. }, None) if greets => ((Mark::Filler, None), 1),
            (Piece::Word { .. }, None) => ((Mark::Other, None), 1),
            (Piece::Mark(Mark::Question), None)
                if read.last().is_some_and(|(mark, _)| *mark == Mark::Idiom) =>
            {
                ((Mark::End, None), 1)
            }
            (Piece::Mark(mark), None) => ((*mark, None), 1),
        };
        let is_name = phrase.is_none() && meaning.0 == Mark::Filler;
        let goes_on = is_name || (meaning.0 == Mark::End && ends_in_names(at));
        greets = meaning.0 == Mark::Greeting || (greets && goes_on);
        read.push(meaning);
        at += count;
    }
    read
}

/// A part of a line.
#[derive(Debug)]
enum Piece {
    /// A word, without apostrophes and accents.
    Word {
        /// In lower case.
        text: String,
        /// Whether the writer began it with a capital letter.
        is_name: bool,
    },
    /// A sign or a picture.
    Mark(Mark),
}

impl Piece {
    const fn is_word(&self) -> bool {
        matches!(self, Piece::Word { .. })
    }

    /// Whether it can be part of the name below a mail, or a mark beside the name.
    const fn may_end_letter(&self) -> bool {
        matches!(
            self,
            Piece::Word { is_name: true, .. } | Piece::Mark(Mark::End)
        )
    }
}

/// Joins the words of some pieces to one phrase.
fn phrase_of(pieces: &[Piece]) -> String {
    let words = pieces.iter().filter_map(|piece| match piece {
        Piece::Word { text, .. } => Some(text.as_str()),
        Piece::Mark(_) => None,
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Splits a line into pieces.
fn pieces(line: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut word = String::new();
    for part in line.split_whitespace().filter(|part| !is_face(part)) {
        for c in part.nfkd().filter(|c| !is_combining_mark(*c)) {
            match c {
                '\'' | '’' | '‘' | 'ʼ' | '`' | '´' => {}
                'ß' => word.push_str("ss"),
                '+' if word.is_empty() => word.push(c),
                c if c.is_alphanumeric() => word.push(c),
                c => {
                    end_word(&mut word, &mut pieces);
                    pieces.extend(sign(c, part).map(Piece::Mark));
                }
            }
        }
        end_word(&mut word, &mut pieces);
    }
    pieces
}

/// Returns the meaning of a character that is not a letter, if it has one.
fn sign(c: char, part: &str) -> Option<Mark> {
    match c {
        '?' => Some(Mark::Question),
        // Between words, as in `vas-y`.
        '-' if part.len() > 1 => None,
        '"' | '“' | '”' | '„' | '«' | '»' | '‹' | '›' | '*' | '_' | '>' | '<' => None,
        c if YES.contains(&c) => Some(Mark::Yes),
        c if NO.contains(&c) => Some(Mark::Refusal),
        c if c.is_ascii_punctuation() || matches!(c, '…' | '–' | '—' | '¡' | '。' | '、') => {
            Some(Mark::End)
        }
        _ => None,
    }
}

fn end_word(word: &mut String, pieces: &mut Vec<Piece>) {
    let Some(first) = word.chars().next() else {
        return;
    };
    pieces.push(Piece::Word {
        text: unstretched(&word.to_lowercase()),
        is_name: first.is_uppercase(),
    });
    word.clear();
}

/// Reduces a letter that is repeated three times or more to one: `yesss`, `nooo`.
fn unstretched(word: &str) -> String {
    let letters: Vec<char> = word.chars().take(MOST_LETTERS).collect();
    let runs = letters.chunk_by(|one, next| one == next);
    runs.flat_map(|run| if run.len() > 2 { &run[..1] } else { run })
        .collect()
}

/// Whether this is a smiley in signs: `:-)`.
fn is_face(part: &str) -> bool {
    let has_eyes = part.len() > 1 && part.len() < 5 && part.starts_with([':', ';', '=']);
    has_eyes || matches!(part, "xD" | "XD" | "<3" | "^^")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(mail: &str) -> Consent {
        let lines: Vec<String> = mail.lines().map(str::to_owned).collect();
        of_mail(&lines)
    }

    #[test]
    fn yes_in_three_languages_is_recognised() {
        for yes in [
            // English
            "yes",
            "Yes!",
            "YES.",
            "Yes please",
            "yes, please!",
            "yesss",
            "y",
            "yep",
            "yup",
            "Yeah",
            "ok",
            "Okay",
            "OK!",
            "k",
            "sure",
            "Sure thing!",
            "please",
            "Please do",
            "of course",
            "Of course!",
            "go ahead",
            "Okay, do it",
            "do it",
            "Sounds good",
            "sounds good to me",
            "Count me in!",
            "I'm in",
            "I’m in!",
            "fine",
            "Fine with me.",
            "Yes. I am sure.",
            "Yes, I am.",
            "ok, no problem",
            "No problem, go ahead",
            "No worries, I'm in!",
            "Sure, why not?",
            "Yes, with pleasure!\nLooking forward to it.",
            "Hi Ann, thanks for the invitation! I'd love to play.",
            "Thanks Ann, I'd love to!",
            "Well, ok then",
            "“yes”",
            "- yes",
            "*Yes*",
            "That was me",
            "Yes, that was me.",
            "Yes! :-)",
            "OK :D",
            "Ｙｅｓ",
            "+1",
            "I accept with pleasure",
            "Accept!",
            "By all means",
            "Sorry for the late reply. Yes, please!",
            "Thanks for asking!\n\nYes, count me in.",
            // Pictures
            "👍",
            "👍🏽",
            "👌",
            "👌🏿",
            "✅",
            "✔️",
            "👍 yes",
            "ok 👍🏻",
            // French
            "oui",
            "Oui, merci",
            "Oui !",
            "ouais",
            "d'accord",
            "D’accord !",
            "Volontiers !",
            "avec plaisir",
            "Bien sûr",
            "bien sur",
            "Mais oui !",
            "mais bien sûr",
            "vas-y",
            "Allez-y !",
            "J'accepte",
            "Ça marche",
            "Je veux bien",
            "Oui, pourquoi pas ?",
            "Pas de problème, allez-y",
            "Oui, s’il vous plaît",
            "C'était moi",
            "Merci Ben, avec grand plaisir !",
            // German
            "ja",
            "Ja!",
            "Ja, bitte",
            "Ja gerne",
            "jaaa",
            "jawohl",
            "jo",
            "Klar!",
            "na klar",
            "gerne",
            "Sehr gern!",
            "passt",
            "einverstanden",
            "mach das",
            "Mach’s!",
            "in Ordnung",
            "In Ordnung, mach das.",
            "Alles klar",
            "Kein Problem, mach mal",
            "Ja, warum nicht?",
            "Bin dabei",
            "Ich bin dabei!",
            "natürlich",
            "natuerlich",
            "Aber gerne!",
            "Ja, das war ich",
            "Ja, das war ich. Gruß, Heike",
            "Ja. Liebe Grüße Heike",
            "Yes. Best regards, Tom",
            "Oui. Bises, Zoé",
            "Danke für die Einladung, ich bin dabei!",
            "Von mir aus",
            "bitte",
        ] {
            assert_eq!(of(yes), Consent::Yes, "{yes}");
        }
    }

    #[test]
    fn no_in_three_languages_is_recognised() {
        for no in [
            "no",
            "No!",
            "NO! I did not ask for that",
            "n",
            "Nope.",
            "nah",
            "nooo",
            "no thanks",
            "No, thanks.",
            "No thank you!",
            "not now",
            "Not interested",
            "please don't",
            "Please don’t!",
            "don't",
            "stop",
            "Please stop.",
            "Never",
            "never mind",
            "No way!",
            "Sorry, no",
            "Sorry, not now.",
            "OK, no thanks",
            "No, sorry.\nThat was a mistake.",
            "No thanks, no time this week.\nMaybe another time!",
            "Thanks, but no thanks",
            "That wasn't me",
            "No, that was not me.",
            "I don't want to",
            "Count me out",
            "No! Who are you?",
            "I'd rather not",
            "No I don't want this",
            "No thanks I'm busy this week",
            "I never wrote this",
            "Hello,\n\nno thank you\n\nit is not for me",
            "👎",
            "👎🏾",
            "❌",
            "🙅‍♀️",
            "non",
            "Non !",
            "non merci",
            "Non, merci",
            "Pas maintenant",
            "pas intéressée",
            "Surtout pas",
            "Désolé, non",
            "sans façon",
            "Bien sûr que non",
            "Laisse tomber",
            "Arrêtez !",
            "Ce n'était pas moi",
            "Non, je ne veux pas",
            "nein",
            "Nein!",
            "nein danke",
            "Nein, danke",
            "lieber nicht",
            "Ach nö",
            "nö",
            "doch nicht",
            "Lieber doch nicht",
            "bitte nicht",
            "Heute nicht",
            "kein Interesse",
            "keine Lust",
            "Leider nein",
            "Leider nicht",
            "Auf keinen Fall!",
            "Das war ich nicht",
            "Nein, das war ich nicht.",
            "Nein mache ich nicht",
            "Nee, lass mal",
            "Mach das nicht",
            "Nein danke, vielleicht später",
        ] {
            assert_eq!(of(no), Consent::No, "{no}");
        }
    }

    #[test]
    fn hedged_and_contradictory_answers_are_unclear() {
        for unclear in [
            "yes but not today",
            "Yes, but not today",
            "yes/no?",
            "yes?",
            "ok?",
            "Yes?? Who are you?",
            "Yes and no",
            "not ok",
            "Not okay.",
            "Ok, but that was not me. Please ignore it.",
            "Sure? I never wrote this!",
            "Sure? No!",
            "Not me, yes?",
            "no problem",
            "No problem.",
            "why not",
            "Why not?",
            "Yes, I think so",
            "Yes, roll",
            "maybe yes",
            "yes, if Ben plays too",
            "Yes, tomorrow",
            "ok, wait",
            "yes\nno",
            "no\nyes",
            "Nein\nQuatsch, natürlich ja!",
            "No!\nHaha, kidding. Deal me in.",
            "Yes.\nActually, don't.",
            "yes\nWait, I changed my mind",
            "No, wait, yes",
            "no, wait",
            "No, go ahead",
            "No, I don't mind",
            "No need to ask, go ahead",
            "no more questions",
            "No time like the present",
            "👍👎",
            "ok then I stay",
            "OK I see",
            "Yes, I am not sure",
            "Yes, let me think about it",
            "I can't believe it, count me in",
            "oui mais pas aujourd'hui",
            "Oui, mais ce n’est pas moi",
            "oui et non",
            "Oui ?",
            "d'accord ?",
            "pas d'accord",
            "pourquoi pas",
            "Pas de souci",
            "Oui, demain",
            "non, plutôt oui",
            "ja nein",
            "Ja, aber nicht heute",
            "ja oder nein?",
            "Jein, ja",
            "nicht ok",
            "nicht in Ordnung, ja",
            "Nein, doch",
            "warum nicht",
            "kein Problem",
            "Ja, Pustekuchen",
            "ja?",
            "Na ja, ok, vielleicht",
        ] {
            assert_eq!(of(unclear), Consent::Unclear, "{unclear}");
        }
    }

    #[test]
    fn answers_without_a_word_of_consent_are_absent() {
        for absent in [
            "",
            "!",
            "…",
            "?",
            "🎲",
            ":-)",
            "Hello!",
            "Thanks!",
            "Ann",
            "roll",
            "play 3 at 0",
            "yesterday",
            "J. Dorfmann",
            "N. Example",
            "I am away until Monday",
            "I am not sure",
            "maybe",
            "Who are you?",
            "help",
            "Merci",
            "Danke Ben",
            "Je ne suis pas sûre",
            "Ich weiß nicht",
            "I am away.\nyes",
        ] {
            assert_eq!(of(absent), Consent::Absent, "{absent:?}");
        }
    }

    #[test]
    fn yes_to_playing_does_not_confirm_leaving() {
        for line in [
            "I'm in",
            "Let's play",
            "I'd like to play on",
            "Ich bin dabei",
            "Oui, on y va",
        ] {
            assert_eq!(of_line(line), Consent::Yes, "{line}");
            assert!(is_to_play(line), "{line}");
        }
        for line in ["Yes", "ok", "Yes, I want to leave the game", "Ja, mach das"] {
            assert!(!is_to_play(line), "{line}");
        }
    }

    #[test]
    fn language_of_an_answer_is_detected() {
        for (mail, told) in [
            ("Nein danke", Some(Language::German)),
            ("ok, gerne", Some(Language::German)),
            ("Oui", Some(Language::French)),
            ("yes", Some(Language::English)),
            ("ok", None),
            ("👍", None),
            ("", None),
        ] {
            let lines = [mail.to_owned()];
            assert_eq!(language(&lines), told, "{mail}");
        }
    }

    /// A word of one language must not have the opposite meaning in another.
    #[test]
    fn no_phrase_means_yes_in_one_language_and_no_in_another() {
        let mut known: HashMap<String, Mark> = HashMap::new();
        for (phrase, name) in WORDS.iter().flat_map(|words| synonyms(words)) {
            let mark = Mark::named(name).unwrap_or_else(|| panic!("{name}: {phrase}"));
            let pieces = pieces(phrase);
            let is_words = pieces.iter().all(Piece::is_word);
            assert!(
                is_words && (1..=LONGEST).contains(&pieces.len()),
                "{phrase}"
            );
            let before = *known.entry(phrase_of(&pieces)).or_insert(mark);
            let serious = |mark: Mark| !is_silent(mark);
            assert!(
                before == mark || !(serious(before) && serious(mark)),
                "{phrase}: {before:?}, {mark:?}"
            );
        }
    }
}
