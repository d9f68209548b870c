//! `hall referee`: the rules as a service for any language.

use std::io::{self, BufRead, Read, Write};

use anyhow::Result;
use catalog::referee::{Referee, refusal};

use crate::examples;

#[derive(clap::Args)]
#[command(after_help = examples::fill(EXAMPLES))]
pub struct Arguments {}

const EXAMPLES: &str = "Reads one JSON request per line from standard input and answers each with \
one JSON line, in order. A request that cannot be understood is answered with {\"error\":…}.

Examples:
  echo '{\"game\":\"GAME2\",\"do\":\"play\",\"move\":\"MOVE2\"}' | hall referee
  echo '{\"game\":\"GAME0\",\"do\":\"explain\",\"moves\":[\"b4-c4\",\"f10-f8\"]}' | hall referee";

/// The longest line that it reads: room for the largest board of any game.
const LONGEST: usize = 4 << 20;

pub fn run(_: &Arguments) -> Result<()> {
    serve(&mut io::stdin().lock(), &mut io::stdout().lock())
}

fn serve(input: &mut impl BufRead, output: &mut impl Write) -> Result<()> {
    let referee = Referee::default();
    let mut line = Vec::new();
    loop {
        let answer = match read_line(input, &mut line)? {
            Line::End => return Ok(()),
            Line::Whole => match std::str::from_utf8(&line) {
                Ok(text) => referee.answer(text),
                Err(error) => refusal(&format!("this line is not UTF-8: {error}")),
            },
            Line::TooLong => refusal(&format!("this line has more than {LONGEST} bytes")),
        };
        serde_json::to_writer(&mut *output, &answer).map_err(io::Error::from)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
}

enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads one line without its end. If a line is too long, it keeps only the beginning,
/// so that memory stays bounded.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    if input.take(LONGEST as u64 + 1).read_until(b'\n', line)? == 0 {
        return Ok(Line::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        return Ok(Line::Whole);
    }
    if line.len() <= LONGEST {
        return Ok(Line::Whole);
    }
    loop {
        let rest = input.fill_buf()?;
        let end = rest.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(rest.len(), |at| at + 1);
        let done = end.is_some() || rest.is_empty();
        input.consume(used);
        if done {
            return Ok(Line::TooLong);
        }
    }
}
