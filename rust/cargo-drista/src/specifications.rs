//! The functions of <drista/spec.h>, compiled for tests that use them.
use crate::failure::{output, Failure};
use crate::toolchain::Toolchain;
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCE: &str = include_str!("../std/spec.c");

/// The archive of them, in the folder; another drista makes one of another name, so that programs are linked again.
pub fn compiled(toolchain: &Toolchain, folder: &Path) -> Result<PathBuf, Failure> {
    let failed = |error: std::io::Error| Failure::not_written(folder, &error);
    fs::create_dir_all(folder).map_err(failed)?;
    let (source, object) = (folder.join("spec.c"), folder.join("spec.o"));
    fs::write(&source, SOURCE).map_err(failed)?;
    let compile = ["cc", "-std=gnu11", "-O1", "-g", "-c", "spec.c", "-o", "spec.o"];
    output(Command::new(&toolchain.drista).args(&compile).current_dir(folder))?;
    let mut hash = DefaultHasher::new();
    fs::read(&object).map_err(failed)?.hash(&mut hash);
    let archive = folder.join(format!("libdrista-spec-{:016x}.a", hash.finish()));
    if !archive.exists() {
        output(Command::new("ar").arg("rcs").arg(&archive).arg(&object))?;
    }
    Ok(archive)
}
