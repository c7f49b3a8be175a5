// A line of the ledger in another language. It is kept as it was written, in English: what happened, the number of the security, how
// many of what, and whose (src/domain/ledger/core/lines.ts).
import { ofLineWords, securityLineWords } from '#src/domain/ledger/core/lines.ts';
// The types declare their words when they are loaded.
import '#src/domain/ledger/transactions/index.ts';
import { figureIn } from './figureIn.ts';

const ISSUED = 'Issued';
/** A number, then a figure and its class or nothing, then whose it is. Names may have anything in them, and stay as they are. */
const SECURITY = /^ ([^\s,:]+)(?:: (\S+?)( .*|, .*)?|(, .*))?$/s;

/** `textOf`: a text in that language. Out: null for another text. */
export function ledgerLine(
  text: string,
  locale: string,
  textOf: (english: string) => string | undefined,
): string | null {
  const own = [...ofLineWords].find((each) => text.startsWith(`${each} of `));
  if (own !== undefined) return ofLine(text.slice(own.length), textOf(own) ?? own, locale, textOf);
  const words = [ISSUED, ...securityLineWords].find((each) => text.startsWith(`${each} `));
  const found = words === undefined ? null : SECURITY.exec(text.slice(words.length));
  if (!found) return null;
  const [, number, figure, afterFigure, afterNumber] = found;
  const quantity = figure === undefined ? '' : `: ${figureIn(figure, locale) ?? figure}`;
  return `${textOf(words!) ?? words} ${number}${quantity}${toWhom(afterFigure ?? afterNumber ?? '', words === ISSUED, textOf)}`;
}

/**
 * Of what was issued, a class is named before the first "to" and its holder after it. Any other "to" is a part of a name, but for the
 * one that a history adds, with a space that does not break.
 */
function toWhom(rest: string, isIssue: boolean, textOf: (english: string) => string | undefined): string {
  const sign = isIssue ? ' to ' : ' to\u00a0';
  const at = rest.indexOf(sign);
  const words = textOf('to {1}');
  return at < 0 || !words ? rest : `${rest.slice(0, at)} ${words.replace('{1}', () => rest.slice(at + sign.length))}`;
}

/** Of a class or a holder, and perhaps to which figure or by which ratio: " of Common to 14,000,000", " of Common 2 for 1". */
function ofLine(
  rest: string,
  words: string,
  locale: string,
  textOf: (english: string) => string | undefined,
): string | null {
  const [, whose, figure, more, fewer] =
    /^ of (.*?)(?: to ([\d.,]+(?::[\d.,]+)?)| ([\d.,]+) for ([\d.,]+))?$/s.exec(rest) ?? [];
  const of = textOf('of {1}');
  if (whose === undefined || !of) return null;
  const written = (each: string) => figureIn(each, locale) ?? each;
  const ratio = more === undefined ? undefined : (textOf('{1} for {2}') ?? '{1} for {2}');
  const by =
    ratio?.replace('{1}', () => written(more!)).replace('{2}', () => written(fewer!)) ?? (figure && written(figure));
  return `${words} ${of.replace('{1}', () => whose)}${by === undefined ? '' : `: ${by}`}`;
}
