//! Checks the dependencies between modules: they point one way
//! (`http, jobs → post → service → store`), and only one module uses each of the large libraries.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// Adds all Rust files in this folder and below.
fn walk(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// The crates below the server. Cargo ensures that they don't depend on it.
const CRATES: [&str; 7] = [
    "base", "common", "db", "egress", "mail", "notices", "raster",
];

/// The source files of the server and of its crates, by their path below `src` or, with the name of
/// the crate, below that of the crate, without their tests and comments.
fn sources() -> Vec<(String, String)> {
    let mut sources = sources_in("src");
    for name in CRATES {
        let of_crate = sources_in(&format!("crates/{name}/src"));
        sources.extend(
            of_crate
                .into_iter()
                .map(|(file, code)| (format!("{name}/{file}"), code)),
        );
    }
    sources
}

/// The source files in this folder.
fn sources_in(folder: &str) -> Vec<(String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files = Vec::new();
    walk(&src, &mut files);
    files.sort();
    let sources = files.iter().map(|file| {
        let text = fs::read_to_string(file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        let code: Vec<&str> = code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        let name = file.strip_prefix(&src).unwrap().to_str().unwrap();
        (name.to_owned(), code.join("\n"))
    });
    sources.collect()
}

/// Fails for every line with one of these words in a file outside these places.
fn only_in(places: &[&str], words: &[&str]) {
    let mut strays = Vec::new();
    for (file, code) in sources() {
        if places.iter().any(|place| file.starts_with(place)) {
            continue;
        }
        for (n, line) in code.lines().enumerate() {
            if words.iter().any(|word| line.contains(word)) {
                strays.push(format!("{file}, about line {n}: {}", line.trim()));
            }
        }
    }
    assert!(
        strays.is_empty(),
        "only {places:?} may say {words:?}:\n{}",
        strays.join("\n")
    );
}

/// Fails for every line with one of these words in a file in this place.
fn not_in(place: &str, words: &[&str]) {
    let mut strays = Vec::new();
    for (file, code) in sources().iter().filter(|(file, _)| file.starts_with(place)) {
        for line in code.lines() {
            if words.iter().any(|word| line.contains(word)) {
                strays.push(format!("{file}: {}", line.trim()));
            }
        }
    }
    assert!(
        strays.is_empty(),
        "{place} may not say {words:?}:\n{}",
        strays.join("\n")
    );
}

#[test]
fn only_http_uses_web_libraries() {
    // `serve` hands the state over in the wrapper that the web server wants.
    only_in(&["http/", "cli/serve.rs"], &["actix"]);
    // What operators do is read from the command line and from requests alike; closed sets are
    // published as they are stored.
    only_in(
        &[
            "http/",
            "cli/serve.rs",
            "service/admin/act.rs",
            "db/sets.rs",
        ],
        &["utoipa"],
    );
}

#[test]
fn only_db_outbox_and_store_use_sql() {
    only_in(
        &["db/", "notices/outbox.rs", "store/"],
        &[
            "schema::",
            "sql_query",
            "batch_execute",
            "diesel::dsl",
            "diesel::prelude",
            "RunQueryDsl",
        ],
    );
    // Services open transactions and pass connections on; they know what a failure is. Ids are
    // columns.
    only_in(
        &[
            "db/",
            "notices/outbox.rs",
            "store/",
            "service/",
            "post/",
            "base/refusal.rs",
            "common/ids.rs",
        ],
        &["diesel::", "diesel_async::"],
    );
    only_in(
        &["db/", "store/", "base/config.rs"],
        &["tokio_postgres", "tokio-postgres"],
    );
    // A batch of moves is one transaction by itself.
    only_in(
        &["service/", "post/", "store/committer/batch.rs"],
        &[".transaction("],
    );
}

#[test]
fn only_mail_uses_smtp() {
    // Addresses are parsed where they come in.
    only_in(
        &[
            "mail/",
            "base/config.rs",
            "service/identity.rs",
            "service/lobby/making.rs",
        ],
        &["lettre"],
    );
    only_in(&["mail/"], &["SmtpConnection"]);
}

#[test]
fn dependencies_point_one_way() {
    not_in(
        "store/",
        &[
            "service::",
            "post::",
            "http::",
            "jobs::",
            "mail::",
            "refusal::",
        ],
    );
    not_in("service/", &["post::", "http::", "jobs::"]);
    not_in("post/", &["http::", "jobs::"]);
    not_in("jobs/", &["http::"]);
    not_in("http/", &["jobs::", "db.get("]);
    only_in(&["http/"], &["Problem"]);
    // What refuses something knows neither HTTP nor who asked.
    not_in("base/refusal.rs", &["mail::"]);
    // HTTP shows rows that a service gives it, with their closed sets, and asks the database
    // nothing.
    for (file, code) in sources()
        .iter()
        .filter(|(file, _)| file.starts_with("http/"))
    {
        let uses = code.lines().filter(|line| line.contains("store::"));
        for line in uses {
            let may = ["{GameRow, SeatRow}", "db::sets::"];
            assert!(may.iter().any(|it| line.contains(it)), "{file}: {line}");
        }
    }
}

/// A module of `src`, or something in one, by the names on the way to it.
type Way = Vec<String>;

/// What a tree of `use` names (`a::{b, c::d}`), or a path in code, each below `base`; and how much
/// of the code it takes.
fn named(code: &str, base: &[String], found: &mut Vec<Way>) -> usize {
    let Some(list) = code.strip_prefix('{') else {
        let is_end = |c: char| !c.is_alphanumeric() && c != '_' && c != '*';
        let end = code.find(is_end).unwrap_or(code.len());
        let way = [base, &[code[..end].to_owned()]].concat();
        let rest = code[end..].strip_prefix("::");
        return match rest.filter(|rest| rest.starts_with(|c: char| c == '{' || !is_end(c))) {
            Some(rest) => end + 2 + named(rest, &way, found),
            None => {
                found.push(way);
                end
            }
        };
    };
    let mut at = 0;
    while !list[at..].starts_with('}') {
        at += match list[at..].starts_with(|c: char| c.is_alphanumeric() || "_*{".contains(c)) {
            true => named(&list[at..], base, found),
            false => list[at..].chars().next().unwrap().len_utf8(),
        };
    }
    at + 2
}

/// Everything of `src` that the code of a module names by `crate`, `self` or `super`; and what it
/// passes on to others (`pub use`), of which the names in it may stand for modules elsewhere.
fn ways(module: &[String], code: &str) -> (Vec<Way>, Vec<Way>) {
    let (mut all, mut passed_on) = (Vec::new(), Vec::new());
    let starts =
        Regex::new(r"(pub(?:\([a-z]+\))? use )?\b(crate|self|(?:super::)*super)::").unwrap();
    for start in starts.captures_iter(code) {
        let base = match &start[2] {
            "crate" => &[],
            "self" => module,
            supers => &module[..module.len() - supers.split("::").count()],
        };
        let mut found = Vec::new();
        named(&code[start.get(0).unwrap().end()..], base, &mut found);
        if start.get(1).is_some() {
            passed_on.extend(found.iter().cloned());
        }
        all.append(&mut found);
    }
    let of_children = Regex::new(r"(?m)^pub(?:\([a-z]+\))? use ([a-z_0-9]+::)").unwrap();
    for child in of_children.captures_iter(code) {
        if !["crate::", "self::", "super::"].contains(&&child[1]) {
            named(
                &code[child.get(1).unwrap().start()..],
                module,
                &mut passed_on,
            );
        }
    }
    (all, passed_on)
}

/// Which modules know which, among the children of each module: an arrow for each path, with where
/// it stands. What is passed on counts as named where it is.
fn arrows(sources: &[(String, String)]) -> BTreeMap<Way, BTreeMap<(String, String), String>> {
    let module = |file: &str| -> Way {
        let way = file.trim_end_matches(".rs").trim_end_matches("/mod");
        way.split('/')
            .filter(|it| *it != "lib")
            .map(str::to_owned)
            .collect()
    };
    let modules: BTreeSet<Way> = sources.iter().map(|(file, _)| module(file)).collect();
    let mut stands_for = BTreeMap::new();
    let mut named_by = Vec::new();
    for (file, code) in sources {
        let here = module(file);
        let (all, passed_on) = ways(&here, code);
        for way in passed_on {
            let name = way.last().unwrap().clone();
            stands_for.insert([&*here, &[name]].concat(), way);
        }
        named_by.push((here, all));
    }
    let module_of = |way: &Way| -> Way {
        let mut way = way.clone();
        // Passed on from module to module, a few times at most.
        for _ in 0..4 {
            let known = (1..=way.len())
                .rev()
                .find_map(|n| Some((n, stands_for.get(&way[..n])?)));
            if let Some((n, there)) = known {
                way = [there, &way[n..]].concat();
            }
        }
        while !modules.contains(&way) && !way.is_empty() {
            way.pop();
        }
        way
    };
    let mut arrows: BTreeMap<Way, BTreeMap<_, _>> = BTreeMap::new();
    for (here, all) in &named_by {
        for way in all {
            let there = module_of(way);
            let common = here.iter().zip(&there).take_while(|(a, b)| a == b).count();
            // A module and what is below it are one.
            if let (Some(a), Some(b)) = (here.get(common), there.get(common)) {
                let level = arrows.entry(here[..common].to_vec()).or_default();
                let place = format!("{} names {}", here.join("::"), way.join("::"));
                level.insert((a.clone(), b.clone()), place);
            }
        }
    }
    arrows
}

/// The cycles: sets of modules that all depend on each other.
fn circles(arrows: &BTreeMap<(String, String), String>) -> BTreeSet<BTreeSet<String>> {
    let reached = |from: &String| {
        let mut reached = BTreeSet::new();
        let mut next = vec![from];
        while let Some(at) = next.pop() {
            for (_, to) in arrows.keys().filter(|(a, _)| a == at) {
                if reached.insert(to.clone()) {
                    next.push(to);
                }
            }
        }
        reached
    };
    let all: BTreeSet<&String> = arrows.keys().map(|(from, _)| from).collect();
    let ahead: BTreeMap<&String, _> = all.into_iter().map(|it| (it, reached(it))).collect();
    let in_circles = ahead.iter().filter(|(it, ahead)| ahead.contains(**it));
    let circle = |it: &String| {
        let back = |other: &&String| ahead.get(other).is_some_and(|ahead| ahead.contains(it));
        ahead[it].iter().filter(back).cloned().collect()
    };
    in_circles.map(|(it, _)| circle(it)).collect()
}

/// Known cycles, by the module that contains them. No other module may be part of a cycle.
const CIRCLES: [(&str, &[&str]); 4] = [
    // `App` holds what each service keeps in memory, and each is given `App`. Tables, clocks and
    // drafts are one thing, a move, from several sides; accounts end sessions, and sessions begin
    // with an account.
    (
        "service",
        &[
            "accounts",
            "app",
            "attempts",
            "avoided",
            "bots",
            "bounces",
            "clocks",
            "damage",
            "draft",
            "health",
            "joining",
            "lobby",
            "look",
            "mail_settings",
            "mail_tokens",
            "orders",
            "passkeys",
            "play",
            "presence",
            "reauthentication",
            "receipts",
            "replay",
            "reply_addresses",
            "second_factor",
            "secrets",
            "sessions",
            "tables",
        ],
    ),
    // A guest is one word for both: whom the maker asks, and who takes a seat.
    ("service::lobby", &["making", "seats"]),
    // A digest is a letter, and tells what letters about games tell.
    ("post", &["digest", "game_letters", "letters"]),
    // Words to a seat and to the desk, and what strangers want, wait for a `yes`, which carries
    // them out; lines to the desk that name a game are words to a seat.
    (
        "post::inbound",
        &["confirm", "desk", "seat", "stranger", "tables"],
    ),
];

#[test]
fn modules_have_only_known_dependency_cycles() {
    let mut strays = Vec::new();
    let mut seen = BTreeSet::new();
    let folders = CRATES.map(|name| format!("crates/{name}/src"));
    let folders = std::iter::once("src".to_owned()).chain(folders);
    for (level, arrows) in folders.flat_map(|folder| arrows(&sources_in(&folder))) {
        let level = level.join("::");
        let known = CIRCLES.iter().find(|(it, _)| *it == level);
        for circle in circles(&arrows) {
            seen.insert(level.clone());
            let is_known = |it: &String| known.is_some_and(|(_, known)| known.contains(&&**it));
            if !circle.iter().all(is_known) {
                let inside = arrows
                    .iter()
                    .filter(|((a, b), _)| circle.contains(a) && circle.contains(b));
                let places: Vec<&str> = inside.map(|(_, place)| &**place).collect();
                strays.push(format!(
                    "in `{level}`: {circle:?}\n  {}",
                    places.join("\n  ")
                ));
            }
        }
    }
    assert!(strays.is_empty(), "dependency cycles {}", strays.join("\n"));
    for (level, _) in CIRCLES {
        assert!(
            seen.contains(level),
            "{level} has no cycle any more: remove it from `CIRCLES`"
        );
    }
    assert!(!seen.contains(""), "the modules of `src` itself have none");
}

#[test]
fn dependency_cycle_is_found_in_every_import_style() {
    let file = |name: &str, code: &str| (name.to_owned(), code.to_owned());
    let with = |code: &str| {
        let sources = [
            file("lib.rs", "pub mod a;\npub mod b;\npub mod c;"),
            file(
                "a/mod.rs",
                "mod inner;\npub use inner::Thing;\npub use crate::c::Far;",
            ),
            file(
                "a/inner.rs",
                "use crate::{b::{self, Other}, c};\nuse super::Thing;",
            ),
            file("b.rs", code),
            file("c.rs", "fn nothing(of: crate::d::Unknown) {}"),
        ];
        let arrows = arrows(&sources);
        arrows.values().flat_map(circles).count()
    };
    assert_eq!(with("use std::fmt;"), 0);
    assert_eq!(with("use crate::c::{\n    One,\n    two::Two,\n};"), 0);
    assert_eq!(with("use super::a::Far;"), 0, "which is of c");
    assert_eq!(with("use super::a::Thing;"), 1);
    assert_eq!(with("fn f() { crate::a::inner::g() }"), 1);
    assert_eq!(with("use crate::{c, a::{Thing, *}};"), 1);
}

#[test]
fn embedded_postgres_does_not_depend_on_the_server() {
    // Which crates it may use is in its manifest, and Cargo holds it to that.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/embedded-postgres");
    let mut files = vec![folder.join("Cargo.toml")];
    walk(&folder, &mut files);
    assert!(files.contains(&folder.join("src/lib.rs")), "{files:?}");
    for file in files {
        let text = fs::read_to_string(&file).unwrap().to_lowercase();
        for word in [
            env!("CARGO_PKG_NAME"),
            "path = \"",
            "database_url",
            "--data-dir",
        ] {
            assert!(!text.contains(word), "{}: {word}", file.display());
        }
    }
    // One module gives it its names; the commands run it.
    only_in(
        &["cluster.rs", "cli/", "logging.rs"],
        &["embedded_postgres"],
    );
    only_in(&["cli/"], &["cluster::"]);
}

#[test]
fn sources_contain_no_panicking_calls() {
    only_in(
        &[],
        &[".unwrap()", "todo!", "unimplemented!", "dbg!", "panic!("],
    );
}

#[test]
fn only_the_clock_module_reads_system_time() {
    only_in(
        &["common/clock.rs"],
        &["Utc::now", "SystemTime::now", "Local::now"],
    );
}

#[test]
fn types_with_private_fields_do_not_derive_debug() {
    const PRIVATE: [&str; 19] = [
        "email",
        "invited_email",
        "address",
        "password",
        "password_hash",
        "code",
        "token",
        "access_token",
        "refresh_token",
        "entropy",
        "seed",
        "server_seed",
        "secret",
        "legal",
        "moves",
        "view",
        "database_url",
        "smtp_url",
        "said",
    ];
    let mut told = Vec::new();
    // What `mail_tokens` calls an address is a keyed hash.
    let known = "service/mail_tokens.rs";
    for (file, code) in sources().into_iter().filter(|(file, _)| file != known) {
        let mut rest = code.as_str();
        while let Some(at) = rest.find("#[derive(") {
            rest = &rest[at..];
            let derives = &rest[..rest.find(")]").unwrap()];
            let item = &rest[derives.len()..];
            let item = &item[..item.find("\n}").unwrap_or(item.len())];
            let item = item.split("#[derive(").next().unwrap();
            let members = item.lines().filter_map(|line| line.trim().split_once(": "));
            let private = members
                .map(|(name, _)| {
                    name.trim_start_matches("pub(super) ")
                        .trim_start_matches("pub ")
                })
                .find(|name| PRIVATE.contains(name));
            if let Some(name) = private.filter(|_| derives.contains("Debug")) {
                told.push(format!(
                    "{file}: {name} in {}",
                    item.lines().nth(1).unwrap_or("")
                ));
            }
            rest = &rest[derives.len()..];
        }
    }
    assert!(
        told.is_empty(),
        "these types derive `Debug` and have private fields:\n{}",
        told.join("\n")
    );
}

/// Returns whether this code has an item, a variant or a member of this name.
fn defines(code: &str, name: &str) -> bool {
    let items = [
        "fn", "struct", "enum", "trait", "type", "const", "static", "mod",
    ];
    let is_word = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let here = |what: &str| {
        let found = code.match_indices(what);
        found
            .into_iter()
            .any(|(at, _)| is_word(&code[at + what.len()..]))
    };
    items.iter().any(|item| here(&format!("{item} {name}")))
        || here(&format!("\n    {name}"))
        || here(&format!("\n    pub {name}"))
}

/// The code that belongs to a segment of a path: a crate, a module with what is below it, or the
/// files that say something of a type.
fn code_of(segment: &str, sources: &[(String, String)]) -> Vec<String> {
    let is_type = segment.starts_with(char::is_uppercase);
    let belongs = |(file, code): &&(String, String)| match is_type {
        true => ["struct", "enum", "trait", "impl"].iter().any(|item| {
            code.contains(&format!("{item} {segment}")) || code.contains(&format!("> {segment}"))
        }),
        false => {
            let file = file.trim_end_matches(".rs").replace('-', "_");
            file.split('/').any(|part| part == segment)
        }
    };
    sources
        .iter()
        .filter(belongs)
        .map(|(_, code)| code.clone())
        .collect()
}

#[test]
fn architecture_document_names_only_existing_items() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = sources();
    for folder in ["crates/rules", "crates/games", "crates/embedded-postgres"] {
        let mut files = Vec::new();
        walk(&root.join(folder), &mut files);
        let named = files.into_iter().map(|file| {
            let name = file
                .strip_prefix(root)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            (name, fs::read_to_string(&file).unwrap())
        });
        sources.extend(named);
    }
    let page = |name: &str| fs::read_to_string(root.join("docs").join(name)).unwrap();
    let map = page("ARCHITECTURE.md") + &page("BATCHING.md");
    let words = map.split('`').skip(1).step_by(2);
    let paths = words.filter(|word| word.contains("::") && !word.contains(' '));
    let mut looked_at = 0;
    let mut gone = Vec::new();
    for path in paths {
        let segments: Vec<&str> = path.trim_end_matches("()").split("::").collect();
        for pair in segments.windows(2) {
            let is_there = code_of(pair[0], &sources)
                .iter()
                .any(|code| defines(code, pair[1]));
            if !is_there {
                gone.push(path);
            }
        }
        looked_at += 1;
    }
    assert!(looked_at > 50, "only {looked_at} paths");
    assert!(gone.is_empty(), "the map names {gone:?}");
    assert!(!defines("fn other() {}", "oth"), "part of a name is none");
}

/// The dependencies in a manifest, by the names that code uses.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut in_list = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            in_list = line.ends_with("dependencies]") && !line.contains("workspace");
        } else if in_list && line.starts_with(char::is_alphabetic) {
            let name = line.split(['.', ' ', '=']).next().unwrap();
            names.push(name.replace('-', "_"));
        }
    }
    names
}

