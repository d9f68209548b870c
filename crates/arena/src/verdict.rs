//! Why a game did not end on the board.

use std::fmt;

use record::verdict::Kind;

use protocol::text::visible;

/// Why a bot lost a game off the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The kind of failure.
    pub kind: Kind,
    /// What happened, in one sentence.
    pub detail: String,
}

impl Verdict {
    /// Creates a verdict. Text from a program can contain anything, so `new` replaces
    /// everything that a terminal would act on.
    pub fn new(kind: Kind, detail: impl AsRef<str>) -> Verdict {
        Verdict {
            kind,
            detail: visible(detail.as_ref()),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_explanation_carries_no_terminal_escapes() {
        let verdict = Verdict::new(Kind::StartFailed, "no \u{1b}[2Jbot\u{202e} here");
        assert_eq!(verdict.detail, "no \u{fffd}[2Jbot\u{fffd} here");
    }
}
