/**
 * Which part of a program's lines a check has reached, as clang counts it (docs/how-to/coverage.md). Without clang's
 * library for that nothing is counted.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './debian.mjs';

const output = (command, ...args) => spawnSync(command, args, { encoding: 'utf8' }).stdout?.trim() ?? '';

/** The folder of clang's other tools, of the same version. */
const tools = output('clang', '-print-prog-name=llvm-profdata').replace(/\/?llvm-profdata$/, '');
const has = (name) => existsSync(output('clang', `-print-file-name=libclang_rt.${name}`));
const isPossible = ['profile-x86_64.a', 'profile-aarch64.a', 'profile.a'].some(has);

/** What compiles and links a program so that its lines are counted. */
export const coverageFlags = isPossible ? ['-fprofile-instr-generate', '-fcoverage-mapping'] : [];

/** How it is told that nothing can be counted; undefined: it can. */
export const missing = isPossible ? undefined : 'no coverage of lines: install libclang-rt-N-dev of this clang';

/** Counts lines of a program that is checked. */
export class Coverage {
  /** `folder`: for the counts, which is emptied. */
  constructor(folder) {
    this.folder = folder;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    /** For the check's environment. */
    this.environment = isPossible ? { LLVM_PROFILE_FILE: join(folder, '%m.profraw') } : {};
  }

  /** The part of the lines of the program that some run has reached, as `12 %`; empty where no run came to its end. */
  of(program) {
    const files = readdirSync(this.folder).filter((name) => name.endsWith('.profraw'));
    if (!isPossible || files.length === 0) return '';
    const merged = join(this.folder, 'merged');
    run(join(tools, 'llvm-profdata'), ['merge', '-o', merged, ...files.map((name) => join(this.folder, name))]);
    const summary = run(join(tools, 'llvm-cov'), ['export', '-summary-only', `-instr-profile=${merged}`, program]);
    return `${Math.round(JSON.parse(summary).data[0].totals.lines.percent)} %`;
  }
}
