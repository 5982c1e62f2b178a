//! Renders Markdown: the rules and guides of games and the documents of the project as HTML, and
//! the former as plain text with wrapped lines and aligned tables.

use comfy_table::{ContentArrangement, Table, TableComponent, presets};
use common::texts::message;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use rules::Language;

fn events(markdown: &str) -> Parser<'_> {
    Parser::new_ext(markdown, Options::ENABLE_TABLES)
}

/// Renders HTML. HTML tags in the text are shown as text, although the text is our own.
pub fn html(markdown: &str) -> String {
    let shown = events(markdown).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        event => event,
    });
    page(shown, markdown.len())
}

/// Renders a document as HTML. Its headings have the anchors that they have on the pages of code
/// hosts. `place` returns the address for a link's target, or `None` if only the text of the link
/// is to be shown.
pub fn document(markdown: &str, place: impl Fn(&str) -> Option<String>) -> String {
    let mut events: Vec<Event<'_>> = events(markdown).collect();
    let mut heading = None;
    // Links do not nest.
    let mut is_linked = false;
    for at in 0..events.len() {
        match &mut events[at] {
            Event::Start(Tag::Heading { .. }) => heading = Some((at, String::new())),
            Event::End(TagEnd::Heading(_)) => {
                if let Some((start, text)) = heading.take()
                    && let Event::Start(Tag::Heading { id, .. }) = &mut events[start]
                {
                    *id = Some(anchor(&text).into());
                }
            }
            Event::Text(text) | Event::Code(text) => {
                heading.iter_mut().for_each(|(_, all)| all.push_str(text));
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let address = place(dest_url);
                is_linked = address.is_some();
                match address {
                    Some(address) => *dest_url = address.into(),
                    None => events[at] = Event::Text(CowStr::from("")),
                }
            }
            Event::End(TagEnd::Link) if !is_linked => events[at] = Event::Text(CowStr::from("")),
            Event::InlineHtml(html) if !html.starts_with("<a id=") && **html != *"</a>" => {
                events[at] = Event::Text(html.clone());
            }
            Event::Html(html) => events[at] = Event::Text(html.clone()),
            _ => {}
        }
    }
    page(events.into_iter(), markdown.len())
}

/// Returns the anchor of a heading.
fn anchor(heading: &str) -> String {
    let kept = |it: &char| it.is_alphanumeric() || " -_".contains(*it);
    let kept: String = heading.to_lowercase().chars().filter(kept).collect();
    kept.replace(' ', "-")
}

