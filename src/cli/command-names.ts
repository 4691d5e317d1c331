/** The names of the commands, without that which checks a program. */
export const commandNames = [
  'cc',
  'c++',
  'test',
  'outcomes',
  'litmus',
  'safe',
  'run',
  'replay',
  'doctor',
  'worker',
  'completion',
  'cmake-dir',
] as const;

export type CommandName = (typeof commandNames)[number];
