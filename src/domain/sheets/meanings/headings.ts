// Headings as they are compared: without case, wrapping, units and footnote marks.

export interface HeadingWords {
  /** What synonyms are compared with. */
  key: string;
  /** The class's code in brackets: "Common (CS) Stock" -> "CS". */
  code: string | null;
  /** The currency in brackets or before the rest: "Nennwert (CHF)". */
  currency: string | null;
  /** The heading says that its column is a percentage. */
  isPercent: boolean;
}

const CURRENCIES = /^(USD|EUR|GBP|CHF|SEK|NOK|DKK|CAD|AUD|NZD|SGD|INR|JPY|PLN|CZK|HUF|ILS|BRL|MXN|ZAR|HKD)$/;
const MARKS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };

/** "Grant #" is a number of its own, where "# of shares" counts. */
const NUMBER_MARK =
  /((?:^|\s)(?:grant|certificate|cert|option|warrant|note|loan|safe|award|security|instrument|stakeholder|holder|shareholder|investor|employee|member))\s*(?:[#№]|n[or]\.)\s*$/i;

export function headingWords(text: string): HeadingWords {
  let rest = text
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\[\d+\]/g, '');
  let code: string | null = null;
  let currency: string | null = null;
  rest = rest.replace(/\(([^()]*)\)/g, (whole, inside: string) => {
    const word = inside.trim();
    if (CURRENCIES.test(word)) currency = word;
    else if (MARKS[word]) currency = MARKS[word];
    else if (/^[A-Z][A-Z0-9-]{0,7}$/.test(word)) code = word;
    else if (/^(?:s|e|r|es)$/i.test(word)) return whole;
    return ' ';
  });
  rest = rest.replace(NUMBER_MARK, '$1 number');
  const mark = /[$€£¥]/.exec(rest)?.[0];
  if (mark) currency ??= MARKS[mark]!;
  const isPercent =
    /%|\bpercent(?:age)?\b|\bownership\b|\banteil\b|\bandel\b|\bquota %|\bprozent\b|\bpourcentage\b|\bporcentaje\b|\bpercentagem\b|\bpercentuale\b|\bprocent\b|\bprosent\b/i.test(
      rest,
    );
  const key = rest
    .toLowerCase()
    .replace(/[_\-–—]+/g, (dashes) => (dashes.startsWith('_') ? ' ' : '-'))
    .replace(/[#$€£¥%*:]|\((?:s|e|r|es)\)/g, ' ')
    .replace(/\s*\/\s*/g, '/')
    .replace(/\s+/g, ' ')
    .trim();
  return { key, code, currency, isPercent };
}

/** Columns whose heading sounds like shares and that are none of a class: sums, shares of the whole, ratios, values. */
const NEVER_A_CLASS =
  /\b(?:outstanding|fully[- ]diluted|fd|ownership|percent|percentage|conversion ratio|as[- ]converted|value|total|price|invested|investment|cost|voting|votes|gesamt|summe|anteil|available|unissued|reserved|treasury|pool|esop|plan|amounts?|betrag|montant|importe|importo|bedrag|beløp|belopp|thousands|safes?|notes?|phantom|virtual|virtuelle|granted|exercised|forfeited|vested|unvested|options?|rsus?|warrants?|number|numbers|no|nr|qty|quantity|date|type|kind|nominal|certificates?|name|holders?|id|reason|status|vesting|transfer(?:red)?|sold|bought|paid|register|anzahl|nombre|número|numero|aantal|antall|antal|datum|fecha|data)\b/i;

/** The same shares at another time, or as they would be converted: no further class. */
const OTHER_TIME =
  /\bas[- ]converted\b|\b(?:before|after|pre|post)[- ]?(?:money|round|split|investment|closing)?\b|\bvor\b|\bnach\b|\bavant\b|\baprès\b|\bantes\b|\bdespués\b|\b(?:19|20)\d\d\b/i;

const CLASS_WORDS =
  /\b(?:common|preferred|pref|ordinary|series|seed|stock|shares?|units?|class [a-z0-9]+|membership|founders?'? shares|[a-z]*aktien?|stammkapital|stammanteile|andeler|aksjer|parts sociales|actions)\b/i;

/** Whether a heading of a wide table can name a class of shares. */
export function isClassHeading(heading: string): boolean {
  const { key, code, currency, isPercent } = headingWords(heading);
  if (
    key === '' ||
    isPercent ||
    currency !== null ||
    NEVER_A_CLASS.test(key.replace(ISSUED, '')) ||
    OTHER_TIME.test(heading)
  )
    return false;
  return code !== null || CLASS_WORDS.test(key);
}

/** "Issued Common" is Common; "Issued shares" names no class. */
const ISSUED = /^issued(?: (?:and|&) outstanding)? (?!(?:shares?|stock|units?|capital|options?)$)/i;

/** "Common (CS) Stock" -> name "Common Stock", code "CS"; "Common (CS)" -> "Common", "CS". */
export function classNameOf(text: string): { name: string; code: string | null } {
  const plain = text
    .replace(/\[\d+\]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(ISSUED, '');
  const match = /^(.*?)\s*\(([A-Z][A-Z0-9-]{0,7})\)\s*(.*)$/.exec(plain);
  if (!match) return { name: plain, code: null };
  return { name: `${match[1]} ${match[3]}`.replace(/\s+/g, ' ').trim(), code: match[2]! };
}

/** Classes are the same when these are: case, blanks and a last "stock" or "shares" make no difference. */
export const classKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\s+(?:stock|shares|units)$/, '');

/** What a class's name says about its kind; null where it says nothing. */
export function classTypeOf(text: string): 'COMMON' | 'PREFERRED' | null {
  if (/pref|vorzug|préf|preferen|\bseries\b|\bseed\b|\bangel/i.test(text)) return 'PREFERRED';
  if (
    /common|ordinary|ordinær|stamm|namen|inhaber|founder|\bclass [a-z] units\b|^actions$|^shares?$|^units?$|aksjer/i.test(
      text,
    )
  )
    return 'COMMON';
  return null;
}

/** What a class of a long table is called that is no stock: options and units. */
export const isGrantClass = (name: string): boolean => /\boptions?\b|\brsus?\b|\b(?:iso|nso|nqso)s?\b/i.test(name);
