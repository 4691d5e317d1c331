/** The socket of a program that gdb runs: gdb starts the program anew whenever the user goes back. */
import type { Duplex } from 'node:stream';
import { decodeHello, Frame, HEADER } from '../channel/protocol';

/**
 * Sends the frames to each process of the program that greets on the socket; its other answers are ignored. `refuse` is
 * called with the error if a greeting is not that of this drista.
 */
export function feed(
  socket: Duplex,
  program: string,
  frames: readonly Uint8Array[],
  refuse: (error: unknown) => void,
): void {
  let received = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    while (received.length >= HEADER) {
      const size = HEADER + received.readUInt32LE(0);
      if (received.length < size) return;
      const frame = received.subarray(0, size);
      received = received.subarray(size);
      if (frame.readUInt16LE(4) !== Frame.Hello) continue;
      try {
        decodeHello(frame, program);
      } catch (error) {
        refuse(error);
        return;
      }
      for (const f of frames) socket.write(f);
    }
  });
}
