//! HTML as text, in one pass over its tags: no tree is built, so that what it costs grows with its
//! length and with nothing else, however it is nested.
//!
//! Quotations are marked by `>` as in plain mails. Not here: tables side by side, styles, images.

use mail_parser::decoders::html::add_html_token;

/// The elements that hold no text of a mail, whatever stands in them.
const SKIPPED: [&str; 5] = ["script", "style", "title", "textarea", "iframe"];

/// The elements that stand on lines of their own.
const BLOCKS: [&str; 18] = [
    "address", "article", "body", "center", "dd", "div", "dl", "dt", "footer", "form", "header",
    "hr", "li", "main", "section", "tbody", "thead", "tr",
];

/// The elements with a blank line before and after.
const PARAGRAPHS: [&str; 12] = [
    "blockquote",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "ol",
    "p",
    "pre",
    "table",
    "ul",
];

/// HTML as text.
pub fn plain(html: &str) -> String {
    let mut text = Text::default();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('<') {
        text.write(before);
        let name = after.strip_prefix('/').unwrap_or(after);
        rest = if after.starts_with("!--") {
            after[1..].split_once("-->").map_or("", |(_, rest)| rest)
        } else if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let rest = behind_tag(name);
            let is_end = |c: char| c.is_whitespace() || c == '/' || c == '>';
            let name = name.split(is_end).next().unwrap_or_default();
            let name = name.to_ascii_lowercase();
            let opens = !after.starts_with('/');
            text.tag(&name, opens);
            if opens && SKIPPED.contains(&name.as_str()) {
                at_end_of(&name, rest)
            } else {
                rest
            }
        } else if after.starts_with(['!', '?', '/']) {
            after.split_once('>').map_or("", |(_, rest)| rest)
        } else {
            text.write("<");
            after
        };
    }
    text.write(rest);
    text.written
}

/// What follows the tag that begins here. A `>` within quotes does not end it.
fn behind_tag(html: &str) -> &str {
    let (mut quote, mut last) = (None, b' ');
    for (at, c) in html.bytes().enumerate() {
        match (quote, c) {
            (None, b'>') => return &html[at + 1..],
            (None, b'"' | b'\'') if last == b'=' => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
        if !c.is_ascii_whitespace() {
            last = c;
        }
    }
    ""
}

/// What stands from the end tag of this name on.
fn at_end_of<'a>(name: &str, html: &'a str) -> &'a str {
    let is_it = |at: usize| {
        let it = html.get(at + 2..at + 2 + name.len());
        it.is_some_and(|it| it.eq_ignore_ascii_case(name))
    };
    html.match_indices("</")
        .find(|(at, _)| is_it(*at))
        .map_or("", |(at, _)| &html[at..])
}

/// The text so far.
#[derive(Default)]
struct Text {
    written: String,
    /// Whether a space comes before the next word.
    spaced: bool,
    /// How many quotations are open.
    quotations: usize,
    /// How many elements are open in which lines are kept.
    kept: usize,
}

impl Text {
    fn tag(&mut self, name: &str, opens: bool) {
        let count = |open: usize| {
            if opens {
                open + 1
            } else {
                open.saturating_sub(1)
            }
        };
        if PARAGRAPHS.contains(&name) {
            self.end_line();
            self.end_paragraph();
        } else if BLOCKS.contains(&name) {
            self.end_line();
        }
        match name {
            "br" => self.break_line(),
            "td" | "th" => self.spaced = true,
            "blockquote" => self.quotations = count(self.quotations),
            "pre" => self.kept = count(self.kept),
            _ => {}
        }
    }

    /// Writes what stands between two tags.
    fn write(&mut self, html: &str) {
        let text = decoded(html);
        if self.kept == 0 {
            self.words(&text);
            return;
        }
        for (n, line) in text.split('\n').enumerate() {
            if n > 0 {
                self.break_line();
            }
            self.words(line);
        }
    }

