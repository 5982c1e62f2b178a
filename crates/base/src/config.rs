//! The configuration of a server: flags and environment variables, and the check that reports all
//! invalid ones at once.

use std::ffi::OsStr;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::{BoolishValueParser, EnumValueParser, PossibleValue, TypedValueParser};
use clap::{Arg, ArgAction, Args, Command, ValueEnum};
use common::site::Site;
use db::connect::Address;
use egress::guard::Allowed;
use lettre::message::Mailbox;
use mail::MailOut;
use mail::dkim::{DkimSettings, Signer};
use mail::smtp::Server;
use url::Url;

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// One JSON object a line.
    Json,
    /// For people.
    Text,
}

/// The work of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Role {
    /// Answers requests and receives mail.
    Web,
    /// Sends mail and does the other background work.
    Worker,
    /// Both.
    All,
}

/// Who can create an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SignUp {
    /// Everybody.
    Open,
    /// Only people invited to a table, by their mail address or by the table's link.
    Invitation,
    /// Nobody new.
    Closed,
}

/// The value of a setting with few possible values, or the text that is none of them.
pub type Given<T> = Result<T, String>;

/// Parses a setting with few possible values. Keeps an invalid text, so that [`Settings::check`]
/// reports it with all others.
#[derive(Clone)]
struct Few<P>(P);

