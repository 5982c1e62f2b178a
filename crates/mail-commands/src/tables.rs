//! Lines of a mail to the desk that name a game: `Gx3kPq7LmZ2 roll`. The server reads the words
//! after the id as if they had been sent to the address of the sender's seat in that game. The same
//! holds for the lines below without an id. An answer to a mail about one game needs no id.
//!
//! Each game is processed by itself: a rejection in one does not affect the others.

use ::games::KINDS;
use accounts::access::Caller;
use accounts::store::mailed_commands::KeptSeat;
use accounts::store::players::Player;
use common::ids::{self, GameId};
use common::texts::message;
use common::wording::meant;
use db::Connection;
use mail::inbound::Incoming;
use mail::position;
use notices::answer::{Answer, Refused};
use notices::outbox::To;
use play::refusal::Result;
use play::store::games;
use play::{games_list, moves};
use rules::{LegalMoves, Message, Seat};

use crate::desk::{self, Entropy};
use crate::seat::{At, Said};
use crate::store::{self, Arrival};
use crate::words::{DeskWord, desk_word};
use crate::{Answered, MailCommands, answer_to, confirm, not_understood};

/// The largest number of legal moves of each game in an answer about several games.
const MOST_MOVES: usize = 12;

/// The lines of a mail for one game, with their indices.
struct Part {
    game: GameId,
    seat: Seat,
    /// The number of the first move, if the mail shows it.
    seq: Option<u32>,
    lines: Vec<(usize, String)>,
}

impl Part {
    /// Removes an id that stands alone above the lines for its game. An id without lines below
    /// requests the board.
    fn settle(&mut self) {
        if let [(_, line)] = self.lines.as_mut_slice()
            && line.is_empty()
        {
            "show".clone_into(line);
        }
        self.lines.retain(|(_, line)| !line.is_empty());
    }

    /// Returns the lines in the form in which they are stored, with the number of the first move.
    fn kept(&self, seq: Option<u32>) -> impl Iterator<Item = String> {
        let id = match seq {
            Some(seq) => format!("{}#{seq}", &*self.game),
            None => self.game.to_string(),
        };
        let lines = self.lines.iter();
        lines.map(move |(_, line)| format!("{id} {line}"))
    }
}

/// The lines of a mail, sorted by game.
pub(super) struct Lines {
    parts: Vec<Part>,
    /// The lines for the desk.
    others: Vec<(usize, String)>,
    /// The error for a line that is neither for a game nor for the desk.
    fault: Option<Message>,
}

/// The context of a mail to the desk.
pub(super) struct Context<'a> {
    /// The message ids that the mail answers, the nearest first.
    pub(super) answers: &'a [String],
    /// The hosts in our own message ids.
    pub(super) hosts: &'a [&'a str],
}

/// Sorts the lines of a mail; `None` if no line is for a game.
pub(super) async fn sorted(
    app: &MailCommands,
    player: &Player,
    lines: &[String],
    context: Context<'_>,
) -> Result<Option<Lines>> {
    let mut sorting = Sorting {
        conn: app.db.get().await?,
        player,
        context,
        parts: Vec::new(),
        last: None,
    };
    let told_of = position::told_of(sorting.context.answers, sorting.context.hosts);
    let (mut others, mut fault) = (Vec::new(), None);
    let mut alone = match told_of.as_slice() {
        [game] => sorting.part(game).await?,
        _ => None,
    };
    for (at, line) in lines.iter().enumerate() {
        let said = meant(line);
        if said.is_empty() {
            continue;
        }
        let (first, rest) = said.split_once(char::is_whitespace).unwrap_or((said, ""));
        if desk_word(said).is_ok() {
            others.push((at, line.clone()));
        } else if let Some(part) = sorting.part(first).await? {
            sorting.last = Some(part);
            sorting.parts[part].lines.push((at, rest.trim().to_owned()));
        } else if is_like_an_id(first) {
            let why = message("answer-no-such-game");
            fault.get_or_insert(not_understood(at, line, why));
        } else if let Some(part) = sorting.last.or(alone.take()) {
            sorting.last = Some(part);
            sorting.parts[part].lines.push((at, said.to_owned()));
        } else if fault.is_none() && told_of.len() > 1 {
            fault = Some(not_understood(at, line, message("answer-which-game")));
        } else {
            others.push((at, line.clone()));
        }
    }
    let mut parts = sorting.parts;
    parts.retain(|part| !part.lines.is_empty());
    parts.iter_mut().for_each(Part::settle);
    let is_plain = parts.is_empty() && fault.is_none();
    Ok((!is_plain).then_some(Lines {
        parts,
        others,
        fault,
    }))
}

