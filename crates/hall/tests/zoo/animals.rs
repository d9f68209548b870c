//! Bots that do what no bot should.

use super::den::Den;

/// A bot and what becomes of it.
pub struct Animal {
    pub name: &'static str,
    kind: Script,
    /// The verdicts that are right; none means that it plays to the end.
    pub verdicts: &'static [&'static str],
    /// A word of the explanation.
    pub says: &'static str,
    /// Whether it is tried at the weaker levels too.
    pub everywhere: bool,
}

enum Script {
    /// After the prelude.
    Python(&'static str),
    /// The whole file.
    Whole(&'static str),
}

impl Animal {
    pub fn settle(&self, den: &Den) {
        match self.kind {
            Script::Python(script) => den.python(self.name, script),
            Script::Whole(file) => den.write(self.name, file),
        };
    }
}

const fn python(
    name: &'static str,
    verdicts: &'static [&'static str],
    says: &'static str,
    script: &'static str,
) -> Animal {
    Animal {
        name,
        kind: Script::Python(script),
        verdicts,
        says,
        everywhere: false,
    }
}

const fn whole(
    name: &'static str,
    verdicts: &'static [&'static str],
    says: &'static str,
    file: &'static str,
) -> Animal {
    Animal {
        name,
        kind: Script::Whole(file),
        verdicts,
        says,
        everywhere: false,
    }
}

/// What is about processes and the machine, and so differs between levels.
const fn everywhere(animal: Animal) -> Animal {
    Animal {
        everywhere: true,
        ..animal
    }
}