impl<P: TypedValueParser> TypedValueParser for Few<P> {
    type Value = Given<P::Value>;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        text: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let parsed = self.0.parse_ref(command, argument, text);
        Ok(parsed.map_err(|_| text.to_string_lossy().into_owned()))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// The settings as given, each optional. No `Debug`: they hold passwords.
#[derive(Clone, Args)]
pub struct Settings {
    /// Address and port of the web server.
    #[arg(long, env = "TURNPIKE_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: String,
    /// Folder of the private database and the local mailbox. Default: `/var/lib/turnpike` for root,
    /// otherwise `turnpike` in the user's own data directory.
    #[arg(long, env = "TURNPIKE_DATA_DIR")]
    pub data_dir: Option<PathBuf>,
    /// Your own PostgreSQL (`postgres://user:password@host/database`). Without it the server starts
    /// a private one.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// The same database with the owner's login, which runs the migrations at the start. Without it
    /// the login in `DATABASE_URL` runs them, if it may.
    #[arg(long, env = "TURNPIKE_MIGRATE_URL", hide_env_values = true)]
    pub migrate_url: Option<String>,
    /// Mail server that sends all mail (`smtp://user:password@host:587?tls=required`). Without it
    /// mails go to the local mailbox.
    #[arg(long, env = "SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// Address under which players reach the server, without a path. Links in mails use it, and
    /// passkeys are bound to its host.
    #[arg(long, env = "TURNPIKE_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Name of the site on pages and in mails, at most 40 characters.
    #[arg(long, env = "TURNPIKE_SITE_NAME", default_value = "Turnpike")]
    pub site_name: String,
    /// Address of a logo for pages (`https://example.org/logo.svg`).
    #[arg(long, env = "TURNPIKE_SITE_LOGO")]
    pub site_logo: Option<String>,
    /// Link to the imprint, on pages and in mails.
    #[arg(long, env = "TURNPIKE_SITE_IMPRINT")]
    pub site_imprint: Option<String>,
    /// Link to the terms of use, on pages and in mails.
    #[arg(long, env = "TURNPIKE_SITE_TERMS")]
    pub site_terms: Option<String>,
    /// Link to the privacy policy, on pages and in mails.
    #[arg(long, env = "TURNPIKE_SITE_PRIVACY")]
    pub site_privacy: Option<String>,
    /// Link or mail address (`mailto:help@example.org`) at which players reach you.
    #[arg(long, env = "TURNPIKE_SITE_CONTACT")]
    pub site_contact: Option<String>,
    /// Sender of all mail.
    #[arg(long, env = "TURNPIKE_MAIL_FROM")]
    pub mail_from: Option<String>,
    /// Domain of the addresses that players write to (`play.example.org`). Without it the server
    /// only sends mail.
    #[arg(long, env = "TURNPIKE_MAIL_DOMAIN")]
    pub mail_domain: Option<String>,
    /// Address for incoming mail by LMTP or SMTP, such as 127.0.0.1:2525. Processes with `--role
    /// worker` ignore it. Keep it in a private network.
    #[arg(long, env = "TURNPIKE_MAIL_LISTEN")]
    pub mail_listen: Option<String>,
    /// Secret for `POST /v1/inbound/mime`, at least 16 characters.
    #[arg(long, env = "TURNPIKE_INBOUND_SECRET", hide_env_values = true)]
    pub inbound_secret: Option<String>,
    /// Name under which your mail server writes `Authentication-Results`.
    #[arg(long, env = "TURNPIKE_MAIL_AUTHSERV_ID")]
    pub mail_authserv_id: Option<String>,
    /// Let people create an account by mail: they write to `games@` and confirm.
    #[arg(
        long,
        env = "TURNPIKE_MAIL_SIGN_UP",
        default_value = "true",
        action = ArgAction::Set,
        value_parser = Few(BoolishValueParser::new())
    )]
    pub mail_sign_up: Given<bool>,
    /// Who can create an account: on the pages, as a guest and by mail.
    #[arg(
        long,
        env = "TURNPIKE_SIGN_UP",
        default_value = "open",
        value_parser = Few(EnumValueParser::<SignUp>::new())
    )]
    pub sign_up: Given<SignUp>,
    /// Accounts that one client address can create in an hour, guests included.
    #[arg(long, env = "TURNPIKE_SIGN_UPS_PER_CLIENT", default_value = "100")]
    pub sign_ups_per_client: String,
    /// Mail domains without accounts, separated by commas. Their subdomains are blocked, too.
    #[arg(long, env = "TURNPIKE_BLOCKED_MAIL_DOMAINS", value_delimiter = ',')]
    pub blocked_mail_domains: Vec<String>,
    /// PEM files with the private keys that sign all mail (DKIM), separated by commas: Ed25519,
    /// RSA, or one of each.
    #[arg(long, env = "TURNPIKE_DKIM_KEY", value_delimiter = ',')]
    pub dkim_key: Vec<PathBuf>,
    /// DNS selectors of these keys, in the same order.
    #[arg(long, env = "TURNPIKE_DKIM_SELECTOR", value_delimiter = ',')]
    pub dkim_selector: Vec<String>,
    /// Domain that signs. Default: the sender's domain.
    #[arg(long, env = "TURNPIKE_DKIM_DOMAIN")]
    pub dkim_domain: Option<String>,
    /// Minutes that a turn mail waits while its player is active in another client, 0 to 60. 0: no
    /// wait. Default: 5, or 0 with the local mailbox.
    #[arg(long, env = "TURNPIKE_MAIL_PAUSE")]
    pub mail_pause: Option<String>,
    /// Recipient of players' reports and of mails about damaged games. Without it players cannot
    /// send reports.
    #[arg(long, env = "TURNPIKE_OPERATOR_EMAIL")]
    pub operator_email: Option<String>,
    /// Work of this process. Run at least one worker.
    #[arg(
        long,
        env = "TURNPIKE_ROLE",
        default_value = "all",
        value_parser = Few(EnumValueParser::<Role>::new())
    )]
    pub role: Given<Role>,
    /// Database connections for requests, 1 to 1000.
    #[arg(long, env = "TURNPIKE_POOL", default_value = "16")]
    pub pool: String,
    /// Reads per second for each reader. History and pictures count five times. 0: no limit.
    #[arg(long, env = "TURNPIKE_READS", default_value = "50")]
    pub reads: String,
    /// Connections from one client address. 0: no limit. No limit applies with `--behind-proxy`.
    #[arg(long, env = "TURNPIKE_CONNECTIONS_PER_CLIENT", default_value = "256")]
    pub connections_per_client: String,
    /// Address for Prometheus metrics and health checks, such as 127.0.0.1:9090. Without it there
    /// are no metrics. Keep it away from players.
    #[arg(long, env = "TURNPIKE_METRICS_LISTEN")]
    pub metrics_listen: Option<String>,
    /// Collector that receives traces by OTLP over HTTP (`http://127.0.0.1:4318`). Without it there
    /// are no traces.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT")]
    pub otlp_endpoint: Option<String>,
    /// Take the caller's address from the last entry of `X-Forwarded-For`. Set it only behind a
    /// proxy that appends to this header.
    #[arg(
        long,
        env = "TURNPIKE_BEHIND_PROXY",
        action = ArgAction::SetTrue,
        value_parser = Few(BoolishValueParser::new())
    )]
    pub behind_proxy: Given<bool>,
    /// Run a test server for client authors: anyone can move its clock and read its mails, without
    /// a token. It needs the private database, the local mailbox and `--role all`.
    #[arg(
        long,
        env = "TURNPIKE_SANDBOX",
        action = ArgAction::SetTrue,
        value_parser = Few(BoolishValueParser::new())
    )]
    pub sandbox: Given<bool>,
    /// Days off that a player has in a year, 0 to 366.
    #[arg(long, env = "TURNPIKE_HOLIDAY_DAYS", default_value = "30")]
    pub holiday_days: String,
    /// Hosts and networks that webhooks can reach although they are not public, by HTTP and at any
    /// port, separated by commas (`127.0.0.0/8,bot.example.internal`).
    #[arg(long, env = "TURNPIKE_WEBHOOKS_ALLOW", default_value = "")]
    pub webhooks_allow: String,
    /// Log the client address of each failed sign-in, for tools such as fail2ban. No other log line
    /// has addresses.
    #[arg(
        long,
        env = "TURNPIKE_LOG_FAILED_SIGN_INS",
        action = ArgAction::SetTrue,
        value_parser = Few(BoolishValueParser::new())
    )]
    pub log_failed_sign_ins: Given<bool>,
    /// Format of log lines. Default: `json`; at a terminal `text`, and only warnings and errors.
    #[arg(
        long,
        env = "TURNPIKE_LOG_FORMAT",
        value_parser = Few(EnumValueParser::<LogFormat>::new())
    )]
    pub log_format: Option<Given<LogFormat>>,
}

