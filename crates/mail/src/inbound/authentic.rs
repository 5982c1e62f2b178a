//! Whether the mail server in front vouches for the sender (RFC 8601).
//!
//! Only the topmost `Authentication-Results` counts, and only if it carries the configured name.
//! Anybody may have written the headers below it. No crate reads this header (`mail-auth` writes
//! it), so its small grammar is here. A value that does not follow the grammar is ignored.

/// The verdict of the mail server in front about a sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// The sender is authentic.
    For,
    /// A check of the sender failed.
    Against,
    /// No verdict.
    None,
}

/// Returns the verdict in this value of the topmost `Authentication-Results` about a mail from
/// `domain`, if `authserv_id` wrote it.
pub fn word(value: &str, authserv_id: &str, domain: &str) -> Word {
    let Some(tokens) = tokens(value) else {
        return Word::None;
    };
    let mut parts = tokens.split(|token| *token == Token::Semicolon);
    // The name, and optionally the version of the header, which is 1.
    let is_ours = match parts.next() {
        Some([Token::Word(id)]) => id.eq_ignore_ascii_case(authserv_id),
        Some([Token::Word(id), Token::Word(version)]) => {
            id.eq_ignore_ascii_case(authserv_id) && version == "1"
        }
        _ => false,
    };
    if !is_ours {
        return Word::None;
    }
    let (mut good, mut bad) = (false, false);
    for part in parts {
        let Some(pairs) = pairs(part) else {
            continue;
        };
        let Some(((method, result), properties)) = pairs.split_first() else {
            continue;
        };
        let property = |name: &str| {
            let mut found = properties.iter().filter(|(known, _)| known == name);
            // Contradictory or repeated properties are ignored.
            let first = found.next().map(|(_, value)| value.as_str());
            first.filter(|_| found.next().is_none())
        };
        let says = |name: &str| properties.iter().any(|(known, _)| known == name);
        // A method may carry its version.
        let method = method.split('/').next().unwrap_or_default();
        match (method, result.to_ascii_lowercase().as_str()) {
            // DMARC always checks the address in `From`.
            ("dmarc", "pass") => {
                let of_from = property("header.from").is_some_and(|it| is_aligned(domain, it));
                good |= of_from || !says("header.from");
            }
            ("dkim", "pass") => {
                let signer = match says("header.d") {
                    true => property("header.d"),
                    false => property("header.i").and_then(|i| i.rsplit('@').next()),
                };
                good |= signer.is_some_and(|signer| is_aligned(domain, signer));
            }
            ("dmarc" | "dkim" | "spf", "fail") | ("spf", "softfail") => bad = true,
            _ => {}
        }
    }
    match (good, bad) {
        (true, _) => Word::For,
        (false, true) => Word::Against,
        (false, false) => Word::None,
    }
}

/// The tokens of the value (RFC 8601 section 2.2), without comments and white space.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// Adjacent atoms and quoted strings.
    Word(String),
    Equals,
    Semicolon,
}

/// Splits the value into tokens. Returns `None` if a comment or a string does not end.
fn tokens(value: &str) -> Option<Vec<Token>> {
    fn end(word: &mut Option<String>, tokens: &mut Vec<Token>) {
        tokens.extend(word.take().map(Token::Word));
    }
    let (mut tokens, mut word) = (Vec::new(), None::<String>);
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '(' => {
                end(&mut word, &mut tokens);
                let mut depth = 1_usize;
                while depth > 0 {
                    match chars.next()? {
                        '\\' => drop(chars.next()?),
                        '(' => depth += 1,
                        ')' => depth -= 1,
                        _ => {}
                    }
                }
            }
            '"' => {
                let text = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '"' => break,
                        '\\' => text.push(chars.next()?),
                        c => text.push(c),
                    }
                }
            }
            ';' => {
                end(&mut word, &mut tokens);
                tokens.push(Token::Semicolon);
            }
            '=' => {
                end(&mut word, &mut tokens);
                tokens.push(Token::Equals);
            }
            c if c.is_ascii_whitespace() => end(&mut word, &mut tokens),
            c => word.get_or_insert_default().push(c),
        }
    }
    end(&mut word, &mut tokens);
    Some(tokens)
}

/// Reads the pairs of name and value in a part of the header, with names in lower case. White space
/// may surround the dot in a name. Returns `None` for anything else.
fn pairs(part: &[Token]) -> Option<Vec<(String, String)>> {
    let mut pairs = Vec::new();
    let mut rest = part;
    while !rest.is_empty() {
        let equals = rest.iter().position(|token| *token == Token::Equals)?;
        let mut name = String::new();
        for token in &rest[..equals] {
            let Token::Word(word) = token else {
                return None;
            };
            if !name.is_empty() && !name.ends_with('.') && !word.starts_with('.') {
                return None;
            }
            name.push_str(word);
        }
        let Some(Token::Word(value)) = rest.get(equals + 1) else {
            return None;
        };
        pairs.push((name.to_ascii_lowercase(), value.clone()));
        rest = &rest[equals + 2..];
    }
    Some(pairs)
}

