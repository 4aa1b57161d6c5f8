//! A real Chromium without a window, driven over its DevTools protocol. Clicks and keys are the browser's own input events,
//! not calls of handlers.

use base64::Engine;
use base64::prelude::BASE64_STANDARD as STANDARD;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use test_support::client::TIMEOUT;
use test_support::scratch::scratch_folder;
use test_support::skip::skip;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket, connect};

/// The browser's program: `LUCTOR_CHROMIUM`, or one of the usual names on the path.
fn find_browser() -> Option<PathBuf> {
    if let Some(program) = std::env::var_os("LUCTOR_CHROMIUM") {
        return Some(PathBuf::from(program));
    }
    let path = std::env::var_os("PATH")?;
    // The first one is Chromium without windows. It takes half the processor time.
    let names = [
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "chrome",
    ];
    let mut places = names
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)));
    places.find(|place| place.is_file())
}

/// One Chromium for all tests of this process.
struct Chromium {
    /// Of its DevTools.
    address: String,
    /// The browser ends when its input is closed, which is when the tests end.
    _child: Child,
}

/// Runs the command in the arguments until the input ends. Then it ends all processes of the command and removes the profile.
/// The shared memory of a container may be too small for a browser, which then uses files. They are slower.
const UNTIL_INPUT_ENDS: &str = r#"profile=$1; shift
[ "$(df --output=avail /dev/shm | tail -n 1)" -gt 500000 ] || set -- "$@" --disable-dev-shm-usage
"$@" & read -r _; trap : TERM; kill 0; wait; rm -rf "$profile""#;

/// The pages of all tests have one clipboard. A test holds it from writing to reading.
pub fn clipboard() -> MutexGuard<'static, ()> {
    static CLIPBOARD: Mutex<()> = Mutex::new(());
    CLIPBOARD.lock().unwrap_or_else(PoisonError::into_inner)
}

static CHROMIUM: OnceLock<Chromium> = OnceLock::new();

impl Chromium {
    fn start(program: &Path) -> Chromium {
        let profile =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("browser-{}", std::process::id()));
        let mut child = Command::new("sh")
            .args(["-c", UNTIL_INPUT_ENDS, "sh"])
            .arg(&profile)
            .arg(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu"])
            .args(["--no-first-run", "--disable-extensions", "--disable-background-networking"])
            .args(["--disable-component-update", "--disable-sync", "--remote-debugging-port=0"])
            // One process less to talk to.
            .arg("--in-process-gpu")
            // The pages of several tests are open at once, and none of them is in the background.
            .args(["--disable-renderer-backgrounding", "--disable-background-timer-throttling"])
            .arg("--disable-backgrounding-occluded-windows")
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = lines
            .find_map(|line| Some(line.ok()?.strip_prefix("DevTools listening on ")?.to_owned()))
            .expect("the browser says where it listens");
        // A full pipe would block the browser.
        std::thread::spawn(move || lines.for_each(drop));
        Chromium { address, _child: child }
    }
}

/// `$` and `$$` find elements, as in the console of a browser.
const SHORT_NAMES: &str = "window.$ = (selector) => document.querySelector(selector); \
                           window.$$ = (selector) => [...document.querySelectorAll(selector)]";

/// A tab of a [`Browser`], by the name of its session.
pub struct Tab(String);

/// A page in a browser context of its own: no storage, permission or cache is shared with another test.
pub struct Browser {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    context: Value,
    session: String,
    next: u64,
    /// The addresses of all requests of the page.
    pub requests: Vec<String>,
    /// The errors of the page.
    pub errors: Vec<String>,
    /// The page shows animations. Most tests do not wait for them.
    pub animates: bool,
    /// The beginnings of the addresses that the page may use. If there are any, other requests and errors of the page fail
    /// the test at its end.
    pub hosts: Vec<String>,
    downloads: PathBuf,
}

