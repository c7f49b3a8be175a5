// Q11 beside the company's records: which of its shareholders a file's holders are. Two of a vendor's id or registration number,
// the e-mail and the name have to agree; the name alone counts where the rest does not speak against it. Another e-mail under
// the name, an id under another name, two of one name, near names and one e-mail under two names are asked about; nobody is
// merged on a likeness.
import type { PersonRead } from './personRead.ts';
import { nameKey } from '../meanings/peopleWords.ts';
import type { Question, SheetFinding } from '../reading.ts';
import type { MeantTable } from '../records/table.ts';
import { differencesOf, rowsThatDiffer } from './details.ts';
import type { KnownPerson } from './details.ts';
import type { Holder } from './holders.ts';
import { nearPairs } from './nearNames.ts';

export interface KnownPeople {
  /** For each holder of the file, the id of the shareholder that it is; null of a new one. */
  ids: (string | null)[];
  /** Those that the file names, in its order. */
  people: PersonRead[];
  questions: Question[];
  /** Rows of one holder that say different things of them. */
  findings: SheetFinding[];
}

interface Matching {
  known: readonly KnownPerson[];
  tables: readonly MeantTable[];
  answers: Readonly<Record<string, string>>;
}

/** The answer for somebody that the company does not have. */
const NEW = 'several';

export function matchPeople(holders: readonly Holder[], { known, tables, answers }: Matching): KnownPeople {
  const candidates = certainOnce(holders.map(matcher(known)));
  const ids = candidates.map(({ persons, isCertain }) => (isCertain ? persons[0]!.id : null));
  const near = nearOf(holders, candidates, known);
  const questions: Question[] = [];
  const seen = new Set<string>();
  holders.forEach((holder, index) => {
    const { persons, isCertain } = candidates[index]!;
    if (isCertain) return;
    const asked = [...persons, ...near[index]!.filter(({ isAsked }) => isAsked).map(({ person }) => person)];
    if (asked.length === 0) return;
    const question = questionOf({ holder, asked, isFirst: !seen.has(nameKey(holder.name)) }, tables, answers);
    seen.add(nameKey(holder.name));
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
        version: ours?.version ?? null,
        differences,
        near: ours
          ? []
          : [...candidates[index]!.persons, ...near[index]!.map(({ person }) => person)].map(({ name }) => name),
      },
    ];
  });
  return { ids, people, questions, findings: holders.flatMap((holder) => rowsThatDiffer(holder, tables)) };
}

/** Whom a holder of the file may be. */
interface Candidates {
  persons: KnownPerson[];
  /** There is one, and it is the one. */
  isCertain: boolean;
  /** Certain by the name alone: nothing else says so. */
  isByName: boolean;
}

const emailKey = (email: string): string => email.trim().toLowerCase();

function matcher(known: readonly KnownPerson[]): (holder: Holder) => Candidates {
  const byId = Map.groupBy(
    known.filter(({ assigned_id }) => assigned_id !== ''),
    ({ assigned_id }) => assigned_id.toLowerCase(),
  );
  const byName = Map.groupBy(known, ({ name }) => nameKey(name));
  return ({ name, named }) => {
    const emails = new Set(named.map(({ email }) => emailKey(email)).filter(Boolean));
    const isNamed = (person: KnownPerson) => nameKey(person.name) === nameKey(name);
    const isMailed = ({ email }: KnownPerson) => emails.has(emailKey(email));
    const called = named.length === 0 ? [] : (byName.get(nameKey(name)) ?? []);
    const numbered = [...new Set(named.map(({ id }) => id.toLowerCase()).filter(Boolean))].flatMap(
      (id) => byId.get(id) ?? [],
    );
    const both = new Set([
      ...called.filter(isMailed),
      ...numbered.filter((person) => isNamed(person) || isMailed(person)),
    ]);
    const persons = both.size > 0 ? [...both] : [...new Set([...called, ...numbered])];
    const isOne = persons.length === 1;
    const isByName = both.size === 0 && isOne && isNamed(persons[0]!);
    const isOtherEmail = isOne && emails.size > 0 && persons[0]!.email !== '' && !isMailed(persons[0]!);
    return { persons, isCertain: isOne && (both.size > 0 || (isByName && !isOtherEmail)), isByName };
  };
}