/// Whether `signer` may sign for `domain`: it is the same domain, or a parent domain that is not a
/// top-level domain.
fn is_aligned(domain: &str, signer: &str) -> bool {
    let (domain, signer) = (domain.to_ascii_lowercase(), signer.to_ascii_lowercase());
    domain == signer
        || (signer.contains('.')
            && domain
                .strip_suffix(&signer)
                .is_some_and(|rest| rest.ends_with('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pass_of_the_configured_server_is_accepted() {
        for good in [
            "mx.example.org; dmarc=pass header.from=example.net",
            "MX.example.org 1; spf=fail smtp.mailfrom=x.test; dmarc=pass (p=none) header.from=example.net",
            "mx.example.org; dkim=pass header.d=example.net header.s=k1",
            "mx.example.org; dkim=pass (2048-bit; key) header.i=@example.net",
            "mx.example.org;\r\n\tdkim=fail header.d=other.test;\r\n\tdkim=pass header.d=example.net",
            "\"mx.example.org\" 1;dkim=pass header.d=\"example.net\"",
            "mx.example.org; dmarc = pass (a (b) c) header.from = example.net",
            "mx.example.org; dkim/1 = pass reason=\"good signature; a=b\" header . d = example.net",
            "mx.example.org; dkim=pass (sigs (\\))) header.i=\"john doe\"@example.net",
            "mx.example.org; dmarc=pass policy.dmarc=none header.from=example.net;",
        ] {
            assert_eq!(
                word(good, "mx.example.org", "example.net"),
                Word::For,
                "{good}"
            );
        }
        let above = "mx.example.org; dkim=pass header.d=example.net";
        assert_eq!(word(above, "mx.example.org", "mail.example.net"), Word::For);
    }

    #[test]
    fn pass_of_another_server_or_for_another_domain_is_ignored() {
        for bad in [
            "",
            "mx.example.org; none",
            "mx.example.org; spf=pass smtp.mailfrom=example.net",
            "mx.example.org.evil.test; dmarc=pass header.from=example.net",
            "evil.test; dmarc=pass header.from=example.net",
            "(mx.example.org) evil.test; dmarc=pass header.from=example.net",
            "mx.example.org; dmarc=fail (dmarc=pass) header.from=example.net",
            "mx.example.org; dmarc=fail reason=\"x; dmarc=pass header.from=example.net\"",
            "mx.example.org; dmarc=pass header.from=other.test",
            "mx.example.org; dkim=pass header.d=other.test",
            "mx.example.org; dkim=pass header.d=net",
            "mx.example.org; dkim=pass header.d=ample.net",
            "mx.example.org; dkim=pass",
            "mx.example.org; dkim=pass reason=\"of header.d=example.net or so\" header.d=evil.test",
            "mx.example.org; spf=pass smtp.mailfrom=\"a; dkim=pass header.d=example.net \"@evil.test",
            "mx.example.org; dkim=pass header.i=\"x@example.net y\"@evil.test",
            "mx.example.org; dkim=pass header.d=evil.test header.d=example.net",
            "mx.example.org; x=y dmarc=pass header.from=example.net",
            "mx.example.org; dmarc=pass header.from=example.net (never closed",
            "mx.example.org; dmarc=pass header.from=\"example.net",
            "mx.example.org x; dmarc=pass header.from=example.net",
            "\"mx.example.org evil.test\"; dmarc=pass header.from=example.net",
        ] {
            assert_ne!(
                word(bad, "mx.example.org", "example.net"),
                Word::For,
                "{bad}"
            );
        }
    }

    #[test]
    fn fail_of_the_configured_server_counts_against_the_sender() {
        for (value, says) in [
            (
                "mx.example.org; dmarc=fail header.from=example.net",
                Word::Against,
            ),
            (
                "mx.example.org; dmarc=none; dkim=fail header.d=example.net",
                Word::Against,
            ),
            (
                "mx.example.org; spf=softfail smtp.mailfrom=example.net",
                Word::Against,
            ),
            ("mx.example.org; dmarc=none; spf=none", Word::None),
            (
                "mx.example.org; spf=pass smtp.mailfrom=example.net",
                Word::None,
            ),
            ("evil.test; dmarc=fail", Word::None),
            (
                "mx.example.org; spf=fail; dkim=pass header.d=example.net",
                Word::For,
            ),
        ] {
            assert_eq!(
                word(value, "mx.example.org", "example.net"),
                says,
                "{value}"
            );
        }
    }
}