fn page<'a>(events: impl Iterator<Item = Event<'a>>, length: usize) -> String {
    let mut page = String::with_capacity(length * 3 / 2);
    html::push_html(&mut page, events);
    // Makes elements that are wider than the screen scrollable by keyboard.
    page.replace("<pre>", "<pre tabindex=\"0\">")
        .replace("<table>", "<div class=\"scrolled\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
}

/// The elements of HTML that need a style or another name in a mail. Mail programs have no style
/// sheet of ours. The title of the text is a heading of the second level there.
const IN_A_MAIL: [(&str, &str); 12] = [
    (
        "<h3>",
        "<h4 style=\"margin:16px 0 4px;font-size:16px;line-height:1.3\">",
    ),
    ("</h3>", "</h4>"),
    (
        "<h2>",
        "<h3 style=\"margin:20px 0 4px;font-size:17px;line-height:1.3\">",
    ),
    ("</h2>", "</h3>"),
    (
        "<pre><code>",
        "<pre class=\"ch\" style=\"margin:8px 0;padding:8px;background-color:#f3f2ec;\
         font-family:Consolas,Menlo,monospace;font-size:13px;line-height:1.3;overflow-x:auto\">",
    ),
    ("</code></pre>", "</pre>"),
    (
        "<table>",
        "<table cellpadding=\"6\" cellspacing=\"0\" border=\"0\" \
         style=\"margin:8px 0;border-collapse:collapse;font-size:14px;line-height:1.4\">",
    ),
    // Without its header cells, which a table of commands does not have, a row is empty.
    ("<tr><th></th><th></th></tr>", ""),
    ("<thead>", ""),
    ("</thead><tbody>", ""),
    ("</tbody>", ""),
    (
        "<td>",
        "<td class=\"ru\" valign=\"top\" style=\"border-top:1px solid #dcdbd0\">",
    ),
];

/// Renders HTML for a mail, without links and without the title of the text, which the mail has
/// already.
pub fn mail(markdown: &str) -> String {
    let mut is_title = false;
    let shown = events(markdown).filter_map(|event| match event {
        Event::Start(Tag::Heading { level, .. }) if level as usize == 1 => {
            is_title = true;
            None
        }
        Event::End(TagEnd::Heading(level)) if level as usize == 1 => {
            is_title = false;
            None
        }
        Event::Start(Tag::Link { .. } | Tag::Image { .. })
        | Event::End(TagEnd::Link | TagEnd::Image) => None,
        _ if is_title => None,
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        event => Some(event),
    });
    let mut page = String::with_capacity(markdown.len() * 2);
    html::push_html(&mut page, shown);
    for (element, in_a_mail) in IN_A_MAIL {
        page = page.replace(element, in_a_mail);
    }
    page.replace("<th>", "<th align=\"left\">")
}

/// Renders plain text with lines of at most `width` columns. Headings of the first two levels are
/// in capitals.
pub fn plain(markdown: &str, width: usize, language: Language) -> String {
    let mut plain = Plain {
        width,
        language,
        ..Plain::default()
    };
    events(markdown).for_each(|event| plain.add(event));
    plain.blocks.join("\n\n")
}

/// The state of the rendering.
#[derive(Default)]
struct Plain {
    width: usize,
    language: Language,
    /// The finished blocks, to be separated by blank lines.
    blocks: Vec<String>,
    /// The text of the current heading, paragraph, item or cell.
    text: String,
    /// The open lists, each with the number of its next item.
    lists: Vec<Option<u64>>,
    /// The items of the outermost open list.
    items: Vec<String>,
    table: Option<Vec<Vec<String>>>,
}

impl Plain {
    fn add(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::List(first)) => {
                self.end_item();
                self.lists.push(first);
            }
            Event::Start(Tag::Table(_)) => self.table = Some(Vec::new()),
            Event::Start(Tag::TableHead | Tag::TableRow) => {
                self.table.iter_mut().for_each(|rows| rows.push(Vec::new()));
            }
            Event::End(end) => self.end(end),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                self.text.push_str(&text);
            }
            Event::Code(text) if self.table.is_some() => self.text.push_str(&text),
            Event::Code(text) => {
                let quoted = message("quoted").with("text", &*text);
                self.text.push_str(&quoted.to(self.language));
            }
            Event::SoftBreak => self.text.push(' '),
            Event::HardBreak => self.text.push('\n'),
            _ => {}
        }
    }

    fn end(&mut self, end: TagEnd) {
        match end {
            TagEnd::Heading(level) => {
                let text = std::mem::take(&mut self.text);
                self.blocks.push(match level as usize {
                    1 | 2 => text.to_uppercase(),
                    _ => text,
                });
            }
            TagEnd::Paragraph if self.lists.is_empty() => {
                let text = std::mem::take(&mut self.text);
                self.blocks.push(self.wrapped(&text, "", ""));
            }
            TagEnd::CodeBlock => {
                let text = std::mem::take(&mut self.text);
                let widest = text.lines().map(|line| line.chars().count()).max();
                let indent = self.width.saturating_sub(widest.unwrap_or(0)).min(4);
                let lines = text.lines().map(|line| format!("{:indent$}{line}", ""));
                self.blocks.push(lines.collect::<Vec<_>>().join("\n"));
            }
            TagEnd::Item => self.end_item(),
            TagEnd::List(_) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.blocks.push(std::mem::take(&mut self.items).join("\n"));
                }
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.text);
                let row = self.table.as_mut().and_then(|rows| rows.last_mut());
                row.into_iter().for_each(|row| row.push(cell.clone()));
            }
            TagEnd::Table => {
                let rows = self.table.take().unwrap_or_default();
                self.blocks.push(table(rows, self.width));
            }
            _ => {}
        }
    }

    /// Ends the current item. A list within the item ends it too.
    fn end_item(&mut self) {
        let text = std::mem::take(&mut self.text);
        let depth = self.lists.len();
        let Some(next) = self.lists.last_mut().filter(|_| !text.is_empty()) else {
            return;
        };
        let mark = match next {
            None => "- ".to_owned(),
            Some(number) => {
                let mark = format!("{number}. ");
                *number += 1;
                mark
            }
        };
        let indent = "  ".repeat(depth - 1);
        let rest = format!("{indent}{:1$}", "", mark.len());
        let item = self.wrapped(&text, &format!("{indent}{mark}"), &rest);
        self.items.push(item);
    }

    fn wrapped(&self, text: &str, first: &str, rest: &str) -> String {
        let options = textwrap::Options::new(self.width)
            .initial_indent(first)
            .subsequent_indent(rest);
        textwrap::fill(text, options)
    }
}

