//! What people read about the options of a game: names and sentences in their language, put into the schema.

use serde_json::{Value, json};

use crate::message::COMMON;
use crate::{Catalogue, Language};

/// The message that names an option, `option-action-tiles`, or one value of it, `option-pawns-2`. The message that
/// tells in a sentence what it does has the same name with `-about` behind it.
fn message(option: &str, value: Option<&Value>) -> String {
    let mut id = format!("option-{}", option.replace('_', "-"));
    if let Some(value) = value {
        let word = value.to_string().replace('"', "").replace('_', "-");
        id.extend(["-", &word]);
    }
    id
}

/// Names the options of a schema and the values of each, and tells what they do. A switch becomes a choice of two,
/// so that there is a place for what each of them is called.
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

/// What is chosen otherwise than usual: a value by its name, a number behind the name of the option.
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

/// Nothing stands where there are no words in the language: what the code says of itself is in English.
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
