// Correct companies, each broken by one known fault, with the rule and the object that the ledger must report.
import { addDays } from '#src/domain/dates.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { START_CONDITION_ID } from '#src/domain/vesting/standardTerms.ts';
import { soundCompany } from './companies.ts';
import { PLAN, right, TRIGGER, USD } from './companyParts.ts';
import type { GeneratedCompany } from './companyParts.ts';
import { randomOf } from './randomNumbers.ts';
import type { Random } from './randomNumbers.ts';

export type BrokenCompany = GeneratedCompany & { fault: string; rule: string; object_id: string };

/** The seed chooses the fault, in turn, and what it breaks of the company. */
export function brokenCompany(seed: number): BrokenCompany {
  const company = soundCompany(seed);
  const names = Object.keys(FAULTS);
  const fault = names[seed % names.length]!;
  const { rule, object_id } = FAULTS[fault]!(new Breaker(company, randomOf(seed ^ 0x5eed)));
  return { ...company, fault, rule, object_id };
}

type Named = { rule: string; object_id: string };
const named = (rule: string, object_id: string): Named => ({ rule, object_id });

/** Writes entries after the last day of a company, or changes one in its middle. */
class Breaker {
  readonly company: GeneratedCompany;
  readonly random: Random;
  readonly day: string;
  readonly later: string;
  private count = 0;

  constructor(company: GeneratedCompany, random: Random) {
    this.company = company;
    this.random = random;
    this.day = company.next_day;
    this.later = addDays(company.next_day, 1);
  }

  add(object_type: string, fields: OcfObject): string {
    const id = `fault_${(this.count += 1)}`;
    this.company.transactions.push({ object_type, id, date: this.day, reason_text: 'fault', ...fields });
    return id;
  }
  private issuance(object_type: string, security_id: string, fields: OcfObject): string {
    const common = { security_id, custom_id: `F-${security_id}`, stakeholder_id: 'ada', security_law_exemptions: [] };
    return this.add(object_type, { ...common, ...fields });
  }
  stock(security_id: string, quantity = '100', fields: OcfObject = {}): string {
    const price = { share_price: USD('1'), stock_legend_ids: [] };
    return this.issuance('TX_STOCK_ISSUANCE', security_id, {
      stock_class_id: 'preferred',
      quantity,
      ...price,
      ...fields,
    });
  }
  grant(security_id: string, quantity = '100', fields: OcfObject = {}): string {
    return this.issuance('TX_EQUITY_COMPENSATION_ISSUANCE', security_id, {
      stock_class_id: 'common',
      compensation_type: 'OPTION_NSO',
      exercise_price: USD('1'),
      expiration_date: null,
      termination_exercise_windows: [],
      quantity,
      ...fields,
    });
  }
  note(security_id: string, triggers: OcfObject[] = [TRIGGER]): string {
    return this.issuance('TX_CONVERTIBLE_ISSUANCE', security_id, {
      investment_amount: USD('1000'),
      convertible_type: 'SAFE',
      conversion_triggers: triggers,
      seniority: 1,
    });
  }
  transfer(security_id: string, quantity: string, results: string[], fields: OcfObject = {}): string {
    return this.add('TX_STOCK_TRANSFER', { security_id, quantity, resulting_security_ids: results, ...fields });
  }
  exercise(security_id: string, quantity: string, fields: OcfObject = {}): string {
    this.stock('x1', quantity, { stock_class_id: 'common', ...fields });
    return this.add('TX_EQUITY_COMPENSATION_EXERCISE', {
      security_id,
      quantity,
      resulting_security_ids: ['x1'],
      ...fields,
    });
  }
  convert(trigger_id: string): string {
    this.stock('r1');
    const fields = { security_id: 'f1', trigger_id, resulting_security_ids: ['r1'] };
    return this.add('TX_CONVERTIBLE_CONVERSION', fields);
  }

  /** A random entry that a fault can change, or null when the company has none of that kind. */
  existing(isFit: (transaction: OcfObject) => boolean): { at: number; transaction: OcfObject } | null {
    const fit = this.company.transactions.flatMap((transaction, at) =>
      isFit(transaction) ? [{ at, transaction }] : [],
    );
    return fit.length === 0 ? null : this.random.pick(fit);
  }
  change(at: number, fields: OcfObject): void {
    const { transactions } = this.company;
    transactions[at] = { ...transactions[at], ...fields };
  }
}

type Fault = (breaker: Breaker) => Named;
const isOf = (type: string) => (transaction: OcfObject) => transaction['object_type'] === type;

