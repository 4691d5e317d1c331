/** What the command line says when it cannot go on: what happened, where, what to do. */

export const messages = {
  noProgram: 'no program is given: `drista [options] program [-- arguments]`, or see `drista --help`',
  extraArguments: (extra: string): string => `'${extra}' is more than the one program that is checked: put the program's own arguments after --`,
  badOption: (why: string): string => `${why}: see \`drista --help\``,
  badNumber: (name: string, given: string): string => `--${name} needs a number above 0, not '${given}': see \`drista --help\``,
  badChoice: (name: string, given: string, choices: readonly string[]): string =>
    `--${name} knows ${choices.join(', ')}, not '${given}': see \`drista --help\``,
  oneJob: (jobs: number): string => `--jobs ${jobs} is not supported yet: executions are explored one after the other; leave it out`,

  noSuchFile: (path: string): string => `${path} does not exist: check the name, or build it with \`drista cc\``,
  notAFile: (path: string): string => `${path} is not a file: give a compiled program`,
  notReadable: (path: string, why: string): string => `${path} cannot be read (${why}): check its permissions`,
  notExecutable: (path: string): string => `${path} is not executable: \`chmod +x\` it, or check that it was linked`,
  script: (path: string): string => `${path} is a script: drista checks compiled programs; give the program that it calls`,
  notElf: (path: string): string => `${path} is not a compiled Linux program: build one with \`drista cc\``,
  otherMachine: (path: string): string => `${path} is not for x86-64: drista checks 64-bit x86 programs; rebuild it with \`drista cc\``,
  staticProgram: (path: string): string => `${path} is linked statically, so drista cannot enter it: rebuild it with \`drista cc\` and without -static`,
  sanitized: (path: string): string => `${path} was built for ThreadSanitizer, not with drista: rebuild it with \`drista cc\``,
  notInstrumented: (path: string): string => `${path} was not built with drista, so its accesses to memory cannot be seen: rebuild it with \`drista cc\``,

  nondeterminism: (path: string, what: string): string => `${path}: ${what}; take that source of chance out of the test`,
  workerDied: (why: string): string => `drista's exploring thread ended (${why}): give it less to do (--max-executions), and please report this`,

  cannotWrite: (path: string, why: string): string => `${path} cannot be written (${why}): name another file`,
  otherBinary: (path: string, file: string): string =>
    `${path} is not the binary that ${file} was saved for (its build id differs): check it again, or try with --force`,
  notReproduced: (file: string, what: string): string =>
    `the execution in ${file} did not happen again: ${what}; check the program again`,
  noGdb: 'gdb is not found in PATH: install it, e.g. `apt-get install gdb`',
  noSavedFile: 'no file is given: `drista replay FILE`, with a file that drista saved',
};
