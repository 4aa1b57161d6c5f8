//! Access to the server. The address has a random token that other pages do not know. A request from another origin is
//! refused. A request for another host name is refused, too: it protects against DNS rebinding, where a web site lets
//! its own name resolve to 127.0.0.1 so that its page has the same origin as this server.

use axum::extract::Request;
use axum::http::Method;
use axum::http::header::{HOST, ORIGIN, UPGRADE};

/// The token of the address and the names of the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    hosts: Vec<String>,
    /// The secret part of the address.
    pub(crate) token: String,
}

impl Access {
    /// Access by a new token to the server on this port.
    ///
    /// # Errors
    ///
    /// The system has no random numbers.
    pub(crate) fn new(port: u16) -> Result<Access, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let names = ["127.0.0.1", "localhost"];
        let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).collect();
        // Browsers leave out port 80.
        if port == 80 {
            hosts.extend(names.map(str::to_owned));
        }
        Ok(Access { hosts, token })
    }

    /// Checks that a request is meant for this server and does not come from another page. Browsers send an Origin header
    /// with sockets and with POST, so only a plain GET may have none. The error is a text for people.
    pub(crate) fn check(&self, request: &Request) -> Result<(), &'static str> {
        let headers = request.headers();
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        let host = host.filter(|host| self.hosts.iter().any(|own| own == host));
        let host = host.ok_or("the request is for another host")?;
        let Some(origin) = headers.get(ORIGIN) else {
            let is_plain_get = request.method() == Method::GET && !headers.contains_key(UPGRADE);
            return if is_plain_get { Ok(()) } else { Err("the request has no origin") };
        };
        let origin = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
        if origin == Some(host) { Ok(()) } else { Err("the request comes from another page") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    #[test]
    fn requests_of_other_hosts_and_pages_are_refused() {
        let access = Access::new(4000).unwrap();
        let (get, post) = (Method::GET, Method::POST);
        let own = Some("127.0.0.1:4000");
        let other_host = Err("the request is for another host");
        let other_page = Err("the request comes from another page");
        for (method, host, origin, expected) in [
            (&get, own, None, Ok(())),
            (&get, Some("localhost:4000"), None, Ok(())),
            (&get, None, None, other_host),
            (&get, Some("127.0.0.1"), None, other_host),
            (&get, Some("emergo.example:4000"), None, other_host),
            (&post, own, Some("http://127.0.0.1:4000"), Ok(())),
            (&post, own, Some("http://localhost:4000"), other_page),
            (&post, own, None, Err("the request has no origin")),
            (&post, own, Some("http://emergo.example"), other_page),
            (&get, own, Some("null"), other_page),
        ] {
            let list = [(HOST, host), (ORIGIN, origin)].into_iter();
            let mut request = Request::builder().method(method).body(Body::empty()).unwrap();
            let given = list.filter_map(|(name, value)| Some((name, value?.parse().unwrap())));
            request.headers_mut().extend(given);
            assert_eq!(access.check(&request), expected, "{request:?}");
        }
    }

    #[test]
    fn each_server_has_its_own_token() {
        let [first, second] = [(); 2].map(|()| Access::new(4000).unwrap().token);
        assert_ne!(first, second);
        assert_eq!(first.len(), 32);
    }
}
