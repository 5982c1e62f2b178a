//! The JSON Schema of the moves: one form for each group of cards that take the same members.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::cards::{Ability, CARDS, Card, Fit, Naming};
use crate::moves::Move;

impl JsonSchema for Move {
    fn schema_name() -> Cow<'static, str> {
        "FerryFolliesMove".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A move of Ferry Follies. Indexes count from 0 at the left end of the \
                row. The members of a move depend on its `card`. The cards 7, 9, 13, 17 and 18 have \
                no ability and cannot be discarded.",
            "oneOf": forms(),
        })
    }
}

fn forms() -> Vec<Value> {
    let is_nine = |card: &Card| *card == Card::NINE;
    let mut forms = vec![
        form(
            "Play a card of the hand into the row.",
            "play",
            vec![
                ("card", cards(|card| !is_nine(&card))),
                ("index", played_index()),
            ],
        ),
        form(
            "Play the 9 into the row, upright or upside down.",
            "play",
            vec![
                ("card", cards(|card| is_nine(&card))),
                ("index", played_index()),
                (
                    "as",
                    json!({
                        "type": "integer",
                        "enum": [9, 6],
                        "description": "9: upright. 6: upside down. The card stays so.",
                    }),
                ),
            ],
        ),
    ];
    forms.extend(ABILITIES.map(|(ability, text)| discard(ability, text)));
    forms.extend([
        form(
            "Score a set, during a choice of sets.",
            "score",
            vec![
                ("from", index("Index of the leftmost card of the set.")),
                ("to", index("Index of the rightmost card of the set.")),
            ],
        ),
        form(
            "Score no set, during a choice of sets without a set of 19.",
            "decline",
            Vec::new(),
        ),
    ]);
    forms
}

/// The abilities, each with a description of its discard.
const ABILITIES: [(Ability, &str); 13] = [
    (Ability::Arrange, "Discard the 1: put the row in any order."),
    (
        Ability::Swap(Fit::Any),
        "Discard the 2: swap two cards of the row.",
    ),
    (
        Ability::Swap(Fit::TenOrLess),
        "Discard the 10: swap two cards of the row, each worth 10 or less.",
    ),
    (
        Ability::Swap(Fit::Odd),
        "Discard the 15: swap two cards of the row, each of odd worth.",
    ),
    (
        Ability::Swap(Fit::Even),
        "Discard the 16: swap two cards of the row, each of even worth.",
    ),
    (
        Ability::ToTop,
        "Discard the 3: put a card of the row on top of the deck.",
    ),
    (
        Ability::ShuffleInOne,
        "Discard the 4: shuffle a card of the row into the deck.",
    ),
    (
        Ability::ShuffleInTwo,
        "Discard the 6: shuffle two cards of the row into the deck.",
    ),
    (
        Ability::EndToMiddle,
        "Discard the 5: move the card at `end` to the middle; `index` is its place among the \
         other cards, and must be a middle one.",
    ),
    (
        Ability::ToEnd,
        "Discard the 8: move the card at `index` to `end`, if it is not there already.",
    ),
    (
        Ability::MoveTwo,
        "Discard the 11: move the card at `index` two places in `direction`.",
    ),
    (
        Ability::FaceDown,
        "Discard the 12: turn the card at `index` face down; it is worth 1 then.",
    ),
    (
        Ability::DiscardMiddle,
        "Discard the 14: discard the card at `index`, a middle one, from the row.",
    ),
];

fn discard(ability: Ability, text: &str) -> Value {
    let mut members = vec![("card", cards(|card| card.ability() == Some(ability)))];
    match ability.names() {
        Naming::Order => members.push((
            "order",
            json!({
                "type": "array",
                "items": index("The current index of a card."),
                "uniqueItems": true,
                "description": "The current index of each card of the new row, left to right.",
            }),
        )),
        Naming::Index => members.push(("index", index("Index of the card."))),
        Naming::Indexes => members.push((
            "indexes",
            json!({
                "type": "array",
                "items": index("Index of a card."),
                "minItems": 2,
                "maxItems": 2,
                "uniqueItems": true,
                "description": "Two different indexes, in either order.",
            }),
        )),
        Naming::IndexAndEnd => {
            members.push(("index", index("Index in the row.")));
            members.push(("end", side("An end of the row.")));
        }
        Naming::IndexAndDirection => {
            members.push(("index", index("Index of the card.")));
            members.push(("direction", side("The direction of the card.")));
        }
    }
    form(text, "discard", members)
}

fn form(text: &str, name: &str, members: Vec<(&str, Value)>) -> Value {
    let mut required = vec![json!("type")];
    let mut properties = Map::new();
    properties.insert("type".to_owned(), json!({"type": "string", "const": name}));
    for (member, schema) in members {
        required.push(json!(member));
        properties.insert(member.to_owned(), schema);
    }
    json!({
        "description": text,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn cards(which: impl Fn(Card) -> bool) -> Value {
    let values: Vec<u8> = Card::all()
        .into_iter()
        .filter(|card| which(*card))
        .map(Card::value)
        .collect();
    json!({
        "type": "integer",
        "enum": values,
        "description": "The value of the card, which must be in hand.",
    })
}

fn played_index() -> Value {
    index(
        "The card's index in the new row: 0 for the left end, the number of cards in the row for \
         the right end. The 7 can go anywhere, the 17 in the middle, all others at an end.",
    )
}

fn index(text: &str) -> Value {
    json!({
        "type": "integer",
        "format": "int32",
        "minimum": 0,
        "maximum": CARDS - 1,
        "description": text,
    })
}

fn side(text: &str) -> Value {
    json!({"type": "string", "enum": ["left", "right"], "description": text})
}
