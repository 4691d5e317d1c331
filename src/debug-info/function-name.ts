/** Short names of functions. */
import { isRustName, shortRustName } from './rust-name';

/**
 * The demangled name without template arguments and parameters; a lambda is `lambda in FUNCTION`. Names of C functions,
 * and what is no function's name, stay as they are.
 */
export function shortFunction(demangled: string): string {
  if (!/[(<:]/.test(demangled) || demangled.startsWith('/')) return demangled;
  if (isRustName(demangled)) return shortRustName(demangled);
  const lambda = /^(.*?)(?:::(?:\$_\d+|'lambda\d*'\([^']*\)|\{lambda\([^]*?\)#\d+\}))+::operator\(\)/.exec(demangled);
  if (lambda !== null) return `lambda in ${shortFunction(lambda[1])}`;
  const name = withoutGroups(
    demangled.replace(/\(anonymous namespace\)::/g, '').replace('operator()', 'operator__call'),
  );
  // The text before the last space is the return type of a template function.
  return (
    name
      .trim()
      .split(/(?<!operator) /)
      .at(-1) ?? name
  ).replace('operator__call', 'operator()');
}

/**
 * Types of the C++ library as in source code: without inline namespaces, ABI tags and default arguments.
 */
export function shortTypes(name: string): string {
  let text = name.replace(/\bstd::__(?:cxx11|1)::/g, 'std::').replace(/\[abi:\w+\]/g, '');
  for (let at = text.search(defaults); at >= 0; at = text.search(defaults))
    text = text.slice(0, at) + text.slice(endOfArgument(text, at + 1));
  return text
    .replace(/\bstd::basic_string<char>/g, 'std::string')
    .replace(/(?<!operator)>(?: >)+/g, (all) => all.replaceAll(' ', ''));
}

const defaults = /, std::(?:char_traits|allocator|default_delete|less|hash|equal_to)</;

/** Where the template argument ends that begins there. */
function endOfArgument(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '<') depth++;
    else if (text[i] === '>' && --depth < 0) return i;
    else if (text[i] === ',' && depth === 0) return i;
  }
  return text.length;
}

/** Without what is in brackets, and without what follows the parameters. */
function withoutGroups(text: string): string {
  let result = '';
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '<' && !/operator<?$/.test(text.slice(0, i))) depth++;
    else if (c === '>' && text[i - 1] !== '-' && depth > 0) depth--;
    else if (c === '(' && depth === 0) return result;
    else if (depth === 0) result += c;
  }
  return result;
}
