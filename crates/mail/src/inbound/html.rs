//! HTML as text, in one pass over its tags: no tree is built, so that what it costs grows with its
//! length and with nothing else, however it is nested.
//!
//! Quotations are marked by `>` as in plain mails. Text that its own tags hide or strike out is left
//! out, and so is text that a style sheet hides by a single name, class or id. Not here: tables side
//! by side, all other selectors, images.

use std::collections::HashMap;

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

/// The elements that strike their text out.
const STRUCK: [&str; 3] = ["s", "strike", "del"];

/// The elements that programs read and people don't see.
const UNSEEN: [&str; 2] = ["template", "datalist"];

/// The elements that are never lower than their text, whatever their height is said to be.
const TABLES: [&str; 7] = ["table", "tbody", "td", "tfoot", "th", "thead", "tr"];

/// The most letters in the name of an element of which a style sheet may speak with a class: `p.x`.
const LONGEST: usize = 16;

/// How far off, in pixels, text is out of sight.
const FAR: f32 = 100.0;

/// The elements that hold nothing, and have no end.
const EMPTY: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

/// What HTML shows.
pub struct Seen {
    /// Its text.
    pub text: String,
    /// Whether something is struck out that is no quotation.
    pub strikes: bool,
}

/// HTML as text.
pub fn seen(html: &str) -> Seen {
    let mut text = read(html, Sheet::new());
    // A style sheet may stand behind what it hides.
    if !text.sheet.is_empty() {
        text = read(html, text.sheet);
    }
    Seen {
        text: text.written,
        strikes: text.strikes,
    }
}

/// Reads HTML with what is known of its style sheets, and adds what they say.
fn read(html: &str, sheet: Sheet) -> Text {
    let mut text = Text {
        sheet,
        ..Text::default()
    };
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
                let end = at_end_of(&name, rest);
                if name == "style" && holds_on_screens(attributes) {
                    add_sheet(&rest[..rest.len() - end.len()], &mut text.sheet);
                }
                end
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
    text
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

/// How an element changes whether its text is seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Nothing in it is seen.
    Hidden,
    /// The same, and it is crossed out.
    Struck,
    /// It is seen only within elements with a size of their own.
    Tiny,
    /// It is seen again.
    Sized,
}

impl Look {
    /// Whether nothing in the element is seen, whatever its size.
    const fn is_gone(self) -> bool {
        matches!(self, Look::Hidden | Look::Struck)
    }
}

/// What style sheets say of elements, by selectors in lower case: `p`, `.x`, `p.x`, `#x`.
type Sheet = HashMap<String, Look>;

/// How this opening tag changes that, if it does.
fn look_of(name: &str, attributes: &str, sheet: &Sheet) -> Option<Look> {
    if STRUCK.contains(&name) {
        return Some(Look::Struck);
    }
    let mut is_hidden = UNSEEN.contains(&name);
    let mut is_open = false;
    let (mut looks, mut selectors) = (Vec::new(), vec![name.to_owned()]);
    for (attribute, value) in Attributes(attributes) {
        match attribute.to_ascii_lowercase().as_str() {
            "hidden" => is_hidden = true,
            "open" => is_open = true,
            "style" => looks.extend(look_of_style(name, &without_comments(&decoded(value)))),
            kind @ ("class" | "id") if !sheet.is_empty() => {
                let mark = if kind == "id" { '#' } else { '.' };
                for own in decoded(value).to_ascii_lowercase().split_ascii_whitespace() {
                    selectors.push(format!("{mark}{own}"));
                    if name.len() <= LONGEST {
                        selectors.push(format!("{name}{mark}{own}"));
                    }
                }
            }
            _ => {}
        }
    }
    if is_hidden || (name == "dialog" && !is_open) {
        return Some(Look::Hidden);
    }
    looks.extend(selectors.iter().filter_map(|it| sheet.get(it)).copied());
    let gone = looks.iter().find(|look| look.is_gone());
    gone.or(looks.first()).copied()
}

