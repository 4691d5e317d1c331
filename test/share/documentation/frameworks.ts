/** Blocks on other test frameworks, and the projects in examples/ for them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project, shell, succeed, withExamples, type Documented } from './running';

const page = 'docs/how-to/frameworks.md';

/** Why tests of the framework are skipped; undefined: the file is there. */
const missing = (file: string, packages: string): string | undefined =>
  existsSync(file) ? undefined : `there is no ${file}: install ${packages}`;

const noGoogleTest = missing('/usr/src/googletest/googletest/src/gtest-all.cc', 'libgtest-dev and googletest');
const noCatch2 = missing('/usr/include/catch2/catch.hpp', 'catch2');

/** Runs the commands of the first line of the example's CMakeLists.txt; ctest fails, as one of the tests is wrong. */
function ctestOf(folder: string): string {
  const [configure, build, ctest] = readFileSync(join(folder, 'CMakeLists.txt'), 'utf8')
    .split('\n')[0]
    .slice(2)
    .split(' && ');
  succeed(folder, configure);
  succeed(folder, build);
  const { status, stdout } = shell(folder, `${ctest} --output-on-failure`);
  expect(status).toBe(8);
  return stdout;
}

const verified = /^verified: no error in any execution under rc11, .* \(2 executions, /m;

export const frameworks: readonly Documented[] = [
  {
    page,
    name: 'a test of GoogleTest, by hand and by the launcher',
    blocks: ['sources=/usr', 'launcher='],
    hindrance: noGoogleTest,
    run(commands, launch) {
      const folder = join(withExamples(), 'examples', 'googletest');
      expect(succeed(folder, commands)).toMatch(verified);
      expect(succeed(folder, launch)).toMatch(verified);
      const wrong = shell(folder, launch.replace('HoldsWhatWasPut', 'IsFullAtOnce'));
      expect(wrong.status).toBe(1);
      expect(wrong.stdout).toMatch(/^error: exit code: main ended the program with exit code 1/);
    },
  },
  {
    page,
    name: 'ctest runs each test of GoogleTest as a check',
    blocks: ['cmake_minimum_required', 'Test #1: Slot'],
    needs: ['cmake', 'ctest'],
    hindrance: noGoogleTest,
    run(list, shown) {
      const folder = join(withExamples(), 'examples', 'googletest');
      const printed = ctestOf(folder);
      for (const line of shown.trim().split('\n')) {
        const [name, result] = line
          .replace(/\.{3}$/, '')
          .split('...')
          .map((part) => part.trim());
        expect(printed).toContain(name);
        expect(printed.split('\n').find((each) => each.includes(name))).toContain(result);
      }
      expect(printed).toMatch(/^error: exit code: main ended the program with exit code 1/m);
      const shorter = project({ 'CMakeLists.txt': list });
      succeed(shorter, `cp ${folder}/slot* . && CXX="drista c++" cmake -B build -Ddrista_DIR="$(drista cmake-dir)"`);
      expect(succeed(shorter, 'cmake --build build && ctest --test-dir build -N')).toContain('Total Tests: 2');
    },
  },
  {
    page,
    name: 'tests of Catch2, by hand and by ctest',
    blocks: ['drista c++ -c main.cc'],
    needs: ['cmake', 'ctest'],
    hindrance: noCatch2,
    run(commands) {
      const folder = join(withExamples(), 'examples', 'catch2');
      expect(succeed(folder, commands)).toMatch(verified);
      const printed = ctestOf(folder);
      expect(printed).toMatch(/Test #1: a slot holds what was put \.+ +Passed/);
      expect(printed).toMatch(/Test #2: a slot is full at once \.+\*\*\*Failed/);
    },
  },
];