/// Splits a word that names a game into the id and the number of a move: `Gx3kPq7LmZ2`,
/// `Gx3kPq7LmZ2:` or `Gx3kPq7LmZ2#17`.
fn id_and_seq(word: &str) -> (&str, Option<u32>) {
    let word = word.trim_end_matches([':', ',']);
    match word.split_once('#') {
        Some((id, seq)) => (id, seq.parse().ok()),
        None => (word, None),
    }
}

/// Whether a word can only be the id of a game, of the sender or of others. Most ids contain a
/// digit. The others have capitals among small letters.
fn is_like_an_id(word: &str) -> bool {
    let (id, _) = id_and_seq(word);
    let has = |kind: fn(&u8) -> bool| id.bytes().any(|it| kind(&it));
    let is_mixed =
        has(u8::is_ascii_lowercase) && id.bytes().skip(1).any(|it| it.is_ascii_uppercase());
    id.len() == ids::SHORT
        && id.bytes().all(|it| it.is_ascii_alphanumeric())
        && (is_mixed || (has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic)))
}

/// The state of the sorting.
struct Sorting<'a> {
    conn: Connection,
    player: &'a Player,
    context: Context<'a>,
    parts: Vec<Part>,
    /// The index of the part for lines without an id.
    last: Option<usize>,
}

impl Sorting<'_> {
    /// Returns the index of the part for the game that a word names, if the player has a seat in
    /// it.
    async fn part(&mut self, word: &str) -> Result<Option<usize>> {
        let (id, seq) = id_and_seq(word);
        let known = |part: &Part| part.game.eq_ignore_ascii_case(id);
        if let Some(at) = self.parts.iter().position(known) {
            return Ok(Some(at));
        }
        if GameId::try_from(id.to_owned()).is_err() {
            return Ok(None);
        }
        // The search ignores case, because keyboards begin lines with a capital letter.
        let mut seats = games::seats_of(&mut self.conn, self.player.id, id).await?;
        seats.sort_by_key(|(game, _)| **game != *id);
        let Some((game, seat)) = seats.into_iter().next() else {
            return Ok(None);
        };
        let Context { answers, hosts } = self.context;
        let seq = seq.or_else(|| position::answered(answers, hosts, &game, seat));
        self.parts.push(Part {
            game,
            seat,
            seq,
            lines: Vec::new(),
        });
        Ok(Some(self.parts.len() - 1))
    }
}

impl Lines {
    /// Reads all lines. The error names the line that was not understood, and the reason.
    fn read(&self) -> Result<(Vec<DeskWord>, Vec<Said<'_>>), Message> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let mut words = Vec::new();
        for (at, line) in &self.others {
            let word = desk_word(meant(line));
            words.push(word.map_err(|why| not_understood(*at, line, why))?);
        }
        let mut said = Vec::new();
        for part in &self.parts {
            let lines = part.lines.iter().map(|(at, line)| (*at, line.as_str()));
            said.push(Said::of(lines.collect())?);
        }
        let is_more = !words.is_empty() || said.len() > 1;
        match is_more && said.iter().any(Said::resigns) {
            true => Err(message("answer-resign-alone")),
            false => Ok((words, said)),
        }
    }
}

