//! `luctor gui` as a process, and requests and WebSockets to it, as a page or another program sends them.

use serde_json::json;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use test_support::client::TIMEOUT;
use test_support::http::{Message as Answer, request};
use test_support::process::ends;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket, client};

/// `luctor gui`. It is stopped when the value is dropped.
pub struct Server {
    child: Child,
    /// With the token.
    pub address: String,
}

impl Server {
    pub fn start(arguments: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_luctor"))
            .args(["gui", "--no-open", "--port", "0"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        Server { child, address: address.trim().to_owned() }
    }

    /// `127.0.0.1:PORT`
    pub fn host(&self) -> &str {
        self.address.split('/').nth(2).unwrap()
    }

    pub fn token(&self) -> &str {
        self.address.split('/').nth(3).unwrap()
    }

    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// The engine processes that the server started.
    pub fn engines(&self) -> Vec<u32> {
        let of_server = |pid: &u32| {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let parent = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1));
            parent == Some(self.child.id().to_string().as_str())
        };
        let all = std::fs::read_dir("/proc").unwrap().flatten();
        let pids = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        pids.filter(of_server).collect()
    }

    /// The status of an answer to a question about the rules. With status 200 the answer has the games of the question.
    pub fn post(&self, path: &str, host: &str, origin: Option<&str>) -> u16 {
        let question = json!({"kind": "read_records", "text": "1. e4 e6"});
        let body = json!({"library": question}).to_string();
        let answer = self.request("POST", path, &sender(host, origin), &body);
        let text = answer.text();
        let has_games = text.contains(r#""kind":"records""#) && text.contains(r#""move":"e6""#);
        assert!(answer.status() != 200 || has_games, "{text}");
        answer.status()
    }

    /// The status of an answer to a WebSocket's handshake.
    pub fn handshake(&self, path: &str, host: &str, origin: Option<&str>) -> u16 {
        let upgrade = [
            ("Connection", "Upgrade"),
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        let mut headers = sender(host, origin);
        headers.extend(upgrade.map(|(name, value)| (name, value.to_owned())));
        self.request("GET", path, &headers, "").status()
    }

    /// The status of an answer to a request for a page.
    pub fn get(&self, path: &str) -> u16 {
        self.request("GET", path, &[], "").status()
    }

    fn request(&self, method: &str, path: &str, headers: &[(&str, String)], body: &str) -> Answer {
        let (_, port) = self.host().split_once(':').unwrap();
        request(port.parse().unwrap(), method, path, headers, body.as_bytes()).unwrap()
    }

    /// A socket to an engine of the server, as the page opens it.
    pub fn engine(&self) -> EngineSocket {
        let (host, address) = (self.host(), self.address.replace("http:", "ws:") + "engine");
        let mut request = address.into_client_request().unwrap();
        request.headers_mut().insert("Origin", format!("http://{host}").parse().unwrap());
        EngineSocket(client(request, TcpStream::connect(host).unwrap()).unwrap().0)
    }
}

impl Drop for Server {
    /// Ctrl-C must stop the server while pages are open.
    fn drop(&mut self) {
        let sent = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        let status = if sent.is_ok() { ends(&mut self.child, TIMEOUT) } else { None };
        let _ = self.child.kill();
        let _ = self.child.wait();
        let well = status.is_some_and(|status| status.success());
        assert!(well || std::thread::panicking(), "{sent:?} {status:?} by Ctrl-C");
    }
}

/// The headers of a host and an origin.
fn sender(host: &str, origin: Option<&str>) -> Vec<(&'static str, String)> {
    let origin = origin.map(|origin| ("Origin", origin.to_owned()));
    [("Host", host.to_owned())].into_iter().chain(origin).collect()
}

pub struct EngineSocket(pub WebSocket<TcpStream>);

impl EngineSocket {
    pub fn send(&mut self, line: &str) {
        self.0.send(Message::text(line)).unwrap();
    }

    /// The lines of the engine up to the first one that starts like this.
    pub fn lines_until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while !lines.last().is_some_and(|line: &String| line.starts_with(start)) {
            match self.0.read().unwrap() {
                Message::Text(line) => lines.push(line.to_string()),
                other => panic!("{other:?} instead of {start}, after {lines:?}"),
            }
        }
        lines
    }
}
