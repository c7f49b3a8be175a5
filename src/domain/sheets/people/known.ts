// Q11 beside the company's records: which of its shareholders a file's holders are. A vendor's id or a registration number goes
// before an e-mail with the name, that before the exact name. Two of one name, near names and one e-mail under two names are
// asked about; nobody is merged on a likeness.
import type { PersonRead, Question } from '../reading.ts';
import type { MeantTable } from '../records/table.ts';
import { differencesOf } from './details.ts';
import type { KnownPerson } from './details.ts';
import { nameKey } from './holders.ts';
import type { Holder } from './holders.ts';
import { nearPairs } from './nearNames.ts';

export interface KnownPeople {
  /** For each holder of the file, the id of the shareholder that it is; null of a new one. */
  ids: (string | null)[];
  /** Those that the file names, in its order. */
  people: PersonRead[];
  questions: Question[];
}

interface Matching {
  known: readonly KnownPerson[];
  tables: readonly MeantTable[];
  answers: Readonly<Record<string, string>>;
}

/** The answer for somebody that the company does not have. */
const NEW = 'several';

export function matchPeople(holders: readonly Holder[], { known, tables, answers }: Matching): KnownPeople {
  const exact = exactMatches(known);
  const candidates = holders.map((holder) => (holder.named.length === 0 ? [] : exact(holder)));
  const ids = candidates.map((found) => (found.length === 1 ? found[0]!.id : null));
  const near = nearOf(holders, candidates, known);
  const questions: Question[] = [];
  holders.forEach((holder, index) => {
    const asked =
      candidates[index]!.length > 1
        ? candidates[index]!
        : near[index]!.filter(({ isAsked }) => isAsked).map(({ person }) => person);
    if (asked.length === 0) return;
    const question = questionOf(holder, asked, tables, answers);
    questions.push(question);
    if (question.answer !== null && question.answer !== NEW) ids[index] = question.answer;
  });
  const byId = new Map(known.map((person) => [person.id, person]));
  const people = holders.flatMap((holder, index): PersonRead[] => {
    if (holder.named.length === 0) return [];
    const ours = byId.get(ids[index] ?? '');
    const differences = ours ? differencesOf(holder, ours) : [];
    return [
      {
        name: holder.name,
        state: !ours ? 'new' : differences.length > 0 ? 'changed' : 'same',
        stakeholder_id: ours?.id ?? null,
        differences,
        near: ours ? [] : [...candidates[index]!, ...near[index]!.map(({ person }) => person)].map(({ name }) => name),
      },
    ];
  });
  return { ids, people, questions };
}

/** By a vendor's id, else by e-mail and name, else by name. Several only where the name alone leaves it open. */
function exactMatches(known: readonly KnownPerson[]): (holder: Holder) => KnownPerson[] {
  const byId = new Map<string, KnownPerson>();
  const byName = new Map<string, KnownPerson[]>();
  for (const person of known) {
    const id = person.assigned_id.toLowerCase();
    if (id !== '' && !byId.has(id)) byId.set(id, person);
    const key = nameKey(person.name);
    const list = byName.get(key);
    if (list) list.push(person);
    else byName.set(key, [person]);
  }
  return ({ name, named }) => {
    for (const { id } of named) {
      const person = id === '' ? undefined : byId.get(id.toLowerCase());
      if (person) return [person];
    }
    const called = byName.get(nameKey(name)) ?? [];
    if (called.length < 2) return called;
    const emails = new Set(named.map(({ email }) => emailKey(email)).filter(Boolean));
    const mailed = called.filter(({ email }) => emails.has(emailKey(email)));
    return mailed.length === 1 ? mailed : called;
  };
}

const emailKey = (email: string): string => email.trim().toLowerCase();

interface Near {
  person: KnownPerson;
  isAsked: boolean;
}

/** For each holder that is new, shareholders of a near name or of the same e-mail whom no holder of the file is. */
function nearOf(
  holders: readonly Holder[],
  candidates: readonly KnownPerson[][],
  known: readonly KnownPerson[],
): Near[][] {
  const near: Near[][] = holders.map(() => []);
  const taken = new Set(candidates.flat().map(({ id }) => id));
  const left = known.filter(({ id }) => !taken.has(id));
  const open = holders.flatMap(({ named }, index) =>
    named.length > 0 && candidates[index]!.length === 0 ? [index] : [],
  );
  if (left.length === 0 || open.length === 0) return near;
  const names = [...left.map(({ name }) => name), ...open.map((index) => holders[index]!.name)];
  const isAcross = (a: number, b: number) => a < left.length && b >= left.length;
  for (const [a, b] of nearPairs(names, isAcross))
    near[open[b - left.length]!]!.push({ person: left[a]!, isAsked: true });
  const byEmail = Map.groupBy(
    left.filter(({ email }) => email !== ''),
    ({ email }) => emailKey(email),
  );
  for (const index of open)
    for (const email of new Set(holders[index]!.named.map((each) => emailKey(each.email))))
      for (const person of byEmail.get(email) ?? [])
        // Funds of one manager share an e-mail; a person has one of their own.
        if (!near[index]!.some((each) => each.person === person))
          near[index]!.push({ person, isAsked: person.type !== 'entity' });
  return near;
}

function questionOf(
  { name, named }: Holder,
  asked: readonly KnownPerson[],
  tables: readonly MeantTable[],
  answers: Readonly<Record<string, string>>,
): Question {
  const id = `holder_ambiguous:${nameKey(name)}>`;
  const { table: index, row } = named[0]!.place;
  const table = tables[index];
  const choices = [
    { value: NEW, label: 'A new holder' },
    ...asked.map((person) => ({
      value: person.id,
      label: `The same as ${[person.name, person.email].filter(Boolean).join(', ')}`,
    })),
  ];
  const answer = answers[id] ?? null;
  const others = asked.map((person) => `“${person.name}”`).join(' or ');
  return {
    id,
    code: 'holder_ambiguous',
    text:
      asked.length > 1 && asked.every((person) => nameKey(person.name) === nameKey(name))
        ? `Your records have ${asked.length} holders of the name “${name}”. Which one is this?`
        : `Is “${name}” of this file ${others} of your records?`,
    tab: table?.tab ?? null,
    column: table?.columns.find(({ field }) => field === 'holder')?.letters ?? null,
    rows: [row],
    choices,
    // Somebody that was removed meanwhile is no answer.
    answer: choices.some(({ value }) => value === answer) ? answer : null,
  };
}
