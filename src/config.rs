//! The configuration of a server: read from flags and the environment, checked at once, and
//! refused in words that name every fault.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use db::connect::Address;
use egress::guard::Allowed;
use mail::MailOut;
use mail::dkim::{DkimSettings, Signer};
use mail::smtp::Server;

use crate::cluster;
pub use crate::logging::LogFormat;

/// What a process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Role {
    /// Answers requests.
    Web,
    /// Sends mail and does the other background work.
    Worker,
    /// Both.
    All,
}

/// Who may have an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SignUp {
    /// Everybody.
    Open,
    /// People who were invited to a table: by their mail address, or by the table's link.
    Invitation,
    /// Nobody new.
    Closed,
}

/// The settings as they are typed. Every one may be left out. No `Debug`: they hold passwords.
#[derive(Clone, Args)]
pub struct Settings {
    /// The address to listen on.
    #[arg(long, env = "TURNPIKE_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: String,
    /// Where the private database and the local mailbox live.
    #[arg(long, env = "TURNPIKE_DATA_DIR")]
    pub data_dir: Option<PathBuf>,
    /// A PostgreSQL of your own (`postgres://…`); without it a private one is started.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// The same database for its owner, who brings it up to date at the start; without it the login
    /// in `DATABASE_URL` does, if it may.
    #[arg(long, env = "TURNPIKE_MIGRATE_URL", hide_env_values = true)]
    pub migrate_url: Option<String>,
    /// The mail server to send through (`smtp://user:password@host:587?tls=required`); without it
    /// mail goes to a local mailbox.
    #[arg(long, env = "SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// The address under which players reach this server, for links in mails.
    #[arg(long, env = "TURNPIKE_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// The sender of all mail.
    #[arg(long, env = "TURNPIKE_MAIL_FROM")]
    pub mail_from: Option<String>,
    /// The domain of the addresses that players write to (`play.example.org`); without it mail is
    /// only sent.
    #[arg(long, env = "TURNPIKE_MAIL_DOMAIN")]
    pub mail_domain: Option<String>,
    /// The address to take mail on by LMTP or SMTP, such as 127.0.0.1:2525.
    #[arg(long, env = "TURNPIKE_MAIL_LISTEN")]
    pub mail_listen: Option<String>,
    /// The secret of those who hand mail over by `POST /v1/inbound/mime`.
    #[arg(long, env = "TURNPIKE_INBOUND_SECRET", hide_env_values = true)]
    pub inbound_secret: Option<String>,
    /// The name by which the mail server in front signs its `Authentication-Results`.
    #[arg(long, env = "TURNPIKE_MAIL_AUTHSERV_ID")]
    pub mail_authserv_id: Option<String>,
    /// Whether somebody without an account gets one by writing to the desk and saying yes when asked.
    #[arg(
        long,
        env = "TURNPIKE_MAIL_SIGN_UP",
        default_value = "true",
        action = clap::ArgAction::Set,
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    pub mail_sign_up: bool,
    /// Who may have an account: on the pages, as a guest and by mail.
    #[arg(long, env = "TURNPIKE_SIGN_UP", value_enum, default_value = "open")]
    pub sign_up: SignUp,
    /// How many accounts one client address may make in an hour; guests count as well.
    #[arg(long, env = "TURNPIKE_SIGN_UPS_PER_CLIENT", default_value = "100")]
    pub sign_ups_per_client: String,
    /// Mail domains that no account may have an address in, nor in one below, separated by commas.
    #[arg(long, env = "TURNPIKE_BLOCKED_MAIL_DOMAINS", value_delimiter = ',')]
    pub blocked_mail_domains: Vec<String>,
    /// The files with the private keys that sign all mail (DKIM), in PEM, separated by commas:
    /// Ed25519, RSA, or one of each.
    #[arg(long, env = "TURNPIKE_DKIM_KEY", value_delimiter = ',')]
    pub dkim_key: Vec<PathBuf>,
    /// The selectors under which their public keys stand in DNS, in the same order.
    #[arg(long, env = "TURNPIKE_DKIM_SELECTOR", value_delimiter = ',')]
    pub dkim_selector: Vec<String>,
    /// The domain that signs; that of the sender, when not given.
    #[arg(long, env = "TURNPIKE_DKIM_DOMAIN")]
    pub dkim_domain: Option<String>,
    /// For how many minutes a turn mail waits for a player who is active in another client; 0: not
    /// at all. Without it 5, and 0 where mail stays in the local mailbox.
    #[arg(long, env = "TURNPIKE_MAIL_PAUSE")]
    pub mail_pause: Option<String>,
    /// The address that players' reports go to; without it there are none.
    #[arg(long, env = "TURNPIKE_OPERATOR_EMAIL")]
    pub operator_email: Option<String>,
    /// What this process does.
    #[arg(long, env = "TURNPIKE_ROLE", value_enum, default_value = "all")]
    pub role: Role,
    /// Database connections for requests.
    #[arg(long, env = "TURNPIKE_POOL", default_value = "16")]
    pub pool: String,
    /// How many looks at games and other things one reader has a second; 0: any number. Looking
    /// back and pictures count five times.
    #[arg(long, env = "TURNPIKE_READS", default_value = "50")]
    pub reads: String,
    /// How many connections one client address may hold; 0: any number. Behind a proxy it is not
    /// counted.
    #[arg(long, env = "TURNPIKE_CONNECTIONS_PER_CLIENT", default_value = "256")]
    pub connections_per_client: String,
    /// The address on which metrics and health are shown, such as 127.0.0.1:9090; without it there
    /// are no metrics. Keep it away from players.
    #[arg(long, env = "TURNPIKE_METRICS_LISTEN")]
    pub metrics_listen: Option<String>,
    /// Whether a proxy in front sets `X-Forwarded-For`; its last entry then counts as the caller.
    #[arg(
        long,
        env = "TURNPIKE_BEHIND_PROXY",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    pub behind_proxy: bool,
    /// Holidays a player has in a year, in days.
    #[arg(long, env = "TURNPIKE_HOLIDAY_DAYS", default_value = "30")]
    pub holiday_days: String,
    /// Hosts and networks that webhooks may go to although they are not public, separated by commas
    /// (`127.0.0.0/8,bot.example.internal`): by plain HTTP and at any port, too.
    #[arg(long, env = "TURNPIKE_WEBHOOKS_ALLOW", default_value = "")]
    pub webhooks_allow: String,
    /// Whether a line of the log names the client address of each failed sign-in, for fail2ban and the like. No other line
    /// has addresses.
    #[arg(
        long,
        env = "TURNPIKE_LOG_FAILED_SIGN_INS",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    pub log_failed_sign_ins: bool,
    /// How log lines look. Without it they are JSON, and at a terminal only warnings are told, as text.
    #[arg(long, env = "TURNPIKE_LOG_FORMAT", value_enum)]
    pub log_format: Option<LogFormat>,
}

