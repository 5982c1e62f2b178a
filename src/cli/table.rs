//! `turnpike table`: a game in the terminal against bots, without a server.

use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::games::KINDS;
use anyhow::Context;
use base::refusal::Rejection;
use common::clock::{Clock, rfc3339};
use common::ids;
use common::synonyms::at_the_terminal;
use common::texts::message;
use common::wording::meant;
use guides::manual;
use mail::{Line, Picture};
use rules::record::Record;
use rules::{
    Action, Bot, Dice, Entry, Game, GameSeed, Hash, Header, Language, Message, Names, Played, Seat,
    SeedSource, ServerSeed, Told, Unplayed, Viewer,
};
use serde_json::Value;

/// How many legal moves are listed without being asked for.
const LISTED: usize = 12;

/// How many characters a line has at most.
const WIDTH: usize = 79;

/// The game to play, and how.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Game: `buttons`, `ferry-follies`, `flip-freighters`, `paris-connection` or `thats-life`.
    #[arg(required_unless_present = "load")]
    kind: Option<String>,
    /// Number of seats. Default: the fewest that the game allows.
    #[arg(long)]
    seats: Option<u8>,
    /// Your seat, counted from 0. Repeat the option if several people play at this terminal.
    #[arg(long = "seat", default_values_t = [0])]
    own: Vec<u8>,
    /// Watch the game without a seat.
    #[arg(long)]
    watch: bool,
    /// Bots in the other seats: `greedy` or `random`.
    #[arg(long, default_value = "greedy")]
    bot: Bot,
    /// Options of the game as JSON. Missing options get their defaults.
    #[arg(long, default_value = "{}")]
    options: String,
    /// Server seed, 64 hex digits. Dice and cards follow from it and from the game's id. Each new
    /// game has another id; use `--load` to continue the same game.
    #[arg(long)]
    seed: Option<String>,
    /// Language of the output: `en`, `fr` or `de`.
    #[arg(long, default_value_t)]
    language: Language,
    /// Ask for moves without a choice, too, such as a roll.
    #[arg(long)]
    every_move: bool,
    /// Continue a game from a saved history.
    #[arg(long, conflicts_with_all = ["kind", "seats", "options", "seed"])]
    load: Option<PathBuf>,
    /// File to save the history to at the end.
    #[arg(long)]
    save: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut table = match &args.load {
        Some(file) => TerminalGame::load(args, file)?,
        None => TerminalGame::start(args)?,
    };
    let played = table.play();
    if let Some(file) = &args.save {
        table.save(file)?;
    }
    played?;
    Ok(ExitCode::SUCCESS)
}

struct TerminalGame {
    game: Game,
    entries: Vec<Entry>,
    server_seed: ServerSeed,
    own: Vec<Seat>,
    bot: Bot,
    every_move: bool,
    /// The move that was made last for who sits here, as it left no choice.
    made: Option<String>,
    /// The bots' own dice.
    dice: Dice,
    names: Names,
    clock: Clock,
}

impl TerminalGame {
    fn start(args: &Args) -> anyhow::Result<TerminalGame> {
        let id = args.kind.as_deref().unwrap_or_default();
        let kind = KINDS.latest(id).with_context(|| {
            let known: Vec<&str> = KINDS.current().map(|kind| kind.info().id).collect();
            format!("there is no game “{id}”; choose from {}", known.join(", "))
        })?;
        let options: Value = serde_json::from_str(&args.options)
            .with_context(|| format!("the options “{}” are not valid JSON", args.options))?;
        let options = kind
            .options(&options)
            .map_err(|no| anyhow::anyhow!(no.text.to(args.language)))?;
        let seats = args.seats.unwrap_or(*kind.info().seats.start());
        let server_seed = match &args.seed {
            None => ServerSeed(ids::random_bytes()),
            Some(seed) => {
                let mut bytes = [0; 32];
                hex::decode_to_slice(seed, &mut bytes)
                    .context("the seed is not valid; give 64 hex digits")?;
                ServerSeed(bytes)
            }
        };
        let header = Header {
            id: ids::short_id(),
            rules: kind.info().rules(),
            options: options.into(),
            entropies: vec![String::new(); usize::from(seats)],
            seed_commitment: Hash(server_seed.commitment()),
            seed_source: match args.seed {
                None => SeedSource::Secret,
                Some(_) => SeedSource::Chosen,
            },
            // Nobody else reads along here.
            blinding_commitment: None,
            deal: None,
        };
        let (game, told) = Game::start(kind, header, &server_seed, None)?;
        let table = TerminalGame::new(args, game, Vec::new(), server_seed)?;
        table.tell(&told)?;
        Ok(table)
    }

