// Which currency an amount of a statement has: the letters, the sign or the word beside it, in its row, in its heading or above the
// table. One that is not understood is never that of the payment.
import { say } from '#src/words/say.ts';
import { isCurrency } from '../figures/currencies.ts';
import type { GridRow } from '../sheets/grid.ts';
import { cleaned } from '../sheets/values/cells.ts';
import { plainWords } from './bankWords.ts';

const NAMES: Readonly<Record<string, string>> = {
  EUR: 'euro,euros,eur',
  USD: 'us dollar,us dollars,dollar us,dollars us,u s dollar,u s dollars,united states dollar,us',
  GBP: 'pound sterling,pounds sterling,british pound,british pounds,sterling,pfund',
  CHF: 'swiss franc,swiss francs,schweizer franken,franken,sfr',
  JPY: 'yen,japanese yen',
  CAD: 'canadian dollar,canadian dollars',
  AUD: 'australian dollar,australian dollars',
  INR: 'rupee,rupees,indian rupee,indian rupees',
};
const BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([code, names]) => names.split(',').map((name) => [plainWords(name), code] as const)),
);
const BY_SIGN: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR' };
const DOLLARS: Readonly<Record<string, string>> = {
  US: 'USD',
  C: 'CAD',
  CA: 'CAD',
  A: 'AUD',
  AU: 'AUD',
  NZ: 'NZD',
  HK: 'HKD',
  S: 'SGD',
  R: 'BRL',
  MX: 'MXN',
};

const codesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g)].map(([code]) => code).filter(isCurrency)),
];

function signIn(text: string): string | null {
  const dollars = /(?<![A-Za-z])([A-Z]{1,2}) ?\$/.exec(text)?.[1];
  if (dollars !== undefined) return DOLLARS[dollars] ?? null;
  return BY_SIGN[/[$€£¥₹]/.exec(text)?.[0] ?? ''] ?? null;
}

/** In: a cell that is nothing but a currency. */
export function currencyOfText(text: string): string | null {
  const whole = cleaned(text);
  if (/^[a-z]{3}$/i.test(whole)) return whole.toUpperCase();
  const [code, ...others] = codesIn(whole);
  if (code !== undefined) return others.length === 0 ? code : null;
  return signIn(whole) ?? BY_NAME.get(plainWords(whole)) ?? null;
}

const SMALL = /(?<![a-z])(usd|eur|gbp|chf|inr|cad|aud|jpy|sek|nok|dkk|brl|mxn|zar|ngn)(?![a-z])/i;

/** "Amount (EUR)", "Betrag (€)", "amount_usd", "Debit in Euro". */
export function currencyOfHeading(text: string): string | null {
  const heading = cleaned(text.slice(0, 80)).replaceAll('_', ' ');
  const [code] = codesIn(heading);
  const small = SMALL.exec(heading)?.[0].toUpperCase();
  const name = plainWords(heading).split(' ').at(-1)!;
  return code ?? small ?? signIn(heading) ?? (name === 'us' ? null : (BY_NAME.get(name) ?? null));
}

/** The heading without its currency: it says nothing of what else the column holds. */
export const withoutCurrency = (heading: string): string => {
  const [code] = codesIn(heading);
  const rest = code === undefined ? heading : heading.replace(new RegExp(`(?<![A-Za-z])${code}(?![A-Za-z])`), ' ');
  const bare = rest
    .replace(SMALL, ' ')
    .replace(/([A-Z]{1,2} ?)?[$€£¥₹]/g, ' ')
    .replace(/(?<!\p{L})(in )?euros?(?!\p{L})/giu, ' ');
  return bare === heading ? heading : bare.replace(/(?<!\p{L})in\s*[)\]\s]*$/iu, ' ');
};

const LABEL = /^(account )?(currency|ccy|wahrung|kontowahrung|devise|monnaie|moneda|divisa|moeda|valuta)( code)?$/;

