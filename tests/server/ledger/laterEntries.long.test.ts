// A verb dated before a later entry of its security would be calculated from what had not happened yet on its day.
// Every verb refuses that, and says which entry is later.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { acknowledged } from '#src/resources/acknowledgements.ts';
import * as given from '#tests/support/given.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { vendorIssuer } from '#tests/support/vendorPackage.ts';

const server = useTestServer();
beforeAll(() => server.setClock('2026-01-15'));

/** Every verb of a security, with the fields it needs besides the day. */
const VERBS: Record<string, Row> = {
  'certificates/transfer': { to_shareholder_id: 'bob' },
  'certificates/cancel': { quantity: '10', reason: 'x' },
  'certificates/repurchase': { quantity: '10', price_per_share: '1' },
  'certificates/reissue': { reason: 'x' },
  'certificates/replace': { reason: 'x' },
  'certificates/convert': { to_share_class_id: 'common' },
  'certificates/retract': { reason: 'x' },
  'grants/exercise': { quantity: '10' },
  'grants/release': { quantity: '10', release_price: '1' },
  'grants/retract': { reason: 'x' },
  'grants/cancel': { quantity: '10', reason: 'x' },
  'grants/accelerate': { quantity: '10', reason: 'x' },
  'grants/reprice': { exercise_price: '3' },
  'convertibles/convert': { share_class_id: 'common', quantity: '10', price_per_share: '1' },
  'convertibles/retract': { reason: 'x' },
  'convertibles/cancel': { amount: '10', reason: 'x' },
  'warrants/exercise': { quantity: '10' },
  'warrants/retract': { reason: 'x' },
  'warrants/cancel': { quantity: '10', reason: 'x' },
};
/**
 * Verbs for any day: a milestone may become known late, because it only adds to what has vested, and what holders say
 * is not an entry.
 */
const ANY_DAY = ['grants/vesting-event', ...acknowledged.flatMap((kind) => [`${kind}/agree`, `${kind}/dispute`])];

const FAMILIES: Record<string, string> = {
  certificates: 'STOCK',
  grants: 'EQUITY_COMPENSATION',
  convertibles: 'CONVERTIBLE',
  warrants: 'WARRANT',
};
const right = (type: string, mechanism: Row) => ({
  type,
  conversion_mechanism: mechanism,
  converts_to_stock_class_id: 'common',
});

/** A security issued on January 1 and accepted by its holder on June 30. */
function security(verb: string, at: number): Row[] {
  const id = `of-${verb.replace('/', '-')}`;
  const family = FAMILIES[verb.split('/')[0]!]!;
  const money = (amount: string) => ({ amount, currency: 'USD' });
  const [isConverted, isUnit] = [verb === 'certificates/convert', verb === 'grants/release'];
  const own: Record<string, Row> = {
    STOCK: {
      stock_class_id: isConverted ? 'preferred' : 'common',
      quantity: '1000',
      share_price: money('1'),
      stock_legend_ids: [],
    },
    EQUITY_COMPENSATION: {
      stock_class_id: 'common',
      compensation_type: isUnit ? 'RSU' : 'OPTION_NSO',
      quantity: '1000',
      ...(isUnit ? {} : { exercise_price: money('1') }),
      expiration_date: null,
      termination_exercise_windows: [],
      ...(verb === 'grants/accelerate' ? { vestings: [{ date: '2030-01-01', amount: '1000' }] } : {}),
    },
    CONVERTIBLE: {
      investment_amount: money('1000'),
      convertible_type: 'SAFE',
      seniority: 1,
      conversion_triggers: [
        {
          trigger_id: 'round',
          type: 'ELECTIVE_AT_WILL',
          conversion_right: right('CONVERTIBLE_CONVERSION_RIGHT', {
            type: 'CUSTOM_CONVERSION',
            custom_conversion_description: 'As agreed',
          }),
        },
      ],
    },
    WARRANT: {
      quantity: '1000',
      exercise_price: money('1'),
      purchase_price: money('0'),
      exercise_triggers: [
        {
          trigger_id: 'will',
          type: 'ELECTIVE_AT_WILL',
          conversion_right: right('WARRANT_CONVERSION_RIGHT', {
            type: 'FIXED_AMOUNT_CONVERSION',
            converts_to_quantity: '1000',
          }),
        },
      ],
    },
  };
  return [
    {
      object_type: `TX_${family}_ISSUANCE`,
      id: `issue-${id}`,
      date: '2024-01-01',
      security_id: id,
      custom_id: `N-${at}`,
      stakeholder_id: 'ada',
      security_law_exemptions: [],
      ...own[family],
    },
    {
      object_type: `TX_${family}_ACCEPTANCE`,
      id: `accept-${id}`,
      date: '2024-06-30',
      security_id: id,
    },
  ];
}

