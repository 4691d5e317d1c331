/** For jest, which reads this before anything else; dist is up to date then. */
import { transpile } from './scripts/transpile.mjs';

await transpile();

export default {
  roots: ['<rootDir>/dist/test'],
  globalSetup: '<rootDir>/scripts/test-environment.mjs',
  testEnvironment: 'node',
  testSequencer: '<rootDir>/scripts/sequencer.mjs',
  transform: {},
  testTimeout: 120_000,
  maxWorkers: 3,
};