/** What stands above the headings says of all lines; 'several' where it names more than one. */
export function currencyAbove(rows: readonly GridRow[]): string | 'several' | null {
  const [labelled, named] = [new Set<string>(), new Set<string>()];
  rows.forEach(({ cells }, rowAt) => {
    cells.forEach(({ text, column }, at) => {
      const [, label = '', value = ''] = /^([^:]*):?(.*)$/su.exec(text.slice(0, 200)) ?? [];
      const isLabel = LABEL.test(plainWords(label));
      // Behind the label, in the next cell, or below.
      const below = rows[rowAt + 1]?.cells.find((cell) => cell.column === column);
      const said = [value, cells[at + 1]?.text ?? '', below?.text ?? ''].filter((each) => each.trim() !== '');
      const codes = said.map(currencyOfText).filter((code) => code !== null && isCurrency(code));
      if (isLabel && said.length > 0) labelled.add(codes[0] ?? 'several');
      // "EUR", or an amount: "Kontostand: 1.234,00 EUR".
      const beside = /(?:^|\d\s?)([A-Z]{3}|€)$|^([A-Z]{3}|€)\s?[-\d]/.exec(text.trim());
      const code = beside && currencyOfText(beside[1] ?? beside[2]!);
      if (code && isCurrency(code)) named.add(code);
    });
  });
  const [one, ...others] = labelled.size > 0 ? labelled : named;
  return others.length > 0 ? 'several' : (one ?? null);
}

/** What is left of a heading without the word for an amount or a currency: they belong together where it is the same. */
const belongsTo = (heading: string): string =>
  plainWords(withoutCurrency(heading.replaceAll('_', ' ')))
    .replace(/(currency|ccy|wahrung|devise|monnaie|moneda|divisa|moeda|valuta|muntsoort)( code)?/g, '')
    .replace(/(amount|amt|betrag|umsatz|montant|importe|importo|valor|bedrag|value|debit|credit)s?/g, '')
    .replace(/(?<!\p{L})(in|de|del|of|the)(?!\p{L})|s(?!\p{L})/gu, '')
    .replace(/\s+/g, '');
const OF_ACCOUNT = /^(|account|konto|buchung|booking|booked|compte|cuenta|conta|conto)$/;

export interface Headed {
  column: number;
  heading: string;
}

/** The columns of currencies that may be the amount's; more than one, or none that is its own, where nobody knows which. */
export function currencyColumns(
  currencies: readonly Headed[],
  amounts: readonly Headed[],
): { columns: number[]; isOwn: boolean } {
  const [amount, ...others] = amounts;
  const own = belongsTo(amount?.heading ?? '');
  const same = currencies.filter(({ heading }) => belongsTo(heading) === own);
  const ofAccount = OF_ACCOUNT.test(own) ? currencies.filter(({ heading }) => OF_ACCOUNT.test(belongsTo(heading))) : [];
  const found = [same, ofAccount].find(({ length }) => length > 0) ?? currencies;
  const ofAnother = found.some(
    ({ heading }) =>
      belongsTo(heading) !== own && others.some((other) => belongsTo(other.heading) === belongsTo(heading)),
  );
  return { columns: found.map(({ column }) => column), isOwn: !ofAnother };
}

export interface SaidCurrencies {
  /** As the cells of the row have it. */
  cells: readonly string[];
  isOwn: boolean;
  heading: string | null;
  /** As it is written beside the figure. */
  figure: string | null;
  figureText: string;
  above: string | 'several' | null;
}

/** The currency of one amount, or why nobody can tell. */
export function currencyOf(said: SaidCurrencies): { currency: string | null; fault: string | null } {
  const none = (fault: string) => ({ currency: null, fault });
  // What holds figures is a column of days, or of something else.
  const words = [...new Set(said.cells.filter((text) => text !== '' && !/\d\D*\d\D*\d\D*\d/.test(text)))];
  const strange = words.find((text) => currencyOfText(text) === null);
  if (strange !== undefined)
    return none(say`The currency “${strange.slice(0, 40)}” is not known. Write its three letters, such as EUR.`);
  const cells = new Set(words.map((text) => currencyOfText(text)!));
  if (cells.size > 1 || (cells.size === 1 && !said.isOwn))
    return none(say`The row names a currency for another amount, and not which one this amount has.`);
  const known = new Set([...cells, ...(said.heading === null ? [] : [said.heading])]);
  // A sign alone is that of several currencies.
  const isSign = /[$£¥]/.test(said.figureText) && codesIn(said.figureText).length === 0;
  if (said.figure !== null && !(isSign && known.size > 0)) known.add(said.figure);
  const [currency, ...others] = known;
  if (others.length > 0) return none(say`This row names two currencies.`);
  if (currency !== undefined) return { currency, fault: null };
  if (said.above === 'several')
    return none(say`The lines above the table name several currencies, and none for this amount.`);
  return { currency: said.above, fault: null };
}
