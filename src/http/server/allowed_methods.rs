//! The methods that a path offers. An error for any other method lists them (RFC 9110 section
//! 10.2.1).

use crate::http::openapi::docs;
use crate::http::pages::FORMS;

/// Returns the methods for the path of this pattern, in the format of `Allow`.
pub(crate) fn methods(pattern: &str) -> String {
    let called = docs::document()["paths"][pattern].as_object();
    let called = called.map(|calls| calls.keys().map(|it| it.to_uppercase()).collect());
    let page = || {
        let form = FORMS.iter().find(|(path, _)| *path == pattern);
        let methods = form.map_or(&["GET"][..], |(_, methods)| methods);
        methods.iter().map(|it| (*it).to_owned()).collect()
    };
    let mut methods: Vec<String> = called.unwrap_or_else(page);
    if methods.iter().any(|method| method == "GET") {
        methods.push("HEAD".to_owned());
    }
    methods.push("OPTIONS".to_owned());
    methods.join(", ")
}
