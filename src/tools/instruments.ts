// SAFEs, notes and other convertibles as they are typed into a calculator.
import { say } from '../words/say.ts';
import { withInterest } from '../domain/model/noteInterest.ts';
import type { NoteInterest } from '../domain/model/noteInterest.ts';
import type { Instrument, InstrumentType } from '../domain/model/roundTerms.ts';
import { orZero } from './entered.ts';
import type { EnteredRow, List, Row } from './tool.ts';

const is =
  (...types: InstrumentType[]) =>
  ({ type }: Row): boolean =>
    types.includes(type as InstrumentType);
const hasTerms = is('post_cap', 'pre_cap', 'discount');
const bearsInterest = (row: Row): boolean => hasTerms(row) && (row['compounding'] ?? '') !== '';

export const instrumentList: List = {
  name: 'instruments',
  title: say`SAFEs and other convertibles`,
  one: 'SAFE',
  add: say`Add a SAFE`,
  columns: [
    { name: 'name', label: say`Holder`, kind: 'text' },
    {
      name: 'type',
      label: say`Terms`,
      kind: 'choice',
      choices: [
        ['post_cap', say`Post-money cap`],
        ['pre_cap', say`Pre-money cap`],
        ['discount', say`Discount only`],
        ['mfn', say`Best terms of those below (MFN)`],
        ['fixed_pct', say`A fixed percentage`],
      ],
    },
    { name: 'amount', label: say`Money`, kind: 'money' },
    { name: 'cap', label: say`Cap`, kind: 'money', when: is('post_cap', 'pre_cap') },
    { name: 'discount', label: say`Discount in %`, kind: 'percent', optional: true, when: hasTerms },
    { name: 'pct', label: say`Before the new money, in %`, kind: 'percent', when: is('fixed_pct') },
    {
      name: 'compounding',
      label: say`Interest`,
      kind: 'choice',
      choices: [
        ['', say`None (a SAFE)`],
        ['SIMPLE', say`Simple`],
        ['ANNUAL', say`Compounded yearly`],
        ['SEMI_ANNUAL', say`Compounded twice a year`],
        ['QUARTERLY', say`Compounded quarterly`],
        ['MONTHLY', say`Compounded monthly`],
        ['DAILY', say`Compounded daily`],
      ],
      when: hasTerms,
    },
    { name: 'rate', label: say`Interest a year, in %`, kind: 'percent', when: bearsInterest },
    {
      name: 'day_count',
      label: say`Days counted`,
      kind: 'choice',
      choices: [
        ['ACTUAL_365', say`Actual days over 365`],
        ['ACTUAL_360', say`Actual days over 360`],
        ['30_360', '30/360'],
      ],
      when: bearsInterest,
    },
    { name: 'from', label: say`Interest from`, kind: 'date', when: bearsInterest },
    { name: 'to', label: say`Until the round on`, kind: 'date', when: bearsInterest },
  ],
  fresh: {
    name: '',
    type: 'post_cap',
    amount: '',
    cap: '',
    discount: '',
    pct: '',
    compounding: '',
    rate: '',
    day_count: 'ACTUAL_365',
    from: '',
    to: '',
  },
};

/** How a note's money grew, by the instrument's place; nothing for a SAFE. */
export interface EnteredInstruments {
  instruments: Instrument[];
  interest: ReadonlyMap<number, string>;
}

/** In: rows in the order in which they were issued: an MFN may take the terms of those below it. Refuses: invalid_fields. */
export function instrumentsOf(rows: readonly EnteredRow[]): EnteredInstruments {
  const interest = new Map<number, string>();
  const instruments = rows.map((row, index): Instrument => {
    const { figures, texts } = row;
    const type = texts['type'] as InstrumentType;
    let amount = orZero(figures['amount']);
    if (bearsInterest(texts)) {
      const grown = withInterest(amount, interestOf(row), (field) => `instruments.${index}.${field}`);
      amount = grown.amount;
      interest.set(index, grown.formula);
    }
    const later = rows.flatMap(({ texts: each }, place) => (place > index && hasTerms(each) ? [String(place)] : []));
    return {
      id: String(index),
      type,
      amount,
      cap: figures['cap'] ?? null,
      discount: orZero(figures['discount']),
      percent: figures['pct'] ?? null,
      better_of: type === 'mfn' ? later : [],
    };
  });
  return { instruments, interest };
}

const interestOf = ({ figures, texts }: EnteredRow): NoteInterest => ({
  rate: orZero(figures['rate']),
  day_count: texts['day_count'] as NoteInterest['day_count'],
  compounding: texts['compounding'] as NoteInterest['compounding'],
  from: texts['from']!,
  to: texts['to']!,
});