export const FAULTS: Record<string, Fault> = {
  'an unknown holder': (b) => named('E1', b.stock('f1', '100', { stakeholder_id: 'nobody' })),
  'an unknown class': (b) => named('E1', b.stock('f1', '100', { stock_class_id: 'none' })),
  'an unknown plan': (b) => named('E1', b.grant('f1', '1', { stock_plan_id: 'none' })),
  'unknown vesting terms': (b) => named('E1', b.grant('f1', '1', { vesting_terms_id: 'none' })),
  'an unknown legend': (b) => named('E1', b.stock('f1', '1', { stock_legend_ids: ['none'] })),
  'an unknown holder in the middle': (b) => {
    const found = b.existing(isOf('TX_STOCK_ISSUANCE'));
    if (!found) return FAULTS['an unknown holder']!(b);
    b.change(found.at, { stakeholder_id: 'nobody' });
    return named('E1', String(found.transaction['id']));
  },
  'a security never issued': (b) => named('E2', b.transfer('never', '1', [])),
  'a security of another family': (b) => {
    b.note('f1');
    return named('E2', b.add('TX_STOCK_CANCELLATION', { security_id: 'f1', quantity: '1' }));
  },
  'an issuance missing in the middle': (b) => {
    const found = b.existing(isOf('TX_STOCK_REISSUANCE')) ?? b.existing(isOf('TX_STOCK_TRANSFER'));
    if (!found) return FAULTS['a security never issued']!(b);
    const { transactions } = b.company;
    const gone = transactions.findIndex(
      (each) => isOf('TX_STOCK_ISSUANCE')(each) && each['security_id'] === found.transaction['security_id'],
    );
    transactions.splice(gone, 1);
    return named('E2', String(found.transaction['id']));
  },
  'accepted before it was issued': (b) => {
    b.stock('f1', '100', { date: b.later });
    return named('E3', b.add('TX_STOCK_ACCEPTANCE', { security_id: 'f1' }));
  },
  'ended twice': (b) => {
    b.stock('f1');
    b.add('TX_STOCK_CANCELLATION', { security_id: 'f1', quantity: '100' });
    return named(
      'E4',
      b.add('TX_STOCK_REPURCHASE', { security_id: 'f1', quantity: '100', price: USD('1'), date: b.later }),
    );
  },
  'ended again long after': (b) => {
    const found = b.existing((each) => isOf('TX_STOCK_REISSUANCE')(each) || isOf('TX_STOCK_CONSOLIDATION')(each));
    if (!found) return FAULTS['ended twice']!(b);
    const ids = found.transaction['security_ids'] as string[] | undefined;
    const security_id = ids?.[0] ?? found.transaction['security_id'];
    return named('E4', b.add('TX_STOCK_RETRACTION', { security_id }));
  },
  'a result never issued': (b) => {
    b.stock('f1');
    return named('E5', b.transfer('f1', '100', ['gone']));
  },
  'a result of another day': (b) => {
    b.stock('f1');
    b.stock('f2', '100', { date: b.later });
    return named('E5', b.transfer('f1', '100', ['f2']));
  },
  'a balance of another holder': (b) => {
    b.stock('f1');
    b.stock('f2', '40');
    b.stock('f3', '60', { stakeholder_id: 'grace' });
    return named('E6', b.transfer('f1', '40', ['f2'], { balance_security_id: 'f3' }));
  },
  'more moved than is held': (b) => {
    b.stock('f1', '9007199254740992');
    b.stock('f2', '9007199254740993');
    return named('E7', b.transfer('f1', '9007199254740993', ['f2']));
  },
  'nothing moved': (b) => {
    b.stock('f1');
    return named('E7', b.add('TX_STOCK_CANCELLATION', { security_id: 'f1', quantity: '0' }));
  },
  'a share lost on the way': (b) => {
    b.stock('f1', '9007199254740993');
    b.stock('f2', '9007199254740992');
    return named('E8', b.transfer('f1', '9007199254740993', ['f2']));
  },
  'a share too many in the middle': (b) => {
    const found = b.existing(isOf('TX_STOCK_TRANSFER'));
    if (!found) return FAULTS['a share lost on the way']!(b);
    const [result] = found.transaction['resulting_security_ids'] as string[];
    const { transactions } = b.company;
    const at = transactions.findIndex((each) => isOf('TX_STOCK_ISSUANCE')(each) && each['security_id'] === result);
    b.change(at, { quantity: String(BigInt(String(transactions[at]!['quantity'])) + 1n) });
    return named('E8', String(found.transaction['id']));
  },
  'a balance that does not add up': (b) => {
    b.stock('f1');
    b.stock('f2', '40');
    b.stock('f3', '59');
    return named('E8', b.transfer('f1', '40', ['f2'], { balance_security_id: 'f3' }));
  },
  'a result of another class': (b) => {
    b.stock('f1');
    b.stock('f2', '100', { stock_class_id: 'common' });
    return named('E9', b.transfer('f1', '100', ['f2']));
  },
  'retracted after it was accepted': (b) => {
    b.stock('f1');
    b.add('TX_STOCK_ACCEPTANCE', { security_id: 'f1' });
    return named('E10', b.add('TX_STOCK_RETRACTION', { security_id: 'f1', date: b.later }));
  },
  'a split carried out wrongly': (b) => {
    b.stock('f1');
    b.stock('f2', '201', { date: b.later });
    const split_ratio = { numerator: '2', denominator: '1' };
    const split_transaction_id = b.add('TX_STOCK_CLASS_SPLIT', {
      stock_class_id: 'preferred',
      split_ratio,
      date: b.later,
    });
    return named(
      'E11',
      b.add('TX_STOCK_REISSUANCE', {
        security_id: 'f1',
        resulting_security_ids: ['f2'],
        split_transaction_id,
        date: b.later,
      }),
    );
  },
  'an unknown vesting condition': (b) => {
    b.grant('f1', '100', { vesting_terms_id: 'terms' });
    return named('E12', b.add('TX_VESTING_START', { security_id: 'f1', vesting_condition_id: 'none' }));
  },
  'more than is authorized': (b) =>
    named('E13', b.stock('f1', String(b.company.seed_left + 1n), { stock_class_id: 'seed' })),
  'more than the pool': (b) => named('E14', b.grant('f1', String(b.company.pool_left + 1n), { stock_plan_id: PLAN })),
  'exercised before it vested': (b) => {
    b.grant('f1', '100', { vesting_terms_id: 'terms' });
    b.add('TX_VESTING_START', { security_id: 'f1', vesting_condition_id: START_CONDITION_ID });
    return named('E15', b.exercise('f1', '1'));
  },
  'exercised after it expired': (b) => {
    b.grant('f1', '100', { expiration_date: b.day });
    return named('E15', b.exercise('f1', '1', { date: b.later }));
  },
  'an unknown trigger': (b) => {
    b.note('f1');
    return named('E17', b.convert('none'));
  },
  'a trigger before its day': (b) => {
    b.note('f1', [{ ...TRIGGER, type: 'ELECTIVE_IN_RANGE', start_date: b.later, end_date: '2099-01-01' }]);
    return named('E17', b.convert('T'));
  },
  'a trigger given twice': (b) => named('E17', b.note('f1', [TRIGGER, TRIGGER])),
  'vestings that do not sum up': (b) =>
    named('E18', b.grant('f1', '100', { vestings: [{ date: b.later, amount: '99' }] })),
  'share numbers that overlap': (b) => {
    const numbers = (from: string, to: string) => ({
      share_numbers_issued: [{ starting_share_number: from, ending_share_number: to }],
    });
    b.stock('f1', '100', numbers('1', '100'));
    return named('E19', b.stock('f2', '10', numbers('100', '109')));
  },
  'one id twice': (b) => {
    const { transaction } = b.existing(() => true)!;
    b.company.transactions.push({ ...transaction });
    return named('E20', String(transaction['id']));
  },
  'prices in two currencies': (b) => {
    const [prices, id] = [{ par_value: USD('1'), price_per_share: { amount: '1', currency: 'EUR' } }, 'odd'];
    const common = b.company.statics.find((each) => each['id'] === 'common')!;
    b.company.statics.push({ ...common, id, name: id, default_id_prefix: 'ODD-', ...prices });
    return named('E21', id);
  },
  'a negative number of shares': (b) => named('quantity_not_positive', b.stock('f1', '-100')),
  'a number with too many places': (b) => named('quantity_not_positive', b.stock('f1', '1.00000000001')),
  'issued twice': (b) => {
    b.stock('f1');
    return named('security_issued_twice', b.stock('f1', '100', { custom_id: 'F-again' }));
  },
  'the result of two entries': (b) => {
    b.stock('f1');
    b.stock('f2');
    b.stock('f3');
    b.transfer('f1', '100', ['f3']);
    return named('result_claimed_twice', b.transfer('f2', '100', ['f3']));
  },
  'a day that does not exist': (b) => named('bad_date', b.stock('f1', '100', { date: '2023-02-30' })),
  'an unknown type': (b) => named('unknown_object_type', b.add('TX_STOCK_GIFT', { security_id: 'f1' })),
  'a ratio of zero': (b) => {
    const mechanism = { ...right('common', '1').conversion_mechanism, ratio: { numerator: '0', denominator: '1' } };
    return named(
      'ratio_not_positive',
      b.add('TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT', {
        stock_class_id: 'preferred',
        new_ratio_conversion_mechanism: mechanism,
      }),
    );
  },
  'a circle of transfers': (b) => {
    b.stock('f1');
    b.stock('f2');
    b.transfer('f1', '100', ['f2']);
    return named('comes_of_itself', b.transfer('f2', '100', ['f1']));
  },
};
