// Q13: a security that the ledger has by its number, and of which the file says something else. Both values are shown. Where nothing
// followed its issue, it can be corrected: the entry is retracted on its own day and written again as the file has it.
import { formatDecimal, grouped, parseDecimal } from '#src/domain/figures/decimal.ts';
import { isObject, listOf, objectOf, textOf } from '#src/domain/ledger/core/fields.ts';
import type { SecurityState } from '#src/domain/ledger/core/state.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { Question } from '../reading.ts';
import type { Security } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import type { Existing } from './existing.ts';

export interface ChangedSecurity {
  security: Security;
  known: SecurityState;
  /** Null where nothing differs that shares are counted by: then what differs is said. */
  question: Question | null;
  differences: string;
  /** It is to be retracted and written again. */
  isCorrected: boolean;
}

/** What an issuance says, in words, and how the two are compared. */
const COMPARED: readonly {
  words: string;
  of: (issuance: OcfObject, names: Names) => string | null;
  isPerShare?: boolean;
  /** The ledger's stays, and the other is said. */
  isOnlySaid?: boolean;
}[] = [
  { words: 'holder', of: (each, { holder }) => named(textOf(each, 'stakeholder_id'), holder) },
  {
    words: 'class',
    of: (each, { share_class }) =>
      textOf(each, 'object_type') === 'TX_STOCK_ISSUANCE' ? named(textOf(each, 'stock_class_id'), share_class) : null,
  },
  { words: 'quantity', of: (each) => figure(textOf(each, 'quantity')) },
  { words: 'principal', of: (each) => amount(each, 'investment_amount') },
  { words: 'plan', of: (each, { plan }) => named(textOf(each, 'stock_plan_id'), plan), isOnlySaid: true },
  { words: 'valuation cap', of: (each) => term(each, 'conversion_valuation_cap'), isOnlySaid: true },
  { words: 'discount', of: (each) => term(each, 'conversion_discount'), isOnlySaid: true },
  { words: 'interest rate', of: (each) => term(each, 'interest_rates'), isOnlySaid: true },
  { words: 'maturity', of: (each) => maturity(each), isOnlySaid: true },
  { words: 'day', of: (each) => textOf(each, 'date'), isOnlySaid: true },
  { words: 'exercise price', of: (each) => amount(each, 'exercise_price'), isPerShare: true, isOnlySaid: true },
  { words: 'price per share', of: (each) => amount(each, 'share_price'), isPerShare: true, isOnlySaid: true },
];

/** Of the terms of a SAFE or a note, what a file may say. A term that it leaves out is no difference. */
function term(issuance: OcfObject, field: string): string | null {
  const trigger = listOf(issuance, 'conversion_triggers').find(isObject);
  const mechanism = objectOf(objectOf(trigger ?? {}, 'conversion_right') ?? {}, 'conversion_mechanism') ?? {};
  if (field === 'interest_rates') {
    const rate = listOf(mechanism, field).find(isObject);
    return rate ? figure(textOf(rate, 'rate')) : null;
  }
  return isObject(mechanism[field]) ? amount(mechanism, field) : figure(textOf(mechanism, field));
}

/** When a note is due: the day of its trigger. */
const maturity = (issuance: OcfObject): string | null =>
  listOf(issuance, 'conversion_triggers')
    .filter(isObject)
    .map((each) => textOf(each, 'trigger_date'))
    .find((day) => day !== null) ?? null;

export interface Names {
  holder: (id: string) => string;
  share_class: (id: string) => string;
  plan: (id: string) => string;
}

const named = (id: string | null, nameOf: (id: string) => string): string | null => (id === null ? null : nameOf(id));

function figure(text: string | null): string | null {
  const value = text === null ? null : parseDecimal(text);
  return value === null ? text : grouped(value);
}

function amount(issuance: OcfObject, field: string): string | null {
  const money = issuance[field];
  if (!isObject(money)) return null;
  return `${figure(textOf(money, 'amount')) ?? ''} ${textOf(money, 'currency') ?? ''}`.trim();
}

export interface Compared {
  security: Security;
  known: SecurityState;
  /** The issuance as the file would write it. */
  file: OcfObject;
}

/** Null where the file says nothing that the ledger has otherwise. */
export function changedSecurity(
  { security, known, file }: Compared,
  context: { existing: Existing; names: Names; table: MeantTable; answers: Readonly<Record<string, string>> },
): ChangedSecurity | null {
  const { existing, names, table, answers } = context;
  const issuance = existing.issuanceOf(known.row.security_id);
  if (!issuance) return null;
  const { issued, row } = known;
  const isSplit = issued !== null && issued !== parseDecimal(textOf(issuance, 'quantity') ?? '');
  const ours: OcfObject = {
    ...issuance,
    ...(issued !== null && { quantity: formatDecimal(issued) }),
    stakeholder_id: row.stakeholder_id,
    ...(row.stock_class_id !== null && row.kind === 'STOCK' && { stock_class_id: row.stock_class_id }),
  };
  const found = COMPARED.flatMap(({ words, of, isPerShare, isOnlySaid = false }) => {
    // After a split the price of a share is another one.
    if (isPerShare && isSplit) return [];
    const [own, other] = [of(ours, names), of(file, names)];
    return other === null || own === null || own === other
      ? []
      : [{ text: `${words}: ${own} in your records, ${other} in this file`, isOnlySaid }];
  });
  if (found.length === 0) return null;
  const differences = found.map(({ text }) => text).join('; ');
  if (found.every(({ isOnlySaid }) => isOnlySaid))
    return { security, known, differences, question: null, isCorrected: false };
  const number = known.row.custom_id;
  const canCorrect = isUntouched(known, existing);
  const id = `security_changed:${number.toLowerCase()}`;
  const choices = [
    ...(canCorrect ? [{ value: 'file', label: 'Correct it as this file has it' }] : []),
    { value: 'ledger', label: 'Keep it as your records have it' },
  ];
  const answer = choices.find(({ value }) => value === answers[id])?.value ?? null;
  return {
    security,
    known,
    differences,
    isCorrected: answer === 'file',
    question: {
      id,
      code: 'security_changed',
      text: canCorrect
        ? `${number} differs: ${differences}. Which one is right?`
        : `${number} differs: ${differences}. Later entries follow from it, so it is corrected in its own record. Which one is right?`,
      tab: table.tab,
      column: table.columns.find(({ field }) => field === 'security_id')?.letters ?? null,
      rows: [security.place.row],
      choices,
      answer,
    },
  };
}

/** Nothing has followed its issue: no part has left it, nobody accepted it, and no other entry names it. */
const isUntouched = ({ ended, accepted_on, issued, remaining, row }: SecurityState, existing: Existing): boolean =>
  ended === null && accepted_on === null && issued === remaining && existing.entriesOf(row.security_id) === 1;