/// The settings, checked. No `Debug`: they hold passwords.
#[derive(Clone)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// Folder of the private database and the local mailbox.
    pub data_dir: PathBuf,
    /// The operator's own PostgreSQL.
    pub database_url: Option<String>,
    /// The same database with the owner's login.
    pub migrate_url: Option<String>,
    /// Where mail goes.
    pub mail_out: MailOut,
    /// The address under which players reach this server, without a slash at the end.
    pub public_url: String,
    /// The name of the site, its logo and its links.
    pub site: Site,
    /// The sender of all mail.
    pub mail_from: Mailbox,
    /// The settings for incoming mail, if there are any.
    pub mail_in: Option<MailIn>,
    /// Who can create an account.
    pub sign_up: SignUp,
    /// Accounts that one client address can create in an hour.
    pub sign_ups_per_client: NonZeroU32,
    /// Mail domains without accounts, in lower case. Their subdomains are blocked, too.
    pub blocked_mail_domains: Vec<String>,
    /// Minutes that a turn mail waits while its player is active in another client.
    pub mail_pause: u16,
    /// Recipient of players' reports and of mails about damaged games.
    pub operator_email: Option<lettre::Address>,
    /// The work of this process.
    pub role: Role,
    /// Database connections for requests.
    pub pool: usize,
    /// Reads per second for each reader, if there is a limit.
    pub reads: Option<NonZeroU32>,
    /// Connections from one client address, if there is a limit.
    pub connections_per_client: Option<NonZeroU32>,
    /// Address for metrics and health checks.
    pub metrics_listen: Option<SocketAddr>,
    /// The address to which traces go.
    pub traces_url: Option<Url>,
    /// Whether to trust `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// Whether to log the client address of each failed sign-in.
    pub log_failed_sign_ins: bool,
    /// Whether clients may move the clock and read all mails.
    pub sandbox: bool,
    /// Days off that a player has in a year.
    pub holiday_days: u16,
    /// Hosts and networks that webhooks can reach although they are not public.
    pub webhooks_allow: Allowed,
}

/// The settings for incoming mail.
#[derive(Clone)]
pub struct MailIn {
    /// The domain of the addresses that players write to, in lower case.
    pub domain: String,
    /// Address for incoming mail by LMTP or SMTP.
    pub listen: Option<SocketAddr>,
    /// Secret for incoming mail by HTTP.
    pub secret: Option<String>,
    /// Name under which the operator's mail server writes `Authentication-Results`.
    pub authserv_id: Option<String>,
    /// Whether people can create an account by mail.
    pub sign_up: bool,
}

