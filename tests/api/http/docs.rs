//! The documentation that the server shows: the page of the API with its code samples, the collection
//! of its calls, and the guides.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::Value;
use sha2::{Digest, Sha256};
use turnpike::http::openapi;

use crate::helpers::*;

#[tokio::test]
async fn page_of_the_api_has_only_files_of_this_server() {
    let server = server().await;
    let get = async |path: &str| server.send(Method::GET, path, None, None).await;
    let page = get("/docs").await.text;
    assert!(
        !page.contains("http:") && !page.contains("https:"),
        "{page}"
    );
    let files = page.split(" src=\"").skip(1);
    let files: Vec<&str> = files.map(|it| it.split('"').next().unwrap()).collect();
    assert_eq!(files.len(), 3, "{page}");
    for file in files {
        assert_eq!(get(file).await.status, 200, "{file}");
    }
    get("/docs/nothing.js").await.problem(404, "not-found");
}

#[tokio::test]
async fn only_the_page_of_the_api_allows_styles_in_markup() {
    let server = server().await;
    for (path, is_allowed) in [("/docs/", true), ("/docs/guides", false), ("/", false)] {
        let page = server.send(Method::GET, path, None, None).await;
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert_eq!(policy.contains("unsafe-inline"), is_allowed, "{path}");
        assert!(policy.contains("script-src 'self';"), "{path}: {policy}");
    }
}

#[tokio::test]
async fn file_that_is_embedded_compressed_reaches_clients_without_gzip() {
    let server = server().await;
    let page = server.send(Method::GET, "/docs/", None, None).await.text;
    let at = page.find("/vendor/scalar").unwrap();
    let file = page[..at].rsplit('"').next().unwrap().to_owned() + "/vendor/scalar/reference.js";
    let plain = server.send(Method::GET, &file, None, None).await;
    assert!(!plain.headers.contains_key("content-encoding"));
    let sum = hex::encode(Sha256::digest(&plain.text));
    assert!(include_str!("../../../web/src/vendor/scalar/SHA256SUMS").contains(&sum));
}

/// Returns all calls of a document: `POST /v1/games`.
fn calls_of(document: &Value) -> BTreeSet<String> {
    let paths = document["paths"].as_object().unwrap().iter();
    let calls = paths.flat_map(|(path, calls)| {
        let methods = calls.as_object().unwrap().keys();
        methods.map(move |it| format!("{} {path}", it.to_uppercase()))
    });
    calls.collect()
}

#[tokio::test]
async fn every_call_has_samples_in_three_languages() {
    let server = server().await;
    let document = server.send(Method::GET, "/docs/openapi.json", None, None);
    let document = document.await.ok();
    assert_eq!(calls_of(&document), calls_of(&openapi::document()));
    for (path, calls) in document["paths"].as_object().unwrap() {
        for (method, call) in calls.as_object().unwrap() {
            let samples = call["x-codeSamples"].as_array().unwrap();
            // The clients send no mails.
            let expected = if path == "/v1/inbound/mime" { 1 } else { 3 };
            assert_eq!(samples.len(), expected, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn samples_show_path_and_example_of_a_call() {
    let server = server().await;
    let document = server.send(Method::GET, "/docs/openapi.json", None, None);
    let document = document.await.ok();
    let samples = &document["paths"]["/v1/games/{id}/moves"]["post"]["x-codeSamples"];
    let samples = samples.as_array().unwrap().iter();
    let sources: Vec<&str> = samples.map(|it| it["source"].as_str().unwrap()).collect();
    insta::assert_snapshot!("samples_of_a_call", sources.join("\n---\n"));
}

#[tokio::test]
async fn collection_has_every_call() {
    let server = server().await;
    let path = "/docs/turnpike.postman_collection.json";
    let collection = server.send(Method::GET, path, None, None).await.ok();
    let folders = collection["item"].as_array().unwrap().iter();
    let items = folders.flat_map(|it| it["item"].as_array().unwrap());
    let calls = items.map(|it| {
        let url = it["request"]["url"]["raw"]
            .as_str()
            .unwrap()
            .replace("{{baseUrl}}", "");
        let path = url.split('/').map(|it| match it.strip_prefix(':') {
            Some(name) => format!("{{{name}}}"),
            None => it.to_owned(),
        });
        let path = path.collect::<Vec<_>>().join("/");
        format!("{} {path}", it["request"]["method"].as_str().unwrap())
    });
    assert_eq!(
        calls.collect::<BTreeSet<_>>(),
        calls_of(&openapi::document())
    );
}

#[tokio::test]
async fn links_of_guides_lead_to_pages_and_headings() {
    let server = server().await;
    let get = async |path: &str| server.send(Method::GET, path, None, None).await;
    let links = |page: &str| -> Vec<String> {
        let links = page.split("href=\"").skip(1);
        let links = links.map(|it| it.split('"').next().unwrap().to_owned());
        links.filter(|it| !it.contains("://")).collect()
    };
    let list = get("/docs/guides").await.text;
    let guides = links(&list).into_iter();
    let guides: Vec<String> = guides
        .filter(|it| it.starts_with("/docs/guides/"))
        .collect();
    assert!(guides.len() > 5, "{list}");
    for guide in guides {
        let page = get(&guide).await.text;
        for link in links(&page) {
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match path {
                "" => page.clone(),
                path => {
                    let found = get(path).await;
                    assert_eq!(found.status, 200, "{guide}: {link}");
                    found.text
                }
            };
            let has_anchor = anchor.is_empty() || target.contains(&format!("id=\"{anchor}\""));
            assert!(has_anchor, "{guide}: {link}");
        }
    }
}
