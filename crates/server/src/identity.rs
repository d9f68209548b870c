//! Identities: names and secrets.
//!
//! A secret is 32 random bytes. You present it in a cookie or as a bearer token;
//! the store has only its hash. A plain hash is enough because the secret cannot
//! be guessed.

use axum::http::{HeaderMap, header};
use protocol::api::COOKIE;
use store::{Identity, IdentityId, Kind, Store};
use table::Person;

use crate::refused::Refused;

/// How long browsers keep the cookie, in seconds.
const KEPT: u32 = 365 * 24 * 60 * 60;

/// A secret that only its owner may see. It has no `Debug`, so that it cannot get
/// into a log.
pub(crate) struct Secret([u8; 32]);

impl Secret {
    pub fn draw() -> Result<Secret, Refused> {
        Ok(Secret(random()?))
    }

    fn read(text: &str) -> Option<Secret> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        Some(Secret(bytes))
    }

    pub fn text(&self) -> String {
        hex::encode(self.0)
    }

    fn hash(&self) -> [u8; 32] {
        *blake3::Hasher::new_derive_key("taflhalla identity secret")
            .update(&self.0)
            .finalize()
            .as_bytes()
    }

    /// The cookie for a browser. Scripts cannot read it, and other sites cannot
    /// make the browser send it.
    pub fn cookie(&self) -> String {
        format!(
            "{COOKIE}={}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Strict",
            self.text()
        )
    }
}

/// Random bytes from the operating system.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], Refused> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| {
        tracing::error!(%error, "the system gives no random numbers");
        Refused::closing()
    })?;
    Ok(bytes)
}

/// Makes a new identity.
pub(crate) async fn create(
    store: &Store,
    name: Option<&str>,
    kind: Kind,
    now: u64,
) -> Result<(Identity, Secret), Refused> {
    let secret = Secret::draw()?;
    let id = IdentityId(u128::from_be_bytes(random()?));
    let identity = Identity {
        id,
        name: match name {
            Some(name) => self::name(name)?,
            None => format!("Guest {:04}", id.0 % 10_000),
        },
        kind,
        secret_hash: secret.hash(),
        created_ms: now,
    };
    store.add_identity(identity.clone()).await?;
    Ok((identity, secret))
}

/// Cleans up a name for display.
pub(crate) fn name(text: &str) -> Result<String, Refused> {
    match table::text::clean(text, table::text::LONGEST_NAME) {
        name if name.is_empty() => Err(table::Refusal::Name.into()),
        name => Ok(name),
    }
}

/// The sender's identity, if the request has a secret that the hall knows.
pub(crate) async fn of(store: &Store, headers: &HeaderMap) -> Result<Option<Identity>, Refused> {
    match shown(headers) {
        None => Ok(None),
        Some(secret) => Ok(store.identity_by_secret(&secret.hash()).await?),
    }
}

/// The secret in a request: the bearer token, or else the cookie.
fn shown(headers: &HeaderMap) -> Option<Secret> {
    if let Some(value) = headers.get(header::AUTHORIZATION) {
        let value = value.to_str().ok()?;
        let (scheme, token) = value.split_once(' ')?;
        return if scheme.eq_ignore_ascii_case("bearer") {
            Secret::read(token.trim())
        } else {
            None
        };
    }
    let cookies = headers.get_all(header::COOKIE).iter();
    let mut cookies = cookies
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'));
    cookies.find_map(|cookie| {
        let (name, value) = cookie.trim().split_once('=')?;
        (name == COOKIE).then(|| Secret::read(value)).flatten()
    })
}

/// The identity in the form that tables use.
pub(crate) fn at_table(id: IdentityId) -> table::Identity {
    table::Identity(id.0)
}

/// The person or bot in the form that tables use.
pub(crate) fn person(identity: &Identity) -> Person {
    Person {
        identity: at_table(identity.id),
        name: identity.name.clone(),
        program: identity.kind == Kind::Program,
    }
}

/// Whether a request with this origin is allowed: it comes from the hall's own
/// page, from an origin that the operator named, or from no page at all.
pub(crate) fn origin_is_fine(headers: &HeaderMap, allowed: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Ok(origin) = origin.to_str() else {
        return false;
    };
    if allowed.iter().any(|fine| fine == origin) {
        return true;
    }
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let of_origin = origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"));
    of_origin.is_some() && of_origin == host
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_survives_writing_and_reading() {
        let secret = Secret([0xa7; 32]);
        let again = Secret::read(&secret.text()).unwrap();
        assert_eq!(again.0, secret.0);
        assert!(Secret::read("a7").is_none());
        assert!(Secret::read(&"+7".repeat(32)).is_none());
        assert!(Secret::read(&"å".repeat(32)).is_none());
    }

    #[test]
    fn only_its_own_and_named_origins_are_allowed() {
        let headers = |origin: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "hall.example:8017".parse().unwrap());
            headers.insert(header::ORIGIN, origin.parse().unwrap());
            headers
        };
        let allowed = ["https://friend.example".to_owned()];
        for fine in [
            "http://hall.example:8017",
            "https://hall.example:8017",
            "https://friend.example",
        ] {
            assert!(origin_is_fine(&headers(fine), &allowed), "{fine}");
        }
        for wrong in [
            "http://evil.example",
            "null",
            "http://hall.example",
            "http://hall.example:8017.evil.example",
        ] {
            assert!(!origin_is_fine(&headers(wrong), &allowed), "{wrong}");
        }
        assert!(origin_is_fine(&HeaderMap::new(), &allowed));
    }

    #[test]
    fn the_token_counts_before_the_cookie() {
        let mut headers = HeaderMap::new();
        let (a, b) = (Secret([1; 32]), Secret([2; 32]));
        let cookie = format!("other=1; {COOKIE}={}", a.text());
        headers.insert(header::COOKIE, cookie.parse().unwrap());
        assert_eq!(shown(&headers).unwrap().0, a.0);
        let token = format!("Bearer {}", b.text());
        headers.insert(header::AUTHORIZATION, token.parse().unwrap());
        assert_eq!(shown(&headers).unwrap().0, b.0);
    }
}
