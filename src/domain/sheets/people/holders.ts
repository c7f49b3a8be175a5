// Q11: who is who. A vendor's id goes before an e-mail, an e-mail before the exact name. Ids of columns with other headings are
// of other registers: one number in both is asked about. Nothing is merged on a likeness.
import { nameKey } from '../meanings/peopleWords.ts';
import { findingAt } from '../findings.ts';
import type { Question, SheetFinding } from '../reading.ts';
import type { Named } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import { nearPairs } from './nearNames.ts';

export interface Holder {
  /** Derives its id: the vendor's id, else the e-mail, else the name. */
  key: string;
  name: string;
  named: Named[];
}

export interface People {
  holders: Holder[];
  /** For each of the named, its holder. */
  holderOf: number[];
  findings: SheetFinding[];
  questions: Question[];
  /** The holder that an e-mail, an id or a name means, for the other side of a transfer. */
  find: (party: { name: string; email: string; id: string }) => number | null;
}

const emailKey = (email: string): string => email.trim().toLowerCase();

const GENERIC =
  /^(?:co-?)?founders?$|^employees?$|^investors?$|^advisors?$|^advisers?$|^angels?$|^consultants?$|^friends (?:and|&) family$/;

export function peopleOf(
  named: readonly Named[],
  tables: readonly MeantTable[],
  answers: Readonly<Record<string, string>>,
): People {
  const people: People = { holders: [], holderOf: [], findings: [], questions: [], find: () => null };
  const byId = new Map<string, number>();
  const byScheme = new Map<string, number>();
  const indices = new Map<string, number[]>();
  named.forEach(({ name }, index) => {
    const key = nameKey(name);
    const list = indices.get(key);
    if (list) list.push(index);
    else indices.set(key, [index]);
  });
  const keyOf: string[] = [];
  for (const [key, list] of indices) splitName(key, list, named, { tables, answers, people, keyOf });
  const byKey = new Map<string, number>();
  named.forEach((each, index) => {
    const id = each.id === '' ? null : each.id.toLowerCase();
    const key = keyOf[index]!;
    const scheme = id === null ? null : `${schemeOf(tables[each.place.table])}\n${id}`;
    let holder = byKey.get(key) ?? (scheme === null ? undefined : byScheme.get(scheme));
    if (holder === undefined) {
      holder = people.holders.length;
      people.holders.push({ key, name: each.name, named: [] });
    }
    byKey.set(key, holder);
    if (id !== null && !byId.has(id)) byId.set(id, holder);
    if (scheme !== null && !byScheme.has(scheme)) byScheme.set(scheme, holder);
    people.holders[holder]!.named.push(each);
    people.holderOf.push(holder);
  });
  nameKeys(people.holders);
  noteMerged(people, tables);
  noteEmails(people, tables);
  suggestNear(people, tables, answers);
  people.find = finderOf(people.holders, byId);
  return people;
}

/** What a table's ids are numbers of, by the heading of their column. */
const schemeOf = (table: MeantTable | undefined): string =>
  nameKey(table?.columns.find(({ field }) => field === 'holder_id')?.heading ?? '');

