//! Identities and member numbers.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A person or bot as the hall knows them: 32 hexadecimal digits. Seats belong
/// to identities. Tables never show them; viewers see [`Member`] numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(into = "String", try_from = "String")]
pub struct Identity(pub u128);

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identity({self})")
    }
}

impl From<Identity> for String {
    fn from(identity: Identity) -> String {
        identity.to_string()
    }
}

/// The text is not an identity.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("an identity is 32 hexadecimal digits")]
pub struct IdentityError;

impl TryFrom<String> for Identity {
    type Error = IdentityError;

    fn try_from(text: String) -> Result<Identity, IdentityError> {
        if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(IdentityError);
        }
        u128::from_str_radix(&text, 16)
            .map(Identity)
            .map_err(|_| IdentityError)
    }
}

/// The number of a person or bot at one table, in order of arrival. It does not
/// identify them elsewhere and gives no rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Member(pub u32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identities_are_read_as_they_are_written() {
        let identity = Identity(u128::MAX - 7);
        let text = serde_json::to_string(&identity).unwrap();
        assert_eq!(serde_json::from_str::<Identity>(&text).unwrap(), identity);
        for wrong in [
            "\"\"",
            "\"12\"",
            "\"+0000000000000000000000000000001\"",
            "7",
        ] {
            assert!(serde_json::from_str::<Identity>(wrong).is_err(), "{wrong}");
        }
    }
}
