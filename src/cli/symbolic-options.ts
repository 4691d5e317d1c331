/** The options of a check on symbolic inputs, as a part of the table of all options. */
import { MAX_INPUT_BYTES } from '../channel/environment';

/** The group of options on what is explored. */
export const explored = 'What is explored:';

export const symbolicOptions = {
  symbolic: {
    group: explored,
    resumed: true,
    type: 'flag',
    value: '[=INPUT]',
    help: 'explore all paths of inputs (drista_symbolic); implied by a program built with `drista cc --symbolic`',
  },
  'symbolic-stdin': {
    within: 'symbolic',
    key: 'stdin',
    group: explored,
    resumed: true,
    type: 'number',
    value: 'N',
    least: 1,
    most: MAX_INPUT_BYTES,
    once: true,
    help: 'standard input has N bytes, which are an input, and then ends',
  },
  'symbolic-file': {
    within: 'symbolic',
    key: 'file',
    group: explored,
    resumed: true,
    type: 'texts',
    value: 'NAME=N',
    help: 'the file NAME has N bytes, which are an input, whatever is on disk',
  },
  'symbolic-arg': {
    within: 'symbolic',
    key: 'arg',
    group: explored,
    resumed: true,
    type: 'texts',
    value: 'N',
    help: 'the program has one more argument, an input of up to N bytes, after the given ones',
  },
  'symbolic-client': {
    within: 'symbolic',
    key: 'client',
    group: explored,
    resumed: true,
    type: 'number',
    value: 'N',
    least: 1,
    most: MAX_INPUT_BYTES,
    once: true,
    help: 'as --client, but N bytes are an input, after those of the file if there is one',
  },
  'max-inputs': {
    within: 'tune',
    group: explored,
    type: 'number',
    value: 'N',
    default: '1000',
    help: 'with --symbolic: explore at most N inputs',
  },
  'write-tests': { group: explored, type: 'text', value: 'DIR', help: 'with --symbolic: write each input as a test' },
} as const;
