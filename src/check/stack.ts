/**
 * The stack size of the thread of a check. The search for another graph of the same histories is recursive, with one
 * call for each decision. --max-steps must be reached before the stack overflows. Memory of the stack is allocated only
 * when used.
 */
export const resourceLimits = { stackSizeMb: 512 };
