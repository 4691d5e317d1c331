/** The part of markdown-it, which has no types of its own, that tests use. */
declare module 'markdown-it' {
  interface Token {
    readonly type: string;
    readonly content: string;
    /** The first line, counted from 0, and the one behind the last. */
    readonly map: readonly [number, number];
  }
  export default class MarkdownIt {
    constructor(options: { readonly html: boolean });
    parse(text: string, env: object): Token[];
  }
}