impl fmt::Debug for MailIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailIn")
            .field("domain", &self.domain)
            .field("listen", &self.listen)
            .field("authserv_id", &self.authserv_id)
            .field("sign_up", &self.sign_up)
            .finish_non_exhaustive()
    }
}

impl MailIn {
    /// Whether a process that answers requests also accepts mail.
    pub const fn is_open(&self) -> bool {
        self.listen.is_some() || self.secret.is_some()
    }

    /// The address for mails that are not about one seat.
    pub fn desk(&self) -> String {
        format!("games@{}", self.domain)
    }
}

impl Config {
    /// Whether mail stays in the local mailbox. Addresses then count as confirmed.
    pub fn mail_is_local(&self) -> bool {
        matches!(self.mail_out, MailOut::Mailbox(_))
    }

    /// Whether the public URL leads to this machine only.
    pub fn is_for_this_machine(&self) -> bool {
        let host = self.public_host();
        let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
        !self.behind_proxy
            && (host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|ip| ip.is_loopback()))
    }

    /// The host name in the public URL, for mail addresses and message ids.
    pub fn public_host(&self) -> &str {
        host_of(&self.public_url).unwrap_or("localhost")
    }

    /// The contact for push services (RFC 8292 section 2.1): the public URL, or the mail address if
    /// that is not `https:`.
    pub fn contact(&self) -> String {
        match self.public_url.starts_with("https://") {
            true => self.public_url.clone(),
            false => format!("mailto:{}", self.mail_from.email),
        }
    }

    /// The origin of the public URL, as browsers write it.
    pub fn public_origin(&self) -> String {
        let url = self.public_url.to_ascii_lowercase();
        let (scheme, rest) = url.split_once("://").unwrap_or_default();
        let authority = rest.split('/').next().unwrap_or_default();
        let port = if scheme == "https" { ":443" } else { ":80" };
        let authority = authority.strip_suffix(port).unwrap_or(authority);
        format!("{scheme}://{authority}")
    }
}

fn host_of(url: &str) -> Option<&str> {
    let rest = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))?;
    let authority = rest.split('/').next()?;
    let host = match authority.strip_prefix('[') {
        Some(literal) => literal.split(']').next()?,
        None => authority.split(':').next()?,
    };
    (!host.is_empty()).then_some(host)
}

/// The most characters of the site's name.
const LONGEST_NAME: usize = 40;

/// The most characters of a link of the site.
const LONGEST_LINK: usize = 500;

/// Whether this is an address of the web that fits into a page, a mail and a header.
fn is_web_address(url: &str) -> bool {
    let is_of_host = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
    let authority = url.split(['/', '?', '#']).nth(2).unwrap_or_default();
    url.len() <= LONGEST_LINK
        && url.chars().all(|c| c.is_ascii_graphic())
        && host_of(url).is_some()
        && authority.chars().all(is_of_host)
}

/// Whether this is an address of the web or of a mailbox.
fn is_link(url: &str) -> bool {
    match url.strip_prefix("mailto:") {
        Some(address) => address.parse::<lettre::Address>().is_ok(),
        None => is_web_address(url),
    }
}

/// Reads a setting. If it is invalid, adds an error that says `what` to give.
fn read<T: FromStr>(faults: &mut Vec<String>, name: &str, given: &str, what: &str) -> Option<T> {
    let read = given.parse().ok();
    if read.is_none() {
        faults.push(format!("{name}: “{given}” is not valid. Give {what}."));
    }
    read
}

/// Reads a setting with few possible values. If it is invalid, adds an error that names them.
fn few<T: Copy>(faults: &mut Vec<String>, name: &str, given: &Given<T>, what: &str) -> Option<T> {
    let fault = |text| faults.push(format!("{name}: “{text}” is not valid. Give {what}."));
    given.as_ref().map_err(fault).ok().copied()
}

/// Reads an address and a port, with an example for the error.
fn address(faults: &mut Vec<String>, name: &str, given: &str, such: &str) -> Option<SocketAddr> {
    let what = format!("an address and a port, such as {such}");
    read(faults, name, given, &what)
}

