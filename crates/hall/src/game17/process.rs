//! A player that is a program: lines of JSON over its standard input and output.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use thiserror::Error;

/// What is run for a player.
#[derive(Clone, Debug)]
pub struct Program {
    /// The executable.
    pub executable: PathBuf,
    /// What it is given.
    pub arguments: Vec<PathBuf>,
    /// Where it runs; the current folder if nothing is said.
    pub folder: Option<PathBuf>,
}

/// Why a program has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// It could not be started.
    #[error("it could not be started: {0}")]
    Start(String),
    /// It took too long.
    #[error("it had no answer after {} s", .0.as_secs_f32())]
    Time(Duration),
    /// It ended.
    #[error("it ended{}{}", .code.map_or(String::new(), |code| format!(" with exit code {code}")), quoted(.said))]
    Ended {
        /// Its exit code, if it has one.
        code: Option<i32>,
        /// The end of what it wrote to its standard error.
        said: String,
    },
    /// Its answer is no line of text, or far too long.
    #[error("its answer is not a line of text of at most {LONGEST} bytes")]
    NoLine,
}

fn quoted(said: &str) -> String {
    match said.trim() {
        "" => String::new(),
        said => format!(":\n{said}"),
    }
}

/// The longest answer that is read.
const LONGEST: u64 = 4 << 20;
/// How much of a program's standard error is kept.
const KEPT: usize = 4000;

/// A program that runs. It is ended when this value is dropped.
pub struct Process {
    child: Child,
    requests: Option<Sender<Vec<u8>>>,
    answers: Receiver<Result<String, ()>>,
    said: Arc<Mutex<VecDeque<u8>>>,
    listener: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts a program.
    pub fn start(program: &Program) -> Result<Process, Failure> {
        let mut command = Command::new(&program.executable);
        command
            .args(&program.arguments)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        let mut child = command
            .spawn()
            .map_err(|error| Failure::Start(format!("{}: {error}", shown(&program.executable))))?;
        let said = Arc::new(Mutex::new(VecDeque::new()));
        let (requests, lines) = channel::<Vec<u8>>();
        let (tell, answers) = channel();
        // Threads of their own, because a program that does not read or write
        // must not hold up the hall. They end when the program does.
        if let Some(mut input) = child.stdin.take() {
            std::thread::spawn(move || {
                for line in lines {
                    if input.write_all(&line).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || {
                let mut output = BufReader::new(output);
                while let Some(line) = read_line(&mut output) {
                    let bad = line.is_err();
                    if tell.send(line).is_err() || bad {
                        break;
                    }
                }
            });
        }
        let listener = child.stderr.take().map(|mut errors| {
            let said = Arc::clone(&said);
            std::thread::spawn(move || {
                let mut some = [0; 1024];
                while let Ok(read @ 1..) = errors.read(&mut some) {
                    let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
                    said.extend(&some[..read]);
                    let excess = said.len().saturating_sub(KEPT);
                    said.drain(..excess);
                }
            })
        });
        Ok(Process {
            child,
            requests: Some(requests),
            answers,
            said,
            listener,
        })
    }

    /// Sends a line and waits for the line that answers it.
    pub fn ask(&mut self, mut line: String, wait: Duration) -> Result<String, Failure> {
        line.push('\n');
        let sent = match &self.requests {
            Some(requests) => requests.send(line.into_bytes()).is_ok(),
            None => false,
        };
        match self.answers.recv_timeout(wait) {
            Ok(Ok(answer)) if sent => Ok(answer),
            Ok(Err(())) => Err(Failure::NoLine),
            Err(RecvTimeoutError::Timeout) => Err(Failure::Time(wait)),
            Ok(Ok(_)) | Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    fn ended(&mut self) -> Failure {
        // Its output is closed: it has ended or is about to.
        let patience = Instant::now() + Duration::from_secs(1);
        let mut code = None;
        while Instant::now() < patience {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    code = status.code();
                    if let Some(listener) = self.listener.take() {
                        while !listener.is_finished() && Instant::now() < patience {
                            std::thread::sleep(Duration::from_millis(1));
                        }
                    }
                    break;
                }
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                Err(_) => break,
            }
        }
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = said.iter().copied().collect();
        Failure::Ended {
            code,
            said: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.requests = None;
        // A program that has ended cannot be killed, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A path as messages show it.
pub fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// The next line; nothing at the end, an error for what is no line.
fn read_line(output: &mut impl BufRead) -> Option<Result<String, ()>> {
    let mut line = Vec::new();
    let read = output.take(LONGEST).read_until(b'\n', &mut line);
    match read {
        Ok(0) | Err(_) => None,
        Ok(_) if line.last() != Some(&b'\n') && line.len() as u64 >= LONGEST => Some(Err(())),
        Ok(_) => Some(String::from_utf8(line).map_err(|_| ())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        let program = Program {
            executable: "sh".into(),
            arguments: vec!["-c".into(), script.into()],
            folder: None,
        };
        Process::start(&program).unwrap()
    }

    const WAIT: Duration = Duration::from_secs(20);

    #[test]
    fn a_program_answers_line_by_line() {
        let mut process = shell("while read line; do echo \"[$line]\"; done");
        for word in ["one", "two"] {
            let answer = process.ask(word.to_owned(), WAIT).unwrap();
            assert_eq!(answer, format!("[{word}]\n"));
        }
    }

    #[test]
    fn a_program_that_ends_leaves_its_last_words_and_exit_code() {
        let mut process = shell("echo alas >&2; exit 3");
        let failure = process.ask("hello".to_owned(), WAIT).unwrap_err();
        assert_eq!(failure.to_string(), "it ended with exit code 3:\nalas");
    }

    #[test]
    fn a_program_that_neither_reads_nor_answers_does_not_hold_up_the_hall() {
        let mut process = shell("sleep 60");
        let wait = Duration::from_millis(50);
        let failure = process.ask("x".repeat(1 << 20), wait).unwrap_err();
        assert_eq!(failure, Failure::Time(wait));
    }

    #[test]
    fn a_program_that_is_not_there_cannot_be_started() {
        let program = Program {
            executable: "/no/such/program".into(),
            arguments: Vec::new(),
            folder: None,
        };
        assert!(matches!(Process::start(&program), Err(Failure::Start(_))));
    }
}
