// A second value for each field of classes, plans, securities and valuations, where everyField.ts gives the first.
import type { Row } from '#server/db/database.ts';
import * as given from '../given.ts';
import type { Person } from '../people.ts';
import { done, one } from './calls.ts';

/** What later steps refer to. */
export interface SecondStock {
  holder: Row;
  preferred: Row;
  plan: Row;
  certificate: Row;
}

export async function fillSecondStock(by: Person, mark: string, common: Row): Promise<SecondStock> {
  const preferred = await givenClass(by, mark);
  const { id: holder_id, version } = await given.shareholder(by, {
    type: 'entity',
    first_name: undefined,
    last_name: undefined,
    entity_name: `${mark} Partners`,
    relationship: 'investor',
    street_1: `${mark} Quay`,
    street_2: `${mark} Wing`,
    city: `${mark} Port`,
    state: 'ON',
    postal_code: 'K1A 0B1',
    country: 'CA',
  });
  const holder = done(await by.put(`/api/shareholders/${String(holder_id)}`, { city: `${mark} Harbour`, version }));
  const valued = done(
    await by.post('/api/valuations/', {
      share_class_id: preferred.id,
      price_per_share: '1.25',
      effective_date: '2024-02-15',
      provider: `${mark} Appraisers`,
      board_approval_date: '2024-02-16',
      stockholder_approval_date: '2024-02-17',
    }),
  );
  done(await by.put(one('valuations', valued), { price_per_share: '1.35', version: valued.version }));
  const certificate = await given.certificate(by, {
    shareholder_id: holder.id,
    share_class_id: preferred.id,
    quantity: '500',
    price_per_share: '3',
    issue_date: '2024-03-01',
  });
  await given.document(by, { name: `${mark} other paper.pdf`, fields: { security_id: String(certificate.id) } });
  const plan = await givenPlan(by, mark, preferred);
  await givenConvertibles(by, holder, preferred);
  await givenWarrants(by, holder, preferred);
  await takeBackOne(by, holder, common);
  return { holder, preferred, plan, certificate };
}

async function givenClass(by: Person, mark: string): Promise<Row> {
  const base = await given.shareClass(by, {
    name: `${mark} Base`,
    prefix: `${mark}-B`,
    authorized_shares: '5000000',
    votes_per_share: 10,
  });
  const preferred = await given.shareClass(by, {
    name: `${mark} Seed`,
    class_type: 'PREFERRED',
    prefix: `${mark}-Q`,
    authorized_shares: '3000000',
    votes_per_share: 2,
    seniority: 2,
    par_value: '0.01',
    price_per_share: '3',
    conversion_ratio: '2',
    converts_to_share_class_id: base.id,
    liquidation_preference_multiple: '1.5',
    participation_cap_multiple: '4',
    dividend_rate: '0.06',
    dividend_base: 'original_issue_price',
    dividend_is_cumulative: true,
    dividend_accrues_from: '2024-03-01',
    dividend_participation: 'none',
    allows_fractions: true,
  });
  return done(
    await by.put(one('share-classes', preferred), { name: `${mark} Seed stock`, version: preferred.version }),
  );
}

/** A plan with grants that are exercised, repurchased and cut short by the end of service. */
async function givenPlan(by: Person, mark: string, preferred: Row): Promise<Row> {
  const plan = await given.equityPlan(by, {
    name: `${mark} third plan`,
    share_class_ids: [preferred.id],
    reserved: '50000',
    date: '2021-01-01',
    stockholder_approval_date: '2021-02-01',
    default_cancellation_behavior: 'RETIRE',
  });
  const terms = {
    equity_plan_id: plan.id,
    share_class_id: preferred.id,
    compensation_type: 'OPTION_ISO',
    exercise_price: '1.35',
    date: '2024-03-15',
    vesting: { vesting_start: '2024-03-10', months: 36, cliff_months: 6, allocation_type: 'CUMULATIVE_ROUND_DOWN' },
  };
  const [worker, leaver] = [await given.shareholder(by, { relationship: 'employee' }), await given.shareholder(by)];
  const early = await given.grant(by, {
    ...terms,
    shareholder_id: worker.id,
    quantity: '2000',
    early_exercisable: true,
    expiration_date: '2034-03-14',
  });
  done(await by.post(one('grants', early, '/exercise'), { quantity: '500', date: '2024-04-01' }));
  const bought = (await by.get('/api/certificates/')).rows.find((each) => each.shareholder_id === worker.id)!;
  const back = { quantity: '100', price_per_share: '1.35', date: '2024-05-01' };
  done(await by.post(one('certificates', bought, '/repurchase'), back));
  await given.grant(by, { ...terms, shareholder_id: leaver.id, quantity: '300' });
  done(await by.post(one('shareholders', leaver, '/terminate'), { date: '2025-09-30', reason: 'INVOLUNTARY_OTHER' }));
  const leaving = await given.shareholder(by);
  await given.certificate(by, { shareholder_id: leaving.id, share_class_id: preferred.id, issue_date: '2024-03-05' });
  done(await by.post(one('shareholders', leaving, '/terminate'), { date: '2099-01-31', reason: 'VOLUNTARY_OTHER' }));
  return plan;
}

async function givenConvertibles(by: Person, holder: Row, preferred: Row) {
  const note = {
    shareholder_id: holder.id,
    kind: 'NOTE',
    amount: '250000',
    date: '2024-03-01',
    terms: {
      pre_money_cap: '8000000',
      discount: '0.1',
      maturity_date: '2031-01-01',
      interest: { rate: '0.06', day_count: '30_360', payout: 'CASH', compounding: 'COMPOUNDING' },
    },
  };
  await given.convertible(by, note);
  const interest = { ...note.terms.interest, payout: 'DEFERRED', compounding: 'SIMPLE' };
  const converted = await given.convertible(by, { ...note, terms: { ...note.terms, interest } });
  done(
    await by.post(one('convertibles', converted, '/convert'), {
      share_class_id: preferred.id,
      // 250,000 and a year's 15,000 of interest at 2.00.
      quantity: '132500',
      price_per_share: '2',
      date: '2025-03-01',
    }),
  );
  const safe = { shareholder_id: holder.id, amount: '100000', terms: { post_money_cap: '20000000', mfn: true } };
  await given.convertible(by, safe);
}

async function givenWarrants(by: Person, holder: Row, preferred: Row) {
  const terms = {
    shareholder_id: holder.id,
    share_class_id: preferred.id,
    quantity: '800',
    exercise_price: '4',
    purchase_price: '250',
    date: '2024-03-01',
    expiration_date: '2031-12-31',
  };
  const [whole, part] = [await given.warrant(by, terms), await given.warrant(by, terms)];
  done(await by.post(one('warrants', whole, '/exercise'), { date: '2024-06-03' }));
  done(await by.post(one('warrants', part, '/cancel'), { quantity: '300', reason: 'Given up', date: '2024-06-04' }));
}

async function takeBackOne(by: Person, holder: Row, common: Row) {
  const of = { shareholder_id: holder.id, share_class_id: common.id };
  const ended = await given.certificate(by, { ...of, issue_date: '2025-07-01' });
  done(await by.post(one('certificates', ended, '/cancel'), { reason: 'Never paid', date: '2025-07-02' }));
  await given.certificate(by, { ...of, issue_date: '2025-07-02' });
  const [entry] = (await by.get('/api/transactions/?sort=["seq","DESC"]')).rows;
  done(await by.post(one('transactions', entry!, '/void'), { reason: 'Entered twice' }));
}
