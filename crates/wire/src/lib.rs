//! The JSON messages of bots and browsers.