/// Reads a number within these bounds.
fn number(
    faults: &mut Vec<String>,
    name: &str,
    given: &str,
    what: &str,
    within: RangeInclusive<u16>,
) -> Option<u16> {
    let read = given.parse().ok().filter(|it| within.contains(it));
    if read.is_none() {
        let (least, most) = within.into_inner();
        faults.push(format!(
            "{name}: “{given}” is not valid. Give a number{what} from {least} to {most}."
        ));
    }
    read
}

impl Settings {
    /// Checks all settings.
    ///
    /// # Errors
    ///
    /// Returns an error message for each invalid setting.
    pub fn check(&self) -> Result<Config, Vec<String>> {
        let mut faults = Vec::new();
        match self.checked(&mut faults) {
            Some(config) if faults.is_empty() => Ok(config),
            _ => Err(faults),
        }
    }

    /// Returns a warning for each valid setting that is probably a mistake.
    pub fn doubts(&self) -> Vec<String> {
        let mut doubts = Vec::new();
        if self.smtp_url.is_some() && self.public_url.is_none() {
            doubts.push(format!(
                "SMTP_URL is set, but TURNPIKE_PUBLIC_URL is not: links in mails lead to http://{}. Set \
                 TURNPIKE_PUBLIC_URL to the address under which players reach the server.",
                self.listen
            ));
        }
        doubts
    }

    fn checked(&self, faults: &mut Vec<String>) -> Option<Config> {
        let listen = address(faults, "TURNPIKE_LISTEN", &self.listen, "127.0.0.1:8080");
        let public_url = self.public_url(faults);
        self.check_database(faults);
        self.check_smtp(faults);
        let mail_in = self.mail_in(faults);
        let site = self.site(faults);
        let mail_from = self.mail_from(mail_in.as_ref(), &public_url, faults);
        let dkim = mail_from
            .as_ref()
            .map_or_else(Vec::new, |from| self.dkim(from, faults));
        let mail_pause = match self.mail_pause.as_deref() {
            None => Some(if self.smtp_url.is_some() { 5 } else { 0 }),
            Some(given) => number(faults, "TURNPIKE_MAIL_PAUSE", given, " of minutes", 0..=60),
        };
        let operator_email = self.operator_email.as_ref().and_then(|email| {
            let address = email.trim().parse().ok();
            if address.is_none() {
                faults.push(
                    "TURNPIKE_OPERATOR_EMAIL is not a valid mail address. Give name@host.".into(),
                );
            }
            address
        });
        let sign_up = few(
            faults,
            "TURNPIKE_SIGN_UP",
            &self.sign_up,
            "open, invitation or closed",
        );
        let role = few(faults, "TURNPIKE_ROLE", &self.role, "web, worker or all");
        let mut switch = |name, given| few(faults, name, given, "true or false");
        let behind_proxy = switch("TURNPIKE_BEHIND_PROXY", &self.behind_proxy);
        let log_failed_sign_ins = switch("TURNPIKE_LOG_FAILED_SIGN_INS", &self.log_failed_sign_ins);
        let sandbox = switch("TURNPIKE_SANDBOX", &self.sandbox);
        if sandbox == Some(true) {
            self.check_sandbox(faults);
        }
        if let Some(format) = &self.log_format {
            few(faults, "TURNPIKE_LOG_FORMAT", format, "json or text");
        }
        let pool = number(faults, "TURNPIKE_POOL", &self.pool, "", 1..=1000);
        let days = &self.holiday_days;
        let holiday_days = number(faults, "TURNPIKE_HOLIDAY_DAYS", days, "", 0..=366);
        let webhooks_allow = read(
            faults,
            "TURNPIKE_WEBHOOKS_ALLOW",
            &self.webhooks_allow,
            "hosts and networks, such as 127.0.0.0/8",
        );
        let mut limit = |name, given| {
            read(faults, name, given, "a number, or 0 for no limit").and_then(NonZeroU32::new)
        };
        let reads = limit("TURNPIKE_READS", &self.reads);
        let connections_per_client = limit(
            "TURNPIKE_CONNECTIONS_PER_CLIENT",
            &self.connections_per_client,
        );
        let sign_ups_per_client = read(
            faults,
            "TURNPIKE_SIGN_UPS_PER_CLIENT",
            &self.sign_ups_per_client,
            "a number of at least 1",
        );
        let blocked_mail_domains = self.blocked_mail_domains(faults);
        let metrics_listen = self.metrics_listen.as_ref().and_then(|listen| {
            address(faults, "TURNPIKE_METRICS_LISTEN", listen, "127.0.0.1:9090")
        });
        let traces_url = self.traces_url(faults);
        let data_dir = self.data_dir.clone().unwrap_or_else(default_data_dir);
        let mail_out = match self.smtp_url.clone() {
            Some(url) => MailOut::Server { url, dkim },
            None => MailOut::Mailbox(data_dir.join("mailbox")),
        };
        Some(Config {
            listen: listen?,
            data_dir,
            database_url: self.database_url.clone(),
            migrate_url: self.migrate_url.clone(),
            mail_out,
            public_url,
            site,
            mail_from: mail_from?,
            mail_in,
            sign_up: sign_up?,
            sign_ups_per_client: sign_ups_per_client?,
            blocked_mail_domains,
            mail_pause: mail_pause?,
            operator_email,
            role: role?,
            pool: pool?.into(),
            reads,
            connections_per_client,
            metrics_listen,
            traces_url,
            behind_proxy: behind_proxy?,
            log_failed_sign_ins: log_failed_sign_ins?,
            sandbox: sandbox?,
            holiday_days: holiday_days?,
            webhooks_allow: webhooks_allow?,
        })
    }

