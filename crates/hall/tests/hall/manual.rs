//! What is made from the command line itself, and how help looks.

use std::process::Command;

use super::{hall, text};

#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = hall(&["completions", shell]);
        assert!(output.status.success(), "{shell}");
        let script = text(&output.stdout);
        for word in ["analyse", "vs-zombies", "--keep-failing", "brandub"] {
            // Elvish and PowerShell are told of flags, not of their values.
            let told = script.contains(word)
                || word == "--keep-failing" && script.contains("-l keep-failing")
                || word == "brandub" && ["elvish", "powershell"].contains(&shell);
            assert!(told, "{shell} does not know {word}");
        }
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let output = hall(&["man"]);
    let main = text(&output.stdout);
    assert!(
        main.contains(".TH hall 1") && main.contains("hall\\-match(1)"),
        "{main}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("man1");
    let output = hall(&["man", "--out", out.to_str().expect("a path")]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let page = |name: &str| std::fs::read_to_string(out.join(name)).expect(name);
    assert_eq!(page("hall.1"), main);
    assert!(page("hall-game17-vs-zombies.1").contains("num\\-games"));
    assert!(page("hall-contest.1").contains("hall contest combo \\-\\-dir"));
    assert!(
        !out.join("hall-confine.1").exists(),
        "this is not for people"
    );
    let again = hall(&["man", "--out", out.to_str().expect("a path")]);
    assert!(again.status.success(), "pages of before are replaced");
}

#[test]
fn help_is_coloured_unless_no_colour_is_wanted() {
    let help = |no_colour: Option<&str>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hall"));
        command.args(["match", "--help"]).env("CLICOLOR_FORCE", "1");
        command.env_remove("NO_COLOR");
        if let Some(value) = no_colour {
            command.env("NO_COLOR", value);
        }
        text(&command.output().expect("hall starts").stdout).to_owned()
    };
    assert!(help(None).contains('\x1b'));
    assert!(!help(Some("1")).contains('\x1b'));
}
