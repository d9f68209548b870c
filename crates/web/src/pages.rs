//! The pages. The first one comes with the interface; the others are fetched when they
//! are needed.

mod contests;
mod fields;
mod follow;
mod home;
mod learn;
mod lists;
mod new;
mod part;
mod replay;
mod table;

pub use follow::Follow;

use leptos::prelude::*;

use crate::app::Missing;
use crate::route::Route;
use crate::texts::t;
use part::Part;

/// The page at an address.
pub fn page(route: Route) -> AnyView {
    match route {
        Route::Home => view! { <home::HomePage/> }.into_any(),
        Route::Watch | Route::Ranks => Part::Lists.show(route),
        Route::New(_) | Route::Table(..) => Part::Play.show(route),
        Route::Contests | Route::Contest(_) | Route::Learn(_) | Route::Replay(..) => {
            Part::Library.show(route)
        }
        Route::Missing => view! { <Missing/> }.into_any(),
    }
}

/// The title of a page for the window.
pub fn title(route: &Route) -> Option<String> {
    let frame = &t().frame;
    let name = |game: &str| {
        let known = catalog::GAMES.iter().find(|info| info.id == game);
        known.map_or(game, |info| info.name).to_owned()
    };
    Some(match route {
        Route::Home => return None,
        Route::New(_) => t().home.new_table().to_owned(),
        Route::Table(..) => frame.play().to_owned(),
        Route::Watch => frame.watch().to_owned(),
        Route::Ranks => frame.ranks().to_owned(),
        Route::Contests | Route::Contest(_) => frame.contests().to_owned(),
        Route::Learn(None) => frame.learn().to_owned(),
        Route::Learn(Some(game)) => name(game),
        Route::Replay(..) => frame.replay().to_owned(),
        Route::Missing => frame.missing().to_owned(),
    })
}
