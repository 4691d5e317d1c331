//! The tools: rustc, cargo, and drista.
use crate::failure::{output, Failure};
use std::env;
use std::path::PathBuf;
use std::process::Command;

pub struct Toolchain {
    pub rustc: PathBuf,
    pub drista: PathBuf,
    /// As `rustc -vV` says it.
    pub version: String,
    pub release: String,
    pub host: String,
    pub sysroot: PathBuf,
    /// The flags that drista needs, of what its version of LLVM has.
    pub flags: Vec<String>,
}

/// cargo: the one beside rustc, as RUSTC says it, or else the one that runs this subcommand, as it says itself. (It may
/// be of another version: cargo sets CARGO anew.)
pub fn cargo() -> PathBuf {
    let beside = env::var_os("RUSTC").map(|rustc| PathBuf::from(rustc).with_file_name("cargo"));
    beside
        .filter(|cargo| cargo.is_absolute() && cargo.exists())
        .or_else(|| env::var_os("CARGO").map(PathBuf::from))
        .unwrap_or_else(|| PathBuf::from("cargo"))
}

impl Toolchain {
    /// The file of drista's pass for its version of LLVM; None: there is none.
    pub fn plugin(&self) -> Option<&str> {
        self.flags.iter().find_map(|flag| flag.strip_prefix("-Zllvm-plugins="))
    }

    pub fn find() -> Result<Toolchain, Failure> {
        let rustc = env::var_os("RUSTC").map_or_else(|| PathBuf::from("rustc"), PathBuf::from);
        let drista = env::var_os("DRISTA").map_or_else(|| PathBuf::from("drista"), PathBuf::from);
        // It is called in other folders, too.
        let drista = if drista.components().count() > 1 {
            drista.canonicalize().unwrap_or(drista)
        } else {
            drista
        };
        output(Command::new(&drista).arg("--version"))
            .map_err(|Failure(why)| Failure::new(format!("drista is not in PATH: add it, or set DRISTA ({})", why)))?;
        let version = output(Command::new(&rustc).arg("-vV"))?;
        let value = |name: &str| {
            let line = version.lines().find_map(|line| line.strip_prefix(name));
            line.map(|text| text.trim().to_string())
                .ok_or_else(|| Failure::new(format!("rustc -vV has no {}", name)))
        };
        let (release, host) = (value("release:")?, value("host:")?);
        let sysroot = PathBuf::from(output(Command::new(&rustc).args(&["--print", "sysroot"]))?.trim());
        let asked = format!("--drista-rustc={}", value("LLVM version:")?);
        let flags = output(Command::new(&drista).args(&["cc", &asked]))?;
        Ok(Toolchain {
            flags: flags.lines().map(String::from).collect(),
            rustc,
            drista,
            release,
            host,
            sysroot,
            version,
        })
    }
}
