// What a file's name says of it: its type, the security it belongs to, and the holder who may read it. What the name leaves open
// is asked. Nobody reads a document because of a guess.
import { entityNames, holderNames, holdersIn } from './holderNames.ts';
import type { HolderFound, HolderNames, NamedHolder } from './holderNames.ts';
import { runsOf, overlaps, withoutEnding } from './nameRuns.ts';
import type { Run } from './nameRuns.ts';
import { otherWords } from './otherWords.ts';
import { securitiesIn, securityNumbers } from './securityNumbers.ts';
import type { NumberedSecurity, SecurityFound, SecurityKind, SecurityNumbers } from './securityNumbers.ts';
import { companyWordsIn, typeWordsIn } from './typeWords.ts';
import type { DocumentType, TypeWord } from './typeWords.ts';

export interface CompanyNames {
  holders: HolderNames;
  securities: SecurityNumbers;
  nameOf: ReadonlyMap<string, string>;
  /** What the company itself is called, in words. */
  company: readonly (readonly string[])[];
}

/** `ownNames`: what the company itself is called; its name says nothing of a holder. */
export function companyNames(
  holders: readonly NamedHolder[],
  securities: readonly NumberedSecurity[],
  ...ownNames: readonly string[]
): CompanyNames {
  return {
    holders: holderNames(holders),
    securities: securityNumbers(securities),
    nameOf: new Map(holders.map(({ id, name }) => [id, name])),
    company: ownNames.flatMap(entityNames),
  };
}

/** What has to be answered before the file is filed. */
export type Asked = 'type' | 'record' | 'reader';

export interface FileMatch {
  /** Null where the name does not say, or says two. */
  type: DocumentType | null;
  security: NumberedSecurity | null;
  /** The one holder who reads it; null for the company only. */
  reader: string | null;
  /** What a person must choose. */
  toChoose: Asked[];
  /** What the name may mean, where it is asked. */
  securities: readonly NumberedSecurity[];
  readers: readonly string[];
  /** A paper of the company, such as minutes: no holder reads it because one is named. */
  isOfCompany: boolean;
  /** Why, in sentences. */
  reasons: string[];
}

const KIND_WORDS: Record<SecurityKind, string> = {
  certificate: 'certificate',
  grant: 'grant',
  convertible: 'convertible',
  warrant: 'warrant',
};

/**
 * In: the file's name, and the folders that it was in, outermost first. A folder counts where the name says nothing of the kind.
 */
export function matchFile(fileName: string, folders: readonly string[], names: CompanyNames): FileMatch {
  const places = [
    { runs: runsOf(withoutEnding(fileName)), where: 'its name' },
    ...folders.map((folder) => ({ runs: runsOf(folder), where: `the folder “${folder}”` })).toReversed(),
  ];
  const read = places.map(({ runs, where }) => ({ runs, where, ...readRuns(runs, names) }));
  const typed = read.find(({ types }) => types.length > 0);
  const numbered = read.find(({ securities }) => securities.length > 0);
  const called = read.find(({ holders }) => holders.length > 0);
  const match: FileMatch = {
    type: null,
    security: null,
    reader: null,
    toChoose: [],
    securities: [],
    readers: [],
    isOfCompany: typed?.types.some(({ isOfCompany }) => isOfCompany) ?? false,
    reasons: [],
  };
  takeType(match, typed);
  takeSecurity(match, numbered, names);
  takeReader(match, called, names);
  if (!match.isOfCompany) takeDoubt(match, read, { numbered, called }, names);
  return match;
}

interface ReadPlace {
  runs: readonly Run[];
  where: string;
  types: TypeWord[];
  securities: SecurityFound[];
  holders: HolderFound[];
}

/** "K-1" is a tax form, and a certificate too where the company has one of that number: both are asked then. */
function readRuns(runs: readonly Run[], names: CompanyNames): Omit<ReadPlace, 'where' | 'runs'> {
  const types = typeWordsIn(runs);
  const securities = securitiesIn(runs, names.securities).map((found) => ({
    ...found,
    isSure: found.isSure && !types.some((word) => clashes(word, found)),
  }));
  const holders = holdersIn(runs, names.holders, [...types, ...securities]);
  return { types, securities, holders };
}

