// Which rows of the long tables a search reads, by indexes: those of whoever reads the whole company. The rows themselves are read
// under the policies and compared again.
import { foldLetters } from '#src/domain/letters.ts';
import type { Term } from '#src/domain/search/query.ts';
import { slipsOf } from '#src/domain/search/words.ts';
import type { Pieces } from '#src/domain/search/words.ts';
import type { Tx } from '#server/db/database.ts';

/** So many rows of each table are read and compared at most. */
const ROWS_MAX = 40;
/** Words that an index is asked for; whatever else is typed is compared in code. */
const WORDS_MAX = 12;
/** Holders of whom securities, payments and documents are read. */
const HOLDERS_MAX = 20;

/** Ids by the kind of table. */
export interface Candidates {
  shareholders: string[];
  securities: string[];
  payments: string[];
  documents: string[];
  messages: string[];
}

/** `loosely`: also with a slip of typing, and after signs that are no ASCII. */
export async function candidatesFor(tx: Tx, terms: readonly Term[], loosely: boolean): Promise<Candidates> {
  const words = terms.flatMap((term) => term.words).slice(0, WORDS_MAX);
  const wanted = wantedOf(words, loosely);
  const found = loosely
    ? await tx.rows<Found>(LOOSE, [wanted, ROWS_MAX])
    : await tx.rows<Found>(DIRECT, [
        wanted,
        terms.map(({ text }) => foldLetters(text)),
        terms.flatMap((term) => term.figures),
        ROWS_MAX,
      ]);
  const idsOf = (kind: Found['kind']) => [...new Set(found.filter((each) => each.kind === kind).map(({ id }) => id))];
  const whole = idsOf('shareholders');
  const others = whole.length > 0 || terms.length < 2 ? [] : await withoutATerm(tx, terms, loosely);
  const shareholders = [...whole, ...others, ...idsOf('rare')];
  const [securities, payments, documents] = [idsOf('securities'), idsOf('payments'), idsOf('documents')];
  const belonging = await tx.rows<Found>(BELONGING, [shareholders.slice(0, HOLDERS_MAX), securities, ROWS_MAX]);
  const of = (kind: Found['kind']) => belonging.filter((each) => each.kind === kind).map(({ id }) => id);
  return {
    shareholders,
    securities: [...securities, ...of('securities')],
    payments: [...payments, ...of('payments')],
    documents: [...documents, ...of('documents')],
    messages: idsOf('messages'),
  };
}

interface Found {
  kind: keyof Candidates | 'rare';
  id: string;
}

/** What meets the search by itself: each asked once, in one statement. */
const DIRECT = `
  with w as materialized (select search_words($1::jsonb) as words)
  select 'shareholders' as kind, f as id from w, find_by_words('shareholder', w.words, $4) f
  union all select 'rare', f from find_rare('shareholder', $4) f
  union all select 'documents', f from w, find_by_words('document', w.words, $4) f
  union all select 'documents', f from find_rare('document', $4) f
  union all select 'messages', f from w, find_by_words('message', w.words, $4) f
  union all select 'messages', f from find_rare('message', $4) f
  union all select 'securities', f from unnest($2::text[]) t, find_by_number(t, $4) f
  union all select case when f.payments then 'payments' else 'securities' end, f.id from find_by_figures($3::numeric[], $4) f`;

/** The same of words alone: whatever else meets the search was found without slips. */
const LOOSE = `
  with w as materialized (select search_words($1::jsonb) as words)
  select 'shareholders' as kind, f as id from w, find_by_words('shareholder', w.words, $2) f
  union all select 'documents', f from w, find_by_words('document', w.words, $2) f`;

/** What belongs to these holders, and the documents of these securities. */
const BELONGING = `
  (select 'securities' as kind, security_id::text as id from security where org_id = app_org() and stakeholder_id = any ($1) limit $3)
  union all (select 'payments', id::text from payment where org_id = app_org() and shareholder_id = any ($1) limit $3)
  union all (select 'documents', id::text from document where org_id = app_org() and (shareholder_id = any ($1) or security_id = any ($2)) limit $3)`;

/** Holders with all but one of the terms, which may be a class, a number or a distribution. */
async function withoutATerm(tx: Tx, terms: readonly Term[], loosely: boolean): Promise<string[]> {
  const each = terms.map((left) => terms.flatMap((term) => (term === left ? [] : term.words)));
  const found = await tx.rows<{ id: string }>(
    `select distinct f as id from unnest($1::text[]) w, find_by_words('shareholder', search_words(w::jsonb), $2) f limit $2`,
    [each.map((words) => wantedOf(words, loosely)), ROWS_MAX],
  );
  return found.map(({ id }) => id);
}

/** Whole words come first, without slips. */
const wantedOf = (words: readonly string[], loosely: boolean): string =>
  JSON.stringify(
    words.map((word) => {
      if (loosely) return { pieces: loosePieces(word) };
      const isPlain = /^[a-z0-9]+$/.test(word);
      return {
        pieces: [[word, '']] satisfies Pieces[],
        whole: `${word} `,
        ...(isPlain && { pattern: `(^|[^a-z0-9])${word}`, whole_pattern: `(^|[^a-z0-9])${word}([^a-z0-9]|$)` }),
      };
    }),
  );

/** A word within a longer run of letters and signs is found by what follows its beginning. */
const loosePieces = (word: string): Pieces[] => [
  [word, ''],
  ...(word.length >= 3 ? ([['', word]] satisfies Pieces[]) : []),
  ...slipsOf(word),
];
