/** `drista cc` and `drista c++`. */
import { compile } from '../build/compile';
import { installed, versionOf, type Language } from '../build/compilers';

const help = (command: string): string => `drista ${command} ARGUMENTS

A drop-in compiler: calls clang (or gcc) with all the arguments given and those that make the program checkable.
    drista ${command} -o a.out a.${command === 'cc' ? 'c' : 'cpp'}
    CC="drista cc" CXX="drista c++" make

-O0 -g are added when no -O or -g is given: optimising compilers drop and merge accesses.

  --drista-compiler=gcc|clang|PATH   the compiler to use, as does the environment variable DRISTA_CC
  --drista-help                      this text

`;

/** Compiles; the exit code is the compiler's. */
export function cc(language: Language, args: readonly string[]): number {
  if (args.length > 0 && !args.includes('--drista-help')) return compile(language, args);
  process.stdout.write(help(language === 'c' ? 'cc' : 'c++') + compilersText(language));
  return args.length > 0 ? 0 : 2;
}

function compilersText(language: Language): string {
  const found = installed(language);
  const lines = found.map((compiler, i) => `  ${compiler.path}  ${versionOf(compiler.path)}${i === 0 ? '  <- used when none is chosen' : ''}\n`);
  const missing = (['clang', 'gcc'] as const).filter((family) => !found.some((compiler) => compiler.family === family));
  const install = { clang: 'clang', gcc: language === 'c' ? 'gcc' : 'g++' };
  return `Compilers found:\n${lines.join('')}${missing.map((f) => `  no ${install[f]}: \`apt-get install ${install[f]}\`\n`).join('')}`;
}
