//! The bot as a process with its settings and its folder.

use super::site::{Account, CLUB, SCOPE, Site};
use crate::support::program::program;
use std::fs::{self, File};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use test_support::client::TIMEOUT;
use test_support::http::{Message, request};
use test_support::process::comes_true;
use test_support::scratch::scratch_folder;

/// A folder with settings, secret and games, and the process that uses it.
pub struct Bot {
    pub folder: PathBuf,
    pub port: u16,
    /// A factor of all pauses.
    pub time_scale: f64,
    child: Option<Child>,
    pub kills: usize,
}

/// A port that is free, and that the system gives to no other socket: it gives those from 32,768 on.
pub fn free_port() -> u16 {
    static TAKEN: AtomicU16 = AtomicU16::new(0);
    let first = 20_000 + (std::process::id() % 10_000) as u16;
    let mut ports = std::iter::repeat_with(|| first + TAKEN.fetch_add(1, Ordering::Relaxed));
    ports.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).unwrap()
}

impl Bot {
    /// A folder for a bot that plays on a site. `more` are more settings of the bot.
    #[track_caller]
    pub fn new(name: &str, site: &Site, more: &str) -> Bot {
        let folder = scratch_folder(name);
        let bot = Bot { folder, port: free_port(), time_scale: 0.01, child: None, kills: 0 };
        bot.write_secret(CLUB.secret);
        bot.write_settings(site, more);
        site.bot.store(bot.port, Ordering::Relaxed);
        bot
    }

    pub fn write_secret(&self, secret: &str) {
        use std::os::unix::fs::PermissionsExt;
        let path = self.folder.join(CLUB.client);
        fs::write(&path, secret).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    }

    pub fn write_settings(&self, site: &Site, more: &str) {
        let (folder, address) = (self.folder.display(), format!("http://127.0.0.1:{}", site.port));
        let level = if more.contains("level") { "" } else { "level = 3" };
        let Account { path, client, .. } = &CLUB;
        let name = path.trim_start_matches('/');
        let text = format!(
            r#"
            listen = "127.0.0.1:{}"
            state = "{folder}/state"
            threads = 2
            hash = 1
            [site]
            token_url = "{address}/token"
            scope = "{SCOPE}"
            move_url = "{address}/move"
            games_url = "{address}/query"
            key_url = "{address}/key"
            [[bot]]
            name = "{name}"
            client_id = "{client}"
            secret_file = "{folder}/{client}"
            games = 1000
            {level}
            {more}
            "#,
            self.port
        );
        fs::write(self.folder.join("bot.toml"), text).unwrap();
    }

    /// Changes the settings file.
    pub fn edit(&self, old: &str, new: &str) {
        let path = self.folder.join("bot.toml");
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches(old).count(), 1, "{old} in {text}");
        fs::write(path, text.replace(old, new)).unwrap();
    }

    /// The program with a subcommand of `bot`.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = program();
        command.arg("bot").arg(words[0]).arg(self.folder.join("bot.toml")).args(&words[1..]);
        command.env_remove("AP_BOT_PUBLIC_KEY");
        command
    }

    /// Starts the bot and waits until it answers.
    pub fn start(&mut self) {
        let mut command = self.command(&["run"]);
        self.start_as(&mut command);
    }

    pub fn start_as(&mut self, command: &mut Command) {
        let log = File::options().create(true).append(true).open(self.folder.join("log")).unwrap();
        command.env("LUCTOR_BOT_TIME_SCALE", self.time_scale.to_string());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        self.child = Some(command.spawn().unwrap());
        let answers = comes_true(TIMEOUT, || {
            let ended = self.child.as_mut().unwrap().try_wait().unwrap();
            assert_eq!(ended, None, "{}", self.log());
            self.get("/health").is_some()
        });
        assert!(answers, "{}", self.log());
    }

    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
            self.kills += 1;
        }
    }

    pub fn process_id(&self) -> u32 {
        self.child.as_ref().unwrap().id()
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap()
    }

    /// The answer to a GET request, if there is one.
    pub fn get(&self, path: &str) -> Option<Message> {
        request(self.port, "GET", path, &[], b"").ok()
    }

    /// A figure of /metrics.
    pub fn figure(&self, name: &str) -> u64 {
        let answer = self.get("/metrics").unwrap();
        let mut lines = answer.text().lines().filter_map(|line| line.split_once(' '));
        let found = lines.find(|(key, _)| *key == format!("luctor_bot_{name}"));
        found.unwrap_or_else(|| panic!("no {name} in {}", answer.text())).1.parse().unwrap()
    }

    /// Waits until a figure has at least this value.
    pub fn wait_for_figure(&self, name: &str, value: u64) {
        self.wait_for(name, |found| found >= value);
    }

    /// Waits until something is true for a figure.
    pub fn wait_for(&self, name: &str, is_true: impl Fn(u64) -> bool) {
        let comes = comes_true(TIMEOUT, || is_true(self.figure(name)));
        assert!(comes, "{name}: {}", self.log());
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.kill();
    }
}
