//! Splits pictures into their elements, each of which is a picture by itself.
//!
//! Boards consist of the same elements in various places. So the crate renders an element only once
//! for all pictures. This works for pictures in the format of `rules::svg`. In these, the
//! appearance of an element depends only on its attributes, those of the groups around it, and the
//! rules for their classes. Other pictures are not split. Splitting, together with faster runs of
//! pixels, lowered the CPU time of a picture from 4.2 to 2.7 ms.

use std::fmt::Write;

use resvg::tiny_skia::IntSize;
use rustc_hash::FxHashMap;

/// The beginning of a picture.
const FRAME: &str =
    r#"<svg xmlns="http://www.w3.org/2000/svg" class="board" role="img" viewBox="0 0 "#;

/// The beginning of the SVG of a single element, before its description.
const ALONE: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 1 1" "#;

/// The visible elements, besides texts.
const SHAPES: [&str; 7] = [
    "circle", "ellipse", "line", "path", "polygon", "polyline", "rect",
];

/// The attributes that affect the appearance.
const SEEN: [&str; 28] = [
    "class",
    "cx",
    "cy",
    "d",
    "fill",
    "fill-opacity",
    "font-size",
    "height",
    "paint-order",
    "points",
    "r",
    "rx",
    "ry",
    "stroke",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "transform",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
];

/// The attributes that do not affect the appearance, in addition to `data-…`.
const UNSEEN: [&str; 2] = ["id", "pointer-events"];

/// A picture split into its elements, in the order of painting.
#[derive(Debug)]
pub(super) struct Parted {
    /// The size of the picture, in pixels.
    pub(super) size: IntSize,
    /// The background colour.
    pub(super) ground: [u8; 3],
    pub(super) elements: Vec<Element>,
}

/// An element of a picture.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Element {
    /// The complete description of the element except for its position; the key of the cache.
    pub(super) told: String,
    /// The offset to the right and downwards, in pixels.
    pub(super) place: [i32; 2],
}

/// Returns the SVG of a single element, with pixels as units.
pub(super) fn alone(told: &str) -> String {
    format!("{ALONE}{told}</svg>")
}

