#!/usr/bin/env node
/**
 * drista's command line. Each command is loaded only when it is called.
 */
import { DristaError } from '../errors';
import { Exit } from './exit';

/** Options after which nothing is checked. */
const asks: ReadonlySet<string> = new Set(['-h', '--help', '--version']);

/* eslint-disable @typescript-eslint/no-require-imports -- loaded when called; import() would make them ES modules */
function main(args: readonly string[]): number | Promise<number> {
  switch (args[0]) {
    // Mostly ./drista has called the compiler already.
    case 'cc': return (require('../build/compile') as typeof import('../build/compile')).compile('c', args.slice(1));
    case 'c++': return (require('../build/compile') as typeof import('../build/compile')).compile('c++', args.slice(1));
    case 'doctor': return (require('./doctor') as typeof import('./doctor')).doctor(args.slice(1));
    case 'replay': return (require('./replay') as typeof import('./replay')).replay(args.slice(1));
    default:
      if (args.length > 0 && !args.some((arg) => asks.has(arg))) (require('./session') as typeof import('./session')).startEarly();
      return (require('./check') as typeof import('./check')).check(args);
  }
}
/* eslint-enable @typescript-eslint/no-require-imports */

// Who reads the output may stop before its end (`drista ... | head`): then there is nobody to tell. The exit code stays.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

Promise.resolve().then(() => main(process.argv.slice(2))).then(
  (code) => { process.exitCode = code; },
  (error: unknown) => {
    // What the user can do something about is one line; anything else is a bug in drista, whose place we want to know.
    const known = error instanceof DristaError;
    process.stderr.write(known ? `drista: ${error.message}\n` : `drista: internal error, please report it: ${(error as Error).stack ?? String(error)}\n`);
    process.exitCode = Exit.Failure;
  },
);