    /// Reads the address under which players reach the server.
    fn public_url(&self, faults: &mut Vec<String>) -> String {
        let own = || format!("http://{}", self.listen);
        let url = self.public_url.clone().unwrap_or_else(own);
        let url = url.trim_end_matches('/').to_owned();
        match (host_of(&url), url.split_once("://")) {
            (Some(_), Some((_, rest))) if rest.contains(['/', '?', '#', '@']) => {
                faults.push(format!(
                    "TURNPIKE_PUBLIC_URL: “{url}” is not valid. Give the address without path, query and user: \
                     Turnpike needs the root of a host."
                ));
            }
            (Some(_), _) => {}
            (None, _) => faults.push(format!(
                "TURNPIKE_PUBLIC_URL: “{url}” is not valid. Give an http:// or https:// address."
            )),
        }
        url
    }

    /// Reads the address of the collector. The path of traces follows it, as the standard says.
    fn traces_url(&self, faults: &mut Vec<String>) -> Option<Url> {
        let given = self.otlp_endpoint.as_ref().filter(|it| !it.is_empty())?;
        let url = Url::parse(given).ok().filter(|it| {
            let is_web = matches!(it.scheme(), "http" | "https");
            let is_plain = it.query().is_none() && it.fragment().is_none();
            is_web && is_plain && it.username().is_empty() && it.password().is_none()
        });
        if url.is_none() {
            faults.push(
                "OTEL_EXPORTER_OTLP_ENDPOINT is not a valid address of a collector. Give \
                 http://host:4318 or https://host, and a password or key in \
                 OTEL_EXPORTER_OTLP_HEADERS."
                    .to_owned(),
            );
        }
        let mut url = url?;
        let path = format!("{}/v1/traces", url.path().trim_end_matches('/'));
        url.set_path(&path);
        Some(url)
    }

    /// Reads the blocked mail domains.
    fn blocked_mail_domains(&self, faults: &mut Vec<String>) -> Vec<String> {
        let domains = self.blocked_mail_domains.iter();
        let domains = domains.map(|it| it.trim().trim_start_matches(['@', '.']).to_lowercase());
        let domains: Vec<String> = domains.filter(|it| !it.is_empty()).collect();
        for domain in &domains {
            if format!("name@{domain}").parse::<lettre::Address>().is_err() {
                faults.push(format!(
                    "TURNPIKE_BLOCKED_MAIL_DOMAINS: “{domain}” is not valid. Give domains, such as example.org."
                ));
            }
        }
        domains
    }

