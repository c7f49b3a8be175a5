// What a file's name says of it: its type, the security it belongs to, and the holder who may read it. What the name leaves open
// is asked. Nobody reads a document because of a guess.
import { holderNames, holdersIn } from './holderNames.ts';
import type { HolderFound, HolderNames, NamedHolder } from './holderNames.ts';
import { runsOf, overlaps, withoutEnding } from './nameRuns.ts';
import type { Run } from './nameRuns.ts';
import { securitiesIn, securityNumbers } from './securityNumbers.ts';
import type { NumberedSecurity, SecurityFound, SecurityKind, SecurityNumbers } from './securityNumbers.ts';
import { typeWordsIn } from './typeWords.ts';
import type { DocumentType, TypeWord } from './typeWords.ts';

export interface CompanyNames {
  holders: HolderNames;
  securities: SecurityNumbers;
  nameOf: ReadonlyMap<string, string>;
}

export function companyNames(holders: readonly NamedHolder[], securities: readonly NumberedSecurity[]): CompanyNames {
  return {
    holders: holderNames(holders),
    securities: securityNumbers(securities),
    nameOf: new Map(holders.map(({ id, name }) => [id, name])),
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
  asks: Asked[];
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
  const read = places.map(({ runs, where }) => ({ where, ...readRuns(runs, names) }));
  const typed = read.find(({ types }) => types.length > 0);
  const numbered = read.find(({ securities }) => securities.length > 0);
  const called = read.find(({ holders }) => holders.length > 0);
  const match: FileMatch = {
    type: null,
    security: null,
    reader: null,
    asks: [],
    securities: [],
    readers: [],
    isOfCompany: typed?.types.some(({ isOfCompany }) => isOfCompany) ?? false,
    reasons: [],
  };
  takeType(match, typed);
  takeSecurity(match, numbered);
  takeReader(match, called, names);
  return match;
}

interface ReadPlace {
  where: string;
  types: TypeWord[];
  securities: SecurityFound[];
  holders: HolderFound[];
}

/** "K-1" is a tax form, and a certificate too where the company has one of that number: both are asked then. */
function readRuns(runs: readonly Run[], names: CompanyNames): Omit<ReadPlace, 'where'> {
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
  match.asks.push('type');
  match.reasons.push(
    words.length === 0
      ? 'Its name does not say what it is'
      : `${listOf(words.map((word) => `“${word.words}”`))} in ${place!.where} may be different types`,
  );
}

function takeSecurity(match: FileMatch, place: ReadPlace | undefined): void {
  const found = place?.securities ?? [];
  const securities = unique(found.flatMap((each) => each.securities));
  if (securities.length === 0) return;
  const [only] = securities;
  if (securities.length === 1 && found.every(({ isSure }) => isSure)) {
    match.security = only!;
    match.reasons.push(`${KIND_WORDS[only!.kind]} ${only!.number} is in ${place!.where}`);
    return;
  }
  match.asks.push('record');
  match.securities = securities;
  const numbers = [...new Set(securities.map(({ number }) => number))];
  match.reasons.push(
    numbers.length === 1 && securities.length > 1
      ? `${securities.length} securities have the number ${numbers[0]}`
      : `${place!.where} may mean ${listOf(numbers)}`,
  );
}

/** The holder of the security and the named one agree, or it is asked. */
function takeReader(match: FileMatch, place: ReadPlace | undefined, { nameOf }: CompanyNames): void {
  const found = place?.holders ?? [];
  const named = [...new Set(found.flatMap(({ holders }) => holders.map(({ id }) => id)))];
  const owner = match.security?.shareholder_id ?? null;
  if (match.isOfCompany) {
    if (named.length > 0 || owner !== null) match.reasons.push('a paper of the company, so no holder reads it');
    return;
  }
  const say = (ids: readonly string[]) => listOf(ids.map((id) => nameOf.get(id) ?? id));
  if (owner !== null) {
    if (named.length === 0 || named.includes(owner)) {
      match.reader = owner;
      if (named.length > 1 && found.every(({ holders }) => holders.length === 1)) askReader(match, named);
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
  match.reasons.push(`${place!.where} may mean ${say(named)}`);
  askReader(match, named);
}

function askReader(match: FileMatch, readers: readonly string[]): void {
  match.reader = null;
  match.readers = readers;
  match.asks.push('reader');
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
