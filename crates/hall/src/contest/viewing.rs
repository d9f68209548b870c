//! The games of a contest on its page.

use std::path::Path;

use contest::Outcome;
use contest::report::Viewer;
use picture::viewer::{self, Detail, GameView};

/// The most bytes of games on the page; it links to the records of the others.
const MOST_BYTES: usize = 24 << 20;

/// The games whose records can be read, as far as there is room.
pub fn viewer(outcome: &Outcome, folder: &Path) -> Option<Viewer> {
    let mut games = Vec::new();
    let mut views = Vec::new();
    let mut bytes = 0;
    for counted in &outcome.tally.counted {
        let Some(file) = &counted.played.record else {
            continue;
        };
        // A record that was removed is not shown; `hall verify` finds changed ones.
        let Ok(recorded) = replay::read(&folder.join(file)) else {
            continue;
        };
        let view = GameView::of_film(
            &recorded.film,
            &recorded.head,
            &recorded.colours,
            Detail::Brief,
        );
        bytes += view.size();
        if bytes > MOST_BYTES {
            break;
        }
        games.push(counted.fixture.number);
        views.push(view);
    }
    (!views.is_empty()).then(|| Viewer {
        style: viewer::style().to_owned(),
        script: viewer::script().to_owned(),
        mount: "TaflViewer.mount".to_owned(),
        data: viewer::data(&views),
        games,
    })
}