    /// Checks the settings of the database.
    fn check_database(&self, faults: &mut Vec<String>) {
        for (name, url) in [
            ("DATABASE_URL", &self.database_url),
            ("TURNPIKE_MIGRATE_URL", &self.migrate_url),
        ] {
            if let Some(url) = url
                && url.parse::<Address>().is_err()
            {
                faults.push(format!(
                    "{name} is not a valid PostgreSQL address. Give postgres://user:password@host/database."
                ));
            }
        }
        if self.migrate_url.is_some() && self.database_url.is_none() {
            faults.push(
                "TURNPIKE_MIGRATE_URL is set, but DATABASE_URL is not. Set DATABASE_URL to the same \
                 database with the server's login."
                    .to_owned(),
            );
        }
    }

    /// Checks that no other process shares the clock of a sandbox, and that its mails reach nobody.
    fn check_sandbox(&self, faults: &mut Vec<String>) {
        let shared = self.role.as_ref().is_ok_and(|role| *role != Role::All);
        for (is_set, other) in [
            (self.smtp_url.is_some(), "unset SMTP_URL"),
            (self.database_url.is_some(), "unset DATABASE_URL"),
            (shared, "set TURNPIKE_ROLE to all"),
        ] {
            if is_set {
                faults.push(format!(
                    "TURNPIKE_SANDBOX is set: a sandbox is one process with its private database and \
                     its local mailbox. Unset TURNPIKE_SANDBOX, or {other}."
                ));
            }
        }
    }

    /// Checks the settings of the mail server.
    fn check_smtp(&self, faults: &mut Vec<String>) {
        if let Some(url) = &self.smtp_url
            && let Err(error) = Server::at(url)
        {
            faults.push(format!(
                "SMTP_URL is not a valid mail server address ({error}). Give smtp://host:25 or \
                 smtps://user:password@host."
            ));
        }
    }

    /// Reads the settings for the site.
    fn site(&self, faults: &mut Vec<String>) -> Site {
        let name = self.site_name.trim();
        let length = name.chars().count();
        if !(1..=LONGEST_NAME).contains(&length) || name.contains(char::is_control) {
            faults.push(format!(
                "TURNPIKE_SITE_NAME: “{}” is not valid. Give 1 to {LONGEST_NAME} characters on one line.",
                name.escape_debug()
            ));
        }
        let logo = self.site_logo.clone();
        if let Some(url) = logo.as_ref().filter(|it| !is_web_address(it)) {
            faults.push(format!(
                "TURNPIKE_SITE_LOGO: “{}” is not valid. Give an http:// or https:// address.",
                url.escape_debug()
            ));
        }
        let mut link = |name: &str, given: &Option<String>| {
            if let Some(url) = given.as_ref().filter(|it| !is_link(it)) {
                faults.push(format!(
                    "{name}: “{}” is not valid. Give an http://, https:// or mailto: address.",
                    url.escape_debug()
                ));
            }
            given.clone()
        };
        Site {
            name: name.to_owned().into(),
            logo,
            imprint: link("TURNPIKE_SITE_IMPRINT", &self.site_imprint),
            terms: link("TURNPIKE_SITE_TERMS", &self.site_terms),
            privacy: link("TURNPIKE_SITE_PRIVACY", &self.site_privacy),
            contact: link("TURNPIKE_SITE_CONTACT", &self.site_contact),
        }
    }

    /// Reads the sender of all mail.
    fn mail_from(
        &self,
        mail_in: Option<&MailIn>,
        public_url: &str,
        faults: &mut Vec<String>,
    ) -> Option<Mailbox> {
        let host = mail_in.map(|it| it.domain.as_str()).or(host_of(public_url));
        // An IPv6 address is not a mail domain.
        let host = host.filter(|host| !host.contains(':'));
        let (from, read) = match &self.mail_from {
            Some(from) => (from.clone(), from.parse::<Mailbox>()),
            None => {
                let address = format!("games@{}", host.unwrap_or("localhost"));
                let name = self.site_name.trim().to_owned();
                let read = address.parse::<lettre::Address>();
                let read = read.map(|it| Mailbox::new(Some(name), it));
                (address, read)
            }
        };
        read.map_err(|error| {
            faults.push(format!(
                "TURNPIKE_MAIL_FROM: “{from}” is not valid ({error}). Give Name <name@host>."
            ));
        })
        .ok()
    }