/** "SAFE-1" is a SAFE and its number; a form's own number is one or the other. */
const clashes = (word: TypeWord, found: SecurityFound): boolean => /\d/.test(word.words) && overlaps(word, found);

function takeType(match: FileMatch, place: ReadPlace | undefined): void {
  const words = place?.types ?? [];
  const clear = words.filter((word) => !place!.securities.some((found) => clashes(word, found)));
  const types = [...new Set(clear.map(({ type }) => type))];
  if (types.length === 1 && clear.length === words.length) {
    match.type = types[0]!;
    match.reasons.push(`“${clear[0]!.words}” is in ${place!.where}`);
    return;
  }
  match.toChoose.push('type');
  match.reasons.push(
    words.length === 0
      ? 'Its name does not say what it is'
      : `${listOf(words.map((word) => `“${word.words}”`))} in ${place!.where} may be different types`,
  );
}

function takeSecurity(match: FileMatch, place: ReadPlace | undefined, names: CompanyNames): void {
  const found = place?.securities ?? [];
  const securities = unique(found.flatMap((each) => each.securities));
  if (securities.length === 0) return;
  const [only] = securities;
  const isSure = found.every((each) => each.isSure);
  const others = securities.length === 1 && isSure ? leftOf(place!, ownerOf(only!, names), names) : [];
  // "CS-2 to CS-9" is of both, also where the company has no CS-9.
  const mayBeAnother = others.some(({ isNumber }) => isNumber);
  if (securities.length === 1 && isSure && !mayBeAnother) {
    match.security = only!;
    match.reasons.push(`${KIND_WORDS[only!.kind]} ${only!.number} is in ${place!.where}`);
    return;
  }
  match.toChoose.push('record');
  match.securities = securities;
  const numbers = [...new Set(securities.map(({ number }) => number))];
  if (mayBeAnother)
    match.reasons.push(`${place!.where} may mean ${only!.number} or another: ${quoted(others)} is in it too`);
  else
    match.reasons.push(
      numbers.length === 1 && securities.length > 1
        ? `${securities.length} securities have the number ${numbers[0]}`
        : `${place!.where} may mean ${listOf(numbers)}`,
    );
  // Whoever holds one of them is not to read what is about the other as soon as one is chosen.
  const own = new Set(securities.flatMap((each) => [...ownerOf(each, names)]));
  const left = leftOf(place!, own, names).filter(({ isNumber }) => !isNumber);
  if (left.length > 0 && !mayBeAnother && !match.isOfCompany)
    match.reasons.push(`${quoted(left)} in ${place!.where} may be part of a name`);
  if ((mayBeAnother || numbers.length > 1 || left.length > 0) && !match.isOfCompany)
    askReader(
      match,
      securities.map(({ shareholder_id }) => shareholder_id),
    );
}

const ownerOf = ({ shareholder_id }: NumberedSecurity, { nameOf }: CompanyNames): ReadonlySet<string> =>
  new Set(runsOf(nameOf.get(shareholder_id) ?? '').map(({ text }) => text));

/** What of a file's or a folder's name may mean another. `own`: words of the one whose number is in it. */
function leftOf({ runs, types, securities, holders }: ReadPlace, own: ReadonlySet<string>, names: CompanyNames): Run[] {
  const known = { spans: [...types, ...securities], names: holders, company: names.company };
  return otherWords(runs, known).filter(({ text }) => !own.has(text));
}

/**
 * Takes a reader back where something else in the names may be a part of another name, or says that it is a paper of the company.
 * `called`: the file or the folder that names a holder; without one, the number in `numbered` does.
 */