/// The settings, checked. No `Debug`: they hold passwords.
#[derive(Clone)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// Where the private database and the local mailbox live.
    pub data_dir: PathBuf,
    /// A PostgreSQL of the operator's own.
    pub database_url: Option<String>,
    /// The same database for its owner.
    pub migrate_url: Option<String>,
    /// Where mail goes.
    pub mail_out: MailOut,
    /// The address under which players reach this server, without a slash at the end.
    pub public_url: String,
    /// The sender of all mail.
    pub mail_from: lettre::message::Mailbox,
    /// How mail comes in, if it does.
    pub mail_in: Option<MailIn>,
    /// Who may have an account.
    pub sign_up: SignUp,
    /// How many accounts one client address may make in an hour.
    pub sign_ups_per_client: NonZeroU32,
    /// Mail domains that no account may have an address in, nor in one below, in lower case.
    pub blocked_mail_domains: Vec<String>,
    /// For how many minutes a turn mail waits for a player who is active in another client.
    pub mail_pause: u16,
    /// The address that players' reports go to.
    pub operator_email: Option<lettre::Address>,
    /// What this process does.
    pub role: Role,
    /// Database connections for requests.
    pub pool: usize,
    /// How many looks one reader has a second, if they are counted.
    pub reads: Option<NonZeroU32>,
    /// How many connections one client may hold, if they are counted.
    pub connections_per_client: Option<NonZeroU32>,
    /// Where metrics are shown.
    pub metrics_listen: Option<SocketAddr>,
    /// Whether `X-Forwarded-For` is to be believed.
    pub behind_proxy: bool,
    /// Whether a line of the log names the client address of each failed sign-in.
    pub log_failed_sign_ins: bool,
    /// Holidays a player has in a year, in days.
    pub holiday_days: u16,
    /// What webhooks may go to that is not public.
    pub webhooks_allow: Allowed,
}

/// How mail comes in.
#[derive(Clone)]
pub struct MailIn {
    /// The domain of the addresses that players write to, in lower case.
    pub domain: String,
    /// Where mail is taken by LMTP or SMTP.
    pub listen: Option<SocketAddr>,
    /// The secret of those who hand mail over by HTTP.
    pub secret: Option<String>,
    /// The name by which the mail server in front signs its `Authentication-Results`.
    pub authserv_id: Option<String>,
    /// Whether somebody without an account gets one by mail.
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
    /// Whether mail can come in to this process while it answers requests.
    pub const fn is_open(&self) -> bool {
        self.listen.is_some() || self.secret.is_some()
    }

