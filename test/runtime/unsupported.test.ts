/** docs/reference/limits.md names exactly those calls on threads and semaphores that the runtime refuses. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { top } from '../support/paths';

const text = (...path: string[]): string => readFileSync(join(top, ...path), 'utf8');
const calls = (found: Iterable<RegExpMatchArray>): string[] => [...found].map(([, name]) => name).sort();

test('docs/reference/limits.md lists the calls that are not supported', () => {
  const refused = calls(text('runtime', 'libc', 'unsupported.c').matchAll(/^UNSUPPORTED\(((?:pthread|sem)_\w+)\)/gm));
  const [item] = /^- Not supported yet:[^]*?(?=^- )/m.exec(text('docs', 'reference', 'limits.md')) ?? [''];
  expect(refused.length).toBeGreaterThan(0);
  expect(calls(item.matchAll(/`((?:pthread|sem)_\w+)`/g))).toEqual(refused);
});
