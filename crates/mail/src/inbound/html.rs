//! Converts HTML to text in one pass over its tags. It builds no tree, so the cost grows with the
//! length alone, however deeply the elements are nested.
//!
//! Quotations get a `>` as in plain mails. Text that its own tags hide or strike out is left out.
//! Not supported: tables side by side, style sheets, images.

use mail_parser::decoders::html::add_html_token;

/// Elements whose content is never text of the mail.
const SKIPPED: [&str; 5] = ["script", "style", "title", "textarea", "iframe"];

/// Elements that start a new line.
const BLOCKS: [&str; 18] = [
    "address", "article", "body", "center", "dd", "div", "dl", "dt", "footer", "form", "header",
    "hr", "li", "main", "section", "tbody", "thead", "tr",
];

/// Elements with a blank line before and after.
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

/// Elements that strike their text out.
const STRUCK: [&str; 3] = ["s", "strike", "del"];

/// Elements without content and end tag.
const EMPTY: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

/// The text that HTML shows.
pub struct Seen {
    /// The visible text.
    pub text: String,
    /// Whether text outside of quotations is struck out.
    pub strikes: bool,
}

/// Returns the text that HTML shows.
pub fn seen(html: &str) -> Seen {
    let mut text = Text::default();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('<') {
        text.write(before);
        let name = after.strip_prefix('/').unwrap_or(after);
        rest = if after.starts_with("!--") {
            after[1..].split_once("-->").map_or("", |(_, rest)| rest)
        } else if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let rest = behind_tag(name);
            let tag = &name[..name.len() - rest.len()];
            let is_end = |c: char| c.is_whitespace() || c == '/' || c == '>';
            let (name, attributes) = tag.split_at(tag.find(is_end).unwrap_or(tag.len()));
            let name = name.to_ascii_lowercase();
            let opens = !after.starts_with('/');
            text.look(&name, opens.then_some(attributes));
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
    Seen {
        text: text.written,
        strikes: text.strikes,
    }
}

/// Returns the rest after the tag that begins here. A `>` within quotes does not end the tag.
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

/// Returns the rest from the end tag of this element on.
fn at_end_of<'a>(name: &str, html: &'a str) -> &'a str {
    let is_it = |at: usize| {
        let it = html.get(at + 2..at + 2 + name.len());
        it.is_some_and(|it| it.eq_ignore_ascii_case(name))
    };
    html.match_indices("</")
        .find(|(at, _)| is_it(*at))
        .map_or("", |(at, _)| &html[at..])
}

/// How an element changes the visibility of its text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Its text is invisible.
    Hidden,
    /// Its text is struck out and does not count.
    Struck,
    /// Only inner elements with a font size of their own are visible.
    Tiny,
    /// It has a visible font size.
    Sized,
}

/// Returns how an opening tag changes the visibility, if it does.
fn look_of(name: &str, attributes: &str) -> Option<Look> {
    if STRUCK.contains(&name) {
        return Some(Look::Struck);
    }
    let mut look = None;
    for (attribute, value) in Attributes(attributes) {
        if attribute.eq_ignore_ascii_case("hidden") {
            return Some(Look::Hidden);
        }
        if !attribute.eq_ignore_ascii_case("style") {
            continue;
        }
        for rule in decoded(value).to_ascii_lowercase().split(';') {
            let (property, value) = rule.split_once(':').unwrap_or_default();
            let value = value.trim();
            let is = |word: &str| value.split(' ').next() == Some(word);
            match property.trim() {
                "display" if is("none") => return Some(Look::Hidden),
                "visibility" if is("hidden") || is("collapse") => return Some(Look::Hidden),
                "mso-hide" if is("all") => return Some(Look::Hidden),
                "text-decoration" | "text-decoration-line" if value.contains("line-through") => {
                    return Some(Look::Struck);
                }
                "font-size" => look = Some(size(value)),
                _ => {}
            }
        }
    }
    look
}

/// Whether text of this font size is visible.
fn size(value: &str) -> Look {
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let number = value.split(|c| !is_number(c)).next().unwrap_or_default();
    match number.parse::<f32>() {
        Ok(0.0) => Look::Tiny,
        _ => Look::Sized,
    }
}

/// Iterates over the attributes of a tag, starting after its name.
struct Attributes<'a>(&'a str);

impl<'a> Iterator for Attributes<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<(&'a str, &'a str)> {
        let between = |c: char| c.is_ascii_whitespace() || c == '/' || c == '>';
        let html = self.0.trim_start_matches(between);
        if html.is_empty() {
            return None;
        }
        // A name may begin with an equals sign.
        let ends = |c: char| between(c) || c == '=';
        let begin = html.chars().next().map_or(0, char::len_utf8);
        let end = html[begin..].find(ends).map_or(html.len(), |at| begin + at);
        let (name, rest) = html.split_at(end);
        let Some(value) = rest.trim_ascii_start().strip_prefix('=') else {
            self.0 = rest;
            return Some((name, ""));
        };
        let value = value.trim_ascii_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (value, rest) = match quote {
            Some(quote) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
            None => {
                let ends = |c: char| c.is_ascii_whitespace() || c == '>';
                value.split_at(value.find(ends).unwrap_or(value.len()))
            }
        };
        self.0 = rest;
        Some((name, value))
    }
}

/// The text written so far, and the state of the reader.
#[derive(Default)]
struct Text {
    written: String,
    /// Whether a space comes before the next word.
    spaced: bool,
    /// The number of open quotations.
    quotations: usize,
    /// The number of open elements that keep line breaks (`pre`).
    kept: usize,
    /// The open elements that change the visibility of text, each with the number of open elements
    /// of its name from itself on.
    looks: Vec<(String, usize, Look)>,
    /// Whether text outside of quotations is struck out.
    strikes: bool,
}

