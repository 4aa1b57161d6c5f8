//! Access to the server. The address has a random token that other pages do not know. A request from another origin is
//! refused. A request for another host name is refused, too: it protects against DNS rebinding, where a web site lets
//! its own name resolve to 127.0.0.1 so that its page has the same origin as this server.

use axum::http::header::{HOST, HeaderMap, ORIGIN};

/// The token of the address and the names of the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    hosts: Vec<String>,
    port: u16,
    /// The secret part of the address.
    pub(crate) token: String,
}

/// Why a request is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum AccessDenied {
    #[error("the request is for another host")]
    Host,
    #[error("the request comes from another page")]
    Origin,
    #[error("the request has no origin")]
    NoOrigin,
}

/// Does a request need an Origin header? Browsers send one with sockets and with POST.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OriginRule {
    Optional,
    Required,
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
        Ok(Access { hosts, port, token })
    }

    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// Checks that a request is meant for this server and does not come from another page.
    pub(crate) fn check(&self, headers: &HeaderMap, rule: OriginRule) -> Result<(), AccessDenied> {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        let host = host.filter(|host| self.hosts.iter().any(|own| own == host));
        let host = host.ok_or(AccessDenied::Host)?;
        let Some(origin) = headers.get(ORIGIN) else {
            return match rule {
                OriginRule::Optional => Ok(()),
                OriginRule::Required => Err(AccessDenied::NoOrigin),
            };
        };
        let origin = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
        if origin == Some(host) { Ok(()) } else { Err(AccessDenied::Origin) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn requests_of_other_hosts_and_pages_are_refused() {
        use OriginRule::{Optional, Required};
        let access = Access::new(4000).unwrap();
        let own = Some("127.0.0.1:4000");
        for (host, origin, rule, expected) in [
            (own, None, Optional, Ok(())),
            (Some("localhost:4000"), None, Optional, Ok(())),
            (None, None, Optional, Err(AccessDenied::Host)),
            (Some("127.0.0.1"), None, Optional, Err(AccessDenied::Host)),
            (Some("emergo.example:4000"), None, Optional, Err(AccessDenied::Host)),
            (own, Some("http://127.0.0.1:4000"), Required, Ok(())),
            (own, Some("http://localhost:4000"), Required, Err(AccessDenied::Origin)),
            (own, None, Required, Err(AccessDenied::NoOrigin)),
            (own, Some("http://emergo.example"), Required, Err(AccessDenied::Origin)),
            (own, Some("null"), Optional, Err(AccessDenied::Origin)),
        ] {
            let list = [(HOST, host), (ORIGIN, origin)].into_iter();
            let headers: HeaderMap = list
                .filter_map(|(name, value)| Some((name, HeaderValue::from_static(value?))))
                .collect();
            assert_eq!(access.check(&headers, rule), expected, "{headers:?} {rule:?}");
        }
    }

    #[test]
    fn each_address_has_its_own_token() {
        let [first, second] = [(); 2].map(|()| Access::new(4000).unwrap().address());
        assert_ne!(first, second);
        assert_eq!(first.len(), "http://127.0.0.1:4000//".len() + 32);
    }
}