/** Rows of one name: one holder, unless ids or e-mails say otherwise, or an answer does. */
function splitName(
  key: string,
  list: readonly number[],
  named: readonly Named[],
  context: {
    tables: readonly MeantTable[];
    answers: Readonly<Record<string, string>>;
    people: People;
    keyOf: string[];
  },
): void {
  const { tables, answers, people, keyOf } = context;
  const rows = list.map((index) => named[index]!);
  const ids = new Set(rows.map(({ id }) => id.toLowerCase()).filter(Boolean));
  const emails = new Set(rows.map(({ email }) => emailKey(email)).filter(Boolean));
  for (const index of list) keyOf[index] = key;
  if (ids.size > 1) {
    for (const index of list)
      keyOf[index] = named[index]!.id === '' ? key : `${key}\n${named[index]!.id.toLowerCase()}`;
    return;
  }
  const sameClass = wideClash(rows, key);
  if (ids.size === 1 || (emails.size <= 1 && sameClass.length === 0)) return;
  const asked = sameClass.length > 0 ? sameClass : firstOfEach(rows);
  const id = `holder_ambiguous:${key}`;
  const answer = answers[id] ?? null;
  const table = tables[asked[0]!.place.table];
  people.questions.push({
    id,
    code: 'holder_ambiguous',
    text: `Is “${rows[0]!.name}” one holder, or are these different ones?`,
    tab: table?.tab ?? null,
    column: table?.columns.find(({ field }) => field === 'holder')?.letters ?? null,
    rows: asked.map(({ place }) => place.row),
    choices: [
      { value: 'one', label: 'One holder' },
      { value: 'several', label: 'Different holders' },
    ],
    answer,
  });
  if (answer !== 'several') return;
  for (const index of list) {
    const { email, place } = named[index]!;
    const holderKey = sameClass.length > 0 ? `${place.table}:${place.row}` : emailKey(email);
    keyOf[index] = holderKey === '' ? key : `${key}\n${holderKey}`;
  }
}

const firstOfEach = (rows: readonly Named[]): Named[] => {
  const seen = new Map(rows.toReversed().map((each) => [emailKey(each.email), each]));
  return [...seen]
    .filter(([email]) => email !== '')
    .map(([, each]) => each)
    .reverse();
};

/** Rows of one wide table that hold the same class under one name, or under a word that is no name. */
function wideClash(rows: readonly Named[], key: string): Named[] {
  const wide = rows.filter(({ wide: classes }) => classes !== null);
  if (wide.length < 2) return [];
  for (const [, list] of Map.groupBy(wide, ({ place }) => place.table)) {
    if (list.length < 2) continue;
    const classes = list.flatMap((each) => [...new Set(each.wide)]);
    if (GENERIC.test(key) || new Set(classes).size < classes.length) return list;
  }
  return [];
}

function nameKeys(holders: Holder[]): void {
  const taken = new Set<string>();
  for (const holder of holders) {
    const id = holder.named.find((each) => each.id !== '')?.id;
    const email = holder.named.find((each) => each.email !== '')?.email;
    const own = id ? `id ${id.toLowerCase()}` : null;
    if (own !== null && taken.has(own)) holder.key = `${own} ${holder.key}`;
    else holder.key = own ?? `${email ? emailKey(email) : ''} ${holder.key}`.trim();
    taken.add(holder.key);
  }
}

function noteMerged({ holders, findings, questions }: People, tables: readonly MeantTable[]): void {
  const open = new Set(questions.filter(({ answer }) => answer === null).map(({ id }) => id));
  for (const { named } of holders) {
    if (open.has(`holder_ambiguous:${nameKey(named[0]!.name)}`)) continue;
    const first = named[0]!;
    for (const list of Map.groupBy(named, ({ place }) => place.table).values()) {
      const isWideTwice = list.length > 1 && list.every(({ wide }) => wide !== null);
      for (const each of list) {
        if (each.isFaulty || (!isWideTwice && each.name === first.name)) continue;
        const other = isWideTwice ? list.find((one) => one !== each)! : first;
        const message = `“${each.name}” is taken for the same holder as “${other.name}” of row ${other.place.row}.`;
        findings.push(findingAt(tables, each.place, 'holder', { code: 'holder_merged', severity: 'warning', message }));
      }
    }
  }
}

