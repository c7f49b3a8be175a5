// The yearly tax forms: forms that equal the completed payments, corrections after a return, and who may see a tax number.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { decimal, toFixed } from '#src/domain/figures/decimal.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { textOfPdf } from '#tests/support/pdfText.ts';
import { letConfirmationExpire } from '#tests/support/stepUp.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let staff: Person;
let viewer: Person;
let portal: Person;
let stranger: Person;
let american: Row;
let german: Row;
let payments: Row[];

type Year = { rows: Row[]; counts: Row; unreported: Row[]; total_gross: string; total_tax: string; total_net: string };
const yearNow = async (by = staff) => (await by.get('/api/yearly-tax-forms?year=2024')).body as unknown as Year;
const rowOf = async (holder: Row, form: string) =>
  (await yearNow()).rows.find((row) => row.shareholder_id === holder.id && row.form === form)!;
const make = (by = staff, year = 2024) => by.post('/api/yearly-tax-forms', { year });
const verb = (payment: Row, name: string, body: Row = {}) =>
  owner.post(`/api/payments/${String(payment.id)}/${name}`, body);
const papersOf = async (by: Person, holder: Row) =>
  (await by.get(`/api/shareholders/${String(holder.id)}/yearly-tax-forms`)).body.rows as Row[];
const csv = (form: string, by = owner) => by.get(`/api/yearly-tax-forms/export.csv?year=2024&form=${form}`);
const boxesOf = (row: Row) => Object.fromEntries((row.boxes as Row[]).map(({ box, value }) => [box, value]));
const sum = (rows: Row[], name: string) =>
  toFixed(
    rows.reduce((total, row) => total + decimal(String(row[name])), 0n),
    2,
  );

beforeAll(async () => {
  owner = await signUpCompany(server);
  staff = await givenMember(server, owner, 'staff');
  viewer = await givenMember(server, owner, 'viewer');
  const common = await given.shareClass(owner);
  const address = { street_1: '1 Main Street', city: 'Springfield', state: 'IL', postal_code: '62701' };
  american = await given.shareholder(owner, { first_name: 'Ann', last_name: 'Abel', country: 'US', ...address });
  german = await given.shareholder(owner, { first_name: 'Berta', last_name: 'Berg', country: 'DE' });
  portal = await signUpShareholder(server, owner, german);
  stranger = await signUpShareholder(server, owner, american);
  await owner.put(`/api/shareholders/${String(american.id)}`, {
    tax_id: '123-45-6789',
    tax_profile: { country: 'US', form: 'W-9', form_valid_until: null, withholding_rate: null },
  });
  await owner.put(`/api/shareholders/${String(german.id)}`, {
    tax_profile: { country: 'DE', form: 'W-8BEN', form_valid_until: '2029-12-31', withholding_rate: '0.15' },
  });
  for (const [holder, quantity] of [
    [american, '333'],
    [german, '777'],
  ] as const)
    await given.certificate(owner, { shareholder_id: holder.id, share_class_id: common.id, quantity });
  for (const [type, rate] of [
    ['dividend', '0.333'],
    ['return_of_capital', '0.111'],
    ['interest', '0.05'],
    ['other', '0.01'],
  ])
    await approveSeen(
      owner,
      await given.distribution(owner, { type, amount_per_share: rate, share_class_ids: [common.id] }),
    );
  payments = (await owner.get('/api/payments/')).rows;
  for (const payment of payments) {
    await verb(payment, 'start');
    await verb(payment, 'complete', { date: '2024-07-16' });
  }
});

