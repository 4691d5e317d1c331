/** A program and the models to explore it under, as the fragment of an address that can be sent. */
import { modelNames, type ModelName } from '../model/names';

export interface LinkedProgram {
  readonly text: string;
  readonly models: readonly ModelName[];
}

/** The fragment, with its #: the data as JSON in UTF-8, in base64url (RFC 4648, 5). */
export function fragmentOf({ text, models }: LinkedProgram): string {
  const bytes = new TextEncoder().encode(JSON.stringify([text, models]));
  const encoded = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `#p=${encoded.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** What the fragment holds; undefined: nothing that can be read. Models that are not known are left out. */
export function linkedProgram(fragment: string): LinkedProgram | undefined {
  const encoded = /^#p=([\w-]+)$/.exec(fragment)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    const data = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
    if (!Array.isArray(data) || typeof data[0] !== 'string' || !Array.isArray(data[1])) return undefined;
    const given = data[1] as unknown[];
    return { text: data[0], models: modelNames.filter((model) => given.includes(model)) };
  } catch {
    return undefined;
  }
}
