export function check(_args: readonly string[]): number { throw new Error('x'); }
