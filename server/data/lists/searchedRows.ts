// The rows of several resources that may meet a search over everything: those with these ids, or those of which a word of a text begins with
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
const ROWS_MAX = 50;

/** Terms, and words of each, that the database compares; whatever else is typed is compared in code. */
const TERMS_MAX = 6;

/** `candidates`: among them are all rows that meet the search. Without them, slips of typing are forgiven. */
export interface Asked extends SearchedFields {
  candidates: Candidates | undefined;
}

export interface FoundRow {
  of: SearchedFields;
  row: RecordRow;
}

/** The pattern of each word and of a whole name: made once, because that takes longer than to look for them. */
interface Patterns {
  ofWords: ReadonlyMap<string, string>;
  ofName: string;
}

/** All in one statement: most of what a short table costs is the way to the database. */
export async function searchedRows(
  tx: Tx,
  actor: Actor,
  asked: readonly Asked[],
  terms: readonly Term[],
): Promise<FoundRow[]> {
  const patterns: Patterns = {
    ofWords: new Map(terms.flatMap(({ words }) => words.map((word) => [word, patternOf(word)]))),
    ofName: `^[^[:alnum:]]*${terms.map(({ text }) => searchedFor(text).pattern).join('[^[:alnum:]]+')}[^[:alnum:]]*$`,
  };
  const parts = asked.flatMap((each) => {
    const rows = rowsQuery(actor, each, terms, patterns);
    return rows ? [sql`select ${sql.lit(each.resource.name)} as name, to_jsonb(r) as row from (${rows}) r`] : [];
  });
  if (parts.length === 0) return [];
  const query = { compile: () => sql`${sql.join(parts, sql` union all `)}`.compile(sqlBuilder) };
  const of = new Map(asked.map((each) => [each.resource.name, each]));
  return (await tx.run<{ name: string; row: RecordRow }>(query, { hasOnePlan: true })).map(({ name, row }) => {
    const searched = of.get(name)!;
    return { of: searched, row: present(searched.resource, row) };
  });
}

function rowsQuery(
  actor: Actor,
  { resource, texts, figures, columns, candidates }: Asked,
  terms: readonly Term[],
  patterns: Patterns,
) {
  if (candidates?.ids.length === 0) return null;
  const own = where(resource, actor, { conditions: [], ids: null, q: null }, candidates);
  if (!own) return null;
  const met = terms.slice(0, TERMS_MAX).map((term) => mayMeet(texts, figures, term, patterns));
  const rows = sqlBuilder
    .selectFrom(resource.source)
    .select(columns.map((name) => columnOf(resource, name)))
    .limit(sql.lit(ROWS_MAX));
  if (candidates) return rows.where(own);
  // Of many, what is called exactly so is among those that are compared.
  return rows
    .where(sql<boolean>`${own} and ${sql.join(met, sql` and `)}`)
    .orderBy(sql`${sql.ref(resource.title)}::text ~ ${patterns.ofName}`, 'desc');
}

/** A figure goes through JSON as a text, which keeps all of its digits. */
const columnOf = (resource: Resource, name: string) =>
  FIGURES.includes(resource.fields[name]!.kind) ? sql`${sql.ref(name)}::text`.as(name) : sql.ref(name).as(name);
const FIGURES: readonly string[] = ['shares', 'money', 'percent', 'number'];

function mayMeet(texts: readonly string[], figures: readonly string[], term: Term, patterns: Patterns) {
  const words = term.words.slice(0, TERMS_MAX).map((word) => {
    const pattern = patterns.ofWords.get(word)!;
    return anyOf(texts.map((field) => sql<boolean>`${sql.ref(field)} ~ ${pattern}`));
  });
  const equal = figures.map((field) => sql<boolean>`${sql.ref(field)} = any (${term.figures}::numeric[])`);
  return anyOf([sql<boolean>`(${sql.join(words, sql` and `)})`, ...(term.figures.length > 0 ? equal : [])]);
}

const anyOf = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** Begins a word, for all that the database's locale knows of letters, but for one slip. */
function patternOf(word: string): string {
  const part = (text: string) => searchedFor(text).pattern;
  const slips = slipsOf(word).map(([beginning, rest]) => `${part(beginning)}.?${part(rest)}`);
  return `(?:^|[^[:alnum:]])(?:${[part(word), ...slips].join('|')})`;
}
