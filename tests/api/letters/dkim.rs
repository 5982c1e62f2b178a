//! DKIM signatures, verified as a mail server does, on the mail as sent.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use letters::mailer::deliver_due;
use rsa::pkcs1v15::Pkcs1v15Sign;
use rsa::pkcs8::DecodePrivateKey;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::database_helpers::code_for;
use crate::helpers::*;
use crate::smtp::MailServer;

fn key(name: &str) -> std::path::PathBuf {
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/api/keys")
        .parse::<std::path::PathBuf>()
        .unwrap()
        .join(name)
}

/// The headers of a mail, whole, as they are: name and all that stands for it.
fn headers(mail: &str) -> Vec<(String, String)> {
    let (head, _) = mail.split_once("\r\n\r\n").unwrap();
    let mut headers: Vec<(String, String)> = Vec::new();
    for line in head.split("\r\n") {
        if line.starts_with([' ', '\t']) {
            let last = headers.last_mut().unwrap();
            last.1.push_str(&format!("\r\n{line}"));
        } else {
            let (name, value) = line.split_once(':').unwrap();
            headers.push((name.to_lowercase(), value.to_owned()));
        }
    }
    headers
}

/// RFC 6376, 3.4.2.
fn relaxed_header(name: &str, value: &str) -> String {
    let value = value.replace("\r\n", "");
    let words: Vec<&str> = value.split_ascii_whitespace().collect();
    format!("{name}:{}", words.join(" "))
}

/// RFC 6376, 3.4.4.
fn relaxed_body(body: &str) -> String {
    let lines = body.split("\r\n").map(|line| {
        let mut out = String::new();
        let mut blank = false;
        for c in line.chars() {
            match c {
                ' ' | '\t' => blank = true,
                c => {
                    if std::mem::take(&mut blank) {
                        out.push(' ');
                    }
                    out.push(c);
                }
            }
        }
        out
    });
    let mut lines: Vec<String> = lines.collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines.iter().map(|line| format!("{line}\r\n")).collect()
}

/// Whether the first signature of a mail is good. `check` says so of a hash and a signature.
fn verify(mail: &str, check: impl Fn(&[u8], &[u8]) -> bool) -> Result<Vec<String>, &'static str> {
    verify_nth(mail, 0, "post", check)
}

/// Whether this signature of a mail is good, and of this selector.
fn verify_nth(
    mail: &str,
    nth: usize,
    selector: &str,
    check: impl Fn(&[u8], &[u8]) -> bool,
) -> Result<Vec<String>, &'static str> {
    let all = headers(mail);
    let (_, signature) = all
        .iter()
        .filter(|(name, _)| name == "dkim-signature")
        .nth(nth)
        .ok_or("none")?;
    let tags: Vec<(String, String)> = signature
        .split(';')
        .filter_map(|tag| tag.split_once('='))
        .map(|(tag, value)| {
            let value: String = value.chars().filter(|c| !c.is_whitespace()).collect();
            (tag.trim().to_owned(), value)
        })
        .collect();
    let tag = |wanted: &str| {
        let found = tags.iter().find(|(tag, _)| tag == wanted);
        found.map(|(_, value)| value.as_str()).unwrap_or_default()
    };
    assert_eq!((tag("v"), tag("c")), ("1", "relaxed/relaxed"));
    assert_eq!((tag("d"), tag("s")), ("play.example.org", selector));
    let (_, body) = mail.split_once("\r\n\r\n").unwrap();
    if STANDARD.encode(Sha256::digest(relaxed_body(body))) != tag("bh") {
        return Err("body");
    }
    let mut signed = String::new();
    let mut left = all.clone();
    let names: Vec<String> = tag("h").split(':').map(str::to_lowercase).collect();
    for name in &names {
        // From the last one upwards. A missing header counts as empty.
        if let Some(at) = left.iter().rposition(|(it, _)| it == name) {
            let (name, value) = left.remove(at);
            signed.push_str(&format!("{}\r\n", relaxed_header(&name, &value)));
        }
    }
    let (start, b) = signature.rsplit_once(" b=").unwrap();
    let rest = b.split_once(';').map_or("", |(_, rest)| rest);
    assert_eq!(rest.trim(), "", "b is the last tag");
    signed.push_str(&relaxed_header("dkim-signature", &format!("{start} b=")));
    let hash = Sha256::digest(&signed);
    match check(&hash, &STANDARD.decode(tag("b")).unwrap()) {
        true => Ok(names),
        false => Err("signature"),
    }
}