    /// Checks the settings of DKIM.
    fn dkim(&self, from: &Mailbox, faults: &mut Vec<String>) -> Vec<DkimSettings> {
        let (keys, selectors) = (&self.dkim_key, &self.dkim_selector);
        if keys.len() != selectors.len() || (keys.is_empty() && self.dkim_domain.is_some()) {
            let given = [
                ("TURNPIKE_DKIM_KEY", !keys.is_empty()),
                ("TURNPIKE_DKIM_SELECTOR", !selectors.is_empty()),
                ("TURNPIKE_DKIM_DOMAIN", self.dkim_domain.is_some()),
            ];
            for (name, _) in given.iter().filter(|(_, given)| *given) {
                faults.push(format!(
                    "{name} is set: DKIM needs at least one key in TURNPIKE_DKIM_KEY, and as many \
                     selectors in TURNPIKE_DKIM_SELECTOR."
                ));
            }
            return Vec::new();
        }
        let domain = self
            .dkim_domain
            .clone()
            .unwrap_or_else(|| from.email.domain().to_owned())
            .to_ascii_lowercase();
        let settings: Vec<DkimSettings> = keys
            .iter()
            .zip(selectors)
            .map(|(key, selector)| DkimSettings {
                key: key.clone(),
                selector: selector.clone(),
                domain: domain.clone(),
            })
            .collect();
        match Signer::read(&settings) {
            Ok(_) => settings,
            Err(fault) => {
                faults.push(format!("TURNPIKE_DKIM_KEY: {fault}."));
                Vec::new()
            }
        }
    }

    /// Checks the settings of incoming mail.
    fn mail_in(&self, faults: &mut Vec<String>) -> Option<MailIn> {
        let given = &self.mail_sign_up;
        let sign_up = few(faults, "TURNPIKE_MAIL_SIGN_UP", given, "true or false");
        let Some(domain) = &self.mail_domain else {
            let given = [
                ("TURNPIKE_MAIL_LISTEN", &self.mail_listen),
                ("TURNPIKE_INBOUND_SECRET", &self.inbound_secret),
                ("TURNPIKE_MAIL_AUTHSERV_ID", &self.mail_authserv_id),
            ];
            for (name, _) in given.iter().filter(|(_, value)| value.is_some()) {
                faults.push(format!(
                    "{name} is set, but TURNPIKE_MAIL_DOMAIN is not. Set TURNPIKE_MAIL_DOMAIN to the \
                     domain that players write to, such as play.example.org."
                ));
            }
            return None;
        };
        if format!("games@{domain}")
            .parse::<lettre::Address>()
            .is_err()
        {
            faults.push(format!(
                "TURNPIKE_MAIL_DOMAIN: “{domain}” is not valid. Give a domain, such as play.example.org."
            ));
        }
        let listen = self
            .mail_listen
            .as_ref()
            .and_then(|listen| address(faults, "TURNPIKE_MAIL_LISTEN", listen, "127.0.0.1:2525"));
        if self.inbound_secret.as_ref().is_some_and(|it| it.len() < 16) {
            faults
                .push("TURNPIKE_INBOUND_SECRET is too short. Give at least 16 characters.".into());
        }
        Some(MailIn {
            domain: domain.to_ascii_lowercase(),
            listen,
            secret: self.inbound_secret.clone(),
            authserv_id: self.mail_authserv_id.clone(),
            sign_up: sign_up?,
        })
    }
}

/// Returns the default data directory: `/var/lib/turnpike` for root, otherwise a directory in the
/// user's own data directory.
pub fn default_data_dir() -> PathBuf {
    if nix::unistd::geteuid().is_root() {
        return PathBuf::from("/var/lib/turnpike");
    }
    let absolute = |name| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let home = absolute("HOME").or_else(|| {
        let user = nix::unistd::User::from_uid(nix::unistd::geteuid());
        user.ok().flatten().map(|user| user.dir)
    });
    let home = home.as_deref().unwrap_or(Path::new("/"));
    if cfg!(target_os = "macos") {
        home.join("Library/Application Support/turnpike")
    } else {
        absolute("XDG_DATA_HOME")
            .unwrap_or_else(|| home.join(".local/share"))
            .join("turnpike")
    }
}