/// How declarations without comments change that, for an element of this name.
fn look_of_style(name: &str, css: &str) -> Option<Look> {
    let (mut look, mut indent, mut offset, mut is_placed) = (None, 0.0, 0.0_f32, false);
    for declaration in css.split(';') {
        let (property, value) = declaration.split_once(':').unwrap_or_default();
        let (property, value) = (unescaped(property), unescaped(value));
        let value = value.trim();
        let ends = |c: char| c.is_ascii_whitespace() || c == '!';
        let is = |word: &str| value.split(ends).next() == Some(word);
        match property.trim() {
            "display" if is("none") => return Some(Look::Hidden),
            "visibility" if is("hidden") || is("collapse") => return Some(Look::Hidden),
            "mso-hide" if is("all") => return Some(Look::Hidden),
            "opacity" | "max-height" if is_zero(value) => return Some(Look::Hidden),
            "height" if is_zero(value) && !TABLES.contains(&name) => return Some(Look::Hidden),
            "color" if is_clear(value) => return Some(Look::Hidden),
            "text-decoration" | "text-decoration-line" if value.contains("line-through") => {
                return Some(Look::Struck);
            }
            "font-size" => look = size(value),
            "font" => look = value.split_ascii_whitespace().find_map(size_in_font),
            "text-indent" => indent += pixels(value),
            // Word sets lists off to the right, and their marks back to the left.
            "margin-left" | "padding-left" => indent += pixels(value).max(0.0),
            "position" => is_placed = !is("static"),
            "left" | "top" => offset = offset.min(pixels(value)),
            _ => {}
        }
    }
    match indent <= -FAR || (is_placed && offset <= -FAR) {
        true => Some(Look::Hidden),
        false => look,
    }
}

/// Adds the rules of a style sheet that hold on every screen.
fn add_sheet(css: &str, sheet: &mut Sheet) {
    let css = without_comments(css).to_ascii_lowercase();
    // What is left open at the end is closed there.
    let css = css.replace("<!--", " ").replace("-->", " ") + "}";
    // The open blocks: what stands before each, and whether it holds.
    let mut open: Vec<(&str, bool)> = Vec::new();
    for piece in css.split_inclusive(['{', '}']) {
        if let Some(before) = piece.strip_suffix('{') {
            let around = open.last();
            let before = before.rsplit(';').next().unwrap_or_default().trim();
            let is_within = around.is_none_or(|(at, holds)| *holds && at.starts_with('@'));
            let media = before.strip_prefix("@media").map(is_every_screen);
            let holds = is_within && media.unwrap_or(!before.starts_with('@'));
            open.push((before, holds));
        } else if let Some((selectors, true)) = open.pop()
            && let Some(look) = look_of_style(selectors, piece.trim_end_matches('}'))
        {
            for selector in selectors.split(',') {
                let selector = unescaped(selector.trim());
                let known = sheet.entry(selector).or_insert(look);
                if !known.is_gone() {
                    *known = look;
                }
            }
        }
    }
}

/// Whether the style sheet in an element with these attributes holds on every screen.
fn holds_on_screens(attributes: &str) -> bool {
    let mut media = Attributes(attributes).filter(|(name, _)| name.eq_ignore_ascii_case("media"));
    media.all(|(_, media)| is_every_screen(&media.to_ascii_lowercase()))
}

/// Whether these are all screens.
fn is_every_screen(media: &str) -> bool {
    matches!(media.trim(), "" | "all" | "screen" | "only screen")
}

/// A style without its comments.
fn without_comments(css: &str) -> String {
    let mut plain = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, comment)) = rest.split_once("/*") {
        plain.push_str(before);
        plain.push(' ');
        rest = comment.split_once("*/").map_or("", |(_, rest)| rest);
    }
    plain + rest
}

/// A word of a style in lower case, with the characters that are written by number: `d\69splay`.
fn unescaped(css: &str) -> String {
    let mut plain = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, escaped)) = rest.split_once('\\') {
        plain.push_str(before);
        let digits = escaped.bytes().take(6);
        let digits = digits.take_while(u8::is_ascii_hexdigit).count();
        let (number, behind) = escaped.split_at(digits);
        let mut behind = behind.chars();
        match u32::from_str_radix(number, 16) {
            Ok(number) => {
                plain.extend(char::from_u32(number));
                // One space ends the number.
                rest = behind.as_str();
                rest = rest
                    .strip_prefix(|c: char| c.is_ascii_whitespace())
                    .unwrap_or(rest);
            }
            // Any other character stands for itself.
            Err(_) => {
                plain.extend(behind.next());
                rest = behind.as_str();
            }
        }
    }
    plain.push_str(rest);
    plain.to_ascii_lowercase()
}