const stakeholder = (id: string) => ({
  object_type: 'STAKEHOLDER',
  id,
  name: { legal_name: id },
  stakeholder_type: 'INDIVIDUAL',
});
const stockClass = (id: string, extra: Row) => ({
  object_type: 'STOCK_CLASS',
  id,
  name: id,
  default_id_prefix: `${id}-`,
  initial_shares_authorized: '1000000',
  votes_per_share: '1',
  seniority: '1',
  ...extra,
});
const COMPANY = [
  vendorIssuer,
  stakeholder('ada'),
  stakeholder('bob'),
  stockClass('common', { class_type: 'COMMON' }),
  stockClass('preferred', {
    class_type: 'PREFERRED',
    conversion_rights: [
      right('STOCK_CLASS_CONVERSION_RIGHT', {
        type: 'RATIO_CONVERSION',
        ratio: { numerator: '1', denominator: '1' },
        rounding_type: 'FLOOR',
        conversion_price: { amount: '1', currency: 'USD' },
      }),
    ],
  }),
];

async function company(): Promise<Person> {
  const owner = await signUpCompany(server);
  const securities = [...Object.keys(VERBS), 'certificates/consolidate-1', 'certificates/consolidate-2'].flatMap(
    security,
  );
  const reply = await importZip(owner, await zipOf(packageFiles([...COMPANY, ...securities])));
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return owner;
}
describe('a verb dated before a later entry of its security', () => {
  it('is refused, with that entry and its day in the message and at the date; on the entry’s day it succeeds', async () => {
    const owner = await company();
    for (const [verb, body] of Object.entries(VERBS)) {
      const [resource, name] = verb.split('/');
      const url = `/api/${resource}/of-${resource}-${name}/${name}`;
      const early = await owner.post(url, { ...body, date: '2024-06-29' });
      expect([verb, early.status, early.code, early.body.errors]).toEqual([
        verb,
        409,
        'later_entries',
        [{ field: 'date', message: 'Not before 2024-06-30.' }],
      ]);
      expect(early.body.detail).toMatch(/^There is a later entry for N-\d+ on 2024-06-30: .+\./);
      if (name === 'retract') continue;
      const onTime = await owner.post(url, { ...body, date: '2024-06-30' });
      expect([verb, onTime.status, onTime.text]).toEqual([verb, 200, onTime.text]);
    }
    const join = (date: string) =>
      owner.post('/api/certificates/consolidate', {
        certificate_ids: ['of-certificates-consolidate-1', 'of-certificates-consolidate-2'],
        date,
      });
    expect((await join('2024-06-29')).code).toBe('later_entries');
    expect((await join('2024-06-30')).status).toBe(200);
    expect(await ledgerFaults(server, owner)).toEqual([]);
  });
  it('is tested for every verb there is', async () => {
    const { paths } = (await (await signUpCompany(server)).get('/api/openapi.json')).body as { paths: Row };
    const verbs = Object.entries(paths).flatMap(([path, methods]) => {
      const [, resource, verb] =
        /^\/api\/(certificates|grants|convertibles|warrants)\/\{id\}\/([a-z-]+)$/.exec(path) ?? [];
      return verb && 'post' in (methods as Row) ? [`${resource}/${verb}`] : [];
    });
    expect(verbs.sort()).toEqual([...Object.keys(VERBS), ...ANY_DAY].sort());
  });
});

