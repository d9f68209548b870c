//! A table where people and bots play: seats, clocks, sealed moves, chat, an event
//! log.
//!
//! A [`Table`] reads no clock, throws no dice, opens no file and waits for nothing.
//! The hall gives it the time and commands, and gets events:
//!
//! 1. [`decide`](Table::decide) says what follows from a command, or why it is
//!    refused. It only reads.
//! 2. The hall appends these events to the table's log.
//! 3. [`apply`](Table::apply) carries them out. Nothing else changes a table, so
//!    replaying a log gives the same table.
//! 4. [`project`](project()) gives what each viewer may see of them.
//!
//! At [`next_deadline`](Table::next_deadline) the hall gives the command
//! [`Tick`](Request::Tick).
//!
//! | module | contents |
//! |---|---|
//! | [`settings`] | the settings of a new table: game, clock, access |
//! | [`people`] | members, viewers, senders of commands |
//! | [`command`] | commands, and why they may be refused |
//! | [`event`] | the events of the log |
//! | [`project`](mod@project) | what a viewer may see of the log |
//! | [`public`] | [`PublicTable`]: what everyone may know, in the hall and in its clients |
//! | [`table`] | the table itself |
//! | [`text`] | what names and chat may contain |
//!
//! ```
//! use serde_json::json;
//! use table::{Actor, Command, Identity, Occupant, Person, Request, Settings, Table};
//!
//! let ann = Identity(7);
//! let mut settings = Settings::of(catalog::USUAL.id, json!({}));
//! let name = "Ann".to_owned();
//! settings.seats = vec![
//!     Some(Occupant::Person(Person { identity: ann, name, program: false })),
//!     Some(Occupant::Computer { player: "strong".to_owned() }),
//! ];
//! let mut log = Table::create(0, &settings, dice::Seed::from_number(17))?;
//! let mut table = Table::replay(&log)?;
//!
//! let mut give = |now, id, request| -> Result<(), Box<dyn std::error::Error>> {
//!     let command = Command::new(id, Actor::Identity(ann), request);
//!     for event in table.decide(now, &command)? {
//!         table.apply(&event)?;
//!         log.push(event);
//!     }
//!     Ok(())
//! };
//! give(1000, 1, Request::Ready { ready: true })?;
//! give(2500, 2, Request::Move { turn: 1, action: catalog::USUAL.sample.action.to_owned() })?;
//! assert_eq!(table.computers_to_act()[0].seat, 1);
//! assert_eq!(Table::replay(&log)?.view(None), table.view(None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ahead;
mod answers;
mod apply;
pub mod command;
mod decide;
pub mod event;
pub mod people;
mod play;
pub mod project;
pub mod public;
mod record;
pub mod settings;
pub mod table;
pub mod text;
mod view;

pub use command::{Command, NoClaim, NoTakeback, Refusal, SettingsError};
pub use event::{Event, Fact};
pub use people::{Actor, People, Person, Viewer};
pub use project::{news, project};
pub use public::{Mine, PublicTable};
pub use settings::{Access, Occupant, Settings};
pub use table::{Damaged, Sitter, Table};

#[doc(no_inline)]
pub use protocol::{
    Act, Answer, Clock, Conflict, Dropped, Finish, GameData, Identity, Made, Member, Millis,
    ObserverChat, OfferKind, Phase, Request, Standing, TableChange, TableEvent, TableView,
};