/// The number that a value begins with, and what follows it.
fn number(value: &str) -> Option<(f32, &str)> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
    let end = value.find(|c| !is_part(c)).unwrap_or(value.len());
    let (number, unit) = value.split_at(end);
    Some((number.parse().ok()?, unit))
}

fn is_zero(value: &str) -> bool {
    matches!(number(value), Some((0.0, _)))
}

/// About how many pixels a length has. A hundredth counts as one.
fn pixels(value: &str) -> f32 {
    let (number, unit) = number(value).unwrap_or((0.0, ""));
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let unit = unit.split(|c| !is_letter(c)).next().unwrap_or_default();
    let each = match unit {
        "em" | "rem" | "pc" => 16.0,
        "pt" => 4.0 / 3.0,
        "in" => 96.0,
        "cm" => 38.0,
        "mm" => 3.8,
        _ => 1.0,
    };
    number * each
}

/// Whether text in this colour can be seen through.
fn is_clear(color: &str) -> bool {
    let color: String = color.split_ascii_whitespace().collect();
    let color = color.split('!').next().unwrap_or_default();
    if let Some(digits) = color.strip_prefix('#') {
        return (digits.len() == 4 && digits.ends_with('0'))
            || (digits.len() == 8 && digits.ends_with("00"));
    }
    let has_alpha = color.contains('/') || color.matches(',').count() == 3;
    let alpha = color.rsplit([',', '/']).next().unwrap_or_default();
    color == "transparent" || (has_alpha && is_zero(alpha))
}

/// Whether a font of this size can be seen, where the value tells.
fn size(value: &str) -> Option<Look> {
    match number(value) {
        Some((0.0, _)) => Some(Look::Tiny),
        // A share of the size around it.
        Some((_, unit)) if unit.starts_with("em") || unit.starts_with('%') => None,
        None if value.starts_with("inherit") => None,
        _ => Some(Look::Sized),
    }
}

/// The same of a word in a font, if it is the size: `14px/1.5`, and not the weight `700`.
fn size_in_font(word: &str) -> Option<Look> {
    let (number, unit) = number(word)?;
    let is_size = number == 0.0 || !unit.is_empty();
    is_size.then(|| size(word)).flatten()
}

/// The attributes in what follows the name in a tag.
struct Attributes<'a>(&'a str);

impl<'a> Iterator for Attributes<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<(&'a str, &'a str)> {
        let between = |c: char| c.is_ascii_whitespace() || c == '/' || c == '>';
        let html = self.0.trim_start_matches(between);
        if html.is_empty() {
            return None;
        }
        // A name may begin with an equals sign, and with nothing else that ends one.
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
    /// The open elements that change whether text is seen, with how many of the same name are open
    /// within each, itself included.
    looks: Vec<(String, usize, Look)>,
    /// Whether something is struck out that is no quotation.
    strikes: bool,
    /// What its style sheets say.
    sheet: Sheet,
}

