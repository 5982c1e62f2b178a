//! A browser, driven over WebDriver.

use std::process::Stdio;

use reqwest::{Client, Method};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::helpers::PASSWORD;

/// How WebDriver calls the reference to an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser with one window.
pub(super) struct Browser {
    client: Client,
    session: String,
    _driver: Child,
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser; `None` where there is none.
    pub(super) async fn open() -> Option<Browser> {
        let driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn();
        let Ok(mut driver) = driver else {
            assert!(std::env::var_os("CI").is_none(), "no chromedriver");
            eprintln!("no chromedriver: nothing is tested");
            return None;
        };
        let mut said = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = loop {
            let line = said.next_line().await.unwrap().expect("a port");
            if let Some((_, port)) = line.split_once("started successfully on port ") {
                break port.trim_end_matches('.').to_owned();
            }
        };
        let profile = tempfile::tempdir().unwrap();
        let args = [
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--window-size=400,900".to_owned(),
            format!("--user-data-dir={}", profile.path().display()),
        ];
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": args},
            "goog:loggingPrefs": {"browser": "ALL"},
            "timeouts": {"script": 120_000},
        }}});
        let mut browser = Browser {
            client: Client::new(),
            session: format!("http://127.0.0.1:{port}/session"),
            _driver: driver,
            _profile: profile,
        };
        let begun = browser.call(Method::POST, "", wanted).await;
        let id = begun["sessionId"].as_str().unwrap();
        browser.session = format!("{}/{id}", browser.session);
        Some(browser)
    }

    pub(super) async fn call(&self, method: Method, path: &str, body: Value) -> Value {
        let url = format!("{}{path}", self.session);
        let mut request = self.client.request(method.clone(), url);
        if method == Method::POST {
            request = request.json(&body);
        }
        let answer: Value = request.send().await.unwrap().json().await.unwrap();
        assert!(answer["value"]["error"].is_null(), "{path}: {answer}");
        answer["value"].clone()
    }

    pub(super) async fn close(self) {
        self.call(Method::DELETE, "", Value::Null).await;
    }

    pub(super) async fn goes_to(&self, url: &str) {
        self.call(Method::POST, "/url", json!({"url": url})).await;
    }

    /// What a script answers.
    pub(super) async fn runs(&self, script: &str) -> Value {
        let body = json!({"script": script, "args": []});
        self.call(Method::POST, "/execute/sync", body).await
    }

    /// Waits, inside the browser, until an expression is true. What it reads may not be there yet.
    pub(super) async fn sees(&self, expression: &str) {
        // Where it never is, the test's output says what was waited for.
        println!("waits for {expression}");
        let script = format!(
            "const done = arguments[0];
             const isSo = () => {{
                 try {{
                     return {expression};
                 }} catch {{
                     return false;
                 }}
             }};
             const look = () => isSo() ? done(true) : setTimeout(look, 30);
             look();"
        );
        let body = json!({"script": script, "args": []});
        self.call(Method::POST, "/execute/async", body).await;
    }

    pub(super) async fn element(&self, css: &str) -> String {
        let wanted = json!({"using": "css selector", "value": css});
        let found = self.call(Method::POST, "/element", wanted).await;
        found[ELEMENT].as_str().unwrap().to_owned()
    }

    /// Waits until a page with this element is there, whichever page is there now.
    pub(super) async fn arrives_at(&self, css: &str) {
        for (patience, css) in [(60_000, css), (0, "body")] {
            let limits = json!({"implicit": patience});
            self.call(Method::POST, "/timeouts", limits).await;
            self.element(css).await;
        }
    }

    pub(super) async fn types(&self, css: &str, text: &str) {
        let path = format!("/element/{}/value", self.element(css).await);
        self.call(Method::POST, &path, json!({"text": text})).await;
    }

    pub(super) async fn clicks(&self, css: &str) {
        let path = format!("/element/{}/click", self.element(css).await);
        self.call(Method::POST, &path, json!({})).await;
    }

    pub(super) async fn signs_in(&self, name: &str) {
        self.runs("document.getElementById('account').open = true")
            .await;
        self.types("#in-name", name).await;
        self.types("#in-password", PASSWORD).await;
        self.clicks("#sign-in [type=submit]").await;
        self.sees("document.querySelector('#who strong')").await;
    }

    /// Goes to one subject of what belongs to whoever is signed in.
    pub(super) async fn opens_settings(&self, subject: &str) {
        self.runs(&format!("location.assign('/settings#{subject}')"))
            .await;
        self.arrives_at(&format!("#{subject}[open]")).await;
    }

    /// A command of the browser's own protocol, and its answer.
    pub(super) async fn commands(&self, command: &str, parameters: Value) -> Value {
        let body = json!({"cmd": command, "params": parameters});
        self.call(Method::POST, "/goog/cdp/execute", body).await
    }

    /// What the browser complained of.
    pub(super) async fn complaints(&self) -> Vec<String> {
        let log = self
            .call(Method::POST, "/se/log", json!({"type": "browser"}))
            .await;
        log.as_array()
            .unwrap()
            .iter()
            .filter(|line| line["level"] == "SEVERE")
            .map(|line| line["message"].to_string())
            .collect()
    }
}
