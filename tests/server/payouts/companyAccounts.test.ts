// The company's own bank accounts: what is shown of them, what stays, and batches that are paid from one.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { approvedFor, fileOf, IBAN, makeBatch, withAccount } from '#tests/support/distributions/payouts.ts';
import { listUrl } from '#tests/support/given.ts';
import { signUpCompany, unique } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { letConfirmationExpire } from '#tests/support/stepUp.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const PATH = '/api/company-bank-accounts';
let owner: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
});
const account = (more: Row = {}): Row => ({
  label: `Operating ${unique()}`,
  name: 'Tidewater Robotics, Inc.',
  iban: 'de89 3704 0044 0532 0130 00',
  bic: 'cobadeff',
  ...more,
});
const added = async (more: Row = {}) => (await owner.post(PATH, account(more))).body;
const fieldsOf = (reply: { body: Row }) => (reply.body.errors as Row[]).map(({ field }) => field);

describe('an account', () => {
  it('is shown by its last four characters, in no answer in full, and not stored in clear', async () => {
    const made = await added({ account_number: '1234-5678' });
    expect(made).toMatchObject({ iban: '•••• 3000', account_number: '•••• 5678', bic: 'COBADEFF', version: 1 });
    const { text } = await owner.get(listUrl(PATH));
    const csv = (await owner.get(`${PATH}/export.csv`)).text;
    const audit = (await owner.get(listUrl('/api/audit/', { filter: { resource: 'company-bank-accounts' } }))).text;
    const [row] = await server.sql('select to_jsonb(a)::text as text from company_bank_account a where id = $1', [
      made.id,
    ]);
    for (const each of [text, csv, audit, String(row!.text)]) expect(each).not.toMatch(/37040044|12345678/);
    expect(text).toContain('•••• 3000');
  });
  it('keeps a number that is sent back as it is shown, and takes another', async () => {
    const made = await added({ account_number: '12345678' });
    const at = `${PATH}/${String(made.id)}`;
    const renamed = await owner.put(at, { ...made, label: `Payroll ${unique()}` });
    expect(renamed.body).toMatchObject({ iban: '•••• 3000', account_number: '•••• 5678', version: 2 });
    const changed = await owner.put(at, { ...renamed.body, iban: 'GB33BUKB20201555555555', account_number: null });
    expect(changed.body).toMatchObject({ iban: '•••• 5555', account_number: null });
    expect((await owner.put(at, { ...made, label: 'Stale' })).status).toBe(409);
  });
  it.each([
    ['iban', { iban: 'DE89370400440532013001' }],
    ['iban', { iban: '•••• 3000' }],
    ['bic', { bic: 'COBA' }],
    ['routing_number', { iban: null, bic: null }],
    ['routing_number', { iban: null, bic: null, account_number: '12345678' }],
    ['routing_number', { routing_number: '091000018' }],
    ['company_id', { company_id: '1' }],
    ['label', { label: ' ' }],
    ['label', { label: 'x'.repeat(61) }],
  ])('is refused at %s: %o', async (field, more) => {
    const reply = await owner.post(PATH, account(more));
    expect([reply.status, fieldsOf(reply)]).toEqual([422, [field]]);
  });
  it('has a name of its own', async () => {
    const { label } = await added();
    const reply = await owner.post(PATH, account({ label: String(label).toUpperCase() }));
    expect([reply.status, fieldsOf(reply)]).toEqual([422, ['label']]);
  });
  it('is changed only with a fresh confirmation, and removed', async () => {
    const made = await added();
    const other = await signUpCompany(server);
    await letConfirmationExpire(server, other);
    expect(await other.post(PATH, account())).toMatchObject({ status: 403, code: 'step_up_required' });
    expect((await owner.delete(`${PATH}/${String(made.id)}`)).status).toBe(204);
    expect((await owner.get(`${PATH}/${String(made.id)}`)).status).toBe(404);
  });
});

describe('a batch', () => {
  const paid = async () => ({
    distribution_id: (await approvedFor(owner, [await withAccount(owner, IBAN)])).distribution.id,
  });
  it('is paid from the account that was chosen', async () => {
    const { id } = await added();
    const made = await makeBatch(owner, { filter: await paid(), debtor: undefined, bank_account_id: id });
    expect([made.status, made.body.debtor]).toEqual([201, 'Tidewater Robotics, Inc.']);
    const { text } = await fileOf(owner, made.body);
    expect(text).toMatch(/<DbtrAcct>\s*<Id>\s*<IBAN>DE89370400440532013000<\/IBAN>/);
    expect(text).toContain('COBADEFF');
  });
  it('is refused with one that lacks what the format needs, with none, and with two payers', async () => {
    const filter = await paid();
    const { id } = await added();
    const other = await signUpCompany(server);
    const theirs = (await other.post(PATH, account())).body;
    for (const more of [
      { format: 'nacha', debtor: undefined, bank_account_id: id },
      { debtor: undefined, bank_account_id: theirs.id },
      { debtor: undefined, bank_account_id: 'none' },
      { bank_account_id: id },
    ]) {
      const reply = await makeBatch(owner, { filter, ...more });
      expect([reply.status, fieldsOf(reply)]).toEqual([422, ['bank_account_id']]);
    }
  });
});