impl Drop for Browser {
    fn drop(&mut self) {
        if self.hosts.is_empty() || std::thread::panicking() {
            return;
        }
        assert!(self.errors.is_empty(), "{:#?}", self.errors);
        for request in &self.requests {
            let is_own = self.hosts.iter().any(|host| request.starts_with(host));
            assert!(is_own || request.starts_with("blob:"), "{request}");
        }
        assert!(self.requests.len() > 5, "the requests were counted");
    }
}

impl Browser {
    /// A browser with an empty page, or `None` if there is no browser.
    #[track_caller]
    pub fn start(name: &str) -> Option<Browser> {
        let Some(program) = find_browser() else {
            return skip("LUCTOR_BROWSER", "no Chromium is on the path or in LUCTOR_CHROMIUM");
        };
        let downloads = scratch_folder(name);
        let chromium = CHROMIUM.get_or_init(|| Chromium::start(&program));
        let (socket, _) = connect(&chromium.address).unwrap();
        let mut browser = Browser {
            socket,
            context: Value::Null,
            session: String::new(),
            next: 0,
            requests: Vec::new(),
            errors: Vec::new(),
            animates: false,
            hosts: Vec::new(),
            downloads,
        };
        let created = browser.call("Target.createBrowserContext", json!({"disposeOnDetach": true}));
        browser.context = created["browserContextId"].clone();
        browser.call(
            "Browser.setDownloadBehavior",
            json!({
                "behavior": "allow",
                "browserContextId": browser.context,
                "downloadPath": browser.downloads.display().to_string(),
            }),
        );
        browser.new_tab();
        Some(browser)
    }

    /// Opens another tab in the same browser context and turns to it. Returns the tab that was in use.
    pub fn new_tab(&mut self) -> Tab {
        let before = self.turn_to(Tab(String::new()));
        let target = self.call(
            "Target.createTarget",
            json!({"url": "about:blank", "browserContextId": self.context}),
        );
        let attached = self.call(
            "Target.attachToTarget",
            json!({"targetId": target["targetId"], "flatten": true}),
        );
        self.session = attached["sessionId"].as_str().unwrap().to_owned();
        for domain in ["Page", "Runtime", "Network", "Log", "DOM"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
        self.call("Emulation.setFocusEmulationEnabled", json!({"enabled": true}));
        self.before_the_page(SHORT_NAMES);
        before
    }

    /// Closes a tab that is not in use.
    pub fn close_tab(&mut self, tab: Tab) {
        let current = self.turn_to(tab);
        self.call("Page.close", json!({}));
        self.turn_to(current);
    }

    /// Uses another tab from now on. Returns the one that was in use.
    pub fn turn_to(&mut self, tab: Tab) -> Tab {
        Tab(std::mem::replace(&mut self.session, tab.0))
    }

    /// Sends a command and waits for its result.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.try_call(method, parameters).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The result of a command, or its error.
    fn try_call(&mut self, method: &str, parameters: Value) -> Result<Value, Value> {
        self.next += 1;
        let id = self.next;
        let mut message = json!({"id": id, "method": method, "params": parameters});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let text = self.socket.read().unwrap();
            let Ok(text) = text.to_text() else { continue };
            let Ok(answer) = serde_json::from_str::<Value>(text) else { continue };
            if answer["id"] == json!(id) {
                return match &answer["error"] {
                    Value::Null => Ok(answer["result"].clone()),
                    error => Err(error.clone()),
                };
            }
            self.take_event(answer);
        }
    }