    /// The address for everything that is not about one seat.
    pub fn desk(&self) -> String {
        format!("games@{}", self.domain)
    }
}

impl Config {
    /// Whether mail stays in the local mailbox; then addresses count as confirmed.
    pub fn mail_is_local(&self) -> bool {
        matches!(self.mail_out, MailOut::Mailbox(_))
    }

    /// Whether this server is for whoever runs it on this machine, and for nobody else.
    pub fn is_for_this_machine(&self) -> bool {
        let host = self.public_host();
        let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
        !self.behind_proxy
            && (host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|ip| ip.is_loopback()))
    }

    /// The host name in the public address, for mail addresses and message ids.
    pub fn public_host(&self) -> &str {
        host_of(&self.public_url).unwrap_or("localhost")
    }

    /// Whom push services may ask about this server (RFC 8292 section 2.1): its page, or its mail address where the
    /// page has no `https:`.
    pub fn contact(&self) -> String {
        match self.public_url.starts_with("https://") {
            true => self.public_url.clone(),
            false => format!("mailto:{}", self.mail_from.email),
        }
    }

    /// The origin of the public address, as browsers write it.
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

/// Reads a setting, or says what to give.
fn read<T: FromStr>(faults: &mut Vec<String>, name: &str, given: &str, what: &str) -> Option<T> {
    let read = given.parse().ok();
    if read.is_none() {
        faults.push(format!("{name} is “{given}”: give {what}."));
    }
    read
}

/// Reads where to listen.
fn address(faults: &mut Vec<String>, name: &str, given: &str, such: &str) -> Option<SocketAddr> {
    let what = format!("an address and a port, such as {such}");
    read(faults, name, given, &what)
}

/// Reads a number of something, within these bounds.
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
            "{name} is “{given}”: give a number{what} from {least} to {most}."
        ));
    }
    read
}

impl Settings {
    /// Checks everything and names all faults, each in a sentence.
    pub fn check(&self) -> Result<Config, Vec<String>> {
        let mut faults = Vec::new();
        match self.checked(&mut faults) {
            Some(config) if faults.is_empty() => Ok(config),
            _ => Err(faults),
        }
    }

