/** `--client FILE`: what the client sends that drista plays for a server. */
import { readFileSync } from 'node:fs';
import { clientVariable, MAX_CLIENT_BYTES } from '../channel/environment';
import { DristaError } from '../base/errors';
import { messages } from './messages';

/** The variables by which a client sends the bytes of the file. Throws a DristaError if it cannot be read, or sent. */
export function clientEnvironment(path: string | undefined): string[] {
  return path === undefined ? [] : [clientVariable(clientBytes(path))];
}

/** The bytes of the file. Throws a DristaError if it cannot be read, or sent. */
export function clientBytes(path: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new DristaError(messages.noClientFile(path, (error as Error).message));
  }
  if (bytes.length > MAX_CLIENT_BYTES) throw new DristaError(messages.longClientFile(path, MAX_CLIENT_BYTES));
  return bytes;
}
