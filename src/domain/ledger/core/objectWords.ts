// Object types in words, for findings and screens.
import type { StaticType } from './types.ts';

/** "TX_STOCK_CLASS_SPLIT" -> "Stock class split"; "STAKEHOLDER" -> "Stakeholder". */
export function objectWord(objectType: string): string {
  const words = objectType
    .replace(/^(TX|CE)_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const COUNTED: Readonly<Record<StaticType, readonly [one: string, more: string]>> = {
  ISSUER: ['company', 'companies'],
  STAKEHOLDER: ['holder', 'holders'],
  STOCK_CLASS: ['share class', 'share classes'],
  STOCK_PLAN: ['equity plan', 'equity plans'],
  STOCK_LEGEND_TEMPLATE: ['legend', 'legends'],
  VESTING_TERMS: ['vesting schedule', 'vesting schedules'],
  VALUATION: ['valuation', 'valuations'],
  DOCUMENT: ['document', 'documents'],
  FINANCING: ['financing', 'financings'],
};

/** What a spreadsheet brings in beside the objects of the format. */
const BESIDE: Readonly<Record<string, readonly [one: string, more: string]>> = {
  DISTRIBUTION: ['distribution', 'distributions'],
  PAYMENT: ['payment', 'payments'],
};

/** "VESTING_TERMS" -> "vesting schedules". */
export function objectsInWords(objectType: string, count: number): string {
  const [one, more] = Object.hasOwn(COUNTED, objectType)
    ? COUNTED[objectType as StaticType]
    : (BESIDE[objectType] ?? ['other object', 'other objects']);
  return count === 1 ? one : more;
}
