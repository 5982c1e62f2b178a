//! How fast games replay from their stored log, copy (and drop the copy) and take a move.
//!
//! `cargo bench -p games`. One element is one log entry, so the throughput is entries a second.
//! The games are random ones at random tables, the same in every run.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use games::KINDS;
use rules::{
    Action, Dice, Entry, Game, Hash, Header, Kind, Position, Seat, SeedSource, ServerSeed,
};

use trials::tables::{pick, seed_of, tables};

/// How many games are played of each title.
const GAMES: usize = 50;

struct Stored {
    kind: &'static dyn Kind,
    header: Header,
    server_seed: ServerSeed,
    entries: Vec<Entry>,
    /// The same entries as clients send them.
    actions: Vec<(Seat, Action)>,
    /// A position from the middle of the game.
    middle: Box<dyn Position>,
}

impl Stored {
    fn start(&self) -> Game {
        Game::start(self.kind, self.header.clone(), &self.server_seed, None)
            .unwrap()
            .0
    }
}

/// Plays a random game and keeps its log as a database does, as JSON.
fn stored(kind: &'static dyn Kind, i: usize) -> Stored {
    let mut chance = Dice::new(seed_of("bench"), i as u64);
    let table = pick(&mut chance, &tables(kind)).clone();
    let server_seed = ServerSeed(seed_of(&format!("bench {i}")).0);
    let header = Header {
        id: "k7Qd2xPz9Wb".to_owned(),
        rules: table.kind.info().rules(),
        options: table.options.into(),
        entropies: vec![String::new(); usize::from(table.seats)],
        seed_commitment: Hash(server_seed.commitment()),
        seed_source: SeedSource::Secret,
        blinding_commitment: None,
        deal: None,
    };
    let (mut game, _) = Game::start(kind, header.clone(), &server_seed, None).unwrap();
    let (mut entries, mut actions, mut positions) = (Vec::new(), Vec::new(), Vec::new());
    while game.turn().outcome().is_none() {
        positions.push(game.position().boxed());
        let acting: Vec<Seat> = game.acting().iter().collect();
        let seat = *pick(&mut chance, &acting);
        let mv = pick(&mut chance, &game.legal(seat).moves).clone();
        let action = Action::Move(mv);
        let played = game
            .submit(seat, &action, "2026-03-01T12:00:00.000Z")
            .unwrap();
        entries.push(played.entry);
        actions.push((seat, action));
    }
    let json = serde_json::to_string(&entries).unwrap();
    Stored {
        kind,
        header,
        server_seed,
        entries: serde_json::from_str(&json).unwrap(),
        actions,
        middle: positions.swap_remove(positions.len() / 2),
    }
}

fn replay(criterion: &mut Criterion) {
    for kind in KINDS.current() {
        let id = kind.info().id;
        let games: Vec<Stored> = (0..GAMES).map(|i| stored(kind, i)).collect();
        let entries: usize = games.iter().map(|game| game.entries.len()).sum();
        let starts = || games.iter().map(Stored::start).collect::<Vec<Game>>();
        let mut group = criterion.benchmark_group(id);
        group.throughput(Throughput::Elements(entries as u64));
        group.bench_function("replay", |bencher| {
            bencher.iter_batched(
                starts,
                |mut started| {
                    for (game, stored) in started.iter_mut().zip(&games) {
                        for entry in &stored.entries {
                            game.replay(entry).unwrap();
                        }
                    }
                    started
                },
                BatchSize::LargeInput,
            );
        });
        group.bench_function("submit", |bencher| {
            bencher.iter_batched(
                starts,
                |mut started| {
                    for (game, stored) in started.iter_mut().zip(&games) {
                        for (seat, action) in &stored.actions {
                            let at = "2026-03-01T12:00:00.000Z";
                            game.submit(*seat, action, at).unwrap();
                        }
                    }
                    started
                },
                BatchSize::LargeInput,
            );
        });
        group.throughput(Throughput::Elements(GAMES as u64));
        group.bench_function("clone", |bencher| {
            bencher.iter(|| {
                for game in &games {
                    black_box(game.middle.boxed());
                }
            });
        });
        group.finish();
    }
}

criterion_group!(benches, replay);
criterion_main!(benches);