    /// Names what is allowed and hardly meant, each in a sentence.
    pub fn doubts(&self) -> Vec<String> {
        let mut doubts = Vec::new();
        if self.smtp_url.is_some() && self.public_url.is_none() {
            doubts.push(format!(
                "SMTP_URL is set and TURNPIKE_PUBLIC_URL is not: links in mails lead to http://{}, which only this \
                 machine reaches.",
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
                faults.push("TURNPIKE_OPERATOR_EMAIL is no mail address: give name@host.".into());
            }
            address
        });
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
            "a number from 1 on",
        );
        let blocked_mail_domains = self.blocked_mail_domains(faults);
        let metrics_listen = self.metrics_listen.as_ref().and_then(|listen| {
            address(faults, "TURNPIKE_METRICS_LISTEN", listen, "127.0.0.1:9090")
        });
        let data_dir = self
            .data_dir
            .clone()
            .unwrap_or_else(cluster::default_data_dir);
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
            mail_from: mail_from?,
            mail_in,
            sign_up: self.sign_up,
            sign_ups_per_client: sign_ups_per_client?,
            blocked_mail_domains,
            mail_pause: mail_pause?,
            operator_email,
            role: self.role,
            pool: pool?.into(),
            reads,
            connections_per_client,
            metrics_listen,
            behind_proxy: self.behind_proxy,
            log_failed_sign_ins: self.log_failed_sign_ins,
            holiday_days: holiday_days?,
            webhooks_allow: webhooks_allow?,
        })
    }

    /// The address under which players reach this server.
    fn public_url(&self, faults: &mut Vec<String>) -> String {
        let own = || format!("http://{}", self.listen);
        let url = self.public_url.clone().unwrap_or_else(own);
        let url = url.trim_end_matches('/').to_owned();
        match (host_of(&url), url.split_once("://")) {
            (Some(_), Some((_, rest))) if rest.contains(['/', '?', '#', '@']) => {
                faults.push(format!(
                    "TURNPIKE_PUBLIC_URL is “{url}”: give the address without path, query and user, since Turnpike is \
                     served at the root of a host."
                ));
            }
            (Some(_), _) => {}
            (None, _) => faults.push(format!(
                "TURNPIKE_PUBLIC_URL is “{url}”: give an http:// or https:// address."
            )),
        }
        url
    }

    /// The mail domains that are blocked.
    fn blocked_mail_domains(&self, faults: &mut Vec<String>) -> Vec<String> {
        let domains = self.blocked_mail_domains.iter();
        let domains = domains.map(|it| it.trim().trim_start_matches(['@', '.']).to_lowercase());
        let domains: Vec<String> = domains.filter(|it| !it.is_empty()).collect();
        for domain in &domains {
            if format!("name@{domain}").parse::<lettre::Address>().is_err() {
                faults.push(format!(
                    "TURNPIKE_BLOCKED_MAIL_DOMAINS has “{domain}”: give domains, such as example.org."
                ));
            }
        }
        domains
    }

    /// Checks what is said of the database.
    fn check_database(&self, faults: &mut Vec<String>) {
        for (name, url) in [
            ("DATABASE_URL", &self.database_url),
            ("TURNPIKE_MIGRATE_URL", &self.migrate_url),
        ] {
            if let Some(url) = url
                && url.parse::<Address>().is_err()
            {
                faults.push(format!(
                    "{name} is no PostgreSQL address: give postgres://user:password@host/database."
                ));
            }
        }
        if self.migrate_url.is_some() && self.database_url.is_none() {
            faults.push(
                "TURNPIKE_MIGRATE_URL is set and DATABASE_URL is not: give the address that the \
                 server works with as well."
                    .to_owned(),
            );
        }
    }

    /// Checks what is said of the mail server.
    fn check_smtp(&self, faults: &mut Vec<String>) {
        if let Some(url) = &self.smtp_url
            && let Err(error) = Server::at(url)
        {
            faults.push(format!(
                "SMTP_URL is no mail server ({error}): give smtp://host:25 or smtps://user:password@host."
            ));
        }
    }

    /// The sender of all mail.
    fn mail_from(
        &self,
        mail_in: Option<&MailIn>,
        public_url: &str,
        faults: &mut Vec<String>,
    ) -> Option<lettre::message::Mailbox> {
        let from = self.mail_from.clone().unwrap_or_else(|| {
            let host = mail_in.map(|it| it.domain.as_str()).or(host_of(public_url));
            // An IPv6 address is no mail domain.
            let host = host.filter(|host| !host.contains(':'));
            format!("Turnpike <games@{}>", host.unwrap_or("localhost"))
        });
        from.parse()
            .map_err(|error| {
                faults.push(format!(
                    "TURNPIKE_MAIL_FROM is “{from}” ({error}): give Name <name@host>."
                ));
            })
            .ok()
    }

    /// Checks what is said of signing.
    fn dkim(&self, from: &lettre::message::Mailbox, faults: &mut Vec<String>) -> Vec<DkimSettings> {
        let (keys, selectors) = (&self.dkim_key, &self.dkim_selector);
        if keys.len() != selectors.len() || (keys.is_empty() && self.dkim_domain.is_some()) {
            let given = [
                ("TURNPIKE_DKIM_KEY", !keys.is_empty()),
                ("TURNPIKE_DKIM_SELECTOR", !selectors.is_empty()),
                ("TURNPIKE_DKIM_DOMAIN", self.dkim_domain.is_some()),
            ];
            for (name, _) in given.iter().filter(|(_, given)| *given) {
                faults.push(format!(
                    "{name} is set: give as many selectors in TURNPIKE_DKIM_SELECTOR as keys in \
                     TURNPIKE_DKIM_KEY, or neither."
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

    /// Checks what is said of mail that comes in.
    fn mail_in(&self, faults: &mut Vec<String>) -> Option<MailIn> {
        let Some(domain) = &self.mail_domain else {
            let given = [
                ("TURNPIKE_MAIL_LISTEN", &self.mail_listen),
                ("TURNPIKE_INBOUND_SECRET", &self.inbound_secret),
                ("TURNPIKE_MAIL_AUTHSERV_ID", &self.mail_authserv_id),
            ];
            for (name, _) in given.iter().filter(|(_, value)| value.is_some()) {
                faults.push(format!(
                    "{name} is set and TURNPIKE_MAIL_DOMAIN is not: give the domain that players \
                     write to, such as play.example.org."
                ));
            }
            return None;
        };
        if format!("games@{domain}")
            .parse::<lettre::Address>()
            .is_err()
        {
            faults.push(format!(
                "TURNPIKE_MAIL_DOMAIN is “{domain}”: give a domain, such as play.example.org."
            ));
        }
        let listen = self
            .mail_listen
            .as_ref()
            .and_then(|listen| address(faults, "TURNPIKE_MAIL_LISTEN", listen, "127.0.0.1:2525"));
        if self.inbound_secret.as_ref().is_some_and(|it| it.len() < 16) {
            faults.push("TURNPIKE_INBOUND_SECRET is too short: give 16 characters or more.".into());
        }
        Some(MailIn {
            domain: domain.to_ascii_lowercase(),
            listen,
            secret: self.inbound_secret.clone(),
            authserv_id: self.mail_authserv_id.clone(),
            sign_up: self.mail_sign_up,
        })
    }
}