impl Text {
    /// Records how a tag changes the visibility. `attributes` is `None` for an end tag.
    fn look(&mut self, name: &str, attributes: Option<&str>) {
        if EMPTY.contains(&name) {
            return;
        }
        // A `p` ends where another block begins or ends, even without an end tag of its own.
        let is_block = PARAGRAPHS.contains(&name) || BLOCKS.contains(&name);
        if is_block && self.looks.last().is_some_and(|(open, ..)| open == "p") {
            self.looks.pop();
            if attributes.is_none() && name == "p" {
                return;
            }
        }
        let Some(attributes) = attributes else {
            if let Some((open, count, _)) = self.looks.last_mut()
                && open == name
            {
                *count -= 1;
                if *count == 0 {
                    self.looks.pop();
                }
            }
            return;
        };
        let around = self.looks.last().map(|(.., look)| *look);
        let new = match around {
            Some(Look::Hidden | Look::Struck) => None,
            Some(Look::Tiny) => look_of(name, attributes),
            // Visible text stays visible with another size.
            Some(Look::Sized) | None => {
                look_of(name, attributes).filter(|look| *look != Look::Sized)
            }
        };
        match new {
            Some(look) => self.looks.push((name.to_owned(), 1, look)),
            None => {
                if let Some((open, count, _)) = self.looks.last_mut()
                    && open == name
                {
                    *count += 1;
                }
            }
        }
    }

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

    /// Writes the text between two tags.
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
        match self.looks.last() {
            None | Some((.., Look::Sized)) => {}
            Some((.., look)) => {
                let says = text.contains(|c: char| !c.is_whitespace());
                self.strikes |= *look == Look::Struck && says && self.quotations == 0;
                // Keeps the words around it separate.
                self.spaced |= text.contains(|c: char| c.is_ascii_whitespace());
                return;
            }
        }
        // Only these spaces separate words. A no-break space belongs to a word.
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

/// Decodes the character references in a text, such as `&amp;` and `&#65;`.
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
    use super::seen;

    fn plain(html: &str) -> String {
        seen(html).text
    }

    #[test]
    fn visible_html_becomes_text() {
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
    fn html_quotations_are_marked() {
        let html = "a<blockquote>b<div>c<blockquote>d</blockquote></div>&#10;e</blockquote>f";
        assert_eq!(plain(html), "a\n\n> b\n> c\n\n> d\n\n> e\n\nf");
        assert_eq!(plain("</blockquote>a"), "a");
    }

    #[test]
    fn invisible_html_is_left_out() {
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
    fn hidden_and_struck_text_is_left_out() {
        for html in [
            "<s>roll</s>x",
            "<STRIKE>roll<b>roll</b></STRIKE>x",
            "<del>roll</del>x",
            "<span style='text-decoration: line-through'>roll</span>x",
            "<span style=\"color:red;TEXT-DECORATION-LINE: underline line-through\">roll</span>x",
            "<div style=\"display:none\"><div>roll</div>roll</div>x",
            "<div style=\"display: none !important; max-height: 0\">roll</div>x",
            "<div style='display&#58;none'>roll</div>x",
            "<span style=visibility:hidden>roll</span>x",
            "<span hidden>roll</span>x",
            "<span class=a HIDDEN=\"\">roll</span>x",
            "<p style='mso-hide:all'>roll<p>x",
            "<p style='display:none'>roll<div>x",
            "<div><p hidden>roll</div>x",
            "<span style='font-size:0'>roll</span>x",
            "<span style='font-size: 0.0px'>roll</span>x",
            "<span hidden><img hidden><br>roll</span>x",
            "<div style='font-size:0'>roll<b style='font-size:9px'>x</b>roll</div>",
            "<img style='display:none'>x",
            "<input hidden>x",
        ] {
            assert_eq!(plain(html).trim(), "x", "{html}");
        }
        for html in [
            "<span style='font-size:10px'>x</span>",
            "<span style='font-size:0.8em'>x</span>",
            "<td style='font-size:0'><div style='font-size:13px'><span>x</span></div></td>",
            "<span style='display:block;visibility:visible'>x</span>",
            "<span title='hidden' data-style='display:none'>x</span>",
            "<div style='font-size:0'><p style='font-size:14px'>x</p></div>",
            "</s>x",
            "<s></s>x",
            "<span style='text-decoration:underline'>x</span>",
        ] {
            assert_eq!(plain(html).trim(), "x", "{html}");
        }
        assert_eq!(plain("roll<s>move</s> start"), "roll start");
        for (html, strikes) in [
            ("<s>roll</s>", true),
            ("<s> </s>roll", false),
            ("<i hidden>roll</i>", false),
            ("<blockquote><s>roll</s></blockquote>", false),
        ] {
            assert_eq!(seen(html).strikes, strikes, "{html}");
        }
    }

    #[test]
    fn text_is_never_longer_than_its_html() {
        let fonts: String = (0..390).map(|n| format!("<font a{n}>")).collect();
        for html in [
            format!("<p>{fonts}{}", "<p>x".repeat(19_500)),
            format!("{}x", "<blockquote>".repeat(20_000)),
            "<".repeat(200_000),
            "<!--".repeat(50_000),
            "<style>".repeat(30_000),
            "&a".repeat(100_000),
            "<i hidden>".repeat(20_000),
            "<i style='font-size:0'><b style='font-size:1px'>x".repeat(5_000),
        ] {
            assert!(plain(&html).len() <= html.len());
        }
    }
}