describe('a grant that was exercised', () => {
  const exercised = async () => {
    const owner = await signUpCompany(server);
    const grant = await given.grant(owner, {
      date: '2022-01-01',
      vesting: { vesting_start: '2022-01-01', months: 48 },
    });
    const url = `/api/grants/${String(grant.id)}`;
    const done = await owner.post(`${url}/exercise`, { quantity: '400', date: '2024-06-30' });
    expect(done.status).toBe(200);
    return { owner, grant, url, exercise: done.body.transaction_id };
  };
  it('is not cancelled, repriced or ended before the day of the exercise', async () => {
    const { owner, grant, url } = await exercised();
    const early: [string, Row][] = [
      [`${url}/cancel`, { date: '2024-03-01', reason: 'x' }],
      [`${url}/exercise`, { date: '2024-03-01', quantity: '10' }],
      [`${url}/reprice`, { date: '2024-06-29', exercise_price: '9' }],
      [`/api/shareholders/${String(grant.shareholder_id)}/terminate`, { date: '2024-03-01', reason: 'x' }],
    ];
    for (const [address, body] of early) expect((await owner.post(address, body)).code).toBe('later_entries');
    expect((await owner.post(`${url}/reprice`, { date: '2024-06-30', exercise_price: '9' })).status).toBe(200);
    expect((await owner.post(`${url}/accelerate`, { date: '2024-06-30', reason: 'x' })).status).toBe(200);
    expect((await owner.post(`${url}/exercise`, { date: '2024-06-30', quantity: '600' })).status).toBe(200);
    expect(await ledgerFaults(server, owner)).toEqual([]);
  });
  it('can be cancelled on an earlier day once the exercise was voided, and its balance exercised again', async () => {
    const { owner, url, exercise } = await exercised();
    const back = await owner.post(`/api/transactions/${String(exercise)}/void`, { reason: 'Wrong day' });
    expect(back.status).toBe(200);
    const cancelled = await owner.post(`${url}/cancel`, { date: '2024-03-01', quantity: '100', reason: 'x' });
    expect([cancelled.status, cancelled.text]).toEqual([200, cancelled.text]);
    const balance = `/api/grants/${String((cancelled.body.balance as Row).id)}`;
    expect((await owner.post(`${balance}/exercise`, { quantity: '400', date: '2024-06-30' })).status).toBe(200);
    expect(await ledgerFaults(server, owner)).toEqual([]);
  });
});

describe('a number that is set from a day on', () => {
  it.each([
    ['the reserve of a plan', 'equity-plans', 'adjust', 'reserved', 'Changed the reserve'],
    ['the authorized shares of a class', 'share-classes', 'authorize', 'authorized_shares', 'Changed the authorized'],
  ])('is not set before a later change of it: %s', async (_what, resource, verb, field, entry) => {
    const owner = await signUpCompany(server);
    const shareClass = await given.shareClass(owner);
    const plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id] });
    const { id } = resource === 'equity-plans' ? plan : shareClass;
    const set = (number: string, date: string) =>
      owner.post(`/api/${resource}/${String(id)}/${verb}`, { [field]: number, date, reason: 'x' });
    expect((await set('200000', '2024-06-30')).status).toBe(200);
    const early = await set('300000', '2024-06-29');
    expect([early.status, early.code, early.body.errors]).toEqual([
      409,
      'later_entries',
      [{ field: 'date', message: 'Not before 2024-06-30.' }],
    ]);
    expect(early.detail).toContain(entry);
    expect((await set('300000', '2024-06-30')).body).toMatchObject({ [field]: '300000' });
    // Another plan or class is not affected.
    const other = resource === 'equity-plans' ? await given.equityPlan(owner) : await given.shareClass(owner);
    const elsewhere = { [field]: '300000', date: '2024-06-29', reason: 'x' };
    expect((await owner.post(`/api/${resource}/${String(other.id)}/${verb}`, elsewhere)).status).toBe(200);
    // Once the later changes are voided, the earlier day is free.
    const entries = (await owner.get('/api/transactions/?sort=["seq","DESC"]')).rows;
    const later = entries.filter(({ summary, date }) => String(summary).startsWith(entry) && date === '2024-06-30');
    expect(later).toHaveLength(2);
    for (const each of later)
      expect((await owner.post(`/api/transactions/${String(each.id)}/void`, { reason: 'x' })).status).toBe(200);
    expect((await set('400000', '2024-06-29')).body).toMatchObject({ [field]: '400000' });
  });
});

