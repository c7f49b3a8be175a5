// Names in files for banks: as they are recorded where the format takes them, and else as the screen says before.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { AMERICAN, approvedFor, fileOf, makeBatch, withAccount } from '#tests/support/distributions/payouts.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let approved: Awaited<ReturnType<typeof approvedFor>>;
const NAMES = ['Ada Lovelace', 'Zoë Müller', '山田 太郎', '🚀 Ada Byrne', 'Bartholomew Featherstonehaugh'];
beforeAll(async () => {
  owner = await signUpCompany(server, { client_display_name: 'Søn & Töchter AG' });
  const holders = [];
  for (const name of NAMES) {
    const [first_name, ...rest] = name.split(' ');
    holders.push(await withAccount(owner, AMERICAN, { first_name, last_name: rest.join(' ') }));
  }
  approved = await approvedFor(owner, holders, { name: 'Dividende März' });
});
const asked = (format: string) => ({
  format,
  execution_date: '2030-01-15',
  filter: { distribution_id: approved.distribution.id },
});
const writtenIn = ({ written_names }: Row) =>
  Object.fromEntries((written_names as Row[]).map(({ shareholder, written }) => [shareholder, written]));
const preview = async (format: string) => (await owner.post('/api/payment-batches/preview', asked(format))).body;
/** Makes a batch, reads its file and cancels it. */
async function fileIn(format: string) {
  const made = await makeBatch(owner, asked(format));
  expect(made.status).toBe(201);
  const { text } = await fileOf(owner, made.body);
  await owner.post(`/api/payment-batches/${String(made.body.id)}/cancel`, {});
  return { made: made.body, text };
}

describe('a CSV of payments', () => {
  it('has names as they are recorded, and says of no change', async () => {
    expect(await preview('csv')).toMatchObject({ written_names: [], warnings: [{ code: 'execution_date_far_ahead' }] });
    const { text } = await fileIn('csv');
    for (const name of [...NAMES, 'Dividende März']) expect(text).toContain(name);
  });
});

describe('a CSV that a spreadsheet opens', () => {
  it('says which names and references it writes with an apostrophe, and writes them so', async () => {
    const company = await signUpCompany(server);
    const holder = await withAccount(company, AMERICAN, { first_name: '=SUM(A1)', last_name: 'x' });
    const { distribution } = await approvedFor(company, [holder], { name: '+1 dividend' });
    const body = { format: 'csv', execution_date: '2030-01-15', filter: { distribution_id: distribution.id } };
    const { body: seen } = await company.post('/api/payment-batches/preview', body);
    expect(writtenIn(seen)).toEqual({ '=SUM(A1) x': "'=SUM(A1) x" });
    expect(JSON.stringify(seen.warnings)).toContain("“+1 dividend” as “'+1 dividend”");
    const made = await makeBatch(company, body);
    expect(writtenIn(made.body)).toEqual(writtenIn(seen));
    expect((await fileOf(company, made.body)).text).toContain(",'+1 dividend,'=SUM(A1) x,");
  });
});

describe('a format that takes few letters', () => {
  it('writes a NACHA file in them, and says which names it changes for which payment', async () => {
    const seen = await preview('nacha');
    expect(writtenIn(seen)).toEqual({
      'Zoë Müller': 'ZOE MULLER',
      '山田 太郎': 'SHANTIAN TAILANG',
      '🚀 Ada Byrne': 'ADA BYRNE',
      'Bartholomew Featherstonehaugh': 'BARTHOLOMEW FEATHERSTO',
    });
    const ids = (seen.written_names as Row[]).map(({ payment_id }) => payment_id);
    expect(ids.toSorted()).toEqual(
      approved.payments
        .slice(1)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(JSON.stringify(seen.warnings)).toContain('“Dividende März” as “DIVIDENDE MARZ”');
    expect(JSON.stringify(seen.warnings)).toContain('the payer “Søn & Töchter AG” as “SON & TOCHTER AG”');
    const { made, text } = await fileIn('nacha');
    expect(writtenIn(made)).toEqual(writtenIn(seen));
    for (const written of Object.values(writtenIn(seen))) expect(text).toContain(String(written));
    expect(text).not.toContain('ROCKET');
  });
  it('does the same in a pain.001', async () => {
    const seen = await preview('pain.001');
    expect(writtenIn(seen)).toEqual({
      'Zoë Müller': 'Zoe Muller',
      '山田 太郎': 'ShanTian TaiLang',
      '🚀 Ada Byrne': 'Ada Byrne',
    });
    const { text } = await fileIn('pain.001');
    for (const written of Object.values(writtenIn(seen))) expect(text).toContain(`<Nm>${String(written)}</Nm>`);
  });
});