/// Splits a picture into its elements, if it has a suitable format.
pub(super) fn parted(svg: &str, scale: f32) -> Option<Parted> {
    let (width, rest) = svg.strip_prefix(FRAME)?.split_once(' ')?;
    let (height, rest) = rest.split_once('"')?;
    let size = format!(r#" width="{width}" height="{height}""#);
    let (font, rest) = rest.strip_prefix(&size)?.split_once("><title>")?;
    each_attribute(font, |name, _| {
        ["font-family", "font-size"].contains(&name).then_some(())
    })?;
    let (title, rest) = rest.split_once("</title><style>")?;
    let (sheet, rest) = rest.split_once("</style>")?;
    let rest = rest.strip_suffix("</svg>")?;
    let rules = rules(sheet)?;
    let (_, paper) = rules.get("f-paper")?;
    let paper = paper.strip_prefix(".board .f-paper{fill:#")?;
    let paper = colour(paper.strip_suffix('}')?)?;
    let on_paper = rest.strip_prefix(&format!(r#"<rect class="f-paper"{size}></rect>"#))?;
    // At a fractional scale, an element looks different at different positions, and the edge of the
    // paper may be within a pixel.
    let whole = (scale.fract() == 0.0).then_some(scale as i32);
    let (ground, body) = match whole {
        Some(_) => (paper, on_paper),
        None => ([u8::MAX; 3], rest),
    };
    let size = IntSize::from_wh(width.parse().ok()?, height.parse().ok()?)?.scale_by(scale)?;
    let mut walk = Walk {
        sheet,
        rules,
        begin: format!(r#"width="{scale}" height="{scale}"{font}><style>"#),
        scale: whole,
        defs: "",
        groups: Vec::new(),
        elements: Vec::new(),
    };
    let is_whole = !title.contains('<') && walk.through(body).is_some();
    (is_whole && walk.groups.is_empty()).then_some(())?;
    Some(Parted {
        size,
        ground,
        elements: walk.elements,
    })
}

/// Parses a colour of six hexadecimal digits.
fn colour(digits: &str) -> Option<[u8; 3]> {
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [0, colour @ ..] = number.to_be_bytes() else {
        return None;
    };
    (digits.len() == 6).then_some(colour)
}

/// Returns the rules of a style sheet by class, with their index. Returns `None` if a rule is not
/// for all elements of a class, or if a class has several rules.
fn rules(sheet: &str) -> Option<FxHashMap<&str, (usize, &str)>> {
    let mut rules = FxHashMap::default();
    for (n, rule) in sheet.split_inclusive('}').enumerate() {
        let (class, does) = rule.strip_prefix(".board .")?.split_once('{')?;
        let is_word = |it: u8| it.is_ascii_alphanumeric() || b"-_".contains(&it);
        let is_plain = class.bytes().all(is_word)
            && does
                .strip_suffix('}')?
                .bytes()
                .all(|it| is_word(it) || b":;#., ".contains(&it));
        // Opacity applies to a group as a whole, not to each of its elements.
        let is_whole = does.contains("opacity");
        let before = rules.insert(class, (n, rule));
        (is_plain && !is_whole && before.is_none()).then_some(())?;
    }
    Some(rules)
}

/// Calls `does` with each attribute of a tag. Returns `None` if a call fails, or if the tag has
/// another format.
fn each_attribute<'a>(
    tag: &'a str,
    mut does: impl FnMut(&'a str, &'a str) -> Option<()>,
) -> Option<()> {
    let mut parts = tag.split('"');
    loop {
        let (name, value) = (parts.next()?, parts.next());
        match value {
            Some(value) => does(name.strip_prefix(' ')?.strip_suffix('=')?, value)?,
            None => return name.is_empty().then_some(()),
        }
    }
}

/// The attributes of a group and its ancestors that affect the appearance.
#[derive(Clone, Default)]
struct Group<'a> {
    /// The tags of all of them.
    tags: String,
    /// The number of them.
    depth: usize,
    classes: Vec<&'a str>,
}

/// The state while walking through the elements of a picture.
struct Walk<'a> {
    sheet: &'a str,
    rules: FxHashMap<&'a str, (usize, &'a str)>,
    /// The beginning of the description of all elements.
    begin: String,
    /// Pixels per unit, if that is an integer.
    scale: Option<i32>,
    /// The definitions that elements may refer to.
    defs: &'a str,
    /// The open groups.
    groups: Vec<Group<'a>>,
    elements: Vec<Element>,
}

impl<'a> Walk<'a> {
    fn through(&mut self, mut body: &'a str) -> Option<()> {
        while !body.is_empty() {
            let (tag, rest) = body.strip_prefix('<')?.split_once('>')?;
            let (name, attributes) = tag.split_at(tag.find(' ').unwrap_or(tag.len()));
            body = match name {
                "/g" => {
                    self.groups.pop()?;
                    rest
                }
                "g" => {
                    self.opened(attributes)?;
                    rest
                }
                "title" => rest.split_once('<')?.1.strip_prefix("/title>")?,
                "defs" if self.defs.is_empty() => {
                    let end = rest.find("</defs>")? + "</defs>".len();
                    let (defs, after) = rest.split_at(end);
                    self.defs = &body[..body.len() - after.len()];
                    (attributes.is_empty() && !defs.contains("<style")).then_some(after)?
                }
                _ => self.element(name, attributes, rest)?,
            };
        }
        Some(())
    }

