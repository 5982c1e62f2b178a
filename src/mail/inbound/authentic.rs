//! Whether the mail server in front vouches for the sender (RFC 8601).
//!
//! Only the topmost `Authentication-Results` counts, and only when it carries the configured
//! name: what lies below may have been written by anybody. No crate reads this header (`mail-auth`
//! writes it), so its small grammar is here.

/// What the mail server in front says of a sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// That the mail is from there.
    For,
    /// That it is not, or should have been proven to be.
    Against,
    /// Nothing.
    None,
}

/// What this value of `Authentication-Results`, the topmost one, says of a mail from `domain`, if it
/// was written by `authserv_id`.
pub fn word(value: &str, authserv_id: &str, domain: &str) -> Word {
    let plain = without_comments(value);
    let mut parts = plain.split(';').map(str::trim);
    let id = parts.next().and_then(|id| id.split_whitespace().next());
    if !id.is_some_and(|id| id.trim_matches('"').eq_ignore_ascii_case(authserv_id)) {
        return Word::None;
    }
    let (mut good, mut bad) = (false, false);
    for part in parts {
        let mut words = part.split_whitespace();
        let Some(verdict) = words.next() else {
            continue;
        };
        let properties: Vec<(String, &str)> = words
            .filter_map(|word| word.split_once('='))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.trim_matches('"')))
            .collect();
        let property = |name: &str| {
            properties
                .iter()
                .find(|(known, _)| known == name)
                .map(|(_, value)| *value)
        };
        match verdict.to_ascii_lowercase().as_str() {
            // DMARC is about the address in From by itself.
            "dmarc=pass" => {
                good |= property("header.from").is_none_or(|from| is_aligned(domain, from));
            }
            "dkim=pass" => {
                let signer = property("header.d")
                    .or_else(|| property("header.i").and_then(|i| i.rsplit('@').next()));
                good |= signer.is_some_and(|signer| is_aligned(domain, signer));
            }
            "dmarc=fail" | "dkim=fail" | "spf=fail" | "spf=softfail" => bad = true,
            _ => {}
        }
    }
    match (good, bad) {
        (true, _) => Word::For,
        (false, true) => Word::Against,
        (false, false) => Word::None,
    }
}

/// Whether `signer` answers for `domain`: the same domain, or one above it that is not a whole
/// top level.
fn is_aligned(domain: &str, signer: &str) -> bool {
    let (domain, signer) = (domain.to_ascii_lowercase(), signer.to_ascii_lowercase());
    domain == signer
        || (signer.contains('.')
            && domain
                .strip_suffix(&signer)
                .is_some_and(|rest| rest.ends_with('.')))
}

/// The value without what stands in parentheses; those within quotation marks stay.
fn without_comments(value: &str) -> String {
    let (mut plain, mut depth, mut quoted, mut escaped) = (String::new(), 0_usize, false, false);
    for c in value.chars() {
        match c {
            _ if escaped => {
                escaped = false;
                if depth == 0 {
                    plain.push(c);
                }
                continue;
            }
            '\\' => {
                escaped = true;
                continue;
            }
            '"' if depth == 0 => quoted = !quoted,
            '(' if !quoted => {
                depth += 1;
                continue;
            }
            ')' if !quoted && depth > 0 => {
                depth -= 1;
                plain.push(' ');
                continue;
            }
            ';' if quoted => continue,
            _ => {}
        }
        if depth == 0 {
            plain.push(c);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configured_server_vouches() {
        for good in [
            "mx.example.org; dmarc=pass header.from=example.net",
            "MX.example.org 1; spf=fail smtp.mailfrom=x.test; dmarc=pass (p=none) header.from=example.net",
            "mx.example.org; dkim=pass header.d=example.net header.s=k1",
            "mx.example.org; dkim=pass (2048-bit; key) header.i=@example.net",
            "mx.example.org;\r\n\tdkim=fail header.d=other.test;\r\n\tdkim=pass header.d=example.net",
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
    fn nobody_else_does() {
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
        ] {
            assert_ne!(
                word(bad, "mx.example.org", "example.net"),
                Word::For,
                "{bad}"
            );
        }
    }

    #[test]
    fn it_speaks_against_a_sender_in_so_many_words() {
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
