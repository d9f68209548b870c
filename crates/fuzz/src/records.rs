//! Records of games.

use game17_program::file::GameFile;
use protocol::Record;

use crate::{LONGEST, text};

/// The text is a record in JSON. Checks it as it is, and again with new hashes, so that
/// changes get past the old ones.
pub fn records(data: &[u8]) {
    if text(data).is_none() {
        return;
    }
    let loose = Record::read_loosely(data);
    if let Ok(record) = Record::read(data) {
        assert_eq!(
            loose.as_ref().ok(),
            Some(&record),
            "two ways to read differ"
        );
        if record::verify(&record).is_ok() {
            assert_eq!(record::seal(record.clone()), record);
        }
    }
    let Ok(record) = loose else {
        return;
    };
    let sealed = record::seal(record);
    let written = serde_json::to_string(&sealed).expect("records are written");
    match Record::read(written.as_bytes()) {
        Ok(read) => assert_eq!(read, sealed, "{written}"),
        Err(error) => panic!("{written} is not read: {error}"),
    }
    match record::verify(&sealed) {
        Ok(checked) => {
            assert_eq!(checked.verified.steps, sealed.steps.len());
            let mut forged = sealed;
            forged.opening += 1;
            assert!(record::verify(&forged).is_err(), "a change is not seen");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The text is a game file of the original program. If it can be read, it can be played to its
/// end.
pub fn files(data: &[u8]) {
    let file = match GameFile::read(&data[..data.len().min(LONGEST)]) {
        Ok(file) => file,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut position = file.position;
    let squares = position.size * position.size;
    for diff in &file.diffs {
        position.apply(diff);
    }
    assert_eq!(position.owners.len(), squares);
    assert_eq!(position.numbers.len(), squares);
    let counted: usize = position.squares().iter().map(|(_, count)| count).sum();
    assert_eq!(counted, squares);
    assert!(!position.winners().is_empty());
}
