// Every way to take something back, tried on everything that came out of another security: no share may vanish, and none appear
// twice. A refusal names the entry to take back instead; taking that one back restores the earlier table.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { verbsOf } from '#src/resources/verbs/index.ts';
import * as given from '#tests/support/given.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { ada, vendorClass, vendorIssuer } from '#tests/support/vendorPackage.ts';

const server = useTestServer();
const USD = (amount: string) => ({ amount, currency: 'USD' });
const DAY = '2022-03-01';

const issued = (kind: string, name: string, extra: Row): Row => ({
  object_type: `TX_${kind}_ISSUANCE`,
  id: `issue-${name}`,
  security_id: name,
  custom_id: name.toUpperCase(),
  date: '2021-01-01',
  stakeholder_id: 'ada',
  security_law_exemptions: [],
  ...extra,
});
const stock = (name: string, stock_class_id: string, quantity: string) =>
  issued('STOCK', name, { stock_class_id, quantity, share_price: USD('1'), stock_legend_ids: [] });
const right = (kind: string, conversion_mechanism: Row) => ({
  type: kind,
  conversion_mechanism,
  converts_to_stock_class_id: 'common',
});
const grant = (name: string, extra: Row) =>
  issued('EQUITY_COMPENSATION', name, {
    stock_plan_id: 'plan',
    stock_class_id: 'common',
    quantity: '1000',
    expiration_date: '2031-01-01',
    termination_exercise_windows: [],
    ...extra,
  });

/** One of everything that something else can come from. */
const PACKAGE: Row[] = [
  vendorIssuer,
  ada,
  { object_type: 'STAKEHOLDER', id: 'bob', name: { legal_name: 'Bob Boole' }, stakeholder_type: 'INDIVIDUAL' },
  vendorClass(),
  vendorClass('preferred', {
    name: 'Series A',
    class_type: 'PREFERRED',
    default_id_prefix: 'SA-',
    seniority: '2',
    price_per_share: USD('1'),
    conversion_rights: [
      right('STOCK_CLASS_CONVERSION_RIGHT', {
        type: 'RATIO_CONVERSION',
        ratio: { numerator: '1', denominator: '1' },
        conversion_price: USD('1'),
        rounding_type: 'NORMAL',
      }),
    ],
  }),
  {
    object_type: 'STOCK_PLAN',
    id: 'plan',
    plan_name: 'Plan 2021',
    initial_shares_reserved: '100000',
    stock_class_ids: ['common'],
    board_approval_date: '2020-01-01',
  },
  stock('cs', 'common', '5000'),
  stock('cs-two', 'common', '300'),
  stock('sa', 'preferred', '700'),
  grant('opt', { compensation_type: 'OPTION_NSO', exercise_price: USD('0.10') }),
  grant('rsu', { compensation_type: 'RSU' }),
  issued('WARRANT', 'war', {
    quantity: '400',
    exercise_price: USD('1'),
    purchase_price: USD('0'),
    exercise_triggers: [
      {
        type: 'ELECTIVE_AT_WILL',
        trigger_id: 'any',
        conversion_right: right('WARRANT_CONVERSION_RIGHT', {
          type: 'FIXED_AMOUNT_CONVERSION',
          converts_to_quantity: '400',
        }),
      },
    ],
  }),
  issued('CONVERTIBLE', 'safe', {
    investment_amount: USD('1000'),
    convertible_type: 'SAFE',
    seniority: 1,
    conversion_triggers: [
      {
        type: 'ELECTIVE_AT_WILL',
        trigger_id: 'any',
        conversion_right: {
          type: 'CONVERTIBLE_CONVERSION_RIGHT',
          conversion_mechanism: { type: 'CUSTOM_CONVERSION', custom_conversion_description: 'As agreed.' },
        },
      },
    ],
  }),
];

let owner: Person;
let importId: string;
beforeAll(async () => {
  server.setClock('2023-06-01');
  owner = await signUpCompany(server);
  const reply = await importZip(owner, await zipOf(packageFiles(PACKAGE)));
  if (reply.body.applied !== true) throw new Error(reply.text);
  importId = String(reply.body.import_id);
});

/** Every successor that a verb makes: its source with the verb, and what it leaves. */
const SUCCESSORS: { what: string; of: string; source: string; verb: string; body: Row; makes: number }[] = [
  { what: 'the balance and the result of a transfer', of: 'certificates', source: 'cs', verb: 'transfer', body: { to_shareholder_id: 'bob', quantity: '2000' }, makes: 2 },
  { what: 'the balance of a repurchase', of: 'certificates', source: 'cs', verb: 'repurchase', body: { quantity: '2000', price_per_share: '1' }, makes: 1 },
  { what: 'the balance of a cancelled certificate', of: 'certificates', source: 'cs', verb: 'cancel', body: { quantity: '2000', reason: 'x' }, makes: 1 },
  { what: 'a certificate reissued', of: 'certificates', source: 'cs', verb: 'reissue', body: { reason: 'x' }, makes: 1 },
  { what: 'certificates consolidated', of: 'certificates', source: 'cs', verb: 'consolidate', body: { certificate_ids: ['cs', 'cs-two'] }, makes: 1 },
  { what: 'what a split reissues', of: 'share-classes', source: 'common', verb: 'split', body: { numerator: '2', denominator: '1' }, makes: 5 },
  { what: 'the stock of a conversion', of: 'certificates', source: 'sa', verb: 'convert', body: { to_share_class_id: 'common', quantity: '200' }, makes: 2 },
  { what: 'the stock of an exercise', of: 'grants', source: 'opt', verb: 'exercise', body: { quantity: '400' }, makes: 1 },
  { what: 'the stock of a release', of: 'grants', source: 'rsu', verb: 'release', body: { quantity: '400', release_price: '1' }, makes: 1 },
  { what: 'the balance of a grant', of: 'grants', source: 'opt', verb: 'cancel', body: { quantity: '400', reason: 'x' }, makes: 1 },
  { what: 'the stock and the balance of a warrant', of: 'warrants', source: 'war', verb: 'exercise', body: { quantity: '100' }, makes: 2 },
  { what: 'the balance of a cancelled warrant', of: 'warrants', source: 'war', verb: 'cancel', body: { quantity: '100', reason: 'x' }, makes: 1 },
  { what: 'the stock of a SAFE', of: 'convertibles', source: 'safe', verb: 'convert', body: { share_class_id: 'preferred', quantity: '1000', price_per_share: '1' }, makes: 1 },
  { what: 'the balance of a SAFE', of: 'convertibles', source: 'safe', verb: 'cancel', body: { amount: '400', reason: 'x' }, makes: 1 },
]; // prettier-ignore

