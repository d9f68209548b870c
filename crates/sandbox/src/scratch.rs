//! Folders that bots may write to, where the sandbox has none of its own.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::sync::Once;
use std::time::{Duration, SystemTime};

use rustix::process::geteuid;
use tempfile::TempDir;

/// What their names begin with.
const PREFIX: &str = "hall-bot-";
/// No game lasts so long: a folder that did not change for this time belongs to none.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);

/// A new folder that no other user may look into.
pub(super) fn folder() -> io::Result<TempDir> {
    static SWEPT: Once = Once::new();
    SWEPT.call_once(|| sweep(&std::env::temp_dir(), SystemTime::now()));
    tempfile::Builder::new()
        .prefix(PREFIX)
        .permissions(fs::Permissions::from_mode(0o700))
        .tempdir()
}

/// Removes what a hall that was killed has left. Something that cannot be removed is no
/// reason not to play.
fn sweep(temporary: &Path, now: SystemTime) {
    let Ok(entries) = fs::read_dir(temporary) else {
        return;
    };
    for entry in entries.flatten() {
        let named = entry.file_name().to_string_lossy().starts_with(PREFIX);
        // Of the entry itself: a link leads anywhere.
        let Ok(about) = entry.metadata() else {
            continue;
        };
        let ours = about.is_dir() && about.uid() == geteuid().as_raw();
        let age = about.modified().map(|then| now.duration_since(then));
        if named && ours && matches!(age, Ok(Ok(age)) if age > OLD) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_hall_has_left_is_removed_after_a_day() {
        let temporary = tempfile::tempdir().unwrap();
        let left = temporary.path().join("hall-bot-x1");
        let other = temporary.path().join("diary");
        let link = temporary.path().join("hall-bot-link");
        for folder in [&left, &other] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("file"), "text").unwrap();
        }
        std::os::unix::fs::symlink(&other, &link).unwrap();
        sweep(temporary.path(), SystemTime::now());
        assert!(left.exists(), "it may be in use");
        sweep(temporary.path(), SystemTime::now() + OLD + OLD);
        assert!(!left.exists());
        assert!(link.exists() && other.join("file").exists());
    }
}
