//! The standard library, instrumented as programs are: drista must see its mutexes, channels and threads. It is built
//! once from the sources that come with rustc, crate by crate, in the cache folder of the user.
use crate::failure::Failure;
use crate::toolchain::Toolchain;
use std::collections::hash_map::DefaultHasher;
use std::env;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Sysroot(pub PathBuf);

/// The harness of tests: the crate `test`.
const HARNESS: &str = include_str!("../std/test.rs");
/// Takes the place of std/src/sys/unix/locks/mod.rs.
const LOCKS: &str = include_str!("../std/locks.rs");

/// Links as rustc asks, but for ThreadSanitizer's runtime: drista has its own.
const LINKER: &str = r#"#!/bin/bash
args=()
for arg in "$@"; do
  case $arg in
    *librustc*_rt.tsan.a | -Wl,--whole-archive | -Wl,--no-whole-archive) ;;
    *) args+=("$arg") ;;
  esac
done
exec "${DRISTA:-drista}" cc "${args[@]}"
"#;

/// Where a crate comes from: a file below `library` of rust-src, a crate in Debian's registry, or the harness.
enum Source {
    Library(&'static str),
    Registry(&'static str),
    Harness,
}
use Source::{Library, Registry};

struct Crate {
    name: &'static str,
    edition: &'static str,
    source: Source,
    /// The crates that it uses; `a=b`: crate b, which it calls a.
    uses: &'static str,
    features: &'static str,
    cfgs: &'static str,
}

const REGISTRY: &str = "/usr/share/cargo/registry";
const PACKAGES: &str = "rust-src librust-compiler-builtins-dev librust-hashbrown-dev librust-libc-dev \
                        librust-cfg-if-0.1-dev librust-rustc-demangle-dev";

/// What is changed in the read-write lock. It looks a hundred times before it sleeps, and each number of looks would be
/// an execution: looking once is enough, as how often is a matter of speed. The same holds for an exchange that fails
/// spuriously: the lock only tries again.
const READ_WRITE_LOCK: [(&str, &str); 2] = [
    ("let mut spin = 100;", "let mut spin = 0;"),
    ("compare_exchange_weak(", "compare_exchange("),
];

const SHIMS: &str = "core=rustc_std_workspace_core compiler_builtins";

/// The crates of rustc 1.63, each after those that it uses.
fn crates() -> Vec<Crate> {
    let of = |name, edition, source, uses| Crate {
        name,
        edition,
        source,
        uses,
        features: "",
        cfgs: "",
    };
    vec![
        of("core", "2021", Library("core/src/lib.rs"), ""),
        Crate {
            features: "compiler-builtins unstable no-asm",
            ..of("compiler_builtins", "2015", Registry("compiler_builtins-0.1"), "core")
        },
        of(
            "rustc_std_workspace_core",
            "2021",
            Library("rustc-std-workspace-core/lib.rs"),
            "core compiler_builtins",
        ),
        of("alloc", "2021", Library("alloc/src/lib.rs"), "core compiler_builtins"),
        of(
            "rustc_std_workspace_alloc",
            "2021",
            Library("rustc-std-workspace-alloc/lib.rs"),
            "core compiler_builtins alloc",
        ),
        Crate {
            features: "rustc-dep-of-std rustc-std-workspace-core align",
            cfgs:
                "libc_align libc_core_cvoid libc_packedN libc_priv_mod_use libc_union libc_const_size_of libc_int128 \
                   libc_ptr_addr_of libc_non_exhaustive libc_long_array libc_underscore_const_names",
            ..of(
                "libc",
                "2015",
                Registry("libc-0.2"),
                "rustc_std_workspace_core compiler_builtins",
            )
        },
        Crate {
            features: "rustc-dep-of-std",
            ..of("cfg_if", "2018", Registry("cfg-if-0.1"), SHIMS)
        },
        Crate {
            features: "rustc-dep-of-std nightly rustc-internal-api core alloc compiler_builtins",
            ..of(
                "hashbrown",
                "2021",
                Registry("hashbrown-0.12"),
                "core=rustc_std_workspace_core alloc=rustc_std_workspace_alloc compiler_builtins",
            )
        },
        Crate {
            features: "rustc-dep-of-std",
            ..of("rustc_demangle", "2015", Registry("rustc-demangle-0.1"), SHIMS)
        },
        of(
            "unwind",
            "2021",
            Library("unwind/src/lib.rs"),
            "core compiler_builtins libc cfg_if",
        ),
        of(
            "panic_abort",
            "2021",
            Library("panic_abort/src/lib.rs"),
            "core compiler_builtins libc cfg_if alloc",
        ),
        of(
            "panic_unwind",
            "2021",
            Library("panic_unwind/src/lib.rs"),
            "core compiler_builtins libc cfg_if alloc unwind",
        ),
        Crate {
            features: "rustc-dep-of-std",
            ..of(
                "std_detect",
                "2021",
                Library("stdarch/crates/std_detect/src/lib.rs"),
                "core=rustc_std_workspace_core alloc=rustc_std_workspace_alloc compiler_builtins libc cfg_if",
            )
        },
        Crate {
            features: "panic_unwind",
            cfgs: "backtrace_in_libstd",
            ..of(
                "std",
                "2021",
                Library("std/src/lib.rs"),
                "alloc core libc compiler_builtins unwind hashbrown cfg_if std_detect rustc_demangle panic_unwind \
                 panic_abort",
            )
        },
        of("test", "2021", Source::Harness, "std core"),
    ]
}

/// The flags with which programs are compiled that use it.
pub fn flags(toolchain: &Toolchain, Sysroot(folder): &Sysroot) -> Vec<String> {
    let mut all = shared_flags(toolchain);
    all.extend(vec!["--cfg".into(), "drista".into()]);
    all.extend(vec!["--sysroot".into(), folder.display().to_string()]);
    all.push(format!("-Clinker={}", folder.join("drista-linker-cc").display()));
    all
}

/// One unit of code generation: several would be optimised together once more after they were instrumented, and accesses
/// that are made then are not seen.
fn shared_flags(toolchain: &Toolchain) -> Vec<String> {
    let all = [
        "-Zsanitizer=thread",
        "-Cdebuginfo=2",
        "-Csymbol-mangling-version=v0",
        "-Ccodegen-units=1",
        "-Clto=off",
    ];
    let own = toolchain.flags.iter().cloned();
    all.iter().map(|flag| flag.to_string()).chain(own).collect()
}

/// Why it cannot be built for the toolchain; None: it can.
pub fn lacks(toolchain: &Toolchain) -> Option<Failure> {
    if !toolchain.release.starts_with("1.63.") || toolchain.host != "x86_64-unknown-linux-gnu" {
        return Some(Failure::new(format!(
            "rustc {} for {} is not supported yet: use rustc 1.63 of Debian 12 (RUSTC=/usr/bin/rustc CARGO=/usr/bin/cargo)",
            toolchain.release, toolchain.host
        )));
    }
    let library = toolchain.sysroot.join("lib/rustlib/src/rust/library");
    crates().iter().find_map(|each| match each.source {
        Library(path) => {
            let file = library.join(path);
            Some(missing(&file.display().to_string())).filter(|_| !file.exists())
        }
        Registry(name) => in_registry(name).err(),
        Source::Harness => None,
    })
}

/// Where it is, if it was built for the toolchain.
pub fn existing(toolchain: &Toolchain) -> Option<PathBuf> {
    let folder = cache_folder().ok()?.join(key(toolchain));
    Some(folder).filter(|folder| folder.exists())
}

/// The library for the toolchain; it is built if it is not there yet.
pub fn made_for(toolchain: &Toolchain) -> Result<Sysroot, Failure> {
    if let Some(why) = lacks(toolchain) {
        return Err(why);
    }
    let folder = cache_folder()?.join(key(toolchain));
    if !folder.exists() {
        eprintln!(
            "cargo drista: building an instrumented standard library for rustc {} (once)",
            toolchain.release
        );
        let scratch = PathBuf::from(format!("{}.{}", folder.display(), std::process::id()));
        let made = build(toolchain, &scratch)
            .and_then(|()| fs::rename(&scratch, &folder).map_err(|error| Failure::not_written(&folder, &error)));
        if made.is_err() {
            let _ = fs::remove_dir_all(&scratch);
        }
        made?;
    }
    Ok(Sysroot(folder))
}

fn cache_folder() -> Result<PathBuf, Failure> {
    let base = env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")))
        .ok_or_else(|| Failure::new("set HOME: the standard library is built in its folder .cache"))?;
    Ok(base.join("drista").join("rust"))
}

/// Names what is built: another compiler, harness, way to build or pass of drista makes another one.
fn key(toolchain: &Toolchain) -> String {
    let mut hash = DefaultHasher::new();
    (
        &toolchain.version,
        &toolchain.flags,
        include_str!("instrumented_std.rs"),
        HARNESS,
        LOCKS,
    )
        .hash(&mut hash);
    if let Some(plugin) = toolchain.plugin() {
        fs::read(plugin).unwrap_or_default().hash(&mut hash);
    }
    format!("{}-{:016x}", toolchain.release, hash.finish())
}

fn build(toolchain: &Toolchain, folder: &Path) -> Result<(), Failure> {
    let library = folder.join("library");
    let out = folder.join("lib/rustlib").join(&toolchain.host).join("lib");
    fs::create_dir_all(&out).map_err(|error| Failure::not_written(&out, &error))?;
    changed_library(&toolchain.sysroot.join("lib/rustlib/src/rust/library"), &library)?;
    let harness = folder.join("harness.rs");
    fs::write(&harness, HARNESS).map_err(|error| Failure::not_written(&harness, &error))?;
    let linker = folder.join("drista-linker-cc");
    fs::write(&linker, LINKER)
        .and_then(|()| fs::set_permissions(&linker, fs::Permissions::from_mode(0o755)))
        .map_err(|error| Failure::not_written(&linker, &error))?;
    for each in crates() {
        let source = match each.source {
            Library(path) => library.join(path),
            Registry(name) => in_registry(name)?.join("src/lib.rs"),
            Source::Harness => harness.clone(),
        };
        compile(toolchain, &each, &source, folder, &out)?;
    }
    Ok(())
}

/// Makes the folder one with the same sources but for the locks: std is copied.
fn changed_library(original: &Path, folder: &Path) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::not_written(folder, &error);
    fs::create_dir_all(folder).map_err(failed)?;
    for entry in fs::read_dir(original)
        .map_err(|_| missing(&original.display().to_string()))?
        .flatten()
    {
        if entry.file_name() != "std" {
            std::os::unix::fs::symlink(entry.path(), folder.join(entry.file_name())).map_err(failed)?;
        }
    }
    copy(&original.join("std"), &folder.join("std")).map_err(failed)?;
    let locks = folder.join("std/src/sys/unix/locks/mod.rs");
    if !locks.exists() {
        return Err(Failure::new(format!(
            "the standard library has no {}: it is not that of rustc 1.63",
            locks.display()
        )));
    }
    fs::write(&locks, LOCKS).map_err(failed)?;
    let path = locks.with_file_name("futex_rwlock.rs");
    let mut text = fs::read_to_string(&path).map_err(failed)?;
    for (before, after) in READ_WRITE_LOCK.iter() {
        text = text.replace(before, after);
    }
    fs::write(path, text).map_err(failed)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

fn missing(what: &str) -> Failure {
    Failure::new(format!("{} is not there: apt-get install {}", what, PACKAGES))
}

/// The folder of the crate whose name and version begin so.
fn in_registry(name: &str) -> Result<PathBuf, Failure> {
    fs::read_dir(REGISTRY)
        .ok()
        .and_then(|all| {
            all.flatten().map(|entry| entry.path()).find(|path| {
                let file = path
                    .file_name()
                    .map_or(String::new(), |f| f.to_string_lossy().into_owned());
                file.strip_prefix(name).map_or(false, |rest| rest.starts_with('.'))
            })
        })
        .ok_or_else(|| missing(&format!("the source of {}", name)))
}

fn compile(toolchain: &Toolchain, each: &Crate, source: &Path, sysroot: &Path, out: &Path) -> Result<(), Failure> {
    let mut command = Command::new(&toolchain.rustc);
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .env("STD_ENV_ARCH", "x86_64")
        .args(&["--crate-name", each.name, "--crate-type", "rlib"])
        .arg(format!("--edition={}", each.edition))
        .arg(source)
        .args(shared_flags(toolchain))
        .args(&[
            "-Copt-level=2",
            "-Zforce-unstable-if-unmarked",
            "-Cembed-bitcode=no",
            "-Cmetadata=drista",
        ])
        .args(&["-Cextra-filename=-drista", "--cap-lints", "allow", "--sysroot"])
        .arg(sysroot)
        .arg("--out-dir")
        .arg(out)
        // As for rustc's own standard library: reports name the place in the program that has called it.
        .arg(format!(
            "--remap-path-prefix={}=/rustc/{}",
            sysroot.display(),
            toolchain.release
        ));
    for used in each.uses.split_whitespace() {
        let (called, name) = used.split_once('=').unwrap_or((used, used));
        command.arg("--extern").arg(format!(
            "{}={}",
            called,
            out.join(format!("lib{}-drista.rlib", name)).display()
        ));
    }
    for feature in each.features.split_whitespace() {
        command.arg("--cfg").arg(format!("feature=\"{}\"", feature));
    }
    for cfg in each.cfgs.split_whitespace() {
        command.args(&["--cfg", cfg]);
    }
    if each.name == "panic_abort" {
        command.arg("-Cpanic=abort");
    }
    crate::failure::output(&mut command)
        .map(|_| ())
        .map_err(|Failure(why)| Failure::new(format!("{}: {}", each.name, why)))
}