/// A turn mail, signed with this key, as the mail server got it.
async fn signed_mail(file: &str) -> String {
    signed_by(&[(file, "post")]).await
}

/// A turn mail, signed with these keys.
async fn signed_by(keys: &[(&str, &str)]) -> String {
    let smtp = MailServer::start().await;
    let url = smtp.url();
    let files = keys.iter().map(|(file, _)| key(file)).collect();
    let selectors = keys.iter().map(|(_, selector)| (*selector).to_owned());
    let selectors = selectors.collect();
    let signing = move |settings: &mut base::config::Settings| {
        settings.smtp_url = Some(url);
        settings.public_url = Some("https://play.example.org".into());
        settings.mail_domain = Some("play.example.org".into());
        settings.dkim_key = files;
        settings.dkim_selector = selectors;
    };
    let server = server_with(fresh_database().await, signing, |_| {}).await;
    let ann = server.player("ann").await;
    let code = code_for(&server, "confirm_address", "ann@example.org").await;
    ann.post("/v1/me/confirmation", json!({"code": code}))
        .await
        .ok();
    ann.makes(json!({"kind": "ferry-follies"})).await;
    deliver_due(&server.app).await.unwrap();
    let taken = smtp.taken();
    let mail = taken
        .iter()
        .find(|mail| mail.data.contains("Your turn"))
        .unwrap();
    assert!(mail.from.starts_with("bounces+"), "{}", mail.from);
    mail.data.clone()
}

fn rsa_check(hash: &[u8], signature: &[u8]) -> bool {
    let pem = std::fs::read_to_string(key("rsa.pem")).unwrap();
    let key = rsa::RsaPrivateKey::from_pkcs8_pem(&pem)
        .unwrap()
        .to_public_key();
    // PKCS #1 v1.5 with SHA-256, as its identifier says.
    let prefix = hex::decode("3031300d060960864801650304020105000420").unwrap();
    let scheme = Pkcs1v15Sign {
        hash_len: Some(32),
        prefix: prefix.into(),
    };
    key.verify(scheme, hash, signature).is_ok()
}

#[tokio::test]
async fn mails_are_signed_with_rsa() {
    for file in ["rsa.pem", "rsa-pkcs1.pem"] {
        let mail = signed_mail(file).await;
        let names = verify(&mail, rsa_check).unwrap();
        for name in [
            "from",
            "to",
            "subject",
            "date",
            "message-id",
            "reply-to",
            "content-type",
            "list-unsubscribe",
            "list-unsubscribe-post",
        ] {
            assert!(names.contains(&name.to_owned()), "{name}");
            assert!(headers(&mail).iter().any(|(it, _)| it == name), "{name}");
        }
        // A change in transit is detected.
        for (from, to, fault) in [
            ("Subject: [Turnpike]", "Subject: [Turnpikes]", "signature"),
            (
                "List-Unsubscribe-Post: List",
                "List-Unsubscribe-Post: X",
                "signature",
            ),
            (
                "List-Unsubscribe: <https://play",
                "List-Unsubscribe: <https://evil",
                "signature",
            ),
            (
                "Content-Type: multipart/alternative",
                "Content-Type: multipart/mixed",
                "signature",
            ),
            ("Hello ann", "Hello ben", "body"),
        ] {
            assert!(mail.contains(from), "{from}");
            let changed = mail.replacen(from, to, 1);
            assert_eq!(verify(&changed, rsa_check), Err(fault), "{from}");
        }
        // The permitted changes of a relay are not.
        let folded = mail.replacen("Subject: ", "SUBJECT:  \t", 1);
        verify(&folded, rsa_check).unwrap();
    }
}

