//! `turnpike table --server`: games on a server, from the terminal, by the calls that every client has.
//!
//! Signing in is the device flow (RFC 8628). The token is kept in a file that nobody else reads.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{BufRead, IsTerminal, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use common::ids::GameId;
use common::texts::message;
use mail::{Line, Picture};
use reqwest::header::ACCEPT_LANGUAGE;
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, Response};
use rules::{Language, Message};
use rustls::ClientConfig;
use rustls_platform_verifier::ConfigVerifierExt;
use serde_json::{Value, json};
use url::{Host, Url};

use super::table::{self, folded};
use crate::post::inbound::wording::meant;

/// What the program calls itself.
const NAME: &str = "Turnpike in a terminal";

/// What it may do.
const SCOPES: &str = "games:read games:play";

/// How many legal moves are listed without being asked for.
const LISTED: usize = 12;

/// How long to wait before a stream that ended is followed again.
const PAUSE: Duration = Duration::from_secs(2);

/// After how long a server that says nothing is taken to be gone.
const SILENCE: Duration = Duration::from_secs(60);

/// What a server answered that is no success.
#[derive(Debug, thiserror::Error)]
#[error("{detail}")]
struct Refused {
    status: u16,
    /// The code of the problem.
    problem: String,
    detail: String,
}

