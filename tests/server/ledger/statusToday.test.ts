// An event dated in the future does not count today, in lists, on pages, in the PDF and in the public check.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';
import { textOfPdf } from '#tests/support/pdfText.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const LATER = '2099-06-30';
const status = async (resource: string, { id }: Row) => (await owner.get(`/api/${resource}/${String(id)}`)).body.status;
const listed = async (resource: string, wanted: string) =>
  (await owner.get(`/api/${resource}/?filter={"status":"${wanted}"}`)).rows.map(({ id }) => id);
/** The text of the PDF, and the public answer to its code. */
async function printed({ id }: Row): Promise<{ text: string; verdict: Row }> {
  const { bytes } = await owner.get(`/api/certificates/${String(id)}/pdf`);
  const text = textOfPdf(bytes).join('\n');
  const [code] = await server.sql<{ code: string }>('select code from certificate_code where security_id = $1', [id]);
  return { text, verdict: (await owner.get(`/api/verify/${code!.code}`)).body };
}

describe('a security that is issued on a later day', () => {
  it.each([
    ['certificates', () => given.certificate(owner, { issue_date: LATER })],
    ['grants', () => given.grant(owner, { date: LATER, vesting: null })],
    ['convertibles', () => given.convertible(owner, { date: LATER })],
    ['warrants', () => given.warrant(owner, { date: LATER, expiration_date: null })],
  ])('is upcoming until then: %s', async (resource, create) => {
    const record = await create();
    expect(await status(resource, record)).toBe('upcoming');
    expect(await listed(resource, 'upcoming')).toContain(record.id);
    expect(await listed(resource, resource === 'convertibles' ? 'outstanding' : 'active')).not.toContain(record.id);
  });
  it('is not in force in the public check', async () => {
    const { verdict } = await printed(await given.certificate(owner, { issue_date: LATER }));
    expect(verdict).toMatchObject({ status: 'upcoming', quantity: '1000' });
  });
});

describe('a security that ends on a later day', () => {
  it.each([
    ['certificates', () => given.certificate(owner), { quantity: '400' }, 'active'],
    ['grants', () => given.grant(owner), { quantity: '400' }, 'active'],
    ['convertibles', () => given.convertible(owner), { amount: '400' }, 'outstanding'],
    ['warrants', () => given.warrant(owner, { expiration_date: null }), { quantity: '400' }, 'active'],
  ])('keeps its status until then: %s', async (resource, create, part, open) => {
    const record = await create();
    const cancel = () =>
      owner.post(`/api/${resource}/${String(record.id)}/cancel`, { ...part, date: LATER, reason: 'Agreed' });
    const { balance } = (await cancel()).body as { balance: Row };
    expect([await status(resource, record), await status(resource, balance)]).toEqual([open, 'upcoming']);
    expect(await listed(resource, open)).toContain(record.id);
    expect(await cancel()).toMatchObject({
      code: 'not_active',
      detail: expect.stringContaining(`is cancelled on ${LATER}`),
    });
  });
  it('is valid in the public check, in its PDF and in its chain', async () => {
    const record = await given.certificate(owner);
    await owner.post(`/api/certificates/${String(record.id)}/cancel`, { quantity: '400', date: LATER, reason: 'x' });
    const { text, verdict } = await printed(record);
    expect(verdict).toMatchObject({ status: 'active', quantity: '1000' });
    expect(text.toLowerCase()).not.toContain('cancelled');
    const { chain } = (await owner.get(`/api/certificates/${String(record.id)}`)).body as { chain: { nodes: Row[] } };
    expect(chain.nodes).toMatchObject([
      { id: record.id, status: 'active', ended_on: null },
      { status: 'upcoming', ended_on: null },
    ]);
    expect(await ledgerFaults(server, owner)).toEqual([]);
  });
});
