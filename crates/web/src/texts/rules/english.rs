//! The words of the rules in English: they speak it themselves.

use super::RulesTexts;

pub(in crate::texts) const ENGLISH: RulesTexts = RulesTexts {
    reasons: &[
        ("corner", "the automaton is in the corner"),
        ("max-turns", "all turns were played"),
        ("no-moves", "no move was left"),
        ("quiet-limit", "nothing was captured for long"),
        ("king-escaped", "the king has escaped"),
        ("king-captured", "the king is caught"),
        ("repetition", "the same position once more"),
        ("one-owner", "all pieces have one owner"),
        ("rounds", "all rounds were played"),
        ("resigned", "given up"),
        ("time", "time ran out"),
        ("abandoned", "left alone"),
        ("agreed", "agreed upon"),
        ("claimed", "claimed"),
        ("aborted", "broken off"),
    ],
    boards: &[
        ("automatafl-many", "Automatafl, more than two"),
        ("game17-many", "Game 17, more than two"),
    ],
    phrases: &[],
    joints: &[],
};