/// Carries out the lines and answers them. If the sender is not authenticated, asks for a
/// confirmation first.
pub(super) async fn answered(
    app: &MailCommands,
    mail: &Arrival,
    incoming: &Incoming,
    player: &Player,
    mut lines: Lines,
    mut answer: Answer,
) -> Result<Answered> {
    let is_known = incoming.is_vouched_for();
    let asks = !is_known
        && lines
            .read()
            .is_ok_and(|(words, said)| changes(&words, &said));
    if !asks {
        return carried_out(app, mail, incoming, player, &lines, answer).await;
    }
    // The question shows the boards on which moves are played after a yes.
    for place in lines.unplaced() {
        let part = &mut lines.parts[place];
        let own = answer_to(incoming, answer.language());
        let mut at = At::new(app, &part.game, part.seat, player.id, own);
        match at.next_seq(None).await {
            Ok(seq) => part.seq = seq,
            Err(refusal) => at.answer_refusal(refusal)?,
        }
        at.answer.board = true;
        Told::default().add(at, &mut answer).await?;
    }
    let kept = (lines.kept(), incoming.lines.clone());
    let question = message("answer-confirm");
    let seat = KeptSeat::default();
    confirm::ask(app, player.id, kept, seat, question, &mut answer).await?;
    let answer = answer.mail(mail.id, To::Player(player.id), None, app.clock.now());
    Ok(Answered::new(answer, false))
}

