// Numbers of certificates and grants: the file's own, else the next ones of their prefix.
import type { Security } from '../records/records.ts';

const PREFIXES = { option: 'OPT', convertible: 'CN', warrant: 'W' } as const;

/** Gives each security that has no number the next one of its prefix, in the order given. */
export function numberer(
  securities: readonly Security[],
  alreadyUsed: Iterable<string>,
): (prefix: string, own: string) => string {
  const highest = new Map<string, number>();
  const note = (number: string) => {
    const match = number.length > 60 ? null : /^(.*?)-?0*(\d{1,9})$/.exec(number.trim());
    if (!match) return;
    const prefix = match[1]!.toUpperCase();
    highest.set(prefix, Math.max(highest.get(prefix) ?? 0, Number(match[2])));
  };
  for (const { number } of securities) note(number);
  for (const number of alreadyUsed) note(number);
  return (prefix, own) => {
    if (own !== '') return own;
    const next = (highest.get(prefix.toUpperCase()) ?? 0) + 1;
    highest.set(prefix.toUpperCase(), next);
    return `${prefix}-${next}`;
  };
}

export const prefixOf = (security: Security, classCode: string, isSafe: boolean): string => {
  if (security.kind === 'stock') return classCode;
  if (security.kind === 'convertible') return isSafe ? 'SAFE' : PREFIXES.convertible;
  if (security.kind === 'option') return /\brsu/i.test(security.type) ? 'RSU' : PREFIXES.option;
  return PREFIXES.warrant;
};

/** "Common Stock" -> "CS", "Series Seed" -> "SS", "Namenaktien" -> "N". */
export function codeOf(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N} ]+/gu, ' ')
    .split(' ')
    .filter(Boolean);
  const base =
    (words.map((word) => word.charAt(0)).join('') || 'S')
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .slice(0, 6) || 'S';
  let code = base;
  for (let next = 2; taken.has(code); next += 1) code = `${base}${next}`;
  return code;
}

/** What the most numbers of a class begin with, before their digits: the next certificate goes on from them. */
export function numbersPrefix(securities: readonly Security[], isOfClass: (name: string) => boolean): string | null {
  const counts = new Map<string, number>();
  for (const security of securities) {
    if (security.kind !== 'stock' || !isOfClass(security.class_name)) continue;
    const prefix = /^(.*\D)\d+$/.exec(security.number.trim())?.[1];
    if (prefix && prefix.length <= PREFIX_MAX) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}

/** As long as a class's prefix may be. */
const PREFIX_MAX = 20;
