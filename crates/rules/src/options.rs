//! Adds names and descriptions in a language to the schema of a game's options.

use serde_json::{Value, json};

use crate::message::COMMON;
use crate::{Catalogue, Language};

/// Returns the id of the message that names an option, such as `option-action-tiles`, or one of its
/// values, such as `option-pawns-2`. With `-about` appended, it is the id of the message that
/// describes it.
fn message(option: &str, value: Option<&Value>) -> String {
    let mut id = format!("option-{}", option.replace('_', "-"));
    if let Some(value) = value {
        let word = value.to_string().replace('"', "").replace('_', "-");
        id.extend(["-", &word]);
    }
    id
}

/// Adds the names and descriptions of the options and their values to a schema. A boolean becomes a
/// choice of two values, so that each of them can have a name.
pub(crate) fn in_words(schema: &mut Value, texts: &Catalogue, language: Language) {
    schema["description"] = COMMON.message("options").to(language).into();
    let options = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, option) in options.into_iter().flatten() {
        if option["type"] == "boolean" {
            option["oneOf"] = json!([{"const": true}, {"const": false}]);
        }
        tell(option, &message(name, None), texts, language);
        let choices = option.get_mut("oneOf").and_then(Value::as_array_mut);
        for choice in choices.into_iter().flatten() {
            let id = message(name, choice.get("const"));
            tell(choice, &id, texts, language);
        }
    }
}

/// Lists the options that differ from the usual ones: the name of the chosen value, or the option's
/// name followed by a number.
pub(crate) fn unusual(schema: &Value, usual: &Value, chosen: &Value) -> Vec<String> {
    let options = schema.get("properties").and_then(Value::as_object);
    let options = options.into_iter().flatten();
    let options = options.filter(|(name, _)| usual.get(name) != chosen.get(name));
    let named = options.filter_map(|(name, option)| {
        let value = chosen.get(name)?;
        let choices = option.get("oneOf").and_then(Value::as_array);
        let mut choices = choices.into_iter().flatten();
        let choice = choices.find(|it| it.get("const") == Some(value));
        match choice {
            Some(choice) => Some(choice.get("title")?.as_str()?.to_owned()),
            None => Some(format!("{} {value}", option.get("title")?.as_str()?)),
        }
    });
    named.collect()
}

/// Removes the member if the language has no text for it, because the text in the code is in
/// English.
fn tell(schema: &mut Value, id: &str, texts: &Catalogue, language: Language) {
    let Some(schema) = schema.as_object_mut() else {
        return;
    };
    for (member, id) in [("title", id), ("description", &format!("{id}-about"))] {
        match texts.text(id, language) {
            Some(text) => schema.insert(member.to_owned(), text.into()),
            None => schema.remove(member),
        };
    }
}
