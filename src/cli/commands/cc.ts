/** `drista cc`, `drista c++`: compile programs so that they can be checked. ./drista does it itself in most cases. */
import { compile } from '../../compiler/compile';
import type { Command } from '../command';

export const cc: Command = {
  does: 'compile C so that it can be checked',
  options: {},
  run: (args) => compile('c', args),
};

export const cxx: Command = {
  does: 'compile C++ so that it can be checked',
  options: {},
  run: (args) => compile('c++', args),
};
