//! A lint for mails: only features that Gmail, Outlook and Apple Mail show.
//!
//! The lists follow caniemail.com. Everything in them works in all three, or can be missing in one
//! of them (Outlook for Windows, mostly) without harm to the text.

use std::cell::RefCell;

use html5ever::buffer_queue::BufferQueue;
use html5ever::tokenizer::{
    Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// The size at which Gmail cuts off a mail, in bytes, with room for changes in transit.
const CLIPPED: usize = 100_000;

const ELEMENTS: [&str; 28] = [
    "html", "head", "meta", "style", "body", "table", "tr", "td", "th", "p", "h1", "h2", "a",
    "strong", "em", "br", "ul", "ol", "li", "pre", "code", "img", "title", "span", "div", "tbody",
    "h3", "h4",
];

const ATTRIBUTES: [&str; 20] = [
    "class",
    "lang",
    "charset",
    "name",
    "content",
    "style",
    "role",
    "width",
    "height",
    "align",
    "valign",
    "cellpadding",
    "cellspacing",
    "border",
    "href",
    "target",
    "src",
    "alt",
    "colspan",
    "bgcolor",
];

/// Features that all of them support.
const PROPERTIES: [&str; 22] = [
    "margin",
    "margin-top",
    "padding",
    "padding-top",
    "padding-left",
    "font-family",
    "font-size",
    "font-weight",
    "line-height",
    "letter-spacing",
    "border",
    "border-top",
    "border-collapse",
    "width",
    "height",
    "color",
    "background-color",
    "text-align",
    "display",
    "white-space",
    "text-decoration",
    "vertical-align",
];

/// Features that one of them lacks, and on which nothing depends.
const EXTRAS: [&str; 9] = [
    "border-radius",
    "max-height",
    "max-width",
    "mso-hide",
    "mso-padding-alt",
    "overflow",
    "overflow-x",
    "table-layout",
    "word-break",
];

/// The beginning of each line of the style sheet. Programs that remove it show the inline styles.
const STYLES: [&str; 3] = [
    ":root{color-scheme:light dark;supported-color-schemes:light dark}",
    "@media (min-width:600px){",
    "@media (prefers-color-scheme:dark){",
];

#[derive(Default)]
struct Sink {
    faults: RefCell<Vec<String>>,
    /// The open elements, each with whether it has a background colour.
    open: RefCell<Vec<(String, bool)>>,
    style: RefCell<String>,
}

impl Sink {
    fn fault(&self, fault: String) {
        self.faults.borrow_mut().push(fault);
    }

    fn tag(&self, tag: &Tag) {
        let name = tag.name.to_string();
        if tag.kind == TagKind::EndTag {
            let open = self.open.borrow_mut().pop().map(|(open, _)| open);
            if open.as_deref() != Some(&name) {
                self.fault(format!("</{name}> closes {open:?}"));
            }
            return;
        }
        if !ELEMENTS.contains(&name.as_str()) {
            self.fault(format!("<{name}>"));
        }
        let get = |wanted: &str| {
            let found = tag.attrs.iter().find(|it| &*it.name.local == wanted);
            found.map(|it| it.value.to_string())
        };
        let style = get("style").unwrap_or_default();
        let has_ground = get("bgcolor").is_some() || style.contains("background-color");
        let is_grounded = has_ground || self.open.borrow().iter().any(|(_, ground)| *ground);
        if style.split(';').any(|rule| rule.starts_with("color:")) && !is_grounded {
            // In dark mode, programs invert colours: text without a background gets illegible.
            self.fault("a colour without a ground".into());
        }
        for attribute in &tag.attrs {
            let (key, value) = (
                attribute.name.local.to_string(),
                attribute.value.to_string(),
            );
            if !ATTRIBUTES.contains(&key.as_str()) {
                self.fault(format!("<{name} {key}>"));
            }
            match key.as_str() {
                "style" => self.properties(&value),
                "href"
                    if !["https://", "http://", "mailto:"]
                        .iter()
                        .any(|it| value.starts_with(it)) =>
                {
                    self.fault(format!("a link to {value}"));
                }
                "src" if !value.starts_with("cid:") => {
                    self.fault(format!("a picture from {value}"))
                }
                _ => {}
            }
        }
        if name == "img" && get("alt").is_none_or(|alt| alt.trim().is_empty()) {
            self.fault("a picture without words".into());
        }
        if name == "img" && get("width").is_none() {
            self.fault("a picture without a width, which Outlook needs".into());
        }
        if name == "a" && get("href").is_none() {
            self.fault("a link to nowhere".into());
        }
        // Tables without data say so, for screen readers.
        if name == "table" && get("role").is_none() && get("cellpadding").as_deref() != Some("6") {
            self.fault("a table for layout without a role".into());
        }
        if !["meta", "br", "img"].contains(&name.as_str()) {
            self.open.borrow_mut().push((name, has_ground));
        }
    }

    fn properties(&self, style: &str) {
        for rule in style.split(';').filter(|rule| !rule.trim().is_empty()) {
            let (property, value) = rule.split_once(':').unwrap_or((rule, ""));
            let property = property.trim();
            if !PROPERTIES.contains(&property) && !EXTRAS.contains(&property) {
                self.fault(format!("{property} in a style"));
            }
            let bad = [
                "url(",
                "expression",
                "var(",
                "calc(",
                "!important",
                "flex",
                "grid",
            ];
            if bad.iter().any(|it| value.contains(it)) {
                self.fault(format!("{property}:{value}"));
            }
        }
    }
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) => self.tag(&tag),
            // Outlook needs a table with a fixed width. Only it reads these.
            Token::CommentToken(text)
                if text.starts_with("[if mso]>") && text.ends_with("<![endif]") => {}
            Token::CommentToken(text) => self.fault(format!("a comment: {text}")),
            Token::ParseError(error) => self.fault(error.into_owned()),
            Token::CharacterTokens(text)
                if self
                    .open
                    .borrow()
                    .last()
                    .is_some_and(|(it, _)| it == "style") =>
            {
                self.style.borrow_mut().push_str(&text);
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// Returns the faults in the HTML of a mail.
fn faults(html: &str) -> Vec<String> {
    let tokenizer = Tokenizer::new(
        Sink::default(),
        TokenizerOpts {
            exact_errors: true,
            ..TokenizerOpts::default()
        },
    );
    let queue = BufferQueue::default();
    queue.push_back(html.into());
    drop(tokenizer.feed(&queue));
    tokenizer.end();
    let sink = &tokenizer.sink;
    let mut faults = sink.faults.borrow().clone();
    let open = sink.open.borrow();
    if !open.is_empty() {
        faults.push(format!("left open: {open:?}"));
    }
    if html.len() > CLIPPED {
        faults.push(format!("{} bytes are clipped by Gmail", html.len()));
    }
    // Nothing may depend on a style sheet, since mail programs remove it.
    let style = sink.style.borrow();
    let lines: Vec<&str> = style.lines().collect();
    let begins = |(line, begin): (&&str, &&str)| line.starts_with(begin);
    if lines.len() != STYLES.len() || !lines.iter().zip(&STYLES).all(begins) {
        faults.push(format!("a style sheet: {style}"));
    }
    for needed in [
        "<!DOCTYPE html>",
        "<html lang=\"",
        "<title>",
        "<meta name=\"color-scheme\" content=\"light dark\">",
    ] {
        if !html.contains(needed) {
            faults.push(format!("no {needed}"));
        }
    }
    faults
}

/// Checks both parts of a mail.
pub fn check(text: &str, html: &str) {
    assert_eq!(faults(html), [""; 0], "{html}");
    for line in text
        .lines()
        .filter(|line| !line.contains("http") && !line.contains('@'))
    {
        assert!(line.chars().count() <= 78, "too wide: {line}");
    }
    assert!(!text.contains("\n\n\n"), "{text}");
}

#[test]
fn every_mail_snapshot_passes_html_lint() {
    let mut checked = 0;
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/api/letters/snapshots");
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let snapshot = std::fs::read_to_string(&path).unwrap();
        let Some((head, html)) = snapshot.split_once(&format!("\n{}\n", "=".repeat(78))) else {
            continue;
        };
        let text = head
            .split_once("Content-Type:")
            .map_or(head, |(_, rest)| rest);
        let (_, text) = text.split_once("\n\n").unwrap();
        let html = html.trim_start().trim_end();
        check(text, html);
        checked += 1;
    }
    assert!(checked >= 15, "{checked}");
}

#[test]
fn html_lint_reports_each_unsupported_construct() {
    let good = |body: &str| {
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>[Turnpike] Your turn</title>\n\
             <style>{}</style>\n\
             </head>\n<body>{body}</body>\n</html>",
            STYLES.join("}\n")
        )
    };
    assert_eq!(faults(&good("<p>x</p>")), [""; 0]);
    for bad in [
        "<script>x</script>",
        "<p onclick=\"x\">x</p>",
        "<p style=\"position:absolute\">x</p>",
        "<p style=\"background-color:url(x)\">x</p>",
        "<p style=\"color:#000\">x</p>",
        "<img src=\"https://x.test/a.png\" width=\"1\" alt=\"a\">",
        "<img src=\"cid:a\" width=\"1\">",
        "<img src=\"cid:a\" alt=\"a\">",
        "<a href=\"javascript:x\">x</a>",
        "<table><tr><td>x</td></tr></table>",
        "<p><strong>x</p></strong>",
        "<form></form>",
        "<p>x",
        "<!-- x -->",
    ] {
        assert!(!faults(&good(bad)).is_empty(), "{bad}");
    }
    assert!(!faults(&good(&"x".repeat(CLIPPED))).is_empty());
}
