//! Closed sets of the rules and of problems, for the OpenAPI document. Each is a plain `enum` with
//! a name of its own, and its description explains the values.

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::http::problem::Problem;

/// Makes a named schema of the OpenAPI document for each of these types.
macro_rules! sets {
    ($($(#[$doc:meta])* $name:ident = $of:ty;)*) => {$(
        $(#[$doc])*
        pub enum $name {}

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                set_of::<$of>()
            }
        }

        impl ToSchema for $name {}
    )*};
}

sets! {
    /// The server's bots.
    Bot = rules::Bot;
    /// The meaning of the colours of pieces and routes.
    BoardColours = rules::svg::Colours;
    /// The kinds of log entries.
    LogEntryKind = rules::EntryKind;
    /// The languages of texts for people.
    Language = rules::Language;
    /// The sizes of a drawing.
    BoardLayout = rules::svg::Layout;
    /// The consequences of a time-out.
    TimeoutAction = rules::LeadsTo;
    /// The forms of the routes of pieces.
    BoardRoutes = rules::svg::Routes;
    /// The permissions of a token.
    Scope = accounts::tokens::Scope;
    /// The sources of a game's seed.
    SeedSource = rules::SeedSource;
    /// The players whose sheets are drawn in full.
    BoardSheets = rules::svg::Sheets;
    /// The successors in a seat.
    Successor = rules::Successor;
    /// The events that a webhook can list.
    WebhookEvent = integrations::webhooks::Event;
    /// Whether a board shows the words of the text notation.
    BoardWords = rules::svg::Words;
}

/// The codes of problems.
pub enum ProblemCode {}

impl PartialSchema for ProblemCode {
    fn schema() -> RefOr<Schema> {
        let every = Problem::every();
        let list: String = every
            .iter()
            .map(|it| format!("\n- `{}` ({}): {}", it.code(), it.status(), it.title()))
            .collect();
        let codes: Vec<Value> = every.iter().map(|it| it.code().into()).collect();
        set(format!("The code of a problem.\n{list}"), codes)
    }
}

impl ToSchema for ProblemCode {}

/// Returns the values of a set with their descriptions.
pub(super) fn described<T: JsonSchema>() -> Vec<(String, String)> {
    let schema = schema_of::<T>();
    let forms = schema["oneOf"].as_array().into_iter().flatten();
    let text = |form: &Value, member: &str| Some(form[member].as_str()?.replace('\n', " "));
    forms
        .filter_map(|form| Some((text(form, "const")?, text(form, "description")?)))
        .collect()
}

fn schema_of<T: JsonSchema>() -> Value {
    let schema = SchemaGenerator::default().into_root_schema_for::<T>();
    schema.to_value()
}

fn set_of<T: JsonSchema>() -> RefOr<Schema> {
    let mut schema = schema_of::<T>();
    plain(&mut schema);
    let description = schema["description"].as_str().unwrap_or_default();
    let values = schema["enum"].as_array().cloned().unwrap_or_default();
    set(description.to_owned(), values)
}

fn set(description: String, values: Vec<Value>) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description))
        .enum_values(Some(values))
        .into()
}

/// Turns sets that a schema writes as `oneOf` of constants into plain enums. schemars writes them
/// so if the values have descriptions, but few client generators recognise them as sets. The
/// descriptions become a list.
pub(crate) fn plain(schema: &mut Value) {
    match schema {
        Value::Object(members) => members.values_mut().for_each(plain),
        Value::Array(items) => items.iter_mut().for_each(plain),
        _ => {}
    }
    let Some(forms) = schema["oneOf"].as_array() else {
        return;
    };
    let Some(values) = forms.iter().map(constants).collect::<Option<Vec<_>>>() else {
        return;
    };
    let list: String = forms.iter().filter_map(meaning).collect();
    let description = match schema["description"].as_str() {
        Some(text) => format!("{text}\n{list}"),
        None => list.trim_start().to_owned(),
    };
    let kind = forms
        .first()
        .map_or(Value::Null, |form| form["type"].clone());
    if let Some(schema) = schema.as_object_mut() {
        schema.remove("oneOf");
        schema.insert("type".to_owned(), kind);
        schema.insert("enum".to_owned(), values.concat().into());
        schema.insert("description".to_owned(), description.into());
    }
}

/// Returns the values of a form that consists of nothing but values.
fn constants(form: &Value) -> Option<Vec<Value>> {
    match form.get("const") {
        Some(value) => Some(vec![value.clone()]),
        None => form.get("enum")?.as_array().cloned(),
    }
}

/// Formats a value and its description as an item of a list.
fn meaning(form: &Value) -> Option<String> {
    let (value, text) = (form["const"].as_str()?, form["description"].as_str()?);
    Some(format!("\n- `{value}`: {}", text.replace('\n', " ")))
}