function takeDoubt(
  match: FileMatch,
  read: readonly ReadPlace[],
  { numbered, called }: { numbered: ReadPlace | undefined; called: ReadPlace | undefined },
  names: CompanyNames,
): void {
  const { reader, security } = match;
  if (reader === null) return;
  const name = names.nameOf.get(reader) ?? reader;
  const decides = security ? numbered! : called!;
  const own = security ? ownerOf(security, names) : new Set<string>();
  // A folder names whom the file is about only if neither the file nor a folder within it may name another.
  // Beyond those only a folder counts that has the name in a longer one: "Ana Ruiz Garcia".
  const within = read.indexOf(decides) + 1;
  for (const place of [...read.slice(0, within), ...read.slice(within).filter(({ holders }) => holders.length > 0)]) {
    const left = leftOf(place, own, names).filter(({ isNumber }) => place === decides || !isNumber);
    if (left.length === 0) continue;
    match.reasons.push(`${quoted(left)} in ${place.where} may be part of another name than ${name}`);
    return askReader(match, [reader]);
  }
  const ofCompany = read.find(({ runs, types }) => types.some((word) => word.isOfCompany) || companyWordsIn(runs));
  if (ofCompany) {
    match.reasons.push(`${ofCompany.where} may hold papers of the company only, and ${name} is in ${decides.where}`);
    return askReader(match, [reader]);
  }
  if (security || decides !== read[0]) return;
  // A surname in the file's name, and another holder's name on its folder.
  const isWhole = decides.holders.some(({ from, to }) => to - from > 1);
  const elsewhere = read.slice(1).flatMap(({ holders }) => holders.flatMap((found) => found.holders));
  const others = elsewhere.filter(({ id }) => id !== reader);
  if (isWhole || others.length === 0) return;
  const all = [name, ...others.map((other) => other.name)];
  match.reasons.push(`its name and its folders may mean ${listOf(all)}`);
  askReader(match, [reader, ...others.map(({ id }) => id)]);
}

const quoted = (runs: readonly Run[]): string => listOf(runs.map(({ written }) => `“${written}”`));

/** The holder of the security and the named one agree, or it is asked. */
function takeReader(match: FileMatch, place: ReadPlace | undefined, { nameOf }: CompanyNames): void {
  const found = place?.holders ?? [];
  const named = [...new Set(found.flatMap(({ holders }) => holders.map(({ id }) => id)))];
  const owner = match.security?.shareholder_id ?? null;
  if (match.isOfCompany) {
    if (named.length > 0 || owner !== null) match.reasons.push('a paper of the company, so no holder reads it');
    return;
  }
  if (match.toChoose.includes('reader')) {
    match.readers = [...new Set([...match.readers, ...named])];
    return;
  }
  const say = (ids: readonly string[]) => listOf(ids.map((id) => nameOf.get(id) ?? id));
  if (owner !== null) {
    if (named.length === 0 || named.includes(owner)) {
      match.reader = owner;
      if (named.length > 1 && found.every(({ holders }) => holders.length === 1)) {
        match.reasons.push(`${place!.where} may mean ${say(named)}`);
        askReader(match, named);
      }
      return;
    }
    match.reasons.push(`${match.security!.number} is held by ${say([owner])}, but ${place!.where} names ${say(named)}`);
    askReader(match, [owner, ...named]);
    return;
  }
  if (named.length === 0) return;
  if (named.length === 1 && found.every(({ isSure }) => isSure)) {
    match.reader = named[0]!;
    match.reasons.push(`${say(named)} is in ${place!.where}`);
    return;
  }
  const doubtful = found.find(({ isSure }) => !isSure);
  match.reasons.push(
    named.length === 1 && doubtful
      ? `${quoted(place!.runs.slice(doubtful.from, doubtful.to))} in ${place!.where} may mean ${say(named)} or something else`
      : `${place!.where} may mean ${say(named)}`,
  );
  askReader(match, named);
}

function askReader(match: FileMatch, readers: readonly string[]): void {
  match.reader = null;
  match.readers = [...new Set(readers)];
  match.toChoose.push('reader');
}

const unique = <T extends { id: string }>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

const LISTED = 4;

/** "A", "A or B", "A, B, C, D or 3 others". */
function listOf(words: readonly string[]): string {
  const all = [...new Set(words)];
  const shown = all.slice(0, LISTED);
  if (all.length > LISTED) return `${shown.join(', ')} or ${all.length - LISTED} others`;
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}
