/**
 * A failure of the tool or its use, not a finding in the checked program (exit code 2).
 * The message is one line: what happened, where, and what to do about it.
 */
export class DristaError extends Error {
  override readonly name: string = 'DristaError';
  readonly isDristaError = true;

  /** Two bundles (scripts/bundle.mjs) have a class each: an error of one of them is one in the other, too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== DristaError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return value instanceof Error && 'isDristaError' in value;
  }
}
