// What a table's rows are, by its headings. A tab's own name only decides between two that the headings leave open.
import type { Role } from '../reading.ts';
import { headingWords, isClassHeading } from './headings.ts';
import { arePaymentHeadings } from './paymentWords.ts';
import { meaningOf, TOTALS_HEADINGS } from './synonyms.ts';
import type { FoundTable, Head } from '../tables/findTables.ts';

interface Signs {
  has: (...fields: string[]) => boolean;
  keys: ReadonlySet<string>;
  hasHolder: boolean;
  classColumns: number;
  tab: string;
}

function signsOf({ heads, tab }: FoundTable): Signs {
  const keys = new Set(heads.map(({ own }) => headingWords(own).key));
  const fields = new Set<string>();
  for (const key of keys) {
    const meaning = meaningOf(key, null);
    if (meaning) fields.add(meaning.field);
  }
  const has = (...wanted: string[]) => wanted.some((field) => fields.has(field));
  const hasHolder = has('holder', 'first_name', 'last_name');
  return { has, keys, hasHolder, classColumns: heads.filter(isWideClass).length, tab: (tab ?? '').toLowerCase() };
}

/** A column of a wide table that holds shares of one class. */
export const isWideClass = ({ parent, own }: Head): boolean =>
  parent === ''
    ? isClassHeading(own) && meaningOf(headingWords(own).key, null) === null
    : isClassHeading(parent) && meaningOf(headingWords(own).key, null)?.field === 'quantity_issued';

/** Whether several roles fit, the first is the likeliest. Empty: nothing in it is known. */
export function rolesOf(table: FoundTable): Role[] {
  if (table.heads.length === 0) return [];
  const { has, keys, hasHolder, classColumns, tab } = signsOf(table);
  const any = (...words: string[]) => words.some((word) => keys.has(word));
  if (any('warning', 'warnings') && any('code', 'security id', 'security type')) return ['vendor_warnings'];
  if (!hasHolder && [...keys].filter((key) => TOTALS_HEADINGS.has(key)).length >= 3) return ['totals'];
  if (has('counterparty') && any('seller', 'seller email', 'from', 'transferor', 'seller name', 'from holder'))
    return ['transactions'];
  if (any('transaction type', 'event') && has('issue_date')) return ['transactions'];
  if (!hasHolder) {
    const isPlan =
      any('stock plan name', 'plan name', 'equity plan', 'stock plan', 'option plan') || /\bplans?\b/.test(tab);
    if (isPlan && has('authorized')) return ['plans'];
    const isClass =
      has('class') || any('name', 'stock class name', 'share class name', 'class name', 'unit class name');
    if (isClass && (has('class_type', 'class_code', 'authorized', 'par_value') || any('type'))) return ['classes'];
    return [];
  }
  if (!has('strike', 'award_type', 'principal', 'valuation_cap', 'granted') && arePaymentHeadings(keys))
    return ['payments'];
  if (has('principal', 'valuation_cap', 'maturity_date')) return ['convertibles'];
  if (has('discount') && any('amount', 'investment', 'purchase amount', 'investment amount')) return ['convertibles'];
  const isWarrantTab =
    /\bwarrants?\b/.test(tab) ||
    any('number of warrants', 'warrantholder', 'warrant id') ||
    // Beside shares and options it is a column of a table of holdings.
    (any('warrants') && !any('shares', 'options'));
  if (isWarrantTab && has('quantity_issued', 'quantity_outstanding', 'strike') && classColumns === 0)
    return ['warrants'];
  if (has('strike', 'award_type')) return ['options'];
  if (has('granted') && has('issue_date', 'vesting', 'vesting_start')) return ['options'];
  const hasQuantity = has('quantity_issued', 'quantity_outstanding');
  if (has('security_id') && hasQuantity) return ['certificates'];
  if (has('class') && hasQuantity) return ['snapshot'];
  if (classColumns > 0 || has('granted')) return ['snapshot'];
  if (hasQuantity)
    return has('email', 'country', 'street_1') && !has('issue_date') ? ['snapshot', 'stakeholders'] : ['snapshot'];
  if (has('email', 'holder_kind', 'holder_id', 'street_1', 'city', 'country', 'first_name', 'last_name') || any('type'))
    return ['stakeholders'];
  return [];
}

/** The headings of every table of a file, for recognising its vendor. */
export const headingSets = (tables: readonly FoundTable[]): ReadonlySet<string>[] =>
  tables.map(({ heads }) => new Set(heads.map(({ own }) => headingWords(own).key)));