/** Of several holders of the file, that the file itself tells apart, a name alone makes none a person that another one is. */
function certainOnce(candidates: readonly Candidates[]): Candidates[] {
  const times = new Map<KnownPerson, number>();
  for (const { persons, isCertain } of candidates)
    if (isCertain) times.set(persons[0]!, (times.get(persons[0]!) ?? 0) + 1);
  return candidates.map((each) =>
    each.isCertain && each.isByName && times.get(each.persons[0]!)! > 1 ? { ...each, isCertain: false } : each,
  );
}

interface Near {
  person: KnownPerson;
  isAsked: boolean;
}

/** For each holder that may be new, further shareholders of a near name or of the same e-mail whom no holder of the file is. */
function nearOf(
  holders: readonly Holder[],
  candidates: readonly Candidates[],
  known: readonly KnownPerson[],
): Near[][] {
  const near: Near[][] = holders.map(() => []);
  const taken = new Set(candidates.flatMap(({ persons, isCertain }) => (isCertain ? persons : [])));
  const left = known.filter((person) => !taken.has(person));
  const open = holders.flatMap(({ named }, index) =>
    named.length > 0 && !candidates[index]!.isCertain ? [index] : [],
  );
  if (left.length === 0 || open.length === 0) return near;
  const names = [...left.map(({ name }) => name), ...open.map((index) => holders[index]!.name)];
  const isAcross = (a: number, b: number) => a < left.length && b >= left.length;
  const isNew = (index: number, person: KnownPerson) =>
    !candidates[index]!.persons.includes(person) && !near[index]!.some((each) => each.person === person);
  for (const [a, b] of nearPairs(names, isAcross)) {
    const index = open[b - left.length]!;
    if (isNew(index, left[a]!)) near[index]!.push({ person: left[a]!, isAsked: true });
  }
  const byEmail = Map.groupBy(
    left.filter(({ email }) => email !== ''),
    ({ email }) => emailKey(email),
  );
  for (const index of open)
    for (const email of new Set(holders[index]!.named.map((each) => emailKey(each.email))))
      for (const person of byEmail.get(email) ?? [])
        // Funds of one manager share an e-mail; a person has one of their own.
        if (isNew(index, person)) near[index]!.push({ person, isAsked: person.type !== 'entity' });
  return near;
}

interface Asked {
  holder: Holder;
  asked: readonly KnownPerson[];
  /** No other holder of the file that has the same name was asked about. */
  isFirst: boolean;
}

function questionOf(
  { holder, asked, isFirst }: Asked,
  tables: readonly MeantTable[],
  answers: Readonly<Record<string, string>>,
): Question {
  const { name, named, key } = holder;
  const id = `holder_ambiguous:${isFirst ? nameKey(name) : nameKey(key)}>`;
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
  return {
    id,
    code: 'holder_ambiguous',
    text: textOf(holder, asked),
    tab: table?.tab ?? null,
    column: table?.columns.find(({ field }) => field === 'holder')?.letters ?? null,
    rows: [row],
    choices,
    // Somebody that was removed meanwhile is no answer.
    answer: choices.some(({ value }) => value === answer) ? answer : null,
  };
}

function textOf({ name, named }: Holder, asked: readonly KnownPerson[]): string {
  const [first] = asked;
  const isNamed = (person: KnownPerson) => nameKey(person.name) === nameKey(name);
  if (asked.length > 1 && asked.every(isNamed))
    return `Your records have ${asked.length} holders of the name “${name}”. Which one is this?`;
  const email = named.map((each) => each.email).find(Boolean);
  if (asked.length === 1 && isNamed(first!) && email && first!.email !== '')
    return `“${name}” has the e-mail ${email} in this file, and ${first!.email} in your records. Is it the same holder?`;
  const id = first!.assigned_id;
  const isNumbered = id !== '' && named.some((each) => each.id.toLowerCase() === id.toLowerCase());
  if (asked.length === 1 && !isNamed(first!) && isNumbered)
    return `“${name}” has the number ${id} in this file, which “${first!.name}” has in your records. Is it the same holder?`;
  return `Is “${name}” in this file the same as ${asked.map((person) => `“${person.name}”`).join(' or ')} in your records?`;
}
