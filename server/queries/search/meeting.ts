// How well a record meets what was typed, and by which of its fields.
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Term } from '#src/domain/search/query.ts';
import { meets, NOTHING, WHOLE, wordsOf } from '#src/domain/search/words.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Row } from '#server/db/database.ts';

export interface Meeting {
  /** Higher is better: whole words before their beginnings before slips, and what names a record before its other fields. */
  score: number;
  why: string;
}

interface Searched {
  resource: Resource;
  texts: readonly string[];
  figures: readonly string[];
}

/** Null: some term meets nothing of it. */
export function meetingOf({ resource, texts, figures }: Searched, terms: readonly Term[], row: Row): Meeting | null {
  const words = texts.map((field) => ({ field, words: wordsOf(String(row[field] ?? '')) }));
  const each: Meeting[] = [];
  for (const term of terms) {
    const figure = figures.find((field) => term.figures.some((typed) => isEqual(row[field], typed)));
    const ofWords = term.words.map((typed) => bestOf(resource, words, typed));
    const met = ofWords.includes(null) ? null : (ofWords as Meeting[]);
    if (met) each.push(...met);
    else if (figure === undefined) return null;
    else each.push({ score: WHOLE * 2, why: figure });
  }
  const total = each.reduce((sum, { score }) => sum + score, 0) / each.length;
  const all = terms.flatMap((term) => term.words).join(' ');
  const isName = words.some(({ field, words: own }) => field === resource.title && own.join(' ') === all);
  const [first] = each.toSorted((a, b) => b.score - a.score);
  return first ? { score: total + (isName ? 1 : 0), why: first.why } : null;
}

function bestOf(resource: Resource, texts: readonly { field: string; words: string[] }[], typed: string) {
  let best: Meeting | null = null;
  for (const { field, words } of texts) {
    const quality = words.reduce((most, word) => Math.max(most, meets(typed, word)), NOTHING);
    const score = quality * 2 + (field === resource.title ? 1 : 0);
    if (quality > NOTHING && score > (best?.score ?? 0)) best = { score, why: field };
  }
  return best;
}

const isEqual = (value: unknown, typed: string): boolean => {
  const own = typeof value === 'string' || typeof value === 'number' ? parseDecimal(String(value)) : null;
  return own !== null && own === parseDecimal(typed);
};
