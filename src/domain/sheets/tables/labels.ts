// Q8, Q9 and Q12: the labels of rows that are no holder.
import type { SkipReason } from '../reading.ts';
import { cleaned } from '../values/cells.ts';

const TOTALS = new Set(
  'total|totals|grand total|sum|summe|gesamt|total shares|total outstanding|total fully diluted|totalt|sum total|total général|totaal|totale|fully diluted shares|fully diluted units|fully diluted ownership|total shares outstanding|total units outstanding|percentage outstanding|total issued and outstanding|total shares issued|total capitalization|total equity'.split(
    '|',
  ),
);

/** A total of something: every word is one of the field's own. A fund called "Total Energy Partners" has other words. */
const TOTAL_OF =
  /^(?:sub-?)?totals?(?: of)?(?: (?:all|the|and|common|preferred|ordinary|series|seed|[a-f]|stock|shares?|units?|options?|rsus?|warrants?|issued|outstanding|granted|authorized|fully|diluted|founders?|investors?|employees?|holders?|shareholders?|class(?:es)?|pool|equity|securities|ownership|dividends?|distributions?|payments?|paid|(?:19|20)\d\d))*$/;

const GRANTED =
  /^(?:granted(?: (?:options?|option shares|shares|and outstanding))?|(?:stock )?options? (?:granted|outstanding|granted and outstanding|issued|exercisable)|(?:stock )?options? and rsu'?s (?:issued and )?outstanding|options? issued and outstanding|granted stock options?|allocated (?:options?|pool)|promised options?)$/;

const AVAILABLE =
  /^(?:(?:shares|units|options?) available(?: for (?:issuance|grant|future (?:issuance|grants?)))?(?: under the plan)?|available(?: (?:for (?:issuance|grant)|options?|option shares|shares|pool))?|unissued(?: (?:options?|pool|shares))?|ungranted(?: (?:options?|pool|shares))?|unallocated(?: (?:options?|pool|option pool|esop))?|reserved(?: (?:options?|pool|shares))?|options? remaining for issuance|(?:(?:pre|post)-(?:investment|money) )?(?:employee )?(?:stock )?(?:option|equity) pool(?: (?:available|unallocated|reserve|increase))?|pool|esop(?: pool)?|unallocated esop)$/;

const PRICE = /^(?:price per (?:share|unit)|(?:share class )?original issue price|issue price|pps)$/;

const PLACEHOLDER =
  /^(?:tbd|tba|t\.b\.d\.|to be determined|to be decided|remaining round planned|placeholder|n\.n\.|xxx+|\?+)$/;

const EXAMPLE = /^(?:example|beispiel|exemple|sample)\b|[\s(]example\)?$/;

const FOOTNOTE = /^(?:\[\d+\]|\(\d+\)|[*†‡]|notes?\b\s*:|source\s*:|disclaimer\b)/;

/** As compared: brackets with an explanation, a last colon and case make no difference. */
const labelKey = (text: string): string =>
  cleaned(text)
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/\s*\((?!\d+\))[^)]*\)/g, '')
    .replace(/[:.]+$/, '')
    .trim();

/** No label is longer; a cell may hold a megabyte. */
const LABEL_LENGTH_MAX = 200;

/** What a label by itself says its row is; null for one that may be a name. */
export function reasonOfLabel(label: string): SkipReason | null {
  const text = label.slice(0, LABEL_LENGTH_MAX);
  const whole = cleaned(text).toLowerCase();
  const key = labelKey(text);
  if (FOOTNOTE.test(whole)) return 'footnote';
  if (GRANTED.test(key)) return 'pool_granted';
  if (AVAILABLE.test(key)) return 'pool_available';
  if (PRICE.test(key)) return 'price';
  if (/^sub-?totals?\b/.test(key)) return TOTAL_OF.test(key) ? 'subtotal' : null;
  if (TOTALS.has(key) || TOTAL_OF.test(key)) return 'total';
  if (PLACEHOLDER.test(key)) return 'placeholder';
  return EXAMPLE.test(whole) ? 'example' : null;
}

const HINT =
  /^(?:text|number|whole number|date|currency|yes\/no|required|optional|mandatory|recommended|(?:yyyy|yy|mm|dd)[-/.](?:mm|dd)[-/.](?:dd|yyyy|yy)|document set\b.*|e\.g\..*|name@.*)$/i;

/** What a template says of a column's form, in the row under its headings. */
export const isHint = (text: string): boolean => text.length <= 200 && HINT.test(cleaned(text));

/** The title of a further table under the first. */
export const isSecondTitle = (text: string): boolean =>
  text.length <= LABEL_LENGTH_MAX &&
  /\b(?:summary|recap|overview|scenario|pro[- ]?forma|zusammenfassung|résumé|sammendrag)\b/i.test(text);
