//! Where people and programs sit down: seats, clocks, sealed moves, chat, an event log.