pub const ANIMALS: &[Animal] = &[
    // It says what runs it, but that is not there.
    everywhere(whole(
        "no-interpreter",
        &["start-failed"],
        "which is not on this machine",
        "#!/no/such/interpreter\n",
    )),
    whole(
        "no-program",
        &["start-failed"],
        "is no program for this machine",
        "just a text\n",
    ),
    everywhere(whole(
        "exits-at-once",
        &["crashed"],
        "exit code 3",
        "#!/bin/sh\nexit 3\n",
    )),
    everywhere(python(
        "segfault",
        &["crashed"],
        "signal 11",
        "say(move(read())); read(); os.kill(os.getpid(), signal.SIGSEGV)",
    )),
    python(
        "traceback",
        &["crashed"],
        "ZeroDivisionError",
        "say(move(read())); read(); 1 / 0",
    ),
    everywhere(whole(
        "never-answers",
        &["stalled"],
        "first request",
        "#!/bin/sh\nwhile read line; do :; done\n",
    )),
    python(
        "sleeps",
        &["time"],
        "that were left",
        "say(move(read())); read(); time.sleep(1000)",
    ),
    // Its own moves are fine; what it does in the other's time is its affair.
    python(
        "spins-after-moving",
        &[],
        "",
        "import threading
def spin():
    while True: pass
while True:
    say(move(read()))
    if threading.active_count() == 1:
        threading.Thread(target=spin, daemon=True).start()",
    ),
    python(
        "illegal-move",
        &["illegal"],
        "d4-d5",
        r#"read(); say({"from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}})"#,
    ),
    python(
        "off-the-board",
        &["illegal"],
        "off the board",
        r#"read(); say({"from": {"x": 3, "y": -1}, "to": {"x": 3, "y": 99999999999999999999}})"#,
    ),
    python(
        "garbage",
        &["protocol"],
        "one line of JSON",
        "read(); print('\\x1b[2Jd1-d2, please', flush=True); time.sleep(1000)",
    ),
    python(
        "another-shape",
        &["protocol"],
        "from.x",
        r#"read(); say({"from": "d1", "to": {"x": 1.5}}); time.sleep(1000)"#,
    ),
    python(
        "deep-json",
        &["protocol"],
        "one line of JSON",
        "read(); print('[' * 200000, flush=True); time.sleep(1000)",
    ),
    python(
        "not-utf-8",
        &["protocol"],
        "UTF-8",
        "read(); os.write(1, b'{\"from\": \"\\xff\\xfe\"}\\n'); time.sleep(1000)",
    ),
    everywhere(python(
        "endless-line",
        &["output-limit"],
        "without a line end",
        "read()\nwhile True: os.write(1, b'x' * 65536)",
    )),
    // The first of its lines is judged, and is no answer.
    python(
        "floods-lines",
        &["protocol"],
        "one line of JSON",
        "read()\nwhile True: os.write(1, b'xyz\\n' * 10000)",
    ),
    // The first is an answer. The others come unasked.
    python(
        "floods-answers",
        &["protocol"],
        "without being asked",
        "answer = (json.dumps(move(read())) + '\\n').encode()\nwhile True: os.write(1, answer * 1000)",
    ),
    python(
        "floods-its-log",
        &["output-limit"],
        "standard error",
        "read()\nwhile True: os.write(2, b'log\\n' * 10000)",
    ),
    everywhere(whole(
        "never-reads",
        &["stalled"],
        "first request",
        "#!/bin/sh\nexec sleep 1000\n",
    )),
    // It may come after the request, as if it were the answer.
    python(
        "speaks-first",
        &["protocol"],
        "",
        "log('up'); say([1]); time.sleep(1000)",
    ),
    everywhere(python(
        "closes-stdout",
        &["disconnected"],
        "closed its standard output",
        "say(move(read())); os.close(1); time.sleep(1000)",
    )),
    python(
        "a-byte-a-second",
        &["stalled"],
        "first request",
        "for byte in json.dumps(move(read())): os.write(1, byte.encode()); time.sleep(1)",
    ),
    python(
        "two-answers",
        &["protocol"],
        "without being asked",
        "while True:
    answer = json.dumps(move(read()))
    os.write(1, (answer + '\\n' + answer + '\\n').encode())",
    ),
    // What was legal a turn ago is not any more: the piece has gone.
    python(
        "answers-the-turn-before",
        &["illegal"],
        "-",
        "answer = move(read()); say(answer); read(); say(answer); time.sleep(1000)",
    ),
    everywhere(python(
        "fork-bomb",
        // Where it is refused to start more it sits there; where the guard
        // counts, it is ended; and all of them together may hold too much.
        &["stalled", "crashed", "memory"],
        "",
        "while True:
    try: os.fork()
    except OSError: time.sleep(0.01)",
    )),
    everywhere(python(
        "memory-bomb",
        &["memory"],
        "MiB",
        "say(move(read())); read(); held = []
while True: held.append(bytearray(b'x' * (4 << 20)))",
    )),
    everywhere(python(
        "fills-the-disk",
        &["output-limit"],
        "scratch folder",
        "say(move(read())); read()
for number in range(1000):
    with open(os.environ['TMPDIR'] + '/' + str(number), 'wb') as file:
        file.write(b'x' * (4 << 20))
time.sleep(1000)",
    )),
    everywhere(whole(
        "one-large-file",
        &["output-limit"],
        "16 MiB",
        "#!/bin/sh\nread line; exec head -c 100000000 /dev/zero > $TMPDIR/file\n",
    )),
    // The program that was started has ended; what it leaves behind is ended too.
    everywhere(python(
        "daemon",
        &["crashed"],
        "exit code 0",
        "if os.fork(): os._exit(0)
os.setsid()
if os.fork(): os._exit(0)
while True: say(move(read()))",
    )),
    everywhere(python(
        "leaves-children",
        &["crashed"],
        "exit code 5",
        "say(move(read()))
for number in range(5):
    if os.fork() == 0:
        os.setsid(); signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(1000)
read(); os._exit(5)",
    )),
    everywhere(python(
        "ignores-sigterm",
        &["time"],
        "that were left",
        "for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
say(move(read())); read()
while True: time.sleep(1)",
    )),
    everywhere(python(
        "stops-itself",
        &["time"],
        "that were left",
        "say(move(read())); read(); os.kill(os.getpid(), signal.SIGSTOP)",
    )),
    everywhere(python(
        "kills-everybody",
        &["crashed", "time"],
        "",
        "say(move(read())); read()
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for victim in (os.getppid(), 1):
    try: os.kill(victim, signal.SIGTERM)
    except OSError: pass
time.sleep(1000)",
    )),
];