    fn words(&mut self, text: &str) {
        // No other spaces: those that must not break are the word's.
        for (n, word) in text.split(|c: char| c.is_ascii_whitespace()).enumerate() {
            self.spaced |= n > 0;
            if word.is_empty() {
                continue;
            }
            if self.is_at_start() {
                let mark = if self.quotations > 0 { "> " } else { "" };
                self.written.push_str(mark);
            } else if self.spaced {
                self.written.push(' ');
            }
            self.written.push_str(word);
            self.spaced = false;
        }
    }

    fn is_at_start(&self) -> bool {
        self.written.is_empty() || self.written.ends_with('\n')
    }

    fn break_line(&mut self) {
        self.written.push('\n');
        self.spaced = false;
    }

    fn end_line(&mut self) {
        if !self.is_at_start() {
            self.break_line();
        }
    }

    fn end_paragraph(&mut self) {
        if !self.written.is_empty() && !self.written.ends_with("\n\n") {
            self.break_line();
        }
    }
}

/// Text with the characters that are written by name or number.
fn decoded(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('&') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '#';
        let end = 1 + rest[1..].find(|c| !is_name(c)).unwrap_or(rest.len() - 1);
        if rest[end..].starts_with(';') {
            add_html_token(&mut text, &rest.as_bytes()[..=end], false);
            rest = &rest[end + 1..];
        } else {
            text.push_str(&rest[..end]);
            rest = &rest[end..];
        }
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn what_is_seen_is_kept() {
        for (html, text) in [
            ("a <b>b</b>c\n d", "a bc d"),
            ("a<br>b<br/>c", "a\nb\nc"),
            ("<div>a</div><div><br></div><div>b</div>", "a\n\nb\n"),
            ("<p>a</p> <p>b</p>", "a\n\nb\n\n"),
            ("<ul><li>a<li>b</ul>", "a\nb\n\n"),
            ("<table><tr><td>a<td>b</table>", "a b\n\n"),
            ("<pre>a  b\nc</pre>d", "a b\nc\n\nd"),
            ("h&#101;l&#x70; &lt;b&gt; a&nbsp;b", "help <b> a\u{a0}b"),
            (
                "&&amp;&x &unknown; &#xffffffff;&",
                "&&&x &unknown; \u{fffd}&",
            ),
            ("1 < 2 <3 <é", "1 < 2 <3 <é"),
        ] {
            assert_eq!(plain(html), text, "{html}");
        }
    }

    #[test]
    fn quotations_are_marked() {
        let html = "a<blockquote>b<div>c<blockquote>d</blockquote></div>&#10;e</blockquote>f";
        assert_eq!(plain(html), "a\n\n> b\n> c\n\n> d\n\n> e\n\nf");
        assert_eq!(plain("</blockquote>a"), "a");
    }

    #[test]
    fn what_is_not_seen_is_left_out() {
        for html in [
            "<STYLE>p > b { } </b></Style >x",
            "<title>a<b></title><script>'</scrip>'</script>x",
            "<!-- a <b> -- > c -->x",
            "<!-->x",
            "<!DOCTYPE html><?xml a?><![if !mso]></ >x",
            "<a href=\"a>b\" title = 'c>d' e>x</a>",
            "x<!-- a",
            "x<style>a",
            "x<a href='b>c",
        ] {
            assert_eq!(plain(html), "x", "{html}");
        }
    }

    #[test]
    fn nothing_grows() {
        let fonts: String = (0..390).map(|n| format!("<font a{n}>")).collect();
        for html in [
            format!("<p>{fonts}{}", "<p>x".repeat(19_500)),
            format!("{}x", "<blockquote>".repeat(20_000)),
            "<".repeat(200_000),
            "<!--".repeat(50_000),
            "<style>".repeat(30_000),
            "&a".repeat(100_000),
        ] {
            assert!(plain(&html).len() <= html.len());
        }
    }
}