/// Whether any of the commands changes something, so that the sender must be verified.
fn changes(words: &[DeskWord], said: &[Said<'_>]) -> bool {
    words.iter().any(DeskWord::changes) || said.iter().any(Said::changes)
}

/// Carries out the lines without checking the sender.
pub(super) async fn carried_out(
    app: &MailCommands,
    mail: &Arrival,
    incoming: &Incoming,
    player: &Player,
    lines: &Lines,
    mut answer: Answer,
) -> Result<Answered> {
    let now = app.clock.now();
    let answer_of = |answer: &Answer| answer.mail(mail.id, To::Player(player.id), None, now);
    let (words, said) = match lines.read() {
        Ok(read) => read,
        Err(fault) => {
            answer.refused = Some(Refused::Mail);
            answer.say(fault);
            return Ok(Answered::new(answer_of(&answer), true));
        }
    };
    let caller = Caller::without_session(player.id);
    if changes(&words, &said) {
        if mail.begun_at.is_some() {
            desk::was_stopped(app, &caller, &mut answer).await?;
            return Ok(Answered::new(answer_of(&answer), false));
        }
        store::begin(&mut *app.db.get().await?, mail.id, now).await?;
    }
    if let ([part], true) = (lines.parts.as_slice(), words.is_empty()) {
        let said = said.into_iter().next().unwrap_or_default();
        let at = At::new(app, &part.game, part.seat, player.id, answer);
        let at = at.with_wishes(player).await?;
        let lines: Vec<String> = part.lines.iter().map(|(_, line)| line.clone()).collect();
        return at.answered(mail, Ok(said), &lines, part.seq).await;
    }
    let mut told = Told::default();
    let mut unplaced = Vec::new();
    for (part, said) in lines.parts.iter().zip(said) {
        let own = answer_to(incoming, answer.language());
        let mut at = At::new(app, &part.game, part.seat, player.id, own)
            .with_wishes(player)
            .await?;
        at.is_among = true;
        let only_plays = said.only_plays();
        if let Err(refusal) = at.deal_with(mail, said, part.seq).await {
            at.answer_refusal(refusal)?;
            at.in_vain = true;
        }
        told.done |= !at.in_vain;
        if at.unplaced.is_some() {
            unplaced.extend(part.kept(at.unplaced));
            told.add(at, &mut answer).await?;
        } else if !(only_plays && at.is_told_elsewhere().await?) {
            told.add(at, &mut answer).await?;
        }
    }
    if told.parts == 0 && words.is_empty() {
        return Ok(Answered::Silence("played"));
    }
    let entropy = Entropy::of(incoming, &words);
    let in_vain = words.is_empty() && !told.done;
    answer.refused = match in_vain {
        true => told.refused,
        false => told.refused.map(|_| Refused::Part),
    };
    if told.parts > 1 {
        answer.say(message(match answer.refused {
            None => "answer-tables",
            Some(Refused::Part) => "answer-tables-part",
            Some(Refused::Moves | Refused::Mail) => "answer-tables-refused",
        }));
    }
    let begun = desk::carry_out(app, mail, &caller, words, &entropy, &mut answer).await?;
    if !unplaced.is_empty() {
        let kept = (unplaced.clone(), unplaced);
        let question = message("answer-ask-board");
        let seat = KeptSeat::default();
        confirm::ask(app, player.id, kept, seat, question, &mut answer).await?;
    }
    let answer = answer.mail(mail.id, To::Player(player.id), begun, now);
    Ok(Answered::new(answer, in_vain))
}

impl Lines {
    /// Returns the lines in the form in which they are stored until they are confirmed, with the
    /// numbers of moves.
    fn kept(&self) -> Vec<String> {
        let others = self.others.iter().map(|(_, line)| line.clone());
        let parts = self.parts.iter().flat_map(|part| part.kept(part.seq));
        others.chain(parts).collect()
    }

    /// Returns the indices of the parts with moves whose board is unknown.
    fn unplaced(&self) -> Vec<usize> {
        let said = self.read().map(|(_, said)| said).unwrap_or_default();
        let parts = self.parts.iter().zip(said).enumerate();
        let unplaced = parts.filter(|(_, (part, said))| part.seq.is_none() && said.plays());
        unplaced.map(|(at, _)| at).collect()
    }
}

/// The contents of an answer about several games.
#[derive(Default)]
struct Told {
    /// The number of games in the answer.
    parts: usize,
    /// Whether any command was carried out in one of them.
    done: bool,
    /// What the server refused in the first of them in which it refused something.
    refused: Option<Refused>,
}

impl Told {
    /// Adds the results of the lines for one game.
    async fn add(&mut self, mut at: At<'_>, answer: &mut Answer) -> Result<()> {
        self.parts += 1;
        self.refused = self.refused.or(at.answer.refused);
        let (seat, language) = (at.seat, at.answer.language());
        // The cached view may be older than the moves.
        at.look = None;
        let reader = at.caller.clone();
        let page = format!("{}/games/{}", at.app.config.public_url, at.id);
        if let Err(refusal) = at.look().await {
            at.answer_refusal(refusal)?;
            answer.list(Message::verbatim(at.id.to_string()), at.answer.said);
            return Ok(());
        }
        let look = at.look().await?;
        let kind = KINDS.find(&look.row.rules);
        let title = Message::verbatim(kind.map_or(look.row.kind.as_str(), |it| it.info().name));
        // Titles are in capitals in the text, which would spoil an id.
        let which = games_list::line(&look.row, &look.seats, &reader).to(language);
        let shown = look.game.as_ref().map(|game| {
            let names = look.names().in_language(language);
            let picture = game.position().picture(look.viewer(), &names);
            let mut legal = moves::listed(game, seat, &names, language);
            if !legal.texts.is_empty() {
                legal.texts.extend(game.position().hint(seat, &names));
            }
            (game.next_seq(seat), picture, legal)
        });
        let mut own = at.answer;
        let (lists, others): (Vec<_>, Vec<_>) = own
            .sections
            .drain(..)
            .partition(|section| !section.fixed && !section.quoted);
        let points = lists.into_iter().flat_map(|section| section.lines);
        let told = [which].into_iter().chain(own.said).chain(points);
        answer.list(title, told.collect());
        answer.sections.extend(others);
        if let Some((seq, picture, legal)) = shown {
            answer.positions.push((at.id.clone(), seat, seq));
            // Only a line that was carried out shows the board. A rejected one needs the moves.
            if own.board && own.refused.is_none() {
                answer.show_board(message("heading-board"), &picture);
            }
            if own.board {
                show_moves(legal, answer);
            }
        }
        answer.link_to(page);
        Ok(())
    }
}

/// Shows the legal moves, at most `MOST_MOVES`.
fn show_moves(legal: LegalMoves, answer: &mut Answer) {
    let mut lines = legal.texts;
    let all = lines.len();
    lines.truncate(MOST_MOVES);
    if all > MOST_MOVES {
        let some = message("moves-some-mail").with("shown", MOST_MOVES);
        lines.push(some.with("all", all).to(answer.language()));
    } else if all > 0 && !legal.complete {
        lines.push(message("moves-more-mail").to(answer.language()));
    }
    answer.list(message("heading-moves"), lines);
}
