/** Functions that write memory unannounced, in objdump's listings. */
import { accessesIn } from '../../src/compiler/silent-functions';
import { writersIn } from '../../src/compiler/unannounced';

/** Is one of the instructions such a write? */
function writes(...instructions: readonly string[]): boolean {
  const listing = ['0000000000001000 <f>:', ...instructions.map((text, i) => `    100${i}:\t${text}`)].join('\n');
  return writersIn(listing, new Map([[0x1000, 'f']])).length > 0;
}

test.each([
  'mov    %eax,(%rdi)',
  'movl   $0x0,0x2f(%rip)        # 4010 <there>',
  'addl   $0x1,0x4(%rdi,%rax,4)',
  'incl   (%rax)',
  'lock addl $0x1,(%rax)',
  'rep stos %al,%es:(%rdi)',
  'movups %xmm0, 0x10(%rbx)',
  'sete   (%rcx)',
  'mov    %eax,0x4010',
  'mov    %eax,-0x4(%rbp)',
  'shll   %cl,(%rdx)',
  'fstpt  (%rdi)',
  'mov    %eax,%fs:0x0(%rcx)',
  'mov    %eax,%fs:0x0(,%rcx,1)',
])('%s writes', (text) => {
  expect(writes(text)).toBe(true);
});

test.each([
  'mov    (%rdi),%eax',
  'mov    %eax,-0x8(%rsp)',
  'cmp    %eax,(%rdi)',
  'lea    0x1(%rdi,%rsi,1),%eax',
  'imul   (%rsi),%eax',
  'call   *0x8(%rax)',
  'jmp    1020 <g>',
  'nopw   0x0(%rax,%rax,1)',
  'mul    (%rdx)',
  'push   (%rdx)',
  'lock addq $0x1,0x2ef8(%rip)        # 4050 <__gcov0.f>',
  'ret',
])('%s does not', (text) => {
  expect(writes(text)).toBe(false);
});

test('a frame pointer leads to the stack', () => {
  expect(writes('push   %rbp', 'mov    %rsp,%rbp', 'mov    %edi,-0x4(%rbp)')).toBe(false);
});

test('another function of the same name is another function', () => {
  const listing = '1000 <f>:\n  1000:\tret\n\n2000 <f>:\n  2000:\tmov    %eax,(%rdi)\n';
  expect([0x1000, 0x2000].map((at) => writersIn(listing, new Map([[at, 'f']])))).toEqual([[], ['f']]);
});

test("the thread's own address, and tables of constants, are no accesses of what others may write", () => {
  const listing = [
    '1000 <f>:',
    '  1000:\tmov    %fs:0x0,%rax',
    '  1001:\tlea    0x10(%rip),%rcx        # 4010 <table>',
    '  1002:\tmovzbl (%rdi,%rcx,1),%eax',
  ];
  const constant = (from: number) => accessesIn(listing.join('\n'), new Map([[0x1000, 'f']]), (at) => at >= from);
  expect([constant(0x4000), constant(0x5000)]).toEqual([new Map(), new Map([['f', 'reads']])]);
});

test.each([
  ['an executable', 'lea    0x2621bfe(%rip),%rax        # 2653080 <drista_runtime_enforced>'],
  ['a library', 'mov    0x2e71(%rip),%rax        # 3fd0 <drista_runtime_enforced@Base>'],
])("the runtime's flag is no access of the function's, in %s", (_, leads) => {
  const accesses = (...instructions: readonly string[]): unknown => {
    const listing = ['0000000000001000 <f>:', ...instructions.map((text, i) => `    100${i}:\t${text}`)].join('\n');
    return [...accessesIn(listing, new Map([[0x1000, 'f']]), () => false)];
  };
  expect(accesses(leads, 'cmpb   $0x0,(%rax)')).toEqual([]);
  expect(accesses(leads, 'lea    0x1bfe(%rip),%rax        # 3080 <x>', 'cmpb   $0x0,(%rax)')).toEqual([['f', 'reads']]);
  expect(accesses(leads, 'mov    (%rax),%rcx', 'mov    %edx,(%rcx)')).toEqual([['f', 'writes']]);
});
