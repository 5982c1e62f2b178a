//! Canonical JSON: exactly one spelling for each value, so that its hash is well defined.
//!
//! Follows RFC 8785 for the values that Turnpike uses: object keys sorted by their UTF-16 code
//! units, no white space, integers without fraction or exponent, the shortest string escapes.
//! Numbers with a fraction do not occur and are not supported.

use serde_json::Value;
use serde_json::value::RawValue;

/// Returns the canonical JSON text of a value.
pub fn to_string(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

/// Returns the canonical form of a JSON text.
pub(crate) fn raw(text: &RawValue) -> serde_json::Result<Box<RawValue>> {
    let value: Value = serde_json::from_str(text.get())?;
    RawValue::from_string(to_string(&value))
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut keys: Vec<&String> = members.keys().collect();
            keys.sort_by(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
            out.push('{');
            for (i, key) in keys.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push(':');
                write(&members[key], out);
            }
            out.push('}');
        }
        // serde_json writes all other values as RFC 8785 requires.
        scalar => out.push_str(&scalar.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn sorts_keys_and_leaves_no_space() {
        let value = json!({"b": [1, -2, null], "a": {"z": true, "é": "x\"\n\u{1}", "y": ""}});
        assert_eq!(
            super::to_string(&value),
            r#"{"a":{"y":"","z":true,"é":"x\"\n\u0001"},"b":[1,-2,null]}"#
        );
    }
}