#[tokio::test]
async fn mails_are_signed_with_ed25519() {
    let mail = signed_mail("ed25519.pem").await;
    assert!(mail.contains("a=ed25519-sha256"));
    verify(&mail, ed25519_check).unwrap();
}

fn ed25519_check(hash: &[u8], signature: &[u8]) -> bool {
    use rsa::pkcs8::{PrivateKeyInfo, SecretDocument};
    let pem = std::fs::read_to_string(key("ed25519.pem")).unwrap();
    let (_, document) = SecretDocument::from_pem(&pem).unwrap();
    let info = PrivateKeyInfo::try_from(document.as_bytes()).unwrap();
    let seed: [u8; 32] = info.private_key[2..].try_into().unwrap();
    let public = ed25519_dalek::SigningKey::from_bytes(&seed).verifying_key();
    let signature = ed25519_dalek::Signature::from_slice(signature).unwrap();
    public.verify_strict(hash, &signature).is_ok()
}

#[tokio::test]
async fn mail_has_both_signatures_when_both_keys_are_configured() {
    for keys in [
        [("rsa.pem", "two"), ("ed25519.pem", "one")],
        [("ed25519.pem", "one"), ("rsa-pkcs1.pem", "two")],
    ] {
        let mail = signed_by(&keys).await;
        verify_nth(&mail, 0, "one", ed25519_check).unwrap();
        verify_nth(&mail, 1, "two", rsa_check).unwrap();
        assert!(mail.find("a=ed25519-sha256") < mail.find("a=rsa-sha256"));
        assert_eq!(mail.matches("DKIM-Signature:").count(), 2);
        let changed = mail.replacen("Hello ann", "Hello ben", 1);
        assert_eq!(verify_nth(&changed, 1, "two", rsa_check), Err("body"));
    }
}

#[test]
fn invalid_dkim_settings_are_rejected_with_explanation() {
    let dir = tempfile::tempdir().unwrap();
    let nonsense = dir.path().join("nonsense.pem");
    std::fs::write(&nonsense, "no key").unwrap();
    let faults = |change: &dyn Fn(&mut base::config::Settings)| {
        let mut settings = settings("postgres://x@localhost/x", dir.path());
        change(&mut settings);
        settings.check().err().unwrap_or_default().join(" ")
    };
    let with = |path: std::path::PathBuf, selector: &str| {
        let selector = selector.to_owned();
        faults(&move |settings| {
            settings.dkim_key = vec![path.clone()];
            settings.dkim_selector = vec![selector.clone()];
        })
    };
    assert_eq!(with(key("rsa.pem"), "post"), "");
    assert!(with(dir.path().join("none.pem"), "post").contains("cannot be read"));
    let fault = with(nonsense, "post");
    assert!(
        fault.contains("no private key") && !fault.contains("no key "),
        "{fault}"
    );
    assert!(with(key("rsa.pem"), "po st").contains("selector"));
    let lonely = faults(&|settings| settings.dkim_selector = vec!["post".into()]);
    assert!(lonely.contains("TURNPIKE_DKIM_KEY"), "{lonely}");
    let twice = faults(&|settings| {
        settings.dkim_key = vec![key("rsa.pem"), key("rsa-pkcs1.pem")];
        settings.dkim_selector = vec!["one".into(), "two".into()];
    });
    assert!(twice.contains("two keys of one kind"), "{twice}");
    let fewer = faults(&|settings| {
        settings.dkim_key = vec![key("rsa.pem"), key("ed25519.pem")];
        settings.dkim_selector = vec!["one".into()];
    });
    assert!(fewer.contains("as many selectors"), "{fewer}");
}
