/** The thread of a worker that explores parts of a check. */
import type { MessagePort } from 'node:worker_threads';
import { runSlot } from '../../src/check/cluster-slot';
import { encode } from '../../src/cluster/codec';

test.each([
  ['a request that is none', { request: 5 }],
  ['a program that is no text', { request: { program: 5, environment: [] } }],
])('refuses a check in one line: %s', (_what, fields) => {
  const head = encode({ format: 2, hash: 'a'.repeat(64), traits: {}, modules: [], ...fields });
  const start = encode({ round: {}, program: {} });
  const said: { readonly type: string; readonly message: string }[] = [];
  const port = { on: () => undefined, postMessage: (what: (typeof said)[0]) => said.push(what) };
  const words = new SharedArrayBuffer(64);
  const times = { alone: 1, look: 1 } as never;
  runSlot(
    { files: { head, start, program: new Uint8Array() }, words, slots: 1, times },
    port as unknown as MessagePort,
  );
  expect(said).toEqual([
    { type: 'refused', message: expect.stringMatching(/^the data of a check cannot be used[^\n]*$/) },
  ]);
});