function noteEmails({ holders, findings }: People, tables: readonly MeantTable[]): void {
  const sharing = new Map<string, Set<number>>();
  holders.forEach(({ named }, index) => {
    for (const { email } of named) {
      const key = emailKey(email);
      if (key === '') continue;
      const set = sharing.get(key);
      if (set) set.add(index);
      else sharing.set(key, new Set([index]));
    }
  });
  holders.forEach(({ name, named }) => {
    const email = named.find((each) => each.email !== '')?.email;
    if (email === undefined) {
      const row = named.find((each) => each.hasEmailColumn && !each.isFaulty);
      const message = `${name} has no e-mail, so no invitation can be sent.`;
      if (row && !named.some(({ isFaulty }) => isFaulty))
        findings.push(findingAt(tables, row.place, 'email', { code: 'email_missing', severity: 'warning', message }));
      return;
    }
    const others = sharing.get(emailKey(email))!;
    if (others.size < 2) return;
    const names = [...others].map((other) => holders[other]!.name).filter((other) => other !== name);
    const message = `${email} is also the e-mail of ${names.slice(0, 3).join(', ')}, and they are taken for different holders.`;
    const row = named.find((each) => emailKey(each.email) === emailKey(email))!;
    if (!row.isFaulty)
      findings.push(findingAt(tables, row.place, 'email', { code: 'email_shared', severity: 'warning', message }));
  });
}

/** Near names are one question each. They stay two holders unless the answer is that they are one. */
function suggestNear(people: People, tables: readonly MeantTable[], answers: Readonly<Record<string, string>>): void {
  const numbered = oneNumberPairs(people.holders);
  const isNumbered = new Set(numbered.map(String));
  const near = nearPairs(people.holders.map(({ name }) => name)).filter((pair) => !isNumbered.has(String(pair)));
  for (const [a, b] of [...near, ...numbered]) {
    const [one, other] = [people.holders[a]!, people.holders[b]!];
    const [idA, idB] = [one, other].map(({ named }) => named.find(({ id }) => id !== '')?.id);
    if (idA !== undefined && idB !== undefined && !isNumbered.has(String([a, b]))) continue;
    const id = `holder_ambiguous:${nameKey(one.name)}|${nameKey(other.name)}`;
    const answer = answers[id] ?? null;
    const table = tables[other.named[0]!.place.table];
    people.questions.push({
      id,
      code: 'holder_ambiguous',
      text: `Are “${one.name}” and “${other.name}” the same holder?`,
      tab: table?.tab ?? null,
      column: table?.columns.find(({ field }) => field === 'holder')?.letters ?? null,
      rows: [other.named[0]!.place.row],
      choices: [
        { value: 'several', label: 'Different holders' },
        { value: 'one', label: 'The same holder' },
      ],
      answer,
    });
    if (answer !== 'one') continue;
    one.named.push(...other.named);
    other.named = [];
    people.holderOf.forEach((holder, index) => {
      if (holder === b) people.holderOf[index] = a;
    });
  }
}

/** Holders of other names that have one id in columns of other headings. */
function oneNumberPairs(holders: readonly Holder[]): [number, number][] {
  const first = new Map<string, number>();
  const pairs = new Map<string, [number, number]>();
  holders.forEach(({ name, named }, index) => {
    for (const id of new Set(named.map((each) => each.id.toLowerCase()).filter(Boolean))) {
      const other = first.get(id);
      if (other === undefined) first.set(id, index);
      else if (nameKey(holders[other]!.name) !== nameKey(name)) pairs.set(`${other} ${index}`, [other, index]);
    }
  });
  return [...pairs.values()];
}

function finderOf(holders: readonly Holder[], byId: ReadonlyMap<string, number>): People['find'] {
  const byEmail = new Map<string, number[]>();
  const byName = new Map<string, number>();
  holders.forEach(({ name, named }, index) => {
    if (!byName.has(nameKey(name))) byName.set(nameKey(name), index);
    for (const email of new Set(named.map((each) => emailKey(each.email))))
      if (email !== '') byEmail.set(email, [...(byEmail.get(email) ?? []), index]);
  });
  return ({ name, email, id }) => {
    const known = id === '' ? undefined : byId.get(id.toLowerCase());
    if (known !== undefined) return known;
    const mailed = email === '' ? [] : (byEmail.get(emailKey(email)) ?? []);
    const called = name === '' ? undefined : byName.get(nameKey(name));
    if (mailed.length === 1) return mailed[0]!;
    return called ?? null;
  };
}