    fn load(args: &Args, file: &Path) -> anyhow::Result<TerminalGame> {
        let record = Record::from_json(&crate::cli::read(file)?)?;
        let mut game = record.start(KINDS)?;
        for entry in &record.entries {
            game.replay(entry)?;
        }
        let seed = record.server_seed.context("the history has no seed")?;
        TerminalGame::new(args, game, record.entries, ServerSeed(seed.0))
    }

    fn new(
        args: &Args,
        game: Game,
        entries: Vec<Entry>,
        server_seed: ServerSeed,
    ) -> anyhow::Result<TerminalGame> {
        let own = if args.watch { &[][..] } else { &args.own };
        if let Some(seat) = own.iter().find(|seat| **seat >= game.seats()) {
            let last = game.seats() - 1;
            anyhow::bail!("there is no seat {seat}; the seats are 0 to {last}");
        }
        let own: Vec<Seat> = own.iter().copied().map(Seat).collect();
        let called = |id: &'static str, seat: Seat| {
            let number = seat.number() + 1;
            message(id).with("seat", number)
        };
        let names = Names::new(Seat::all(game.seats()).map(|seat| {
            let name = match own.contains(&seat) {
                true if own.len() == 1 => message("table-player"),
                true => called("table-player-of", seat),
                false => called("table-bot", seat),
            };
            name.to(args.language)
        }));
        let names = names.in_language(args.language);
        Ok(TerminalGame {
            game,
            entries,
            server_seed,
            own,
            bot: args.bot,
            every_move: args.every_move,
            made: None,
            dice: Dice::new(GameSeed(ids::random_bytes()), 0),
            names,
            clock: Clock::system(),
        })
    }

    /// Plays until the game is over or nobody types any more.
    fn play(&mut self) -> anyhow::Result<()> {
        let mut lines = std::io::stdin().lock().lines();
        let mut is_new = true;
        if !self.own.is_empty() {
            self.say(&message("table-start"))?;
        }
        while self.game.turn().outcome().is_none() {
            let acting = self.game.acting();
            let Some(seat) = self.own.iter().copied().find(|it| acting.contains(*it)) else {
                self.bots_move()?;
                is_new = true;
                continue;
            };
            if !self.every_move
                && let Some(mv) = self.game.position().forced(seat)
            {
                self.made = self.game.position().text(&mv.to_string());
                self.plays(seat, mv)?;
                is_new = true;
                continue;
            }
            if is_new {
                self.show(seat)?;
            }
            crate::cli::print(&format!("{}> ", self.names.of(seat)))?;
            let Some(line) = lines.next().transpose()? else {
                return crate::cli::print("\n");
            };
            if !std::io::stdin().is_terminal() {
                crate::cli::print(&format!("{line}\n"))?;
            }
            is_new = match self.obey(seat, meant(&line))? {
                Obeyed::Moved => true,
                Obeyed::Answered => false,
                Obeyed::Quit => return Ok(()),
            };
        }
        self.end()
    }

    fn bots_move(&mut self) -> anyhow::Result<()> {
        let seat = self.game.acting().iter().find(|it| !self.own.contains(it));
        let choice = seat.and_then(|seat| {
            let mv = self
                .game
                .position()
                .choose(self.bot, seat, &mut self.dice)?;
            Some((seat, mv))
        });
        let (seat, mv) = choice.context("a bot has to move, but found no move")?;
        self.plays(seat, mv)
    }

    /// Plays what nobody is asked for.
    fn plays(&mut self, seat: Seat, mv: Value) -> anyhow::Result<()> {
        let at = rfc3339(self.clock.now());
        let played = self.game.submit(seat, &Action::Move(mv), &at)?;
        self.entries.push(played.entry);
        self.tell(&played.told)
    }

    fn obey(&mut self, seat: Seat, line: &str) -> anyhow::Result<Obeyed> {
        let command = command(line);
        let (word, rest) = command
            .as_ref()
            .map_or(("", ""), |(word, rest)| (word, rest));
        // Who has looked at the board means what it shows.
        if !word.is_empty() {
            self.made = None;
        }
        match word {
            "leave" | "resign" if rest.is_empty() => self.say(&message("table-leave"))?,
            "leave" | "resign" => return self.submit(seat, "leave"),
            "quit" => return Ok(Obeyed::Quit),
            "help" => self.say(&message("table-help"))?,
            "how" => {
                let text = manual::how_to_play(&self.game.kind().info(), self.language());
                crate::cli::print(&format!("{text}\n"))?;
            }
            "rules" => {
                let (info, language) = (self.game.kind().info(), self.language());
                let text = match rest {
                    "" => Some(manual::rules(&info, language)),
                    number => manual::section(&info, number, language),
                };
                match text {
                    Some(text) => crate::cli::print(&format!("{text}\n"))?,
                    None => self.say(&message("answer-no-section").with("section", rest))?,
                }
            }
            "show" => self.show(seat)?,
            "legal" => crate::cli::print(&self.legal(seat, rest))?,
            "save" if rest.is_empty() => self.say(&message("table-save-where"))?,
            "save" => match self.save(&PathBuf::from(rest)) {
                Ok(()) => {
                    let file = Line::new(rest);
                    self.say(&message("table-saved").with("file", file.as_str()))?;
                }
                Err(error) => crate::cli::print(&format!("{error:#}.\n"))?,
            },
            _ if line.is_empty() => {}
            _ => return self.submit(seat, line),
        }
        Ok(Obeyed::Answered)
    }

    /// Plays a line: all of it or nothing, but for what stands behind something new: that is tried move by
    /// move. A move that was made for the player just now may be typed all the same. Where it may be played once
    /// more, this goes for once: typed again, it is another one.
    fn submit(&mut self, seat: Seat, line: &str) -> anyhow::Result<Obeyed> {
        let mut actions = Action::read_text(line);
        let manual = self.game.kind().info().manual;
        // Behind another line it is meant as it is written.
        if let [Action::Text(first), ..] = actions.as_slice()
            && let Some(made) = self.made.take()
            && manual.is_said(first, &made)
        {
            let at = rfc3339(self.clock.now());
            let again = self.game.clone().submit_all(seat, &actions[..1], &at);
            let told = match again.is_ok() {
                true => message("answer-made-for-you"),
                false => message("table-made-for-you"),
            };
            self.say(&told.with("move", first.as_str()))?;
            actions.remove(0);
            if actions.is_empty() {
                return Ok(Obeyed::Answered);
            }
        }
        match self.try_all(seat, &actions)? {
            Ok(()) => Ok(Obeyed::Moved),
            Err(Unplayed::Illegal { illegal, .. }) if actions.len() == 1 => {
                self.refuse(&illegal.text)
            }
            Err(Unplayed::Illegal { index, illegal }) => {
                let told = match index {
                    0 => message("table-refused-part"),
                    _ => message("table-refused-later"),
                };
                self.refuse(
                    &told
                        .with("move", part(&actions[index], line))
                        .with("why", illegal.text),
                )
            }
            Err(Unplayed::Reveals { .. }) => {
                for (at, action) in actions.iter().enumerate() {
                    match self.try_all(seat, std::slice::from_ref(action))? {
                        Ok(()) => {}
                        Err(Unplayed::Illegal { illegal, .. }) => {
                            let told =
                                message("table-refused-rest").with("move", part(action, line));
                            self.refuse(&told.with("why", illegal.text))?;
                            return Ok(if at == 0 {
                                Obeyed::Answered
                            } else {
                                Obeyed::Moved
                            });
                        }
                        Err(Unplayed::Reveals { index }) => {
                            return self.refuse(
                                &play::Refusal::RevealsInformation { index, last: false }.message(),
                            );
                        }
                    }
                }
                Ok(Obeyed::Moved)
            }
        }
    }

    /// Plays all of this, or nothing.
    fn try_all(&mut self, seat: Seat, actions: &[Action]) -> anyhow::Result<Result<(), Unplayed>> {
        let at = rfc3339(self.clock.now());
        let submitted = self.game.clone().submit_all(seat, actions, &at);
        let submitted = submitted.or_else(|unplayed| {
            let numbered = Action::numbered(actions, &self.names);
            let again = numbered.and_then(|it| self.game.clone().submit_all(seat, &it, &at).ok());
            again.ok_or(unplayed)
        });
        let (game, played) = match submitted {
            Ok(played) => played,
            Err(unplayed) => return Ok(Err(unplayed)),
        };
        self.game = game;
        self.made = None;
        for Played { entry, told, .. } in played {
            self.entries.push(entry);
            self.tell(&told)?;
        }
        Ok(Ok(()))
    }

    fn refuse(&self, why: &Message) -> anyhow::Result<Obeyed> {
        let mut why = why.clone();
        why.called(&|seat| self.names.of(seat).to_owned());
        let line = Line::long(&why.to(self.language()));
        crate::cli::print(&folded(&line.to_string()))?;
        Ok(Obeyed::Answered)
    }

    fn viewer(&self) -> Viewer {
        match (self.game.turn().outcome(), self.own.as_slice()) {
            (Some(_), _) => Viewer::Afterwards,
            (None, [own]) => Viewer::Seat(*own),
            (None, _) => Viewer::Spectator,
        }
    }

    fn tell(&self, told: &[Box<dyn Told>]) -> anyhow::Result<()> {
        let said = told
            .iter()
            .filter_map(|it| it.say(self.viewer(), &self.names));
        crate::cli::print(&said.map(|line| folded(&line)).collect::<String>())
    }

    fn board(&self, seat: Seat) -> String {
        let picture = self
            .game
            .position()
            .picture(Viewer::Seat(seat), &self.names);
        format!("\n{}\n\n", Picture::new(&picture))
    }

    fn show(&self, seat: Seat) -> anyhow::Result<()> {
        let mut text = self.board(seat);
        let legal = self.game.legal(seat);
        let choices = self.game.position().choices(seat, &self.names);
        if let Some(lines) = choices {
            return crate::cli::print(&(text + &folded(&lines.join("\n"))));
        }
        let between = match self.language() {
            Language::French => "\u{a0}; ",
            Language::English | Language::German => "; ",
        };
        let told = match legal.complete && legal.texts.len() <= LISTED {
            true => message("table-legal").with("moves", self.in_words(&legal).join(between)),
            false => message("table-legal-how"),
        };
        text.push_str(&folded(&told.to(self.language())));
        crate::cli::print(&text)
    }

    fn in_words(&self, legal: &rules::LegalMoves) -> Vec<String> {
        let said = |text: &String| self.game.position().in_words(text, self.language());
        legal.texts.iter().map(said).collect()
    }

    fn language(&self) -> Language {
        self.names.language()
    }

    fn say(&self, told: &Message) -> anyhow::Result<()> {
        crate::cli::print(&folded(&told.to(self.language())))
    }

    /// What the seat may play: the moves that begin with these words, or the words after them.
    fn legal(&self, seat: Seat, words: &str) -> String {
        let legal = self.game.legal(seat);
        let choices = self.game.position().choices(seat, &self.names);
        if let (true, Some(lines)) = (words.is_empty(), choices) {
            return folded(&lines.join("\n"));
        }
        if words.is_empty() && legal.complete {
            let lines = self.in_words(&legal).into_iter();
            return lines.map(|text| format!("  {text}\n")).collect();
        }
        let branch = match self.game.position().branch(seat, words) {
            Ok(branch) => branch,
            Err(illegal) => {
                let why = Line::long(&illegal.text.to(self.language()));
                return folded(&why.to_string());
            }
        };
        let mut told = Vec::new();
        let said = |words: &str| self.game.position().in_words(words, self.language());
        if branch.mv.is_some() {
            told.push(message("answer-whole-move").with("move", said(&branch.text)));
        }
        if words.is_empty() {
            let next = branch.next.iter().map(|word| {
                let then = self.game.position().branch(seat, word);
                let then = then.map(|it| it.next).unwrap_or_default();
                let then: Vec<String> = then.iter().map(|word| said(word)).collect();
                message("table-begins-then")
                    .with("word", said(word))
                    .with("next", then.join(", "))
            });
            told.push(message("table-begins"));
            told.extend(next);
        } else if !branch.next.is_empty() {
            let next = branch.next.iter().map(|word| said(word));
            let next = next.collect::<Vec<_>>().join(", ");
            let on = message("table-goes-on").with("words", said(&branch.text));
            told.push(on.with("next", next));
        }
        told.iter()
            .map(|it| folded(&it.to(self.language())))
            .collect()
    }

    fn end(&self) -> anyhow::Result<()> {
        let position = self.game.position();
        let picture = position.picture(Viewer::Afterwards, &self.names);
        let mut text = format!("\n{}\n\n", Picture::new(&picture));
        if let Some(outcome) = self.game.turn().outcome() {
            let mut standings = outcome.standings.clone();
            standings.sort_by_key(|standing| standing.rank);
            for it in standings {
                let name = self.names.of(it.seat);
                let kind = self.game.kind();
                let note = it.note.map(|note| kind.note(&note, self.language()));
                let note = note.map(|note| format!(", {note}")).unwrap_or_default();
                let line = message("table-standing").with("rank", it.rank);
                let line = line.with("name", name).with("score", it.score);
                text.push_str(&format!("{}{note}\n", line.to(self.language())));
            }
        }
        crate::cli::print(&text)
    }

    fn save(&self, file: &PathBuf) -> anyhow::Result<()> {
        let players = Seat::all(self.game.seats()).map(|seat| self.names.of(seat).to_owned());
        let seed = Some(Hash(self.server_seed.0));
        let record = Record::of(&self.game, players, self.entries.clone(), seed);
        let text = serde_json::to_string_pretty(&record)? + "\n";
        std::fs::write(file, text).with_context(|| format!("{} cannot be written", file.display()))
    }
}