const RESOURCE_OF: Record<string, string> = {
  TX_STOCK_ISSUANCE: 'certificates',
  TX_EQUITY_COMPENSATION_ISSUANCE: 'grants',
  TX_WARRANT_ISSUANCE: 'warrants',
  TX_CONVERTIBLE_ISSUANCE: 'convertibles',
};

/** Everything that anybody holds: the table, and the open convertibles, which it does not count. */
async function holdings() {
  const table = (await owner.get('/api/cap-table/?basis=fully_diluted')).body;
  const convertibles = (await owner.get('/api/convertibles/')).rows;
  const certificates = (await owner.get('/api/certificates/')).rows.filter(({ status }) => status === 'active');
  return {
    certificates: certificates.map(({ certificate_number, quantity }) => [certificate_number, quantity]).toSorted(),
    classes: (table.classes as Row[]).map(({ name, outstanding }) => [name, outstanding]),
    rows: (table.rows as Row[]).map(({ name, total }) => [name, total]),
    convertibles: convertibles.map(({ convertible_number, amount, status }) => [convertible_number, amount, status]),
  };
}
const entriesSince = async (seq: number) =>
  (await owner.get('/api/transactions/?sort=["seq","ASC"]')).rows.filter((row) => Number(row.seq) > seq);
const takeBack = (id: unknown) => owner.post(`/api/transactions/${String(id)}/void`, { reason: 'Typed by mistake.' });
const undoImport = () => owner.post(`/api/ocf/imports/${importId}/undo`, {});

describe.each(SUCCESSORS)('$what', ({ of, source, verb, body, makes }) => {
  it('cannot be retracted or outlive its import; with the entry that made it, it goes back whole', async () => {
    const last = Number((await owner.get('/api/transactions/')).rows[0]!.seq);
    const before = await holdings();
    const path = verb === 'consolidate' ? 'certificates/consolidate' : `${of}/${source}/${verb}`;
    const reply = await owner.post(`/api/${path}`, { date: DAY, ...body });
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
    const made = await entriesSince(last);
    const successors = made.filter(({ object_type }) => Object.hasOwn(RESOURCE_OF, String(object_type)));
    expect(successors).toHaveLength(makes);
    const after = await holdings();
    expect(after).not.toEqual(before);

    const urls = successors.map(({ object_type, security_id }) => {
      const resource = RESOURCE_OF[String(object_type)]!;
      return { url: `/api/${resource}/${String(security_id)}`, verbs: verbsOf(resource).map(({ name }) => name) };
    });
    for (const { url } of urls.filter(({ verbs }) => verbs.includes('retract'))) {
      const refused = await owner.post(`${url}/retract`, { date: '2022-04-01', reason: 'x' });
      expect([refused.status, refused.code]).toEqual([409, 'came_from_entry']);
      const cause = (await owner.get(url)).body.recorded_by as Row;
      expect(made.map(({ id }) => id)).toContain(cause.id);
      expect(refused.body.detail).toContain(`No. ${String(cause.seq)}`);
      expect(refused.body.detail).toContain('Take that entry back instead');
    }
    const undone = await undoImport();
    expect([undone.status, undone.code]).toEqual([409, 'entry_depended_on']);
    expect(await holdings()).toEqual(after);

    // Each of the entries stands for all of them: the last successor is taken back, and everything goes.
    const back = await takeBack(successors.at(-1)!.id);
    expect([back.status, (back.body.voided as number[]).toSorted((a, b) => a - b)]).toEqual([
      200,
      made.map(({ seq }) => Number(seq)),
    ]);
    expect(await holdings()).toEqual(before);
    expect(await ledgerFaults(server, owner)).toEqual([]);
  });
});

it('a file that has the balance otherwise does not correct it', async () => {
  const sold = await owner.post('/api/certificates/cs/transfer', {
    date: DAY,
    to_shareholder_id: 'bob',
    quantity: '2000',
  });
  const { certificate_number: number } = sold.body.balance as Row;
  const sheet = `Certificate #,Stakeholder,Share Class,Shares,Price Per Share,Issue Date\n${String(number)},Ada Lovelace,Common,2900,1,${DAY}\n`;
  const { body, options } = given.multipart({ name: 'ledger.csv', bytes: sheet });
  const [question] = (await owner.post('/api/sheets', body, options)).body.questions as Row[];
  expect(question).toMatchObject({
    code: 'security_changed',
    text: expect.stringContaining('Later entries follow from it'),
    choices: [{ value: 'ledger' }],
  });
  expect((await takeBack(sold.body.transaction_id)).status).toBe(200);
});

it('leaves the import free to be undone once all of them are taken back', async () => {
  expect((await undoImport()).status).toBe(200);
  expect((await holdings()).rows).toEqual([]);
});
