/** Source places of events, and which frame of a call stack a report names. */

export interface ReportPlace {
  /** Empty where it is unknown. */
  readonly file: string;
  /** From 1; 0: unknown. */
  readonly line: number;
  readonly function: string;
}

/** The place that a report names: the innermost one that is not in a file of the system. */
export function placeIn(stack: readonly ReportPlace[]): ReportPlace | undefined {
  const own = stack.filter((p) => p.file !== '' && !isLibrary(p));
  return own.find((p) => p.line > 0) ?? own[0] ?? stack.find((p) => p.file !== '') ?? stack[0];
}

/**
 * Is the place in a file of the system or of drista, or only an address? A thread that a library creates begins there.
 * Rust's standard library is compiled as files of /rustc, but for the function that catches panics.
 */
export function isLibrary(p: ReportPlace): boolean {
  if (p.file === '') return p.function.includes('/');
  return /^\/(usr|rustc)\/|\/include\/drista\.h$/.test(p.file) || p.function === '__rust_try';
}

/** A place without its folder; empty where the line is not known. */
export function shortPlace(p: ReportPlace | undefined): string {
  return p === undefined || p.line === 0 ? '' : `${p.file.slice(p.file.lastIndexOf('/') + 1)}:${p.line}`;
}

/** An unknown place. */
export const nowhere: ReportPlace = { file: '', line: 0, function: '' };
