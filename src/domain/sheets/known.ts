// What a company has before a file is brought in, so that the file adds to it: the same holders, classes and plans are not made
// again, securities keep their numbers, and what earlier files brought is not brought twice.
import type { OcfTransaction } from '../ledger/core/types.ts';
import { idOf, textOf } from '../ledger/core/fields.ts';
import { classKey } from './meanings/headings.ts';
import { nameKey } from './people/holders.ts';

export interface Known {
  holders: readonly { id: string; name: string; email: string | null }[];
  classes: readonly { id: string; name: string; prefix: string }[];
  plans: readonly { id: string; name: string }[];
  /** The number of each security, by its id. */
  numbers: ReadonlyMap<string, string>;
  /** Ids of the entries of the ledger. */
  entries: ReadonlySet<string>;
  /** Ids of the securities that earlier files brought. */
  brought: ReadonlySet<string>;
}

export const NOTHING_KNOWN: Known = {
  holders: [],
  classes: [],
  plans: [],
  numbers: new Map(),
  entries: new Set(),
  brought: new Set(),
};

export interface KnownIds {
  /** In: the key from which the id follows, and what is known of the holder. An email goes before a name; two of one name are none. */
  holder: (own: string, holder: { name: string; emails: readonly string[] }) => string;
  shareClass: (own: string, share_class: { name: string; code: string }) => string;
  plan: (own: string, name: string) => string;
}

/** Finds the company's own record by what it is called; without one, the id stays its own. */
export function knownIds({ holders, classes, plans }: Known): KnownIds {
  const ids = new Set([...holders, ...classes, ...plans].map(({ id }) => id));
  const byEmail = onlyOnes(holders, ({ email }) => email?.trim().toLowerCase() ?? null);
  const byName = onlyOnes(holders, ({ name }) => nameKey(name));
  const byClass = onlyOnes(classes, ({ name }) => classKey(name));
  const byPrefix = onlyOnes(classes, ({ prefix }) => prefix.replace(/-$/, '').toLowerCase() || null);
  const byPlan = onlyOnes(plans, ({ name }) => nameKey(name));
  return {
    holder: (own, { name, emails }) => {
      if (ids.has(own)) return own;
      const mailed = emails.flatMap((email) => byEmail.get(email.trim().toLowerCase()) ?? []);
      return mailed[0] ?? byName.get(nameKey(name)) ?? own;
    },
    shareClass: (own, { name, code }) =>
      ids.has(own) ? own : (byClass.get(classKey(name)) ?? byPrefix.get(code.toLowerCase()) ?? own),
    plan: (own, name) => (ids.has(own) ? own : (byPlan.get(nameKey(name)) ?? own)),
  };
}

/** By a key that only one of them has. */
function onlyOnes<T extends { id: string }>(all: readonly T[], keyOf: (each: T) => string | null): Map<string, string> {
  const found = new Map<string, string | null>();
  for (const each of all) {
    const key = keyOf(each);
    if (key !== null && key !== '') found.set(key, found.has(key) ? null : each.id);
  }
  return new Map([...found].flatMap(([key, id]) => (id === null ? [] : [[key, id] as const])));
}

export interface Changes {
  new: number;
  changed: number;
  same: number;
  gone: number;
}

/** Counts securities by whether the ledger has them, with all their entries. */
export function changesOf(transactions: readonly OcfTransaction[], { entries, numbers, brought }: Known): Changes {
  const securities = Map.groupBy(
    transactions.filter((each) => textOf(each, 'security_id') !== null),
    (each) => textOf(each, 'security_id')!,
  );
  const counted: Changes = { new: 0, changed: 0, same: 0, gone: 0 };
  for (const [id, ofOne] of securities)
    if (!numbers.has(id)) counted.new += 1;
    else if (ofOne.every((each) => entries.has(idOf(each)))) counted.same += 1;
    else counted.changed += 1;
  for (const id of brought) if (!securities.has(id)) counted.gone += 1;
  return counted;
}