impl Text {
    /// Notes what a tag does to whether text is seen; an opening one has attributes.
    fn look(&mut self, name: &str, attributes: Option<&str>) {
        if EMPTY.contains(&name) {
            return;
        }
        // A paragraph ends where another block begins or ends, with a tag of its own or without.
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
            Some(Look::Tiny) => look_of(name, attributes, &self.sheet),
            // What is seen needs no size.
            Some(Look::Sized) | None => {
                look_of(name, attributes, &self.sheet).filter(|look| *look != Look::Sized)
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
        match self.looks.last() {
            None | Some((.., Look::Sized)) => {}
            Some((.., look)) => {
                let says = text.contains(|c: char| !c.is_whitespace());
                self.strikes |= *look == Look::Struck && says && self.quotations == 0;
                // Words around it stay apart.
                self.spaced |= text.contains(|c: char| c.is_ascii_whitespace());
                return;
            }
        }
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
    use super::seen;

    fn plain(html: &str) -> String {
        seen(html).text
    }

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
    fn text_that_a_style_hides_is_left_out() {
        for style in [
            "opacity:0",
            "opacity: 0.0 !important",
            "max-height:0",
            "max-height:0px;overflow:hidden",
            "height:0;overflow:hidden",
            "height:0",
            "font:0/0 a",
            "font: bold 0px Arial",
            "color:transparent",
            "color: rgba(0, 0, 0, 0)",
            "color:#0000",
            "visibility:hidden!important",
            "text-indent:-100px",
            "text-indent:-9999em",
            "position:absolute;left:-9999px",
            "top:-200px;position:fixed",
            "position:relative;left:-9999px",
        ] {
            let html = format!("<div style='{style}'>roll</div>x");
            assert_eq!(plain(&html).trim(), "x", "{style}");
        }
        assert_eq!(
            plain("<i style='font-size:0'>a<b style='font-size:1em'>b</b></i>x"),
            "x"
        );
    }

    #[test]
    fn style_with_comments_and_escapes_hides() {
        for style in [
            "display/**/:none",
            "display:/* ; : */none",
            "d\\69splay:none",
            "d\\000069 splay:n\\6f ne",
            "di\\splay:none",
        ] {
            let html = format!("<div style='{style}'>roll</div>x");
            assert_eq!(plain(&html).trim(), "x", "{style}");
        }
    }

    #[test]
    fn elements_that_show_nothing_are_left_out() {
        for html in [
            "<template>roll<template>roll</template>roll</template>x",
            "<datalist><option>roll</option></datalist>x",
            "<dialog>roll</dialog>x",
            "<dialog open>x</dialog>",
        ] {
            assert_eq!(plain(html).trim(), "x", "{html}");
        }
    }

    #[test]
    fn text_that_a_style_sheet_hides_is_left_out() {
        for sheet in [
            ".a{display:none}",
            "i { color: red } #b, p { display: none }",
            "<!-- I.A { /* } */ opacity:0 } -->",
            "@import 'c'; @media all { .a { display:none } }",
            "span { display:none } .\\61 { display:none",
        ] {
            for html in [
                format!("<style>{sheet}</style><i class='c a' id=b>roll</i>x"),
                format!("<i class='c a' id=b>roll</i>x<style>{sheet}</style>"),
            ] {
                assert_eq!(plain(&html), "x", "{html}");
            }
        }
    }

    #[test]
    fn what_ordinary_styles_show_is_kept() {
        for style in [
            "opacity:0.9",
            "max-height:none;height:auto;line-height:0",
            "font:700 14px/1.5 Arial",
            "color:rgb(0,0,0);background:transparent",
            "color:rgba(0,0,0,0.87);background-color:rgba(0,0,0,0)",
            "margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level1 lfo1",
            "margin-left:1.5in;text-indent:-1.25in",
            "position:absolute;left:-2px;top:0",
        ] {
            let html = format!("<p style='{style}'>x</p>");
            assert_eq!(plain(&html).trim(), "x", "{style}");
        }
        for html in [
            "<table><tr style='height:0'><td style='height:0px'>x</td></tr></table>",
            "<style media=print>.a{display:none}</style><i class=a>x</i>",
            "<style>@media (max-width:480px){.a{display:none}}</style><i class=a>x</i>",
            "<style>@media all{.b .a{display:none}}.a:hover{opacity:0}</style><i class=a>x</i>",
            "<!--[if mso]><style>.a{display:none}</style><![endif]--><i class=a>x</i>",
            "<style><!-- p.a {margin:0cm;font-size:11.0pt} --></style><p class=a>x</p>",
        ] {
            assert_eq!(plain(html).trim(), "x", "{html}");
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
            "<i hidden>".repeat(20_000),
            "<i style='font-size:0'><b style='font-size:1px'>x".repeat(5_000),
            format!("<style>{}</style>x", ".a{opacity:0;".repeat(20_000)),
            format!("<style>{}</style>x", "@media all{".repeat(20_000)),
            format!(
                "<style>.a{{opacity:0}}</style><{} class='{}'>x",
                "b".repeat(100_000),
                "c ".repeat(50_000)
            ),
            format!("<i style='{}'>x", "\\6/*".repeat(50_000)),
        ] {
            assert!(plain(&html).len() <= html.len());
        }
    }
}
