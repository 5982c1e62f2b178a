//! Whether the mail server in front vouches for the sender (RFC 8601).
//!
//! Only the topmost `Authentication-Results` counts, and only when it carries the configured
//! name: what lies below may have been written by anybody. No crate reads this header (`mail-auth`
//! writes it), so its small grammar is here.

/// Whether this value of `Authentication-Results`, the topmost one, was written by `authserv_id`
/// and says that a mail from `domain` is from there.
pub fn vouches(value: &str, authserv_id: &str, domain: &str) -> bool {
    let plain = without_comments(value);
    let mut parts = plain.split(';').map(str::trim);
    let id = parts.next().and_then(|id| id.split_whitespace().next());
    if !id.is_some_and(|id| id.trim_matches('"').eq_ignore_ascii_case(authserv_id)) {
        return false;
    }
    parts.any(|part| {
        let mut words = part.split_whitespace();
        let Some(verdict) = words.next() else {
            return false;
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
            "dmarc=pass" => property("header.from").is_none_or(|from| is_aligned(domain, from)),
            "dkim=pass" => {
                let signer = property("header.d")
                    .or_else(|| property("header.i").and_then(|i| i.rsplit('@').next()));
                signer.is_some_and(|signer| is_aligned(domain, signer))
            }
            _ => false,
        }
    })
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
            assert!(vouches(good, "mx.example.org", "example.net"), "{good}");
        }
        assert!(vouches(
            "mx.example.org; dkim=pass header.d=example.net",
            "mx.example.org",
            "mail.example.net"
        ));
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
            assert!(!vouches(bad, "mx.example.org", "example.net"), "{bad}");
        }
    }
}
