//! Checks what Cargo cannot: which modules use the large libraries, what sources may contain, and
//! that documents name what exists. Cargo enforces the dependencies between the crates.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// Returns the files below a folder that have this ending.
fn files_below(dir: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_below(&path, ending));
        } else if path.extension().is_some_and(|its| its == ending) {
            files.push(path);
        }
    }
    files
}

/// The crates below the server. Cargo ensures that they don't depend on it.
const CRATES: [&str; 16] = [
    "accounts",
    "admin",
    "base",
    "common",
    "db",
    "egress",
    "guides",
    "integrations",
    "letters",
    "mail",
    "mail-commands",
    "notices",
    "play",
    "raster",
    "ratings",
    "social",
];

/// The modules with SQL: the crate for the database, and the queries of each domain.
const QUERIES: [&str; 16] = [
    "archives/store.rs",
    "db/",
    "notices/outbox.rs",
    "base/store/",
    "accounts/store/",
    "play/store/",
    "ratings/statistics/store.rs",
    "ratings/store.rs",
    "social/store/",
    "letters/store/",
    "integrations/feeds/store.rs",
    "integrations/store.rs",
    "integrations/streams/store.rs",
    "integrations/webhooks/store.rs",
    "admin/store.rs",
    "mail-commands/store.rs",
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
    let mut files = files_below(&src, "rs");
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
    // Operators use the same types on the command line and in requests. Closed sets are published
    // as they are stored, and the requests to webhooks as they are sent.
    only_in(
        &[
            "http/",
            "cli/serve.rs",
            "admin/acts/act.rs",
            "db/sets.rs",
            "integrations/webhooks/event.rs",
        ],
        &["utoipa"],
    );
}

#[test]
fn only_queries_use_sql() {
    only_in(
        &QUERIES,
        &[
            "schema::",
            "sql_query",
            "batch_execute",
            "diesel::dsl",
            "diesel::prelude",
            "RunQueryDsl",
        ],
    );
    // The server itself asks the database nothing.
    not_in("http/", &["diesel::", "diesel_async::", "db.get("]);
    not_in("jobs/", &["diesel::", "diesel_async::"]);
    only_in(
        &["db/", "play/store/", "base/config.rs"],
        &["tokio_postgres", "tokio-postgres"],
    );
}

#[test]
fn only_mail_uses_smtp() {
    // Addresses are parsed where they enter the server.
    only_in(
        &[
            "mail/",
            "base/config.rs",
            "accounts/identity.rs",
            "play/lobby/guests.rs",
        ],
        &["lettre"],
    );
    only_in(&["mail/"], &["SmtpConnection"]);
}

#[test]
fn only_http_makes_problems() {
    only_in(&["http/"], &["Problem"]);
    for place in QUERIES {
        not_in(place, &["refusal::"]);
    }
}

#[test]
fn http_shows_only_game_and_seat_rows() {
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

#[test]
fn embedded_postgres_does_not_depend_on_the_server() {
    // Which crates it may use is in its manifest, and Cargo holds it to that.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/embedded-postgres");
    let mut files = files_below(&folder, "rs");
    files.push(folder.join("Cargo.toml"));
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
    // The address in `mail_tokens` is a keyed hash.
    let known = "accounts/mail_tokens.rs";
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

/// Returns the code for a segment of a path: a crate, a module with its submodules, or the files
/// that define a type.
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
        let files = files_below(&root.join(folder), "rs");
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
                files.extend(files_below(&part, "rs"));
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
fn no_folder_has_more_than_25_modules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut modules = BTreeMap::<PathBuf, usize>::new();
    for part in ["src", "crates", "tests"] {
        for file in files_below(&root.join(part), "rs") {
            if !["mod.rs", "lib.rs", "main.rs"]
                .iter()
                .any(|it| file.ends_with(it))
            {
                *modules
                    .entry(file.parent().unwrap().to_owned())
                    .or_default() += 1;
            }
        }
    }
    assert!(modules.len() > 50, "{modules:?}");
    modules.retain(|_, count| *count > 25);
    assert!(modules.is_empty(), "{modules:?}");
}

#[test]
fn every_snapshot_file_belongs_to_a_test() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let snapshots = files_below(&tests, "snap");
    assert!(snapshots.len() > 20, "{snapshots:?}");
    let left: Vec<_> = snapshots
        .into_iter()
        .filter(|file| {
            // `api__play__clocks__reminder.snap` belongs to `tests/api/play/clocks.rs`.
            let stem = file.file_stem().unwrap().to_str().unwrap();
            let (module, snapshot) = stem.rsplit_once("__").expect(stem);
            let code = tests.join(module.replace("__", "/")).with_extension("rs");
            let code = fs::read_to_string(code).unwrap_or_default();
            let languages = ["_en", "_de", "_fr"];
            let translated = languages.iter().find_map(|it| snapshot.strip_suffix(it));
            match translated {
                Some(name) => !code.contains(&format!("\"{name}_")),
                None => !code.contains(&format!("\"{snapshot}\"")),
            }
        })
        .collect();
    assert!(left.is_empty(), "{left:?}");
}