    fn opened(&mut self, attributes: &'a str) -> Option<()> {
        let mut group = self.groups.last().cloned().unwrap_or_default();
        let tag = group.tags.len();
        each_attribute(attributes, |name, value| group.has(name, value))?;
        if group.tags.len() > tag {
            group.tags.insert_str(tag, "<g");
            group.tags.push('>');
            group.depth += 1;
        }
        self.groups.push(group);
        Some(())
    }

    /// Reads an element and returns the rest of the text after it.
    fn element(&mut self, name: &str, attributes: &'a str, rest: &'a str) -> Option<&'a str> {
        let (content, rest) = rest.split_once("</")?;
        let rest = rest.strip_prefix(name)?.strip_prefix('>')?;
        let is_known = match name {
            "text" => !content.contains('<'),
            _ => content.is_empty() && SHAPES.contains(&name),
        };
        is_known.then_some(())?;
        let mut group = self.groups.last().cloned().unwrap_or_default();
        write!(group.tags, "<{name}").ok()?;
        // The position of a pattern is fixed, so an element with a pattern must keep its position.
        let stays = |tags: &str| tags.contains("transform=") || tags.contains("url(");
        let moves = self
            .scale
            .filter(|_| !stays(&group.tags) && !stays(attributes));
        let mut place = [0, 0];
        each_attribute(attributes, |attribute, value| {
            let axis = match (name, attribute) {
                ("rect" | "text", "x") | ("circle", "cx") => Some(0),
                ("rect" | "text", "y") | ("circle", "cy") => Some(1),
                _ => None,
            };
            if let (Some(scale), Some(axis), Ok(at)) = (moves, axis, value.parse::<i16>()) {
                place[axis] = scale * i32::from(at);
                return Some(());
            }
            if let (Some(scale), "d", Some((begin, path))) = (moves, attribute, from_zero(value)) {
                place = begin.map(|it| scale * i32::from(it));
                return write!(group.tags, r#" d="M0 0{path}""#).ok();
            }
            group.has(attribute, value)
        })?;
        self.elements.push(Element {
            told: self.told(&group, name, content)?,
            place,
        });
        Some(rest)
    }

    /// Returns the description of an element. The last tag of `group` is the tag of the element.
    fn told(&self, group: &Group<'a>, name: &str, content: &str) -> Option<String> {
        let mut told = String::with_capacity(2 * (self.begin.len() + group.tags.len()));
        told.push_str(&self.begin);
        let refers = group.tags.contains("url(");
        if refers {
            told.push_str(self.sheet);
        } else {
            let mut rules: Vec<_> = group
                .classes
                .iter()
                .filter_map(|it| self.rules.get(it))
                .collect();
            rules.sort_unstable();
            rules.dedup();
            told.extend(rules.into_iter().map(|(_, rule)| *rule));
        }
        let defs = if refers { self.defs } else { "" };
        write!(told, "</style>{defs}{}>{content}</{name}>", group.tags).ok()?;
        told.extend(std::iter::repeat_n("</g>", group.depth));
        Some(told)
    }
}

impl<'a> Group<'a> {
    /// Adds an attribute to the last tag, if it affects the appearance. Returns `None` for an
    /// unknown attribute.
    fn has(&mut self, name: &str, value: &'a str) -> Option<()> {
        if UNSEEN.contains(&name) || name.starts_with("data-") {
            return Some(());
        }
        // A percentage refers to the whole picture.
        (SEEN.contains(&name) && !value.contains('%')).then_some(())?;
        if name == "class" {
            self.classes.extend(value.split(' '));
        }
        write!(self.tags, r#" {name}="{value}""#).ok()
    }
}

/// Returns the start of a path and the rest, if the rest is relative to the start.
fn from_zero(path: &str) -> Option<([i16; 2], &str)> {
    let (x, rest) = path.strip_prefix('M')?.split_once(' ')?;
    let (y, rest) = rest.split_at(rest.find(|it: char| !it.is_ascii_digit())?);
    let is_relative = rest.starts_with(['l', 'h', 'v', 'c', 'q', 's', 't', 'a'])
        && !rest.contains(|it: char| it.is_ascii_uppercase());
    is_relative.then_some(([x.parse().ok()?, y.parse().ok()?], rest))
}

#[cfg(test)]
mod tests {
    use games::KINDS;
    use rules::svg::Theme;
    use rules::{Dice, Game, Hash, Header, Names, SeedSource, ServerSeed, Viewer};
    use trials::tables::{pick, seed_of, tables};

