// The SQL text of views and functions, for statements over a replay's tables (capTableSource.ts): the database's own views and
// functions only read the present ledger.
import { readDefinitions } from '../db/definitions.ts';

interface Inlined {
  /** The default of each argument; empty when required. */
  defaults: string[];
  text: string;
}

const read = (() => {
  let files: string | undefined;
  return () =>
    (files ??= readDefinitions()
      .files.map(({ sql }) => sql)
      .join('\n'));
})();

/** The select of the view with this name. */
export function viewText(name: string): string {
  const [, text] = new RegExp(`^create or replace view ${name} with \\(.*?\\) as\\n([\\s\\S]*?);\\n`, 'm').exec(
    read(),
  )!;
  return text!;
}

function functionText(name: string): Inlined {
  const start = `^create or replace function ${name}\\((.*?)\\)\\nreturns table [^$]* stable language sql as \\$\\$`;
  const [, declared, text] = new RegExp(`${start}([\\s\\S]*?)\\$\\$;\\n`, 'm').exec(read())!;
  return { defaults: declared!.split(',').map((each) => each.split(' default ')[1] ?? ''), text: text! };
}

const CALL = /\b(taken_out|open_securities|open_securities_of)\(([^()]*)\)( [a-z]\b)?/g;

/**
 * Replaces each call of a function of what_is_left.sql by its text, with a letter as alias: before version 16,
 * PostgreSQL refuses a subquery without one.
 */
export function withTextsForCalls(statement: string): string {
  const written = statement.replace(CALL, (_, name: string, given: string, alias?: string) => {
    if (!alias) throw new Error(`${name} is called without an alias: ${statement}`);
    const { defaults, text } = functionText(name);
    const args = given.split(',').map((each) => each.trim());
    return `(${text.replace(/\$(\d)/g, (_, n: string) => args[Number(n) - 1] ?? defaults[Number(n) - 1]!)})${alias}`;
  });
  // The inserted text may call another of them.
  return written === statement ? statement : withTextsForCalls(written);
}