#[test]
fn architecture_document_lists_every_map_that_clients_can_fill() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/MEMORY.md")).unwrap();
    let (_, text) = text.split_once("## Memory that clients can fill").unwrap();
    let (text, _) = text.split_once("\n## ").unwrap();
    let table =
        Regex::new(r"cache::of|RateLimiter|(Mutex|RwLock|RefCell)<(Hash|BTree)(Map|Set)").unwrap();
    let sources = sources();
    let files: BTreeSet<&str> = sources
        .iter()
        .filter(|(file, code)| file != "common/cache.rs" && table.is_match(code))
        .map(|(file, _)| file.as_str())
        .collect();
    let row = Regex::new(r"(?m)^\| `([a-z/_]+\.rs)`").unwrap();
    let listed: BTreeSet<&str> = row
        .captures_iter(text)
        .map(|it| it.get(1).unwrap().as_str())
        .collect();
    assert_eq!(files, listed);
}

#[test]
fn no_dependency_is_unused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut manifests = vec![root.join("Cargo.toml")];
    for folder in ["crates", "crates/games"] {
        let crates = fs::read_dir(root.join(folder)).unwrap();
        let files = crates.map(|it| it.unwrap().path().join("Cargo.toml"));
        manifests.extend(files.filter(|file| file.exists()));
    }
    let mut unused = Vec::new();
    let mut looked_at = 0;
    for manifest in &manifests {
        let folder = manifest.parent().unwrap();
        let mut files = Vec::new();
        for part in ["src", "tests", "benches", "examples"].map(|part| folder.join(part)) {
            if part.exists() {
                walk(&part, &mut files);
            }
        }
        let code: String = files
            .iter()
            .map(|file| fs::read_to_string(file).unwrap())
            .collect();
        for name in dependencies(&fs::read_to_string(manifest).unwrap()) {
            looked_at += 1;
            let is_used = ["::", " as ", ";", ",", "}"];
            if !is_used
                .iter()
                .any(|after| code.contains(&format!("{name}{after}")))
            {
                unused.push(format!("{}: {name}", manifest.display()));
            }
        }
    }
    assert!(looked_at > 100, "only {looked_at} dependencies");
    assert!(unused.is_empty(), "{unused:#?}");
}

#[test]
fn every_snapshot_file_belongs_to_a_test() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/api");
    let mut left = Vec::new();
    for file in fs::read_dir(tests.join("snapshots")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let stem = name.strip_suffix(".snap").expect(&name);
        let [_, module, snapshot] = stem.splitn(3, "__").collect::<Vec<_>>()[..] else {
            panic!("{name} is no snapshot of a test");
        };
        let code = fs::read_to_string(tests.join(module).with_extension("rs")).unwrap_or_default();
        if !code.contains(&format!("\"{snapshot}\"")) {
            left.push(name);
        }
    }
    assert!(left.is_empty(), "{left:?}");
}