    use super::*;

    const RULES: &str = ".board .b{font-weight:bold}.board .f-paper{fill:#fbfaf7}\
        .board .f-ink{fill:#24262b}.board .s-ink{stroke:#24262b}.board .mid{text-anchor:middle}";

    fn board(rules: &str, body: &str) -> String {
        format!(
            "{FRAME}90 60\" width=\"90\" height=\"60\" font-size=\"14\"><title>It’s &lt;b&gt;</title>\
             <style>{rules}</style><rect class=\"f-paper\" width=\"90\" height=\"60\"></rect>{body}</svg>"
        )
    }

    /// Returns the descriptions of the elements, without their common beginning, and the positions.
    fn told(body: &str, scale: f32) -> Option<Vec<(String, [i32; 2])>> {
        let parted = parted(&board(RULES, body), scale)?;
        let begin = format!("width=\"{scale}\" height=\"{scale}\" font-size=\"14\"><style>");
        let elements = parted.elements.into_iter();
        let told = elements.map(|it| (it.told.strip_prefix(&begin).unwrap().to_owned(), it.place));
        Some(told.collect())
    }

    #[test]
    fn element_is_described_by_its_appearance_without_its_position() {
        let body = r##"<g id="die" data-word="a&gt;b"><title>x</title><g class="f-ink" transform="scale(2)"><path d="M1 2l3 3"></path></g><text class="mid b x" x="7" y="-8" font-size="20">class="b" &lt;g&gt;</text></g><path fill="#ffffff" d="M9 12l3 3-2 1z"></path><path d="M9 12L3 3"></path><path d="M9 2e1l3 3"></path><circle class="s-ink" cx="5" cy="6.5" r="2"></circle>"##;
        let expected = [
            (
                r#".board .f-ink{fill:#24262b}</style><g class="f-ink" transform="scale(2)"><path d="M1 2l3 3"></path></g>"#,
                [0, 0],
            ),
            (
                r#".board .b{font-weight:bold}.board .mid{text-anchor:middle}</style><text class="mid b x" font-size="20">class="b" &lt;g&gt;</text>"#,
                [14, -16],
            ),
            (
                r##"</style><path fill="#ffffff" d="M0 0l3 3-2 1z"></path>"##,
                [18, 24],
            ),
            (r#"</style><path d="M9 12L3 3"></path>"#, [0, 0]),
            (r#"</style><path d="M9 2e1l3 3"></path>"#, [0, 0]),
            (
                r#".board .s-ink{stroke:#24262b}</style><circle class="s-ink" cy="6.5" r="2"></circle>"#,
                [10, 0],
            ),
        ];
        assert_eq!(
            told(body, 2.0).unwrap(),
            expected.map(|(it, at)| (it.to_owned(), at))
        );
        // At a fractional scale, the position is part of the description, and the paper is an
        // element.
        let body = r#"<rect x="3" y="4" width="5" height="5"></rect>"#;
        let told = told(body, 1.25).unwrap();
        assert_eq!(told[1], (format!("</style>{body}"), [0, 0]));
        assert!(
            told[0]
                .0
                .ends_with(r#"<rect class="f-paper" width="90" height="60"></rect>"#)
        );
    }

    #[test]
    fn element_with_a_pattern_keeps_its_definition_and_position() {
        let defs = r#"<defs><pattern id="p"><rect class="f-ink"></rect></pattern></defs>"#;
        let rect = r#"<rect fill="url(#p)" x="3" y="4" width="5" height="5"></rect>"#;
        let expected = (format!("{RULES}</style>{defs}{rect}"), [0, 0]);
        assert_eq!(told(&format!("{defs}{rect}"), 1.0).unwrap(), [expected]);
    }

    #[test]
    fn unsupported_picture_is_not_split() {
        for body in [
            "",
            "<g></g>",
            r#"<text x="1">a</text>"#,
            r#"<text class="b">" style="fill:red" class="</text>"#,
        ] {
            assert!(told(body, 1.0).is_some(), "{body}");
        }
        for body in [
            "words",
            "<g>",
            "</g>",
            "<g/>",
            "<!-- a -->",
            "<script></script>",
            "<style></style>",
            "<defs><style></style></defs>",
            r#"<g opacity="0.5"></g>"#,
            r#"<g style="fill:red"></g>"#,
            r##"<use href="#a"></use>"##,
            r#"<rect x='1'></rect>"#,
            r#"<rect  x="1"></rect>"#,
            r#"<rect width="50%"></rect>"#,
            r#"<rect id="a>b"></rect>"#,
            r#"<rect x="1"/>"#,
            "<rect><title>a</title></rect>",
            "<text>a<tspan>b</tspan></text>",
            "<text><![CDATA[a]]></text>",
        ] {
            assert!(told(body, 1.0).is_none(), "{body}");
        }
        for rules in [
            "",
            ".f-ink{fill:#24262b}",
            ".board .b .mid{fill:#24262b}",
            ".board .b:first-child{fill:#24262b}",
            ".board .b+.mid{fill:#24262b}",
            ".board .b{fill:red}.board .b{fill:blue}",
            ".board .b{fill:url(&quot;a&quot;)}",
            "@media print{.board .b{fill:red}}",
            ".board .b{fill:red",
            ".board .b{opacity:0.5}",
        ] {
            let rules = format!(".board .f-paper{{fill:#fbfaf7}}{rules}");
            let is_whole = parted(&board(&rules, ""), 1.0).is_none();
            assert_eq!(is_whole, !rules.ends_with("f7}"), "{rules}");
        }
        let svg = board(RULES, "");
        for (one, other) in [
            ("viewBox=\"0 0", "viewBox=\"1 0"),
            (" width=\"90\" height", " width=\"91\" height"),
            ("fill:#fbfaf7", "fill:#fff"),
            ("f-paper", "f-pap"),
            ("&lt;b&gt;", "<b>"),
        ] {
            assert!(parted(&svg.replacen(one, other, 1), 1.0).is_none(), "{one}");
        }
    }

    #[test]
    fn board_of_every_game_is_split_into_elements() {
        for kind in KINDS.current() {
            let table = pick(&mut Dice::new(seed_of("elements"), 1), &tables(kind)).clone();
            let server_seed = ServerSeed(seed_of("a board").0);
            let header = Header {
                id: "k7Qd2xPz9Wb".to_owned(),
                rules: table.kind.info().rules(),
                options: table.options.into(),
                entropies: vec![String::new(); table.seats.into()],
                seed_commitment: Hash(server_seed.commitment()),
                seed_source: SeedSource::Secret,
                blinding_commitment: None,
                deal: None,
            };
            let (game, _) = Game::start(kind, header, &server_seed, None).unwrap();
            let odd = ["\"><g class=\"b\">", "</text>&amp;", "]]> style='"];
            let names = Names::new(odd.into_iter().cycle().take(table.seats.into()));
            for theme in [Theme::Light, Theme::Dark] {
                let svg = game.position().svg(Viewer::Afterwards, &names, theme);
                let parted = parted(&svg, 1.0);
                assert!(
                    parted.is_some_and(|it| it.elements.len() > 5),
                    "{}",
                    kind.info().id
                );
            }
        }
    }
}