/// Plays at this server: one game, a new one of this kind against bots, or whatever waits.
pub(super) fn run(server: &str, args: &table::Args) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let remote = Remote::sign_in(server, args.language).await?;
        let game = match (&args.game, &args.kind) {
            (Some(game), _) => Some(game.clone()),
            (None, Some(kind)) => Some(remote.make(kind, args).await?),
            (None, None) => remote.waiting().await?,
        };
        match game {
            Some(game) => remote.play(&game).await,
            None => remote.say(&message("remote-nothing-waits")),
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

struct Remote {
    client: Client,
    server: Url,
    token: String,
    language: Language,
}

impl Remote {
    /// With the token of an earlier time, if that still holds; else with a new one, once its player has agreed.
    async fn sign_in(server: &str, language: Language) -> anyhow::Result<Remote> {
        let server = read(server)?;
        let client = Client::builder()
            .tls_backend_preconfigured(ClientConfig::with_platform_verifier()?)
            .user_agent(concat!("Turnpike/", env!("CARGO_PKG_VERSION"), " (table)"))
            .connect_timeout(Duration::from_secs(10))
            // A stream says something each 20 seconds.
            .read_timeout(SILENCE)
            // The token is for this server.
            .redirect(Policy::none())
            .build()?;
        let mut remote = Remote {
            client,
            server,
            token: String::new(),
            language,
        };
        let mut kept = Kept::read()?;
        if let Some(token) = kept.tokens.get(remote.server.as_str()) {
            remote.token.clone_from(token);
            match remote.get("/v1/games?mine=true&limit=1").await {
                Err(error) if refused(&error).is_some_and(|it| it.status == 401) => {}
                asked => return asked.map(|_| remote),
            }
        }
        remote.token = remote.ask_for_token().await?;
        let server = remote.server.to_string();
        kept.tokens.insert(server, remote.token.clone());
        kept.write()?;
        Ok(remote)
    }

    /// Shows a code, and waits until somebody has agreed to it.
    async fn ask_for_token(&self) -> anyhow::Result<String> {
        let asked = [("client_id", NAME), ("scope", SCOPES)];
        let begun = self.form("/oauth/device", &asked).await?;
        let told = message("remote-sign-in")
            .with("address", shown(&begun["verification_uri"]))
            .with("code", shown(&begun["user_code"]));
        self.say(&told)?;
        let device = begun["device_code"].as_str().unwrap_or_default();
        let asked = [
            ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
            ("client_id", NAME),
            ("device_code", device),
        ];
        let mut pause = begun["interval"].as_u64().unwrap_or(5);
        loop {
            tokio::time::sleep(Duration::from_secs(pause)).await;
            let answer = self.form("/oauth/token", &asked).await;
            let code = answer
                .as_ref()
                .err()
                .and_then(refused)
                .map(|it| &*it.problem);
            match code {
                Some("authorization_pending") => {}
                Some("slow_down") => pause += 5,
                _ => {
                    let token = answer?["access_token"].as_str().map(str::to_owned);
                    self.say(&message("remote-signed-in"))?;
                    return token.context("the server sent no token");
                }
            }
        }
    }

    /// Makes a game against bots.
    async fn make(&self, kind: &str, args: &table::Args) -> anyhow::Result<String> {
        let options: Value = serde_json::from_str(&args.options)
            .with_context(|| format!("the options “{}” are not valid JSON", args.options))?;
        let seats = match args.seats {
            Some(seats) => u64::from(seats),
            None => {
                let kind = self.get(&format!("/v1/kinds/{}", encoded(kind))).await?;
                kind["min_seats"].as_u64().unwrap_or(2)
            }
        };
        let bot = json!({"bot": args.bot.to_string()});
        let bots = vec![bot; usize::try_from(seats.saturating_sub(1))?];
        let new = json!({"kind": kind, "seats": seats, "options": options, "invite": bots});
        let made = self.send(Method::POST, "/v1/games", Some(&new)).await?;
        let id = id_of(&made).context("the server sent no id of the new game")?;
        self.say(&message("remote-made").with("game", id.as_str()))?;
        Ok(id)
    }

    /// The game that has waited longest, if one waits; those beside it are told.
    async fn waiting(&self) -> anyhow::Result<Option<String>> {
        let page = self.get("/v1/games?waiting=true&limit=100").await?;
        let games = page["games"].as_array().map_or(&[][..], Vec::as_slice);
        let mut ids: Vec<String> = games.iter().filter_map(id_of).collect();
        let first = ids.pop();
        if !ids.is_empty() {
            let told = message("remote-others-wait").with("games", ids.join(", "));
            self.say(&told)?;
        }
        Ok(first)
    }

    /// Plays until the game is over or nobody types any more.
    async fn play(&self, id: &str) -> anyhow::Result<()> {
        let game = format!("/v1/games/{}", encoded(id));
        let mut lines = std::io::stdin().lock().lines();
        let mut told = None;
        self.say(&message("remote-start"))?;
        loop {
            let state = self.get(&game).await?;
            told = Some(self.tell_news(&game, told).await?);
            if state["status"] == "finished" || state["status"] == "cancelled" {
                return self.end(&game, &state).await;
            }
            if !waits(&state) {
                self.wait(&game, &state).await?;
                continue;
            }
            self.show(&game).await?;
            loop {
                super::print("> ")?;
                let Some(line) = lines.next().transpose()? else {
                    return super::print("\n");
                };
                if !std::io::stdin().is_terminal() {
                    super::print(&format!("{line}\n"))?;
                }
                match self.obey(&game, meant(&line)).await? {
                    Obeyed::Moved => break,
                    Obeyed::Answered => {}
                    Obeyed::Quit => return Ok(()),
                }
            }
        }
    }

    async fn obey(&self, game: &str, line: &str) -> anyhow::Result<Obeyed> {
        match table::command(line) {
            None if line.is_empty() => {}
            None => return self.submit(game, json!({"text": line})).await,
            Some((word, rest)) => match word.as_str() {
                "quit" => return Ok(Obeyed::Quit),
                "leave" | "resign" if rest.is_empty() => self.say(&message("table-leave"))?,
                "leave" | "resign" => return self.submit(game, json!({"type": "leave"})).await,
                "show" => self.show(game).await?,
                "legal" => self.legal(game, &rest).await?,
                _ => self.say(&message("remote-help"))?,
            },
        }
        Ok(Obeyed::Answered)
    }

    /// Plays a line. What is refused is told; where the game has gone on meanwhile, it is shown anew.
    async fn submit(&self, game: &str, mv: Value) -> anyhow::Result<Obeyed> {
        let legal = self.get(&format!("{game}/legal")).await?;
        let body = json!({"seq": legal["seq"], "moves": [mv]});
        let path = format!("{game}/moves");
        // Sent again after a failure on the way, it is played once: `seq` is the same.
        let mut sent = self.send(Method::POST, &path, Some(&body)).await;
        if sent.as_ref().is_err_and(|error| refused(error).is_none()) {
            tokio::time::sleep(PAUSE).await;
            sent = self.send(Method::POST, &path, Some(&body)).await;
        }
        match sent {
            Ok(_) => Ok(Obeyed::Moved),
            Err(error) => match refused(&error) {
                Some(refused) if refused.problem == "stale" => Ok(Obeyed::Moved),
                Some(refused) if refused.status < 500 => {
                    let why = Line::long(&refused.detail);
                    super::print(&folded(why.as_str()))?;
                    Ok(Obeyed::Answered)
                }
                _ => Err(error),
            },
        }
    }

    /// Tells what has happened since this entry, or nothing where nobody was told before; answers up to where.
    async fn tell_news(&self, game: &str, since: Option<u64>) -> anyhow::Result<u64> {
        let Some(since) = since else {
            let state = self.get(game).await?;
            return Ok(state["ply"].as_u64().unwrap_or_default());
        };
        let page = self.get(&format!("{game}/log?since={since}")).await?;
        let entries = page["entries"].as_array().into_iter().flatten();
        let mut up_to = since;
        for entry in entries {
            up_to = entry["n"].as_u64().unwrap_or(up_to);
            for event in entry["events"].as_array().into_iter().flatten() {
                super::print(&folded(&shown(&event["text"])))?;
            }
        }
        Ok(up_to)
    }

    /// The board and what may be played.
    async fn show(&self, game: &str) -> anyhow::Result<()> {
        let board = self
            .ask(Method::GET, &format!("{game}/board.txt"), None)
            .await?;
        super::print(&format!("\n{}\n\n", Picture::new(&board.text().await?)))?;
        let legal = self.get(&format!("{game}/legal")).await?;
        let texts = texts(&legal);
        let told = match legal["complete"] == true && texts.len() <= LISTED {
            true => message("table-legal").with("moves", texts.join("; ")),
            false => message("table-legal-how"),
        };
        self.say(&told)
    }

    /// What may be played: all of it, or the words after these.
    async fn legal(&self, game: &str, words: &str) -> anyhow::Result<()> {
        let legal = self.get(&format!("{game}/legal")).await?;
        if words.is_empty() && legal["complete"] == true {
            let lines = texts(&legal).into_iter().map(|it| format!("  {it}\n"));
            return super::print(&lines.collect::<String>());
        }
        let path = format!("{game}/legal/branch?text={}", encoded(words));
        let branch = match self.get(&path).await {
            Ok(branch) => branch,
            Err(error) => match refused(&error) {
                Some(refused) => return super::print(&folded(&refused.detail)),
                None => return Err(error),
            },
        };
        let next = branch["next"].as_array().into_iter().flatten();
        let next: Vec<String> = next.map(shown).collect();
        if !branch["move"].is_null() {
            self.say(&message("answer-whole-move").with("move", words))?;
        }
        if !next.is_empty() {
            let on = match words.is_empty() {
                true => message("table-begins"),
                false => message("table-goes-on").with("words", words),
            };
            self.say(&on.with("next", next.join(", ")))?;
        }
        Ok(())
    }

    /// Waits until somebody has done something.
    async fn wait(&self, game: &str, state: &Value) -> anyhow::Result<()> {
        self.say(&message("remote-waits").with("who", who(state)))?;
        let ply = state["ply"].as_u64();
        loop {
            let mut events = self
                .ask(Method::GET, &format!("{game}/events"), None)
                .await?;
            let mut seen = String::new();
            // What breaks off is followed again.
            while let Ok(Some(piece)) = events.chunk().await {
                seen.push_str(&String::from_utf8_lossy(&piece));
                if seen.contains("\n\n") {
                    seen.clear();
                    let now = self.get(game).await?;
                    if now["ply"].as_u64() != ply || now["status"] != state["status"] || waits(&now)
                    {
                        return Ok(());
                    }
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn end(&self, game: &str, state: &Value) -> anyhow::Result<()> {
        let board = self
            .ask(Method::GET, &format!("{game}/board.txt"), None)
            .await?;
        super::print(&format!("\n{}\n\n", Picture::new(&board.text().await?)))?;
        let standings = state["result"]["standings"].as_array();
        let mut standings: Vec<&Value> = standings.into_iter().flatten().collect();
        standings.sort_by_key(|it| it["rank"].as_u64());
        for it in standings {
            let line = message("table-standing")
                .with("rank", it["rank"].as_u64().unwrap_or_default())
                .with(
                    "name",
                    name(&state["seats"][it["seat"].as_u64().unwrap_or_default() as usize]),
                )
                .with("score", it["score"].as_i64().unwrap_or_default());
            self.say(&line)?;
        }
        Ok(())
    }

    async fn get(&self, path: &str) -> anyhow::Result<Value> {
        self.send(Method::GET, path, None).await
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> anyhow::Result<Value> {
        Ok(self.ask(method, path, body).await?.json().await?)
    }

    async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> anyhow::Result<Response> {
        let request = self.request(method, path)?.bearer_auth(&self.token);
        taken(match body {
            Some(body) => request.json(body),
            None => request,
        })
        .await
    }

    async fn form(&self, path: &str, fields: &[(&str, &str)]) -> anyhow::Result<Value> {
        let request = self.request(Method::POST, path)?.form(fields);
        Ok(taken(request).await?.json().await?)
    }

    fn request(&self, method: Method, path: &str) -> anyhow::Result<RequestBuilder> {
        let url = self.server.join(path.trim_start_matches('/'))?;
        let request = self.client.request(method, url);
        Ok(request.header(ACCEPT_LANGUAGE, self.language.code()))
    }

    fn say(&self, told: &Message) -> anyhow::Result<()> {
        super::print(&folded(&told.to(self.language)))
    }
}

/// The answer, where it is a success.
async fn taken(request: RequestBuilder) -> anyhow::Result<Response> {
    let answer = request.send().await?;
    if answer.status().is_success() {
        return Ok(answer);
    }
    let status = answer.status();
    let said: Value = answer.json().await.unwrap_or_default();
    let text = |name: &str| said[name].as_str().map(|_| shown(&said[name]));
    let detail = text("detail").or_else(|| text("error_description"));
    Err(Refused {
        status: status.as_u16(),
        problem: text("code").or_else(|| text("error")).unwrap_or_default(),
        detail: detail.unwrap_or_else(|| format!("The server answered {status}.")),
    }
    .into())
}

fn refused(error: &anyhow::Error) -> Option<&Refused> {
    error.downcast_ref()
}

/// The address of a server, with its path ending in a slash.
fn read(server: &str) -> anyhow::Result<Url> {
    let mut url =
        Url::parse(server).with_context(|| format!("“{server}” is not a valid address"))?;
    let is_here = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    // Whoever is on the way could read the token.
    if url.scheme() != "https" && !(url.scheme() == "http" && is_here) {
        bail!(
            "“{server}” is not allowed; give an https address, or an http address of this machine"
        );
    }
    if !url.path().ends_with('/') {
        let path = format!("{}/", url.path());
        url.set_path(&path);
    }
    Ok(url)
}

/// A text out of an answer, without characters that would do something to the terminal.
fn shown(text: &Value) -> String {
    Line::long(text.as_str().unwrap_or_default())
        .as_str()
        .to_owned()
}

/// The id of a game, if it is one.
fn id_of(game: &Value) -> Option<String> {
    let id: GameId = game["id"].as_str()?.to_owned().try_into().ok()?;
    Some(id.to_string())
}

fn encoded(part: &str) -> String {
    percent_encoding::utf8_percent_encode(part, percent_encoding::NON_ALPHANUMERIC).to_string()
}

fn texts(legal: &Value) -> Vec<String> {
    let texts = legal["texts"].as_array().into_iter().flatten();
    texts.map(shown).collect()
}

/// Whether the game waits for the caller.
fn waits(state: &Value) -> bool {
    let acting = state["to_act"].as_array().into_iter().flatten();
    let own = state["seat"].as_u64();
    state["status"] == "running" && own.is_some() && acting.map(Value::as_u64).any(|it| it == own)
}

/// Whom the game waits for, by name.
fn who(state: &Value) -> String {
    let acting = state["to_act"].as_array().into_iter().flatten();
    let names = acting.filter_map(Value::as_u64).filter_map(|seat| {
        let mut seats = state["seats"].as_array().into_iter().flatten();
        seats.find(|it| it["seat"].as_u64() == Some(seat)).map(name)
    });
    names.collect::<Vec<_>>().join(", ")
}

fn name(seat: &Value) -> String {
    match seat["player"].as_str() {
        Some(_) => shown(&seat["player"]),
        None => format!("Bot {}", seat["seat"].as_u64().unwrap_or(0) + 1),
    }
}

enum Obeyed {
    Moved,
    Answered,
    Quit,
}

/// Tokens of earlier times, by server.
struct Kept {
    file: PathBuf,
    tokens: BTreeMap<String, String>,
}

impl Kept {
    fn read() -> anyhow::Result<Kept> {
        let folder = match std::env::var_os("XDG_CONFIG_HOME").filter(|it| !it.is_empty()) {
            Some(folder) => PathBuf::from(folder),
            None => std::env::home_dir()
                .context("no home folder to store the token in; set XDG_CONFIG_HOME")?
                .join(".config"),
        };
        let file = folder.join("turnpike").join("tokens.json");
        let tokens = match fs::read(&file) {
            Ok(text) => serde_json::from_slice(&text)
                .with_context(|| format!("{} cannot be read", file.display()))?,
            Err(_) => BTreeMap::new(),
        };
        Ok(Kept { file, tokens })
    }

    /// Nobody else may read it.
    fn write(&self) -> anyhow::Result<()> {
        let written = || {
            if let Some(folder) = self.file.parent() {
                fs::create_dir_all(folder)?;
            }
            // Beside it, and then in its place: whatever happens, there is a whole one.
            let fresh = self.file.with_extension("new");
            let mut options = OpenOptions::new();
            options.write(true).create(true).truncate(true).mode(0o600);
            let mut file = options.open(&fresh)?;
            file.write_all(&serde_json::to_vec_pretty(&self.tokens)?)?;
            file.sync_all()?;
            fs::rename(&fresh, &self.file)
        };
        written().with_context(|| format!("{} cannot be written", self.file.display()))
    }
}