describe('the tax forms of a year', () => {
  it('have each completed payment on a form, or say why not: together they are the list, to the cent', async () => {
    const year = await yearNow();
    expect(boxesOf(await rowOf(american, '1099-DIV'))).toEqual({
      '1a': '110.89',
      '3': '36.96',
      '4': '0.00',
      '9': '0.00',
    });
    expect(boxesOf(await rowOf(american, '1099-INT'))).toEqual({ '1': '16.65', '4': '0.00' });
    const foreign = year.rows.filter(({ shareholder_id }) => shareholder_id === german.id);
    expect(foreign.map(({ part }) => part)).toEqual(['06 15.00', '01 15.00', '37 15.00']);
    expect(boxesOf(foreign[0]!)).toMatchObject({
      '1': '06',
      '2': '258.74',
      '3a': '00',
      '3b': '15.00',
      '7a': '38.81',
      '13f': '16',
    });
    expect(foreign[0]!.lacking).toEqual(['tax_number', 'address']);
    expect(year.unreported.map(({ reason }) => reason)).toEqual(['no_form_for_kind', 'no_form_for_kind']);
    for (const [name, total] of [
      ['gross', year.total_gross],
      ['tax', year.total_tax],
    ] as const) {
      expect(sum(year.rows, name)).toBe(total);
      expect(sum([...year.rows, ...year.unreported], name)).toBe(sum(payments, name));
    }
    expect(year.counts).toEqual({ forms: 5, new: 5, changed: 0, lacking: 3, unreported: 2 });
    expect(JSON.stringify(year)).not.toContain('6789');
  });
  it('are made once, and a repeat changes nothing, also two at once', async () => {
    expect(await make(staff, 2199)).toMatchObject({ status: 409, body: { code: 'year_not_over' } });
    expect(await make(staff, 2020)).toMatchObject({ status: 409, body: { code: 'nothing_paid' } });
    const answers = await Promise.all([make(), make(owner)]);
    expect(answers.map(({ body }) => body).toSorted((a, b) => Number(b.made) - Number(a.made))).toEqual([
      { made: 5, corrected: 0, unchanged: 0 },
      { made: 0, corrected: 0, unchanged: 5 },
    ]);
    expect((await yearNow()).rows.map(({ state }) => state)).toEqual(Array(5).fill('made'));
  });
  it('are corrected after a return, and the corrected form names the one that it replaces', async () => {
    const before = await papersOf(portal, german);
    const earlier = before.find(({ part }) => part === '06 15.00')!;
    const payment = payments.find((each) => each.shareholder_id === german.id && each.gross === '258.74')!;
    await verb(payment, 'return', { reason: 'account closed' });
    expect((await yearNow()).rows.filter(({ state }) => state !== 'made')).toMatchObject([
      { shareholder_id: german.id, part: '06 15.00', state: 'changed', gross: '0.00' },
    ]);
    expect((await make()).body).toEqual({ made: 0, corrected: 1, unchanged: 4 });
    const corrected = (await papersOf(portal, german)).find(({ corrects }) => corrects === earlier.number)!;
    expect(corrected).toMatchObject({ part: '06 15.00', gross: '0.00', tax: '0.00', is_current: true });
    const pdf = async (paper: Row, by = portal) => {
      const reply = await by.get(`/api/yearly-tax-forms/${String(paper.id)}/pdf`);
      return textOfPdf(reply.bytes).join(' ').replaceAll('\n', ' ');
    };
    expect(await pdf(corrected)).toContain(`CORRECTED: this form replaces number ${String(earlier.number)}.`);
    expect(await pdf(earlier)).toContain('REPLACED: a later form corrects this one.');
    // The earlier one stays as it was told.
    expect(await pdf(earlier)).toContain('$258.74');
    expect((await csv('1042-S')).text).toMatch(/1042-S,2024,Y,\d{10},.*,06,0\.00,3,00,15\.00,0\.00,0\.00,16/);
    // Paid again, it is corrected again, under the number of the first.
    await verb(payment, 'retry');
    await verb(payment, 'start');
    await verb(payment, 'complete', { date: '2024-12-31' });
    expect((await make()).body).toMatchObject({ made: 0, corrected: 1 });
    const identifier = String(earlier.number).padStart(10, '0');
    expect((await csv('1042-S')).text).toContain(`1042-S,2024,Y,${identifier},`);
  });
  it('show a tax number in full in the file alone, to administrators who confirmed, and the trail says so', async () => {
    const file = await csv('1099-DIV');
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head, line] = file.text.replace('\uFEFF', '').split('\r\n');
    expect(head).toContain('Recipient Taxpayer ID Number,Recipient Name Type');
    expect(line).toMatch(
      /^1099-DIV,2024,N,\d{10},123-?45-?6789,Individual,,Ann,Abel,US,1 Main Street,,Springfield,IL,62701,/,
    );
    expect(line).toContain('110.89,,36.96,0.00,0.00');
    const trail = (
      await owner.get(given.listUrl('/api/audit/', { filter: { action: 'export', resource: 'yearly-tax-forms' } }))
    ).rows;
    expect(trail.map(({ summary }) => summary)).toContain('exported 1 1099-DIV of 2024 with tax numbers in full');
    expect(JSON.stringify(trail)).not.toMatch(/123-?45-?6789/);
    for (const person of [staff, viewer, portal]) expect((await csv('1099-DIV', person)).status).toBe(403);
    const [paper] = (await papersOf(stranger, american)) as [Row];
    const text = textOfPdf((await stranger.get(`/api/yearly-tax-forms/${String(paper.id)}/pdf`)).bytes).join(' ');
    expect(text).toContain('ends in 6789');
    expect(text).toContain('Copy for the recipient. It is not filed');
    expect(text).not.toMatch(/123-?45/);
    await letConfirmationExpire(server, owner);
    expect(await csv('1099-DIV')).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
  });
  it('are seen by the holder, the company, and nobody else', async () => {
    const [paper] = (await papersOf(portal, german)) as [Row];
    const url = `/api/yearly-tax-forms/${String(paper.id)}/pdf`;
    for (const person of [portal, staff, viewer]) expect((await person.get(url)).status).toBe(200);
    const foreigner = await signUpCompany(server);
    for (const person of [stranger, foreigner])
      for (const path of [url, `/api/shareholders/${String(german.id)}/yearly-tax-forms`])
        expect([path, (await person.get(path)).status]).toEqual([path, 404]);
    for (const person of [viewer, portal]) {
      expect((await person.get('/api/yearly-tax-forms?year=2024')).status).toBe(403);
      expect((await make(person)).status).toBe(403);
    }
    expect((await foreigner.get('/api/yearly-tax-forms?year=2024')).body).toMatchObject({ rows: [], unreported: [] });
  });
  it('follow what the holder was when the payment was approved, whatever their profile says later', async () => {
    const profile = { country: 'US', form: 'W-9', form_valid_until: null, withholding_rate: null };
    const saved = await owner.put(`/api/shareholders/${String(german.id)}`, { tax_profile: profile });
    expect(saved.status).toBe(200);
    // As of payments that were approved before this was kept: what was told of the year counts.
    await server.sql('update payment set is_foreign = null where id = $1', [
      payments.find((each) => each.shareholder_id === german.id && each.gross === '86.25')!.id,
    ]);
    expect((await yearNow()).rows.map(({ form, state }) => [form, state])).toEqual([
      ['1099-DIV', 'made'],
      ['1099-INT', 'made'],
      ['1042-S', 'made'],
      ['1042-S', 'made'],
      ['1042-S', 'made'],
    ]);
  });
  it('have what was withheld wholly, which makes no payment', async () => {
    const by = await signUpCompany(server);
    const common = await given.shareClass(by);
    const holder = await given.shareholder(by, { first_name: 'Cem', last_name: 'Can' });
    await given.certificate(by, { shareholder_id: holder.id, share_class_id: common.id, quantity: '10' });
    const rule = { country: '*', holder_type: '*', distribution_type: '*', form: '*', rate: '1' };
    expect((await by.put('/api/organization', { withholding_rules: [rule] })).status).toBe(200);
    const other = await given.shareholder(by, { first_name: 'Dov', last_name: 'Dee' });
    await given.certificate(by, { shareholder_id: other.id, share_class_id: common.id, quantity: '1' });
    await by.put(`/api/shareholders/${String(other.id)}`, {
      tax_profile: { country: 'US', form: 'W-9', form_valid_until: null, withholding_rate: '0' },
    });
    const declared = await given.distribution(by, { amount_per_share: '2', share_class_ids: [common.id] });
    expect((await approveSeen(by, declared)).status).toBe(200);
    // No country is known of the holder: they are withheld from as a foreign person, and so they are reported.
    expect((await yearNow(by)).rows).toMatchObject([
      { shareholder_id: holder.id, form: '1042-S', part: '06 100.00', gross: '20.00', tax: '20.00', net: '0.00' },
    ]);
  });
});
