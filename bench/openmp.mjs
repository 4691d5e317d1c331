/**
 * LLVM's OpenMP runtime, compiled with drista from Debian's sources of clang (130 MB, of which only openmp/ is
 * unpacked). It needs cmake.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { within } from '../scripts/steps.mjs';
import { run, sourcePackage } from './debian.mjs';

const options = [
  ...['-DCMAKE_BUILD_TYPE=None', '-DOPENMP_STANDALONE_BUILD=1', '-DOPENMP_ENABLE_LIBOMPTARGET=OFF'],
  ...['-DLIBOMP_ENABLE_SHARED=OFF', '-DLIBOMP_OMPT_SUPPORT=OFF', '-DLIBOMP_OMPD_SUPPORT=OFF'],
  ...['-DOPENMP_ENABLE_OMPT_TOOLS=OFF', '-DCMAKE_C_FLAGS=-g -w'],
  // The counter of cycles, which it reads in a file of assembly otherwise.
  '-DCMAKE_CXX_FLAGS=-g -w -D__kmp_hardware_timestamp=__builtin_readcyclecounter',
];

/** Builds it, once; what a client needs to be compiled and linked with it. */
export function openmp(folder) {
  const { tree, version } = sourcePackage('llvm-toolchain-14', folder, 'openmp');
  const into = join(folder, 'built', 'openmp');
  const made = join(into, 'runtime', 'src');
  if (!existsSync(join(made, 'libomp.a'))) {
    mkdirSync(into, { recursive: true });
    const compilers = { CC: `${within('drista')} cc`, CXX: `${within('drista')} c++` };
    run('cmake', [join(tree, 'openmp'), ...options], { cwd: into, env: { ...process.env, ...compilers } });
    run('make', ['-j2', 'omp'], { cwd: into });
  }
  return { version, flags: ['-fopenmp', `-I${made}`, `-L${made}`], archives: [] };
}