describe('a class that was split', () => {
  it('accepts no issue, grant, warrant, limit or reserve before the split', async () => {
    const owner = await signUpCompany(server);
    const shareClass = await given.shareClass(owner);
    const plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id] });
    const holder = await given.shareholder(owner);
    await given.certificate(owner, { share_class_id: shareClass.id });
    const split = { numerator: '2', denominator: '1', date: '2024-06-30' };
    expect((await owner.post(`/api/share-classes/${String(shareClass.id)}/split`, split)).status).toBe(200);
    const to = { shareholder_id: holder.id, share_class_id: shareClass.id, quantity: '10' };
    const early = await owner.post('/api/certificates/', { ...to, issue_date: '2024-06-29' });
    const message = 'Not before 2024-06-30.';
    expect([early.status, early.code, early.body.errors]).toEqual([
      409,
      'later_entries',
      expect.arrayContaining([{ field: 'issue_date', message }]),
    ]);
    const option = { ...to, compensation_type: 'OPTION_NSO', exercise_price: '1', equity_plan_id: plan.id };
    expect((await owner.post('/api/grants/', { ...option, date: '2024-06-29' })).code).toBe('later_entries');
    expect((await owner.post('/api/warrants/', { ...to, exercise_price: '1', date: '2024-06-29' })).code).toBe(
      'later_entries',
    );
    const limit = { authorized_shares: '9000000', date: '2024-06-29', reason: 'x' };
    expect((await owner.post(`/api/share-classes/${String(shareClass.id)}/authorize`, limit)).code).toBe(
      'later_entries',
    );
    const reserve = { reserved: '9000000', date: '2024-06-29', reason: 'x' };
    expect((await owner.post(`/api/equity-plans/${String(plan.id)}/adjust`, reserve)).code).toBe('later_entries');
    expect((await owner.post('/api/certificates/', { ...to, issue_date: '2024-06-30' })).status).toBe(201);
    expect(await ledgerFaults(server, owner)).toEqual([]);
  });
  it('cannot be split before a later change of a reserve or a ratio, which counts in the shares before the split', async () => {
    const owner = await signUpCompany(server);
    const shareClass = await given.shareClass(owner);
    const preferred = await given.shareClass(owner, {
      class_type: 'PREFERRED',
      conversion_ratio: '1',
      converts_to_share_class_id: shareClass.id,
    });
    const plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id] });
    const split = (date: string) =>
      owner.post(`/api/share-classes/${String(shareClass.id)}/split`, { numerator: '2', denominator: '1', date });
    const ratio = { numerator: '3', date: '2024-05-01', reason: 'x' };
    expect((await owner.post(`/api/share-classes/${String(preferred.id)}/adjust-ratio`, ratio)).status).toBe(200);
    expect((await split('2024-04-30')).detail).toContain('Changed the conversion ratio');
    const reserve = { reserved: '9000', date: '2024-07-01', reason: 'x' };
    expect((await owner.post(`/api/equity-plans/${String(plan.id)}/adjust`, reserve)).status).toBe(200);
    expect((await split('2024-06-30')).code).toBe('later_entries');
    expect((await split('2024-07-01')).body).toMatchObject({
      plans: [{ before: '9000', after: '18000' }],
      conversions: [{ before: '3:1', after: '6:1' }],
    });
    expect(await ledgerFaults(server, owner)).toEqual([]);
  });
});
