//! Parses the parameters of authorization requests.

use strum::VariantArray;
use url::{Host, Url};

use crate::oauth::Fault;
use crate::tokens::Scope;

/// The longest `client_id`, in characters.
const MAX_CLIENT: usize = 60;

/// The longest redirect URI, in bytes.
const MAX_REDIRECT: usize = 1_000;

/// The longest URI scheme of an app, in bytes: the same as for a host name.
const MAX_SCHEME: usize = 253;

/// An app's authorization request.
#[derive(Clone)]
pub struct Asked {
    /// The app's `client_id`, which is its name.
    pub client: String,
    /// The redirect URI for the code.
    pub redirect: Redirect,
    /// The requested scopes.
    pub scopes: Vec<Scope>,
    /// The code challenge: the hash of the verifier that the app shows with the code.
    pub challenge: String,
}

/// Checks a `client_id`: visible ASCII (RFC 6749 section A.1).
pub fn client(id: &str) -> Result<String, Fault> {
    let shows = |byte: u8| (b' '..=b'~').contains(&byte);
    let fits = id.len() <= MAX_CLIENT && id.bytes().all(shows) && !id.trim().is_empty();
    if !fits {
        let detail = format!("“client_id” is 1 to {MAX_CLIENT} visible ASCII characters.");
        return Err(Fault::InvalidRequest(detail));
    }
    Ok(id.trim().to_owned())
}

/// Parses a space-separated list of scopes, each once. Apps cannot request the admin scope this
/// way.
pub fn scopes(list: &str) -> Result<Vec<Scope>, Fault> {
    let words = list.split(' ').filter(|word| !word.is_empty());
    let wanted: Result<Vec<Scope>, _> = words.map(str::parse).collect();
    let wanted = wanted.map_err(|_| Fault::InvalidScope)?;
    if wanted.is_empty() || !wanted.iter().all(|it| it.is_for_apps()) {
        return Err(Fault::InvalidScope);
    }
    let scopes = Scope::VARIANTS.iter().filter(|it| wanted.contains(it));
    Ok(scopes.copied().collect())
}

/// Checks a code challenge: a SHA-256 hash of 32 bytes in base64url (RFC 7636 section 4.2). Without
/// it, or with method `plain`, an intercepted code would be usable.
pub(super) fn challenge(challenge: &str, method: &str) -> Result<String, Fault> {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if method != "S256" || challenge.len() != 43 || !challenge.bytes().all(is_sign) {
        return Err(Fault::InvalidRequest(
            "“code_challenge_method” is S256, and “code_challenge” the SHA-256 of the code_verifier in base64url: 43 characters.".to_owned(),
        ));
    }
    Ok(challenge.to_owned())
}

/// The redirect URI of a code: a page (`https`), a program on the player's own machine (`http` to
/// the loopback interface), or an app with a private scheme that contains a dot (RFC 8252 section
/// 7).
#[derive(Clone)]
pub struct Redirect {
    written: String,
    url: Url,
}

impl Redirect {
    /// Parses and checks a redirect URI.
    pub fn parse(written: &str) -> Result<Redirect, Fault> {
        let url = Url::parse(written).ok().filter(|url| {
            let leads = match (url.scheme(), url.host()) {
                ("https", Some(_)) => true,
                ("http", Some(Host::Ipv4(ip))) => ip.is_loopback(),
                ("http", Some(Host::Ipv6(ip))) => ip.is_loopback(),
                ("http", Some(Host::Domain(name))) => name == "localhost",
                (scheme, _) => scheme.contains('.'),
            };
            let is_plain = written
                .bytes()
                .all(|byte| byte.is_ascii_graphic() && byte != b'\\');
            let ours = ["code", "state", "iss", "error"];
            leads
                && is_plain
                && written.len() <= MAX_REDIRECT
                && url.scheme().len() <= MAX_SCHEME
                && !url.query_pairs().any(|(name, _)| ours.contains(&&*name))
                && url.fragment().is_none()
                && url.username().is_empty()
                && url.password().is_none()
        });
        let detail = "“redirect_uri” is an https address, an http address of this machine itself (127.0.0.1, [::1] or localhost), \
            or one of an app with a dot in its scheme; without fragment, name and password.";
        let url = url.ok_or_else(|| Fault::InvalidRequest(detail.to_owned()))?;
        let written = written.to_owned();
        Ok(Redirect { written, url })
    }

    /// Returns the URI as the app wrote it.
    pub fn as_str(&self) -> &str {
        &self.written
    }

    /// Returns a description for the player: the host in ASCII, so that no two hosts look alike, or
    /// the app's scheme.
    pub fn place(&self) -> String {
        match (self.url.scheme(), self.url.host_str()) {
            ("http", _) => "a program on your own device".to_owned(),
            ("https", Some(host)) => host.to_owned(),
            (scheme, _) => format!("an app, {scheme}"),
        }
    }

    /// Returns the URI with these query parameters added.
    pub fn with(&self, told: &[(&str, &str)]) -> String {
        let mut url = self.url.clone();
        url.query_pairs_mut().extend_pairs(told);
        url.into()
    }
}

impl Asked {
    /// Parses an app's request.
    pub fn read(
        client: &str,
        redirect: Redirect,
        scope: &str,
        (challenge, method): (&str, &str),
    ) -> Result<Asked, Fault> {
        Ok(Asked {
            client: self::client(client)?,
            redirect,
            challenge: self::challenge(challenge, method)?,
            scopes: scopes(scope)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_safe_redirect_uris_are_accepted() {
        for good in [
            "https://app.example.org/back",
            "https://app.example.org/back?from=turnpike",
            "http://127.0.0.1:49152/",
            "http://[::1]/back",
            "http://localhost:8000/back",
            "org.example.app:/back",
        ] {
            assert!(Redirect::parse(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "back",
            "//app.example.org/",
            "http://app.example.org/back",
            "http://127.0.0.1.example.org/",
            "http://192.168.0.1/",
            "https://app.example.org/#back",
            "https://ann@app.example.org/",
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "app:/back",
            "https://app.example.org/?code=x",
            "https:\\\\app.example.org/",
            " https://app.example.org/",
        ] {
            assert!(Redirect::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn redirect_keeps_existing_query_parameters() {
        let page = Redirect::parse("https://app.example.org/back?a=1")
            .ok()
            .unwrap();
        let told = page.with(&[("code", "x y"), ("state", "&")]);
        assert_eq!(told, "https://app.example.org/back?a=1&code=x+y&state=%26");
        let app = Redirect::parse("org.example.app:/back").ok().unwrap();
        assert_eq!(app.with(&[("code", "x")]), "org.example.app:/back?code=x");
        assert_eq!(app.place(), "an app, org.example.app");
    }

    #[test]
    fn scopes_are_sorted_and_deduplicated() {
        let list = scopes("chat games:read chat").ok().unwrap();
        assert_eq!(list, [Scope::GamesRead, Scope::Chat]);
        for bad in ["", " ", "everything", "chat admin", "chat,account"] {
            assert!(scopes(bad).is_err(), "{bad}");
        }
    }
}
