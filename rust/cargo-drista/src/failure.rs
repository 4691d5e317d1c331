//! What keeps cargo drista from checking, in one line.
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

pub struct Failure(pub String);

impl Failure {
    pub fn new(text: impl Into<String>) -> Failure {
        Failure(text.into())
    }

    pub fn not_written(path: &Path, error: &io::Error) -> Failure {
        Failure::new(format!("{} cannot be written ({})", path.display(), error))
    }
}

/// What the command prints on stdout. Fails with what it prints on stderr.
pub fn output(command: &mut Command) -> Result<String, Failure> {
    let shown = format!("{:?}", command.get_program());
    let done = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Failure::new(format!("{} cannot be run ({})", shown, error)))?;
    if !done.status.success() {
        return Err(Failure::new(format!(
            "{} failed:\n{}",
            shown,
            String::from_utf8_lossy(&done.stderr).trim_end()
        )));
    }
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}
