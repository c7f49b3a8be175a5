// Which rows of the long tables a search reads, by indexes: those of whoever reads the whole company. The rows themselves are read
// under the policies and compared again.
import { foldLetters } from '#src/domain/letters.ts';
import type { Term } from '#src/domain/search/query.ts';
import { slipsOf } from '#src/domain/search/words.ts';
import type { Pieces } from '#src/domain/search/words.ts';
import type { Tx } from '#server/db/database.ts';

/** So many rows of each table are read and compared at most. */
const ROWS_MAX = 60;
/** Holders of whom securities, payments and documents are read. */
const HOLDERS_MAX = 20;

/** Ids by the kind of table. */
export interface Candidates {
  shareholders: string[];
  securities: string[];
  payments: string[];
  documents: string[];
}

type Target = 'shareholder' | 'document';

/** `loosely`: also with a slip of typing, and after signs that are no ASCII. */
export async function candidatesFor(tx: Tx, terms: readonly Term[], loosely: boolean): Promise<Candidates> {
  const words = terms.flatMap((term) => term.words);
  const figures = terms.flatMap((term) => term.figures);
  const shareholders = await holdersOf(tx, terms, words, loosely);
  const numbered = await numbersOf(tx, terms);
  const equal = figures.length > 0 ? await equalTo(tx, figures) : [];
  const few = shareholders.slice(0, HOLDERS_MAX);
  return {
    shareholders,
    securities: [
      ...numbered,
      ...equal.flatMap(({ payments, id }) => (payments ? [] : [id])),
      ...(await idsOf(
        tx,
        'select security_id::text as id from security where org_id = app_org() and stakeholder_id = any ($1) limit $2',
        few,
      )),
    ],
    payments: [
      ...equal.flatMap(({ payments, id }) => (payments ? [id] : [])),
      ...(await idsOf(
        tx,
        'select id::text from payment where org_id = app_org() and shareholder_id = any ($1) limit $2',
        few,
      )),
    ],
    documents: [
      ...(await byWords(tx, 'document', words, loosely)),
      ...(await idsOf(
        tx,
        'select id::text from document where org_id = app_org() and shareholder_id = any ($1) limit $2',
        few,
      )),
      ...(await idsOf(
        tx,
        'select id::text from document where org_id = app_org() and security_id = any ($1) limit $2',
        numbered,
      )),
    ],
  };
}

/** Holders with all words; if there are none, with all but one term, which may be a class, a number or a distribution. */
async function holdersOf(tx: Tx, terms: readonly Term[], words: string[], loosely: boolean): Promise<string[]> {
  const found = await byWords(tx, 'shareholder', words, loosely);
  if (found.length > 0 || terms.length < 2) return found;
  const others: string[] = [];
  for (const left of terms)
    others.push(
      ...(await byWords(
        tx,
        'shareholder',
        terms.flatMap((term) => (term === left ? [] : term.words)),
        loosely,
      )),
    );
  return [...new Set(others)];
}

async function byWords(tx: Tx, target: Target, words: readonly string[], loosely: boolean): Promise<string[]> {
  const wanted = words.map((word) => ({
    pieces: loosely ? loosePieces(word) : ([[word, '']] satisfies Pieces[]),
    pattern: loosely || !/^[a-z0-9]+$/.test(word) ? null : `(^|[^a-z0-9])${word}`,
  }));
  const found = await tx.rows<{ id: string }>('select f as id from find_by_words($1, $2::jsonb, $3) f', [
    target,
    JSON.stringify(wanted),
    ROWS_MAX,
  ]);
  return found.map(({ id }) => id);
}

/** A word within a longer run of letters and signs is found by what follows its beginning. */
const loosePieces = (word: string): Pieces[] => [
  [word, ''],
  ...(word.length >= 3 ? ([['', word]] satisfies Pieces[]) : []),
  ...slipsOf(word),
];

/** A number of a security is one term: "CS-12", "12" or "CS". */
async function numbersOf(tx: Tx, terms: readonly Term[]): Promise<string[]> {
  const found: string[] = [];
  for (const { text } of terms) {
    const rows = await tx.rows<{ id: string }>('select f as id from find_by_number($1, $2) f', [
      foldLetters(text),
      ROWS_MAX,
    ]);
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

const equalTo = (tx: Tx, figures: string[]) =>
  tx.rows<{ payments: boolean; id: string }>('select f.payments, f.id from find_by_figures($1::numeric[], $2) f', [
    figures,
    ROWS_MAX,
  ]);

async function idsOf(tx: Tx, query: string, of: readonly string[]): Promise<string[]> {
  if (of.length === 0) return [];
  return (await tx.rows<{ id: string }>(query, [of, ROWS_MAX])).map(({ id }) => id);
}