/// Renders a table with a line below its header.
fn table(rows: Vec<Vec<String>>, width: usize) -> String {
    let mut table = Table::new();
    table
        .load_preset(presets::NOTHING)
        .set_style(TableComponent::HeaderLines, '─')
        .set_style(TableComponent::MiddleHeaderIntersections, '─')
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(u16::try_from(width).unwrap_or(u16::MAX));
    let mut rows = rows.into_iter();
    table.set_header(rows.next().unwrap_or_default());
    table.add_rows(rows);
    let columns = table.column_iter_mut();
    columns.for_each(|column| {
        column.set_padding((0, 2));
    });
    table.trim_fmt()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Toy\n\nRoll and\nmove. Type `roll`.\n\n## What to type\n\n| you want to | type |\n| --- | --- |\n\
        | roll the die | `roll` |\n| move | `move m4a` |\n\n- one thing, and another, and one more of these\n- two\n\n1. first\n2. second\n\n\
        ### R1 <b>Bold</b>\n\n    roll\n";

    #[test]
    fn plain_text_has_aligned_tables_and_wrapped_lines() {
        let text = plain(TEXT, 30, Language::English);
        let expected = "TOY\n\nRoll and move. Type “roll”.\n\nWHAT TO TYPE\n\nyou want to    type\n─────────────────────────\n\
            roll the die   roll\nmove           move m4a\n\n- one thing, and another, and\n  one more of these\n- two\n\n\
            1. first\n2. second\n\nR1 <b>Bold</b>\n\n    roll";
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        assert_eq!(lines.join("\n"), expected);
    }

    #[test]
    fn html_tags_in_the_text_are_escaped() {
        let page = html(TEXT);
        assert!(page.contains("<td><code>move m4a</code></td>"), "{page}");
        assert!(page.contains("&lt;b&gt;Bold"), "{page}");
    }

    #[test]
    fn mail_has_inline_styles_and_no_title() {
        let page = mail(TEXT);
        assert!(page.starts_with("<p>Roll and\nmove."), "{page}");
        assert!(page.contains("<h3 style=") && page.contains("What to type</h3>"));
        assert!(page.contains("<h4 style=") && !page.contains("thead"));
        let words = mail("| | |\n| --- | --- |\n| `roll` | a > b |\n");
        let row = "<tr><td class=\"ru\" valign=\"top\" style=\"border-top:1px solid #dcdbd0\">\
                   <code>roll</code></td>";
        assert!(
            words.contains(row) && words.contains("a &gt; b</td></tr>"),
            "{words}"
        );
        assert!(!words.contains("<th"), "{words}");
    }

    #[test]
    fn headings_of_a_document_have_anchors() {
        let page = document(
            "# Use `turnpike`, now\n\n<a id=\"old\"></a>\n\ntext",
            |_| None,
        );
        assert!(page.contains("<h1 id=\"use-turnpike-now\">"), "{page}");
        assert!(page.contains("<a id=\"old\"></a>"), "{page}");
    }

    #[test]
    fn links_of_a_document_lead_to_their_places_or_are_text() {
        let text = "[one](A.md#x), [`two`](B.md), [three](A.md)";
        let page = document(text, |it| {
            it.strip_prefix("A.md").map(|it| format!("/a{it}"))
        });
        let expected =
            "<p><a href=\"/a#x\">one</a>, <code>two</code>, <a href=\"/a\">three</a></p>\n";
        assert_eq!(page, expected);
    }

    #[test]
    fn plain_text_of_every_manual_fits_its_width() {
        for kind in ::games::KINDS.current() {
            for language in Language::ALL {
                let manual = kind.info().manual;
                for text in [manual.rules, manual.how_to_play] {
                    let text = plain(text[language as usize], 72, language);
                    let widest = text.lines().max_by_key(|line| line.chars().count());
                    let widest = widest.unwrap_or_default();
                    // The map of Paris Connection is wider.
                    let is_map = widest.starts_with("F     ");
                    assert!(
                        is_map || widest.chars().count() <= 78,
                        "{language}: {widest}"
                    );
                    assert!(
                        !text.contains("| ") && !text.contains("**"),
                        "{language}: {text}"
                    );
                }
            }
        }
    }
}
