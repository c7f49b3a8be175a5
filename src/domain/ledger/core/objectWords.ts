// Object types in words, for findings and screens.
import { say } from '#src/words/say.ts';
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
  ISSUER: [say`company`, say`companies`],
  STAKEHOLDER: [say`holder`, say`holders`],
  STOCK_CLASS: [say`share class`, say`share classes`],
  STOCK_PLAN: [say`equity plan`, say`equity plans`],
  STOCK_LEGEND_TEMPLATE: [say`legend`, say`legends`],
  VESTING_TERMS: [say`vesting schedule`, say`vesting schedules`],
  VALUATION: [say`valuation`, say`valuations`],
  DOCUMENT: [say`document`, say`documents`],
  FINANCING: [say`financing`, say`financings`],
};

/** What a spreadsheet brings in beside the objects of the format. */
const BESIDE: Readonly<Record<string, readonly [one: string, more: string]>> = {
  DISTRIBUTION: [say`distribution`, say`distributions`],
  PAYMENT: [say`payment`, say`payments`],
};

/** "VESTING_TERMS" -> "vesting schedules". */
export function objectsInWords(objectType: string, count: number): string {
  const [one, more] = Object.hasOwn(COUNTED, objectType)
    ? COUNTED[objectType as StaticType]
    : (BESIDE[objectType] ?? [say`other object`, say`other objects`]);
  return count === 1 ? one : more;
}