/// Lines that fit a terminal, each with its end: what goes on in the next one is indented.
fn folded(text: &str) -> String {
    let fold = |line: &str| {
        let own = &line[..line.len() - line.trim_start().len()];
        let rest = format!("{own}  ");
        let options = textwrap::Options::new(WIDTH)
            .break_words(false)
            .word_splitter(textwrap::WordSplitter::NoHyphenation)
            .subsequent_indent(&rest);
        textwrap::fill(line, options) + "\n"
    };
    text.lines().map(fold).collect()
}

/// One of several actions as it stands in its line.
fn part<'a>(action: &'a Action, line: &'a str) -> &'a str {
    match action {
        Action::Text(text) => text,
        Action::Move(_) | Action::Leave => line,
    }
}

/// What a line may ask of the table.
const COMMANDS: [&str; 7] = ["help", "how", "rules", "show", "legal", "save", "quit"];

/// What a line asks of the table, in any language, with what follows; `None` where it is for the game.
fn command(line: &str) -> Option<(String, String)> {
    let asked = |line: String| {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let (word, rest) = (word.to_lowercase(), rest.trim());
        let is_command = match word.as_str() {
            "leave" | "resign" => rest.is_empty() || rest.eq_ignore_ascii_case("yes"),
            // “Quitter la manche” is about the game.
            "quit" => rest.is_empty(),
            word => COMMANDS.contains(&word),
        };
        is_command.then(|| (word, rest.to_owned()))
    };
    let mut all = std::iter::once(line.to_owned()).chain(at_the_terminal(line));
    all.find_map(asked)
}

enum Obeyed {
    Moved,
    Answered,
    Quit,
}
