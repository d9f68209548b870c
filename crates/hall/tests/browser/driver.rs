//! A browser, and a hall for it.

use std::io::{BufRead as _, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use fantoccini::elements::Element;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use serde_json::{Value, json};

/// How long anything on a page may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program that ends with this value, however a test ends.
struct Kept(Child);

impl Drop for Kept {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A hall that runs.
pub struct Hall {
    child: Option<Kept>,
    data: tempfile::TempDir,
    listen: String,
    /// Its address, as in `http://127.0.0.1:8080`.
    pub address: String,
}

impl Hall {
    /// Opens a hall on a free port.
    pub fn open() -> Hall {
        let data = tempfile::tempdir().expect("a folder");
        let mut hall = Hall {
            child: None,
            data,
            listen: "127.0.0.1:0".to_owned(),
            address: String::new(),
        };
        hall.start();
        hall
    }

    /// Starts it, again at the same address.
    pub fn start(&mut self) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hall"))
            .args(["serve", "--listen", &self.listen, "--data"])
            .arg(self.data.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("hall starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        out.read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("Taflhalla is open at ");
        let address = address.unwrap_or_else(|| panic!("{line:?} names no address"));
        self.address = address.trim_end_matches('/').to_owned();
        self.listen = self.address.trim_start_matches("http://").to_owned();
        self.child = Some(Kept(child));
    }

    /// Kills it.
    pub fn kill(&mut self) {
        self.child = None;
    }
}

/// A browser of its own, with no memory of others.
pub struct Browser {
    /// What it is told to do.
    pub client: Client,
    name: String,
    _driver: Kept,
    _profile: tempfile::TempDir,
}

/// How wide and how high a window is.
pub const WIDE: (u32, u32) = (1340, 860);
/// A small phone.
pub const PHONE: (u32, u32) = (360, 740);

/// Starts a driver. Gives the rest of its output and its port; nothing if it ended.
fn start_driver() -> Option<(Child, Lines<BufReader<ChildStdout>>, u16)> {
    let mut driver = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromedriver is installed (`cargo xtask test` does that)");
    let mut lines = BufReader::new(driver.stdout.take().expect("its output")).lines();
    while let Some(Ok(line)) = lines.next() {
        if let Some((_, port)) = line.split_once("successfully on port ") {
            let port = port.trim_end_matches('.').parse().expect("a port");
            return Some((driver, lines, port));
        }
    }
    let _ = driver.wait();
    None
}

impl Browser {
    /// Starts a browser. The name is for its pictures.
    pub async fn start(name: &str, (width, height): (u32, u32)) -> Browser {
        // A port that it chose may be taken before it listens there: then it ends.
        let (driver, lines, port) = (0..5)
            .find_map(|_| start_driver())
            .expect("chromedriver starts");
        // Whatever else it says must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let profile = tempfile::tempdir().expect("a folder");
        let arguments = [
            "--headless".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-quic".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--no-first-run".to_owned(),
            "--disable-background-networking".to_owned(),
            "--disable-component-update".to_owned(),
            "--disable-sync".to_owned(),
            "--lang=en".to_owned(),
            format!("--user-data-dir={}", profile.path().display()),
        ];
        let mut options = json!({"args": arguments});
        if width < 500 {
            options["mobileEmulation"] = json!({"deviceMetrics": {"width": width, "height": height, "pixelRatio": 2.0, "touch": true}});
        }
        let capabilities = json!({
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"},
        });
        let connector = hyper_util::client::legacy::connect::HttpConnector::new();
        let client = ClientBuilder::new(connector)
            .capabilities(capabilities.as_object().cloned().expect("an object"))
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("a browser");
        if width >= 500 {
            client.set_window_size(width, height).await.expect("a size");
        }
        Browser {
            client,
            name: name.to_owned(),
            _driver: Kept(driver),
            _profile: profile,
        }
    }

    /// Gives the page a window of this size, however small.
    pub async fn resize(&self, width: u32, height: u32) {
        let size = Resize { width, height };
        let done = self.client.issue_cmd(size).await;
        done.expect("a size");
    }

    /// Goes to an address.
    pub async fn go(&self, address: &str) {
        self.client.goto(address).await.expect("the page loads");
    }

    /// Begins a game against the computer from the first page and waits until it is
    /// one's turn.
    pub async fn play(&self, address: &str, game: &str) {
        self.go(address).await;
        self.click(&format!("#play-{game}")).await;
        // In Game 17 one game of a hundred is lost before the first turn.
        while self
            .find("[data-can=choose], #another")
            .await
            .attr("id")
            .await
            .expect("an element")
            .is_some_and(|id| id == "another")
        {
            self.click("#another").await;
            self.gone("#another").await;
        }
    }

    /// Waits for something that can be seen.
    pub async fn find(&self, css: &str) -> Element {
        let wait = self.client.wait().at_most(PATIENCE);
        match wait.for_element(Locator::Css(css)).await {
            Ok(element) => element,
            Err(error) => {
                self.shot("missing").await;
                let page = self.page().await;
                panic!("{}: {css} is not on the page: {error}\n{page}", self.name);
            }
        }
    }

    /// Where the browser is and what can be read there.
    async fn page(&self) -> String {
        let page = self.run("return location.href + '\\n' + document.body.innerText;");
        page.await.as_str().unwrap_or_default().to_owned()
    }

    /// Whether something is there now.
    pub async fn has(&self, css: &str) -> bool {
        self.client.find(Locator::Css(css)).await.is_ok()
    }

    /// Waits until something is gone.
    pub async fn gone(&self, css: &str) {
        self.until(
            &format!("document.querySelector({}) === null", json!(css)),
            css,
        )
        .await;
    }

    /// Waits until an expression is true.
    pub async fn until(&self, expression: &str, what: &str) {
        let script = format!("return Boolean({expression});");
        let began = std::time::Instant::now();
        loop {
            if self.run(&script).await == json!(true) {
                return;
            }
            if began.elapsed() > PATIENCE {
                self.shot("waited").await;
                let page = self.page().await;
                panic!("{}: waited in vain for {what}\n{page}", self.name);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Clicks on something, when it is there.
    pub async fn click(&self, css: &str) {
        // It may be drawn anew between finding and clicking it.
        for _ in 0..5 {
            if self.find(css).await.click().await.is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        self.shot("unclicked").await;
        panic!("{}: {css} cannot be clicked", self.name);
    }

    /// Clicks on a square of the board, counted from a1 or from the top left.
    pub async fn square(&self, x: u8, y: u8) {
        self.click(&format!("[data-square=\"{x},{y}\"]")).await;
    }

    /// Types into a field and sends the form.
    pub async fn fill(&self, css: &str, text: &str) {
        let field = self.find(css).await;
        field.clear().await.expect("a field");
        field.send_keys(text).await.expect("keys");
        field.send_keys("\u{e007}").await.expect("enter");
    }

    /// What something says.
    pub async fn text(&self, css: &str) -> String {
        self.find(css).await.text().await.expect("text")
    }

    /// Waits until something says this.
    pub async fn says(&self, css: &str, words: &str) {
        let expression = format!(
            "document.querySelector({})?.textContent.includes({})",
            json!(css),
            json!(words)
        );
        self.until(&expression, &format!("{css} saying {words:?}"))
            .await;
    }

    /// Runs a script in the page.
    pub async fn run(&self, script: &str) -> Value {
        self.client
            .execute(script, Vec::new())
            .await
            .expect("a script")
    }

    /// Keeps a picture of what is seen.
    pub async fn shot(&self, what: &str) -> PathBuf {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens");
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join(format!("{}-{what}.png", self.name));
        let picture = self.client.screenshot().await.expect("a picture");
        std::fs::write(&path, picture).expect("a file");
        path
    }

    /// What the console said that should not be there.
    pub async fn complaints(&self) -> Vec<String> {
        let lines = self
            .client
            .issue_cmd(ConsoleLog)
            .await
            .expect("the console");
        let lines = lines.as_array().cloned().unwrap_or_default();
        let bad = lines
            .into_iter()
            .filter(|line| line["level"] == "SEVERE" || line["level"] == "WARNING");
        bad.map(|line| line["message"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// Ends the journey: the console must be silent.
    pub async fn end(self) {
        let complaints = self.complaints().await;
        assert!(
            complaints.is_empty(),
            "{}: the console says {complaints:#?}",
            self.name
        );
        let _ = self.client.close().await;
    }
}

/// What was written to the console since it was last asked.
#[derive(Debug)]
struct ConsoleLog;

impl WebDriverCompatibleCommand for ConsoleLog {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (
            http::Method::POST,
            Some(json!({"type": "browser"}).to_string()),
        )
    }
}

/// A size for the page that the window need not have.
#[derive(Debug)]
struct Resize {
    width: u32,
    height: u32,
}

impl WebDriverCompatibleCommand for Resize {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        let session = session.unwrap_or_default();
        base.join(&format!("session/{session}/goog/cdp/execute"))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        let Resize { width, height } = self;
        let size = json!({
            "cmd": "Emulation.setDeviceMetricsOverride",
            "params": {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false},
        });
        (http::Method::POST, Some(size.to_string()))
    }
}
