/** Short names of Rust functions, of their demangled names (RFC 2603). */

/** Is it the name of a Rust function with type arguments, of a method, or of a closure? */
export function isRustName(demangled: string): boolean {
  return /^<|::<|::\{\w+#\d+\}/.test(demangled);
}

/** The name without type arguments and traits; a closure is `closure in FUNCTION`. */
export function shortRustName(demangled: string): string {
  const name = withoutTypes(demangled);
  const [, outer] = /^(.*?)::\{closure#\d+\}/.exec(name) ?? [];
  return outer === undefined ? name : `closure in ${outer}`;
}

/** `<A as B>::f::<T>` is `A::f`. */
function withoutTypes(text: string): string {
  let result = '';
  for (let at = 0; at < text.length;) {
    if (text[at] !== '<') {
      result += text[at++];
      continue;
    }
    const end = endOfGroup(text, at);
    if (at === 0) result += withoutTypes(typeOf(text.slice(1, end)));
    else result = result.replace(/::$/, '');
    at = end + 1;
  }
  return result;
}

/** Without the trait. */
function typeOf(inside: string): string {
  for (let at = 0; at < inside.length; at++) {
    if (inside[at] === '<') at = endOfGroup(inside, at);
    else if (inside.startsWith(' as ', at)) return inside.slice(0, at);
  }
  return inside;
}

/** Where the bracket closes that opens at `from`; `->` is none. */
function endOfGroup(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '<') depth++;
    else if (text[at] === '>' && text[at - 1] !== '-' && --depth === 0) return at;
  }
  return text.length;
}
