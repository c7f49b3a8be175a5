// What is left of a file's name when all that is known of it is taken away. A word that is left may be a part of another name:
// "Mary" beside Ann Lee, "Fund II" beside Acme Ventures.
import { PLAIN_WORDS } from './typeWords.ts';
import type { Run, Span } from './nameRuns.ts';

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words that are no part of a name, also where they touch one. */
const FILLER = wordsOf(`
  of for the to by from with and re signed unsigned executed countersigned fully final copy copies scan scans scanned original originals
  draft version updated revised completed document documents doc docx file files pdf img signature rsu rsus iso nso notice letter form
  forms statement report exhibit annex appendix tax vesting election amendment amended restated employment`);

/** Beside an entity's name or a person's they may belong to it: "Acme Ventures Consulting", "April Ann Lee". */
const TOUCHING = wordsOf(`
  page pages clean stock share shares unit units option options schedule exercise purchase transfer repurchase consulting contractor
  advisor advisory indemnification invention inventions assignment investor investors rights voting shareholder shareholders
  stockholder stockholders certificates agreements contracts safes warrants papers old new q fy`);

/** After a name they join another one to it. */
const JOINING = wordsOf('of for to by from with and');

/** A name that has these after it is another's: "Acme Ventures GmbH" is not Acme Ventures LLC. */
const NEVER_PLAIN = wordsOf('no number llc inc ltd lp a b c e s v k w meeting board action standing');

const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;

/** "Ana Ruiz - Grant": what stands beyond it is no part of the name. A comma is none: "Smith, Grant". */
const APART = /^\s+[-–—|]+\s+$|[()[\]{};:|]/;

export interface Known {
  /** Types, securities, and the holders' names. */
  spans: readonly Span[];
  names: readonly Span[];
  /** The company's own names, each in words. */
  company: readonly (readonly string[])[];
}

/** In: the words of a file or folder, and what is known of them. Out: the runs that may mean someone or something else. */
export function otherWords(runs: readonly Run[], { spans, names, company }: Known): Run[] {
  const known = new Set<number>();
  const take = ({ from, to }: Span) => {
    for (let at = from; at < to; at += 1) known.add(at);
  };
  for (const span of [...spans, ...names]) take(span);
  // "SHA" is a type, and a name too.
  for (const span of spans)
    if (span.to - span.from === 1 && runs[span.from]!.text === 'sha' && isTouching(runs, span.from, names))
      known.delete(span.from);
  for (const span of datesIn(runs, known, names)) take(span);
  for (const span of company.flatMap((words) => companyIn(runs, words)))
    if (!isTouching(runs, span.from, names) && !isTouching(runs, span.to - 1, names)) take(span);
  return runs.filter((run, at) => {
    if (known.has(at)) return false;
    if (run.isNumber) return !isCounted(runs, at);
    if (run.text === 'v' && runs[at + 1]?.isNumber) return false;
    if (/^(?:no|nr|number)$/.test(run.text) && runs[at + 1]?.isNumber) return false;
    if (JOINING.has(run.text) && names.some(({ from, to }) => at === to || (run.text === 'and' && at === from - 1)))
      return true;
    if (FILLER.has(run.text)) return false;
    if (!TOUCHING.has(run.text) && (!PLAIN_WORDS.has(run.text) || NEVER_PLAIN.has(run.text))) return true;
    return isTouching(runs, at, names);
  });
}

function isTouching(runs: readonly Run[], at: number, names: readonly Span[]): boolean {
  return names.some(
    ({ from, to }) => (at === from - 1 && !APART.test(runs[from]!.gap)) || (at === to && !APART.test(runs[at]!.gap)),
  );
}

/** "v2", "(2)". */
function isCounted(runs: readonly Run[], at: number): boolean {
  const before = runs[at - 1];
  if (before && /^v(?:ersion)?$/.test(before.text)) return true;
  return runs[at]!.gap.endsWith('(') && runs[at]!.text.length <= 2 && (runs[at + 1]?.gap.startsWith(')') ?? true);
}

const isYear = (run: Run | undefined): boolean => run !== undefined && /^(?:19|20)\d\d$/.test(run.text);
const isSmall = (run: Run | undefined): boolean => run !== undefined && run.isNumber && Number(run.text) <= 31;

/** Years, "2023-05-01", "05.2023", "20230501", "1 May 2023". */
function datesIn(runs: readonly Run[], known: ReadonlySet<number>, names: readonly Span[]): Span[] {
  const found: Span[] = [];
  const isFree = (at: number) => at >= 0 && at < runs.length && !known.has(at);
  for (const [at, run] of runs.entries()) {
    if (!isFree(at)) continue;
    if (/^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(run.text)) found.push({ from: at, to: at + 1 });
    if (isYear(run)) {
      found.push({ from: at, to: at + 1 });
      for (const [one, two] of [
        [at + 1, at + 2],
        [at - 1, at - 2],
      ] as const) {
        const gapOf = (other: number) => runs[other < at ? other + 1 : other]?.gap ?? '';
        if (!isFree(one) || !isSmall(runs[one]) || !/^[-./_]$/.test(gapOf(one))) continue;
        const isWhole = isFree(two) && isSmall(runs[two]) && /^[-./_]$/.test(gapOf(two));
        if (isWhole) found.push({ from: Math.min(two, at), to: Math.max(two, at) + 1 });
        // "Acme Ventures 2-2023" may be the second of that name.
        else if (gapOf(one) !== '_' && !isTouching(runs, one, names))
          found.push({ from: Math.min(one, at), to: Math.max(one, at) + 1 });
      }
    }
    if (MONTH.test(run.text)) {
      const isDay = (other: number) => isFree(other) && isSmall(runs[other]);
      const isNear = isYear(runs[at + 1]) || (isDay(at + 1) && isYear(runs[at + 2]));
      if (isNear) found.push({ from: isDay(at - 1) ? at - 1 : at, to: isDay(at + 1) ? at + 2 : at + 1 });
    }
  }
  return found;
}

function companyIn(runs: readonly Run[], company: readonly string[]): Span[] {
  if (company.length === 0) return [];
  const found: Span[] = [];
  for (let from = 0; from + company.length <= runs.length; from += 1)
    if (company.every((word, at) => runs[from + at]!.text === word)) found.push({ from, to: from + company.length });
  return found;
}
