// The rows of a resource that may meet a search over everything: those with these ids, or those of which a word of a text begins with
// what is typed, or a figure equals it.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Term } from '#src/domain/search/query.ts';
import { slipsOf } from '#src/domain/search/words.ts';
import { searchedFor } from '#src/domain/searchPattern.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { sqlBuilder } from '#server/db/database.ts';
import type { Tx } from '#server/db/database.ts';
import { present } from '../resourceRepository.ts';
import { where } from './listCondition.ts';
import type { RecordRow } from './listing.ts';
import type { Candidates } from './searchIndex.ts';

/** The fields of a resource that a search compares, and all that it reads. */
export interface SearchedFields {
  resource: Resource;
  texts: readonly string[];
  figures: readonly string[];
  columns: readonly string[];
}

/** So many rows are compared at most. */
const ROWS_MAX = 100;

/** `candidates`: among them are all that meet the search. `loosely`: with a slip of typing. */
export async function searchedRows(
  tx: Tx,
  actor: Actor,
  { resource, texts, figures, columns }: SearchedFields,
  { terms, candidates, loosely }: { terms: readonly Term[]; candidates: Candidates | undefined; loosely: boolean },
): Promise<RecordRow[]> {
  if (candidates?.ids.length === 0) return [];
  const own = where(resource, actor, { conditions: [], ids: null, q: null }, candidates);
  if (!own) return [];
  const met = terms.map((term) => mayMeet(texts, figures, term, loosely));
  const query = sqlBuilder
    .selectFrom(resource.source)
    .select([...columns])
    .where(candidates ? own : sql<boolean>`${own} and ${sql.join(met, sql` and `)}`)
    .limit(sql.lit(ROWS_MAX));
  return (await tx.run<RecordRow>(query)).map((row) => present(resource, row));
}

function mayMeet(texts: readonly string[], figures: readonly string[], term: Term, loosely: boolean) {
  const words = term.words.map((word) => {
    const pattern = patternOf(word, loosely);
    return anyOf(texts.map((field) => sql<boolean>`${sql.ref(field)} ~ ${pattern}`));
  });
  const equal = figures.map((field) => sql<boolean>`${sql.ref(field)} = any (${term.figures}::numeric[])`);
  return anyOf([sql<boolean>`(${sql.join(words, sql` and `)})`, ...(term.figures.length > 0 ? equal : [])]);
}

const anyOf = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** Begins a word, for all that the database's locale knows of letters. */
function patternOf(word: string, loosely: boolean): string {
  const part = (text: string) => searchedFor(text).pattern;
  const slips = loosely ? slipsOf(word).map(([beginning, rest]) => `${part(beginning)}.?${part(rest)}`) : [];
  return `(?:^|[^[:alnum:]])(?:${[part(word), ...slips].join('|')})`;
}
