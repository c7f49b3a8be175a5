// Which certificate, grant, convertible or warrant a file's name numbers: "CS-012" is CS-12.
import { keyOf, longest, runsOf, stretches } from './nameRuns.ts';
import type { Run, Span } from './nameRuns.ts';

export type SecurityKind = 'certificate' | 'grant' | 'convertible' | 'warrant';

export interface NumberedSecurity {
  id: string;
  kind: SecurityKind;
  number: string;
  shareholder_id: string;
}

export interface SecurityNumbers {
  byKey: ReadonlyMap<string, readonly NumberedSecurity[]>;
  longest: number;
}

export interface SecurityFound extends Span {
  securities: readonly NumberedSecurity[];
  isSure: boolean;
}

export function securityNumbers(securities: readonly NumberedSecurity[]): SecurityNumbers {
  const byKey = new Map<string, NumberedSecurity[]>();
  let most = 0;
  for (const security of securities) {
    const runs = runsOf(security.number);
    // Letters alone could be any word.
    if (!runs.some(({ isNumber }) => isNumber)) continue;
    most = Math.max(most, runs.length);
    const key = keyOf(runs);
    const list = byKey.get(key);
    if (list) list.push(security);
    else byKey.set(key, [security]);
  }
  return { byKey, longest: most };
}

/** Words before a bare number, and what they number. */
const NUMBERED: Record<string, readonly SecurityKind[]> = {
  certificate: ['certificate'],
  cert: ['certificate'],
  grant: ['grant'],
  option: ['grant'],
  award: ['grant'],
  warrant: ['warrant'],
  safe: ['convertible'],
  note: ['convertible'],
};

export function securitiesIn(runs: readonly Run[], { byKey, longest: most }: SecurityNumbers): SecurityFound[] {
  const found: SecurityFound[] = [];
  for (const { key, from, to } of stretches(runs, most)) {
    const securities = byKey.get(key);
    if (!securities || !isTogether(runs, from, to)) continue;
    const after = runs[to];
    // "CS-12-1" and "CS-12.1" may be others than CS-12.
    const goesOn = after !== undefined && after.isNumber && /^[-.]$/.test(after.gap) && !isDay(runs, to);
    const one = { from, to, securities, isSure: !goesOn };
    const bare = to - from === 1 ? bareNumber(runs, one) : one;
    if (bare) found.push(bare);
  }
  return longest(found);
}

/** The parts of one number touch, or have one sign between them. A single letter needs a hyphen: "Series A 1" is no A-1. */
function isTogether(runs: readonly Run[], from: number, to: number): boolean {
  const first = runs[from]!;
  if (from > 0 && first.gap === '') return false;
  if (runs[to]?.gap === '') return false;
  const between = runs.slice(from + 1, to).map(({ gap }) => gap);
  if (first.text.length === 1 && !first.isNumber && /[\s_]/.test(between[0] ?? '')) return false;
  return between.every((gap) => /^[-_.#/ ]?$/.test(gap) || gap === ' #');
}

/** A number without letters counts only after the word for what it numbers; one that may be a year is asked about. */
function bareNumber(runs: readonly Run[], found: SecurityFound): SecurityFound | null {
  let at = found.from - 1;
  if (runs[at]?.text === 'no' || runs[at]?.text === 'nr' || runs[at]?.text === 'number') at -= 1;
  const kinds = NUMBERED[runs[at]?.text ?? ''];
  if (!kinds) return null;
  const securities = found.securities.filter(({ kind }) => kinds.includes(kind));
  if (securities.length === 0) return null;
  return { ...found, securities, isSure: found.isSure && !/^(?:19|20)\d\d$/.test(runs[found.from]!.text) };
}

/** "2023-05-01" after a number is a day. */
const isDay = (runs: readonly Run[], at: number): boolean => /^(?:19|20)\d\d$/.test(runs[at]!.text);