    fn take_event(&mut self, event: Value) {
        let parameters = &event["params"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        match event["method"].as_str() {
            Some("Network.requestWillBeSent") => {
                self.requests.push(text(&parameters["request"]["url"]));
            }
            Some("Network.webSocketCreated") => self.requests.push(text(&parameters["url"])),
            Some("Runtime.exceptionThrown") => {
                self.errors.push(parameters["exceptionDetails"].to_string());
            }
            Some("Log.entryAdded") if parameters["entry"]["level"] == json!("error") => {
                self.errors.push(parameters["entry"].to_string());
            }
            _ => {}
        }
    }

    /// Gives the window this size, and the page light or dark colours. The page stays.
    #[track_caller]
    pub fn resize(&mut self, (width, height): (u32, u32), dark: bool) {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", size);
        let scheme = if dark { "dark" } else { "light" };
        let features = json!({"features": [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": if self.animates { "no-preference" } else { "reduce" }},
        ]});
        self.call("Emulation.setEmulatedMedia", features);
        self.wait_for(&format!("innerWidth === {width} && innerHeight === {height}"));
    }

    /// Shows a page in a window of this size.
    #[track_caller]
    pub fn open(&mut self, address: &str, size: (u32, u32), dark: bool) {
        self.resize(size, dark);
        self.call("Page.navigate", json!({"url": address}));
        let is_loaded = "document.readyState === 'complete' && location.href !== 'about:blank'";
        if !address.starts_with("about:") {
            self.wait_for(is_loaded);
        }
    }

    /// Runs a script before those of the page, from the next load on. Returns its identifier.
    pub fn before_the_page(&mut self, script: &str) -> Value {
        self.call("Page.addScriptToEvaluateOnNewDocument", json!({"source": script}))
    }

    /// The value of an expression in the page.
    pub fn eval(&mut self, expression: &str) -> Value {
        self.try_eval(expression).unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// The value of an expression in the page. An error is one of the expression, or of a page that is being left.
    fn try_eval(&mut self, expression: &str) -> Result<Value, Value> {
        let parameters =
            json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let result = self.try_call("Runtime.evaluate", parameters)?;
        match &result["exceptionDetails"] {
            Value::Null => Ok(result["result"]["value"].clone()),
            exception => Err(exception.clone()),
        }
    }

    pub fn text(&mut self, selector: &str) -> String {
        let text = self.eval(&text_of(selector));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Is an expression in the page true? It is not while it has an error, for example because an element is missing.
    pub fn is_true(&mut self, expression: &str) -> bool {
        self.try_eval(&format!("Boolean({expression})")) == Ok(json!(true))
    }

    /// Pixels by which the page is wider than the window.
    pub fn overflow(&mut self) -> i64 {
        let width = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        self.eval(width).as_i64().unwrap()
    }

    /// Waits for what a function returns. Its error says what is missing.
    #[track_caller]
    fn wait<T>(&mut self, mut look: impl FnMut(&mut Browser) -> Result<T, String>) -> T {
        let started = Instant::now();
        loop {
            match look(self) {
                Ok(found) => return found,
                Err(missing) if started.elapsed() > TIMEOUT => {
                    let page = self.try_eval("document.body.innerText");
                    panic!("{missing}\n{page:?}\n{:?}", self.errors);
                }
                Err(_) => std::thread::sleep(Duration::from_millis(15)),
            }
        }
    }

    /// Waits until an expression in the page is true.
    #[track_caller]
    pub fn wait_for(&mut self, expression: &str) {
        self.wait(|page| match page.is_true(expression) {
            true => Ok(()),
            false => Err(format!("{expression} does not come true")),
        });
    }

    /// Waits until an expression in the page has this value.
    #[track_caller]
    pub fn wait_for_value(&mut self, expression: &str, expected: impl Into<Value>) {
        let expected = Ok(expected.into());
        self.wait(|page| match page.try_eval(expression) {
            value if value == expected => Ok(()),
            value => Err(format!("{expression}\n is {value:?}\n not {expected:?}")),
        });
    }

    /// Waits until an element has this text.
    #[track_caller]
    pub fn wait_for_text(&mut self, selector: &str, expected: impl Into<Value>) {
        self.wait_for_value(&text_of(selector), expected);
    }

    /// Waits until the text of an element contains these words.
    #[track_caller]
    pub fn wait_for_words(&mut self, selector: &str, words: &str) {
        self.wait_for(&format!("{}?.includes({})", text_of(selector), json!(words)));
    }

    /// The middle of an element, scrolled into view, as soon as a person could click it: it is visible, enabled and not under
    /// another element.
    #[track_caller]
    fn middle(&mut self, selector: &str) -> (f64, f64) {
        let place = format!(
            "(() => {{ const element = $({});
               element.scrollIntoView({{block: 'center', inline: 'center'}});
               const box = element.getBoundingClientRect();
               const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
               const top = document.elementFromPoint(x, y);
               const isFree = element.contains(top) || top?.contains(element);
               return element.checkVisibility() && !element.disabled && isFree ? [x, y] : null; }})()",
            json!(selector)
        );
        self.wait(|page| match page.try_eval(&place) {
            Ok(Value::Array(at)) => Ok((at[0].as_f64().unwrap(), at[1].as_f64().unwrap())),
            found => Err(format!("{selector} cannot be clicked: {found:?}")),
        })
    }

