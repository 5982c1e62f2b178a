//! Links from answers to calls: which calls take a value from an answer (OpenAPI 3.1 section
//! 4.8.20). Generators of clients and of tests follow them.

use serde_json::{Map, Value, json};

/// A call and a status of its answer; then the calls that the answer leads to, each with the
/// parameter to fill; then the expression for the value.
type Row = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static str,
);

/// The id of the object that the call has made.
const MADE: &str = "$response.body#/id";

/// The id of the game in the request.
const ASKED: &str = "$request.path.id";

const LINKS: &[Row] = &[
    (
        "create_game",
        "201",
        &[
            ("get_game", "id"),
            ("list_legal_moves", "id"),
            ("play_moves", "id"),
            ("get_log", "id"),
            ("get_board_text", "id"),
            ("export_game", "id"),
            ("list_messages", "id"),
            ("send_message", "id"),
            ("set_note", "id"),
            ("set_orders", "id"),
            ("invite_player", "id"),
            ("leave_seat", "id"),
            ("cancel_game", "id"),
        ],
        MADE,
    ),
    (
        "list_legal_moves",
        "200",
        &[("play_moves", "id"), ("complete_move", "id")],
        ASKED,
    ),
    ("play_moves", "200", &[("list_legal_moves", "id")], ASKED),
    ("create_deal", "201", &[("get_deal", "deal")], MADE),
    ("create_token", "201", &[("delete_token", "token")], MADE),
    (
        "create_holiday",
        "201",
        &[("delete_holiday", "holiday")],
        MADE,
    ),
    (
        "sign_up",
        "201",
        &[
            ("get_player", "name"),
            ("mute_player", "name"),
            ("block_player", "name"),
        ],
        "$response.body#/name",
    ),
];

/// Adds the links to the answers of a call.
pub(super) fn add(call: &mut Value) {
    let Some(operation) = call["operationId"].as_str().map(str::to_owned) else {
        return;
    };
    for (_, status, to, value) in LINKS.iter().filter(|(from, ..)| *from == operation) {
        let links = to.iter().map(|(target, parameter)| {
            let link = json!({"operationId": target, "parameters": {*parameter: value}});
            ((*target).to_owned(), link)
        });
        let links: Map<String, Value> = links.collect();
        call["responses"][*status]["links"] = Value::Object(links);
    }
}
