/**
 * The search for another graph of the same histories calls itself for every decision: the stack must be large enough
 * for --max-steps to be reached first. Its memory is only taken when it is used. The heap keeps its own limit.
 */
export const resourceLimits = { stackSizeMb: 512 };
