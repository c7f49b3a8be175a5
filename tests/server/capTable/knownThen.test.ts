// The cap table and its registers as they were known after an entry: with the names of that time, and each command
// either whole or not at all.
import { describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { holder, issued, issuer, stockClass } from '#tests/domain/ledger/factories.ts';
import * as given from '#tests/support/given.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const DAY = '2030-01-01';
const table = async (owner: Person, known: unknown) =>
  (await owner.get(`/api/cap-table/?as_of=${DAY}&known_at=${String(known)}`)).body;
const named = ({ rows, classes }: Row) => ({
  rows: (rows as Row[]).map(({ name, total }) => `${String(name)} ${String(total)}`).sort(),
  classes: (classes as Row[]).map(({ name, outstanding }) => `${String(name)} ${String(outstanding)}`),
});
const lastSeq = async (owner: Person) =>
  Number((await owner.get('/api/transactions/?sort=["seq","DESC"]')).rows[0]!.seq);
const register = async (owner: Person, name: string, known: unknown) =>
  (await owner.get(`/api/reports/${name}.csv?as_of=${DAY}&known_at=${String(known)}`)).text;

async function rename(owner: Person, path: string, id: unknown, name: Row) {
  const before = (await owner.get(`/api/${path}/${String(id)}`)).body;
  expect((await owner.put(`/api/${path}/${String(id)}`, { ...before, ...name })).status).toBe(200);
}

describe('the table as known at an earlier entry', () => {
  it('names the holders and classes of an import that was undone since', async () => {
    const owner = await signUpCompany(server);
    const ada = { ...holder('ada'), name: { legal_name: 'Ada Lovelace' } };
    const common = { ...stockClass('common'), name: 'Common stock' };
    const bytes = await zipOf(packageFiles([issuer(), ada, common, issued('s1', 'ada', '100')]));
    const { import_id } = (await importZip(owner, bytes)).body;
    const known = await lastSeq(owner);
    const before = named(await table(owner, known));
    expect(before).toEqual({ rows: ['Ada Lovelace 100'], classes: ['Common stock 100'] });
    const sheets = await Promise.all(['stock-ledger', 'holder-list'].map((name) => register(owner, name, known)));
    expect((await owner.post(`/api/ocf/imports/${String(import_id)}/undo`, {})).status).toBe(200);
    expect(named(await table(owner, known))).toEqual(before);
    for (const [at, name] of ['stock-ledger', 'holder-list'].entries()) {
      expect(sheets[at]).toContain('Ada Lovelace');
      expect(await register(owner, name, known)).toBe(sheets[at]);
    }
    const entries = (await owner.get(`/api/cap-table/entries?as_of=${DAY}&known_at=${known}`)).body.entries as Row[];
    expect(entries.map(({ shareholder }) => shareholder)).toEqual(['Ada Lovelace']);
  });
  it('shows the earlier names of a holder and a class, with and without an entry in between', async () => {
    const owner = await signUpCompany(server);
    const ada = await given.shareholder(owner, { first_name: 'Ada', last_name: 'Byron' });
    const common = await given.shareClass(owner, { name: 'Ordinary' });
    await given.certificate(owner, { shareholder_id: ada.id, share_class_id: common.id, quantity: '10' });
    const known = await lastSeq(owner);
    await rename(owner, 'shareholders', ada.id, { last_name: 'Lovelace' });
    await rename(owner, 'share-classes', common.id, { name: 'Common' });
    expect(named(await table(owner, known))).toEqual({ rows: ['Ada Byron 10'], classes: ['Ordinary 10'] });
    await given.certificate(owner, { shareholder_id: ada.id, share_class_id: common.id, quantity: '5' });
    expect(named(await table(owner, known))).toEqual({ rows: ['Ada Byron 10'], classes: ['Ordinary 10'] });
    expect(named(await table(owner, await lastSeq(owner)))).toEqual({
      rows: ['Ada Lovelace 15'],
      classes: ['Common 15'],
    });
    expect(await register(owner, 'holder-list', known)).toContain('Ada Byron');
  });
  it('uses the votes and the plan’s reserve of that time, also when only they changed since', async () => {
    const owner = await signUpCompany(server);
    const plan = { object_type: 'STOCK_PLAN', id: 'plan', plan_name: 'Plan', stock_class_ids: ['common'] };
    const written = (votes: string, reserved: string) => [
      issuer(),
      holder('ada'),
      stockClass('common', { votes_per_share: votes }),
      { ...plan, initial_shares_reserved: reserved },
      issued('s1', 'ada', '100'),
    ];
    const bring = async (objects: Row[], query = '') =>
      (await importZip(owner, await zipOf(packageFiles(objects)), query)).body;
    await bring(written('1', '1000'));
    const known = await lastSeq(owner);
    const asked = async (query: string) =>
      (await owner.get(`/api/cap-table/?as_of=${DAY}&basis=${query}`)).body as {
        total: string;
        pool_available: string;
      };
    const then = async () => [
      (await asked(`voting&known_at=${known}`)).total,
      (await asked(`fully_diluted&known_at=${known}`)).pool_available,
    ];
    expect(await then()).toEqual(['100', '1000']);
    const { import_id, applied } = await bring(written('10', '2000'), 'take=theirs');
    expect(applied).toBe(true);
    expect((await asked('voting')).total).toBe('1000');
    expect(await then()).toEqual(['100', '1000']);
    expect((await owner.post(`/api/ocf/imports/${String(import_id)}/undo`, {})).status).toBe(200);
    expect(await then()).toEqual(['100', '1000']);
    expect((await asked('voting')).total).toBe('100');
  });
  it('contains a whole split, whichever of its entries is named', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { authorized_shares: '1000' });
    for (const quantity of ['100', '50']) await given.certificate(owner, { share_class_id: common.id, quantity });
    const before = await lastSeq(owner);
    const body = { numerator: '2', denominator: '1', date: '2024-06-30' };
    expect((await owner.post(`/api/share-classes/${String(common.id)}/split`, body)).status).toBe(200);
    const after = await lastSeq(owner);
    expect(after - before).toBeGreaterThan(3);
    expect(await table(owner, before)).toMatchObject({ total: '150', known_at: String(before) });
    for (let known = before + 1; known <= after; known += 1)
      expect(await table(owner, known)).toMatchObject({ total: '300', known_at: String(after) });
  });
});
