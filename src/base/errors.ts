/**
 * A failure of the tool or its use, not a finding in the checked program (exit code 2).
 * The message is one line: what happened, where, and what to do about it.
 */
export class DristaError extends Error {
  override readonly name: string = 'DristaError';
}
