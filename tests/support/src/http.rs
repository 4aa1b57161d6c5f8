//! HTTP/1.1 by hand, with one request per connection, so that a test can do everything wrong.

use crate::client::TIMEOUT;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// A request or an answer.
#[derive(Clone, Debug, Default)]
pub struct Message {
    /// `POST /club HTTP/1.1`, or `HTTP/1.1 200 OK`.
    pub first: String,
    /// The header lines.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Message {
    /// A header by its name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The second word of the first line.
    pub fn target(&self) -> &str {
        self.first.split(' ').nth(1).unwrap_or_default()
    }

    /// The status of an answer.
    pub fn status(&self) -> u16 {
        self.target().parse().unwrap_or_else(|_| panic!("{:?} has no status", self.first))
    }

    /// The body as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// Reads a message up to the end of its body.
    pub fn read(stream: &TcpStream) -> io::Result<Message> {
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let mut message = Message { first: line.trim_end().to_owned(), ..Message::default() };
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            match line.trim_end().split_once(':') {
                Some((name, value)) => {
                    message.headers.push((name.to_owned(), value.trim().to_owned()));
                }
                None => break,
            }
        }
        let length = message.header("content-length").and_then(|length| length.parse().ok());
        message.body = vec![0; length.unwrap_or(0)];
        reader.read_exact(&mut message.body)?;
        Ok(message)
    }
}

/// Sends a request to `127.0.0.1:port` and reads the answer. Headers that every request needs are added if they are missing.
pub fn request(
    port: u16,
    method: &str,
    path: &str,
    headers: &[(&str, String)],
    body: &[u8],
) -> io::Result<Message> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    let needed = [
        ("Host", format!("127.0.0.1:{port}")),
        ("Connection", "close".to_owned()),
        ("Content-Length", body.len().to_string()),
    ];
    let is_missing =
        |name: &str| !headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name));
    let mut head = format!("{method} {path} HTTP/1.1\r\n");
    for (name, value) in needed.iter().filter(|(name, _)| is_missing(name)).chain(headers) {
        head += &format!("{name}: {value}\r\n");
    }
    head += "\r\n";
    stream.write_all(head.as_bytes())?;
    // A server may answer a large body before it has read it.
    let _ = stream.write_all(body);
    let answer = Message::read(&stream)?;
    match answer.first.is_empty() {
        true => Err(io::ErrorKind::UnexpectedEof.into()),
        false => Ok(answer),
    }
}

/// Writes an answer and closes the connection.
pub fn answer(mut stream: &TcpStream, status: u16, body: &str) -> io::Result<()> {
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status} status\r\nContent-Length: {length}\r\nContent-Type: application/json\r\n\
         Connection: close\r\n\r\n{body}"
    )
}