    fn mouse(&mut self, kind: &str, (x, y): (f64, f64), button: &str, modifiers: u32) {
        let event = json!({"type": kind, "x": x, "y": y, "button": button, "clickCount": 1, "modifiers": modifiers});
        self.call("Input.dispatchMouseEvent", event);
    }

    /// Moves the mouse to an element.
    #[track_caller]
    pub fn hover(&mut self, selector: &str) {
        let at = self.middle(selector);
        self.mouse("mouseMoved", at, "none", 0);
    }

    /// Clicks an element with the mouse.
    #[track_caller]
    pub fn click(&mut self, selector: &str) {
        let at = self.middle(selector);
        for (kind, button) in
            [("mouseMoved", "none"), ("mousePressed", "left"), ("mouseReleased", "left")]
        {
            self.mouse(kind, at, button, 0);
        }
    }

    /// Drags from one cell of the board to another with a button of the mouse.
    #[track_caller]
    pub fn drag(&mut self, from: &str, to: &str, button: &str) {
        self.drag_with(from, to, button, 0);
    }

    /// Drags with the left button and the key Shift.
    #[track_caller]
    pub fn shift_drag(&mut self, from: &str, to: &str) {
        self.drag_with(from, to, "left", 8);
    }

    /// Begins, moves or ends a touch on a cell of the board; the end has no cell.
    #[track_caller]
    pub fn touch(&mut self, kind: &str, cell: &str) {
        let mut points = Vec::new();
        if !cell.is_empty() {
            let (x, y) = self.middle(&format!(".square[data-cell={cell}]"));
            points.push(json!({"x": x, "y": y}));
        }
        self.call("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
    }

    #[track_caller]
    fn drag_with(&mut self, from: &str, to: &str, button: &str, modifiers: u32) {
        let [start, end] =
            [from, to].map(|cell| self.middle(&format!(".square[data-cell={cell}]")));
        for (kind, at) in [
            ("mouseMoved", start),
            ("mousePressed", start),
            ("mouseMoved", end),
            ("mouseReleased", end),
        ] {
            self.mouse(kind, at, button, modifiers);
        }
    }

    /// Clicks a cell of the board.
    #[track_caller]
    pub fn cell(&mut self, name: &str) {
        self.click(&format!(".square[data-cell={name}]"));
    }

    /// Clicks a cell as soon as it is marked as one of a legal move.
    #[track_caller]
    pub fn choose(&mut self, name: &str) {
        self.click(&format!(".square[data-cell={name}]:is(.legal, .movable, .next)"));
    }

    /// Presses a key for the whole page: no element has the focus from now on.
    pub fn page_key(&mut self, key: &str) {
        self.eval("document.activeElement.blur()");
        self.key(key);
    }

    /// Presses a key: `ArrowLeft`, `Enter`, `f`.
    pub fn key(&mut self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "PageUp" => 33,
            "PageDown" => 34,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            other if other.len() == 1 => i64::from(other.to_ascii_uppercase().as_bytes()[0]),
            other => panic!("no code for {other}"),
        };
        let text = match key {
            "Enter" => "\r",
            letter if letter.len() == 1 => letter,
            _ => "",
        };
        for kind in ["keyDown", "keyUp"] {
            let event = json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text});
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Sets a field or a select, as typing and choosing would.
    pub fn set(&mut self, selector: &str, value: &str) {
        self.eval(&format!(
            "(() => {{ const field = $({});
               if (field.type === 'radio' || field.type === 'checkbox') field.checked = {};
               else field.value = {};
               field.dispatchEvent(new Event('input', {{bubbles: true}}));
               field.dispatchEvent(new Event('change', {{bubbles: true}})); }})()",
            json!(selector),
            value == "true",
            json!(value)
        ));
    }

    /// Chooses a file in an input.
    pub fn choose_file(&mut self, selector: &str, file: &Path) {
        let document = self.call("DOM.getDocument", json!({}));
        let node = self.call(
            "DOM.querySelector",
            json!({"nodeId": document["root"]["nodeId"], "selector": selector}),
        );
        self.call(
            "DOM.setFileInputFiles",
            json!({"nodeId": node["nodeId"], "files": [file.display().to_string()]}),
        );
    }

    /// Drags a file onto an element and drops it.
    pub fn drop_file(&mut self, selector: &str, file: &Path) {
        let (x, y) = self.middle(selector);
        let data =
            json!({"items": [], "files": [file.display().to_string()], "dragOperationsMask": 1});
        for kind in ["dragEnter", "dragOver", "drop"] {
            self.call(
                "Input.dispatchDragEvent",
                json!({"type": kind, "x": x, "y": y, "data": data}),
            );
        }
    }

    pub fn allow_clipboard(&mut self) {
        let permissions = json!({
            "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
            "browserContextId": self.context,
        });
        self.call("Browser.grantPermissions", permissions);
    }

    /// Copies a text to the clipboard and pastes it with the keyboard.
    pub fn paste(&mut self, text: &str) {
        let _clipboard = clipboard();
        self.allow_clipboard();
        self.eval(&format!("navigator.clipboard.writeText({})", json!(text)));
        for kind in ["rawKeyDown", "keyUp"] {
            let commands: &[&str] = if kind == "keyUp" { &[] } else { &["paste"] };
            let event = json!({"type": kind, "key": "v", "code": "KeyV", "modifiers": 2,
                "windowsVirtualKeyCode": 86, "commands": commands});
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// The text of a downloaded file.
    #[track_caller]
    pub fn downloaded(&mut self, name: &str) -> String {
        let file = self.download_path(name);
        self.wait(|_| match std::fs::read_to_string(&file) {
            Ok(text) if !text.is_empty() => Ok(text),
            _ => Err(format!("{name} was not downloaded")),
        })
    }

    pub fn download_path(&self, name: &str) -> PathBuf {
        self.downloads.join(name)
    }

    /// Writes a picture of the page to `target/tmp/screens` if `LUCTOR_SCREENS` is set.
    pub fn screenshot(&mut self, name: &str) {
        if std::env::var_os("LUCTOR_SCREENS").is_none() {
            return;
        }
        let shot = self.call("Page.captureScreenshot", json!({"format": "png"}));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens");
        std::fs::create_dir_all(&folder).unwrap();
        let bytes = STANDARD.decode(shot["data"].as_str().unwrap()).unwrap();
        std::fs::write(folder.join(format!("{name}.png")), bytes).unwrap();
    }
}

/// The expression for the text of an element; null without the element.
fn text_of(selector: &str) -> String {
    format!("$({})?.textContent.trim()", json!(selector))
}
