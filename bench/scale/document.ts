/** A document with tables that a script writes, each between `<!-- table NAME -->` and `<!-- end -->`. */

/** The document with these tables. Throws an Error where it has another table, or lacks one. */
export function withTables(document: string, tables: Readonly<Record<string, string>>): string {
  const found = new Set<string>();
  const text = document.replace(/<!-- table (\S+) -->\n[^]*?<!-- end -->/g, (_, name: string) => {
    const table = tables[name];
    if (table === undefined) throw new Error(`there is no table ${name}`);
    found.add(name);
    return `<!-- table ${name} -->\n\n${table}\n\n<!-- end -->`;
  });
  const missing = Object.keys(tables).find((name) => !found.has(name));
  if (missing !== undefined) throw new Error(`the document has no place for the table ${missing}`);
  return text;
}
