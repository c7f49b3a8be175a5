// Which statements PostgreSQL plans once per connection, by name, instead of at each call: planning with row-level security often
// costs more than what is planned (docs/decisions/database-and-migrations.md).
import { createHash } from 'node:crypto';

/** So often a text has come when it gets a name: what is composed for one call keeps none. */
const OFTEN = 3;
/** Each connection keeps the plans of this many statements of Sharebook's own, and of lists, whose texts callers determine. */
const NAMED_MAX = { own: 300, asked: 200 };
const SEEN_MAX = 2_000;
/** A plan that is kept does not know how many rows come of a long list, so such a call is planned for itself. */
const LIST_MAX = 50;

/** Of this process: texts that came, but not often yet, and the names of those that did. */
const seen = new Map<string, number>();
const often = new Set<string>();

/** Names the statements of one database. */
export class Statements {
  readonly #names = { own: new Map<string, string>(), asked: new Map<string, string>() };

  /** The name of a statement that comes often from the first time on. */
  nameOf(text: string): string | undefined {
    return this.#named('own', text);
  }

  /** The name of a statement that has come often; undefined where it is planned for this call. `asked`: a caller determines its text. */
  usualNameOf(text: string, values: readonly unknown[], whose: 'own' | 'asked' = 'own'): string | undefined {
    if (values.some((value) => Array.isArray(value) && value.length > LIST_MAX)) return undefined;
    const known = this.#names[whose].get(text);
    if (known !== undefined) return known;
    if (!/^\s*(?:select|with|insert|update|delete)\b/i.test(text) || text.includes(';')) return undefined;
    return comesOften(text) ? this.#named(whose, text) : undefined;
  }

  /** The same text has the same name in every process: behind a pooler, one may run what another prepared. */
  #named(whose: 'own' | 'asked', text: string): string | undefined {
    const names = this.#names[whose];
    if (!names.has(text) && names.size < NAMED_MAX[whose])
      names.set(text, `sharebook_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`);
    return names.get(text);
  }
}

function comesOften(text: string): boolean {
  if (often.has(text)) return true;
  const times = (seen.get(text) ?? 0) + 1;
  if (times < OFTEN) {
    if (seen.size >= SEEN_MAX) seen.clear();
    seen.set(text, times);
    return false;
  }
  seen.delete(text);
  if (often.size >= SEEN_MAX) often.clear();
  often.add(text);
  return true;
}
