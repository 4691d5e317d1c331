/** Functions that write memory unannounced, in objdump's listings. */
import { writersIn } from '../../src/compiler/unannounced';

/** Is one of the instructions such a write? */
function writes(...instructions: readonly string[]): boolean {
  const listing = ['0000000000001000 <f>:', ...instructions.map((text, i) => `    100${i}:\t${text}`)].join('\n');
  return writersIn(listing, new Set(['f'])).length > 0;
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
