//! `turnpike table`: a game in the terminal against bots, without a server.

use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::games::KINDS;
use anyhow::Context;
use rules::record::Record;
use rules::{
    Action, Bot, Dice, Entry, Game, GameSeed, Hash, Header, Language, Names, Played, Seat,
    SeedSource, ServerSeed, Told, Unplayed, Viewer,
};
use serde_json::Value;

use crate::clock::{Clock, rfc3339};
use crate::ids;
use crate::mail::{Line, Picture};
use crate::refusal::Refusal;

/// How many legal moves are listed without being asked for.
const LISTED: usize = 12;

const HELP: &str = "\
Type a move as the list shows it; words may be shortened, and several moves stand on one line
with semicolons between them. Besides the moves of the game there are:
  legal          all that you may play; legal WORDS: how a move that begins so may go on
  board          the board once more
  rules          the rules of the game
  save FILE      write the history, which `turnpike verify` and `--load` read
  leave          give up your seat
  quit           stop
";

/// What to play.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game: `thats-life`.
    #[arg(required_unless_present = "load")]
    kind: Option<String>,
    /// How many seats; the fewest of the game when left out.
    #[arg(long)]
    seats: Option<u8>,
    /// The seat you sit in, from 0; given several times, several people play at this terminal.
    #[arg(long = "seat", default_values_t = [0])]
    own: Vec<u8>,
    /// Sit in no seat and look on.
    #[arg(long)]
    watch: bool,
    /// Who sits in the other seats: `greedy` or `random`.
    #[arg(long, default_value = "greedy")]
    bot: Bot,
    /// The options as JSON; those left out get their default.
    #[arg(long, default_value = "{}")]
    options: String,
    /// The server seed, 64 hex digits, for a game that can be played again.
    #[arg(long)]
    seed: Option<String>,
    /// Go on with a history that was saved.
    #[arg(long, conflicts_with_all = ["kind", "seats", "options", "seed"])]
    load: Option<PathBuf>,
    /// Where to save the history in the end.
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
            format!("there is no game “{id}”; there are {}", known.join(", "))
        })?;
        let options: Value = serde_json::from_str(&args.options)
            .with_context(|| format!("“{}” is no JSON", args.options))?;
        let options = kind
            .options(&options)
            .map_err(|no| anyhow::anyhow!(no.text.to(Language::English)))?;
        let seats = args.seats.unwrap_or(*kind.info().seats.start());
        let server_seed = match &args.seed {
            None => ServerSeed(ids::random_bytes()),
            Some(seed) => {
                let mut bytes = [0; 32];
                hex::decode_to_slice(seed, &mut bytes).context("a seed is 64 hex digits")?;
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
        };
        let (game, told) = Game::start(kind, header, &server_seed, None)?;
        let table = TerminalGame::new(args, game, Vec::new(), server_seed)?;
        table.tell(&told)?;
        Ok(table)
    }

    fn load(args: &Args, file: &Path) -> anyhow::Result<TerminalGame> {
        let record = Record::from_json(&super::read(file)?)?;
        let mut game = record.start(KINDS)?;
        for entry in &record.entries {
            game.replay(entry)?;
        }
        let seed = record.server_seed.context("the history lacks its seed")?;
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
            anyhow::bail!(
                "there is no seat {seat}: the seats are 0 to {}",
                game.seats() - 1
            );
        }
        let own: Vec<Seat> = own.iter().copied().map(Seat).collect();
        let names = Names::new(
            Seat::all(game.seats()).map(|seat| match own.contains(&seat) {
                true if own.len() == 1 => "Player".to_owned(),
                true => format!("Player {seat}"),
                false => format!("bot {seat} ({})", args.bot),
            }),
        );
        Ok(TerminalGame {
            game,
            entries,
            server_seed,
            own,
            bot: args.bot,
            dice: Dice::new(GameSeed(ids::random_bytes()), 0),
            names,
            clock: Clock::system(),
        })
    }

    /// Plays until the game is over or nobody types any more.
    fn play(&mut self) -> anyhow::Result<()> {
        let mut lines = std::io::stdin().lock().lines();
        let mut is_new = true;
        while self.game.turn().outcome().is_none() {
            let acting = self.game.acting();
            let Some(seat) = self.own.iter().copied().find(|it| acting.contains(*it)) else {
                self.bots_move()?;
                is_new = true;
                continue;
            };
            if is_new {
                self.show(seat)?;
            }
            super::print(&format!("{}> ", self.names.of(seat)))?;
            let Some(line) = lines.next().transpose()? else {
                return super::print("\n");
            };
            if !std::io::stdin().is_terminal() {
                super::print(&format!("{line}\n"))?;
            }
            is_new = match self.obey(seat, line.trim())? {
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
        let (seat, mv) = choice.context("a bot owes a decision and has none")?;
        let at = rfc3339(self.clock.now());
        let played = self.game.submit(seat, &Action::Move(mv), &at)?;
        self.entries.push(played.entry);
        self.tell(&played.told)
    }

    fn obey(&mut self, seat: Seat, line: &str) -> anyhow::Result<Obeyed> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "quit" => return Ok(Obeyed::Quit),
            "help" | "?" => super::print(HELP)?,
            "rules" => super::print(self.game.kind().info().text)?,
            "board" => super::print(&self.board(seat))?,
            "legal" => super::print(&self.legal(seat, rest))?,
            "save" if rest.is_empty() => super::print("Save to which file?\n")?,
            "save" => match self.save(&PathBuf::from(rest)) {
                Ok(()) => super::print(&format!("Saved to {}.\n", Line::new(rest)))?,
                Err(error) => super::print(&format!("{error:#}.\n"))?,
            },
            _ => return self.submit(seat, line),
        }
        Ok(Obeyed::Answered)
    }

    /// Plays a line: all of it or nothing.
    fn submit(&mut self, seat: Seat, line: &str) -> anyhow::Result<Obeyed> {
        let at = rfc3339(self.clock.now());
        let played = self
            .game
            .clone()
            .submit_all(seat, &Action::read_text(line), &at);
        let (game, played) = match played {
            Ok(played) => played,
            Err(unplayed) => {
                super::print(&match unplayed {
                    Unplayed::Illegal { illegal, .. } => format!(
                        "{} ({})\n",
                        Line::new(&illegal.text.to(Language::English)),
                        illegal.code
                    ),
                    Unplayed::Reveals { index } => {
                        format!("{}\n", Refusal::Reveals { index }.detail())
                    }
                })?;
                return Ok(Obeyed::Answered);
            }
        };
        self.game = game;
        for Played { entry, told, .. } in played {
            self.entries.push(entry);
            self.tell(&told)?;
        }
        Ok(Obeyed::Moved)
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
        super::print(&said.map(|line| line + "\n").collect::<String>())
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
        text.push_str(&match legal.complete && legal.texts.len() <= LISTED {
            true => format!("You may: {}\n", legal.texts.join("; ")),
            false => "Type “legal” for what you may play.\n".to_owned(),
        });
        super::print(&text)
    }

    /// What the seat may play: the moves that begin with these words, or the words after them.
    fn legal(&self, seat: Seat, words: &str) -> String {
        let legal = self.game.legal(seat);
        if words.is_empty() && legal.complete {
            return legal
                .texts
                .iter()
                .map(|text| format!("  {text}\n"))
                .collect();
        }
        let branch = match self.game.position().branch(seat, words) {
            Ok(branch) => branch,
            Err(illegal) => return format!("{}\n", Line::new(&illegal.text.to(Language::English))),
        };
        let mut text = String::new();
        if branch.mv.is_some() {
            text.push_str(&format!("“{}” is a move.\n", branch.text));
        }
        if !branch.next.is_empty() {
            let next = branch.next.join(", ");
            text.push_str(&match branch.text.is_empty() {
                true => format!("A move begins with: {next} (“legal WORD” says how it goes on)\n"),
                false => format!("“{}” may go on with: {next}\n", branch.text),
            });
        }
        text
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
                let note = it.note.map(|note| format!(", {note}")).unwrap_or_default();
                text.push_str(&format!("{}. {name}: {}{note}\n", it.rank, it.score));
            }
        }
        super::print(&text)
    }

    fn save(&self, file: &PathBuf) -> anyhow::Result<()> {
        let players = Seat::all(self.game.seats()).map(|seat| self.names.of(seat).to_owned());
        let seed = Some(Hash(self.server_seed.0));
        let record = Record::of(&self.game, players, self.entries.clone(), seed);
        let text = serde_json::to_string_pretty(&record)? + "\n";
        std::fs::write(file, text).with_context(|| format!("{} cannot be written", file.display()))
    }
}

enum Obeyed {
    Moved,
    Answered,
    Quit,
}
