// The public Acme sample (39 entries, four holders) through the API, with its files in several orders. Compares the
// figures published for eight dates, as strings. Then the same story in a package written by the tests, and the
// quickstart sample.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { acmeFigures, acmeObjects, acmeTransactions } from '#tests/domain/ledger/acme.ts';
import { hasShared, importZip, packageFiles, sharedFiles, zipOf } from '#tests/support/packages.ts';
import type { File } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const ACME = 'ocf/sample_ocf_folders/acme_holdings_limited';
const QUICKSTART = 'ocf/docs/tutorials/quickstart/samples';

/** Class totals by name, and the holdings of each holder who holds something. */
async function figures(owner: Person, date: string) {
  const { classes, rows, total } = (await owner.get(`/api/cap-table/?as_of=${date}`)).body as {
    classes: Row[];
    rows: Row[];
    total: string;
  };
  const holdings: Record<string, string> = {};
  let options = 0n;
  for (const row of rows) {
    const first = String(row.name).split(' ')[0]!.toLowerCase();
    for (const { share_class, quantity } of row.holdings as Row[])
      holdings[`${first} ${letterOf(String(share_class))}`] = String(quantity);
    options += BigInt(String(row.options));
  }
  const totals: Record<string, string> = {};
  for (const { name, outstanding } of classes) totals[letterOf(String(name))] = String(outstanding);
  return { totals, holdings, options: String(options), total };
}
const letterOf = (name: string) => (/pref|^P$/i.test(name) ? 'P' : name.trim().slice(-1));

/** The published figures on each of the eight dates, in the form of the API. */
const published = acmeFigures.map(([date, [A, B, P], holdings, options]) => {
  const total = String(BigInt(A!) + BigInt(B!) + BigInt(P!));
  return [date, { totals: { A, B, P }, holdings, options, total }];
});
async function figuresOnAllDates(owner: Person) {
  const found = [];
  for (const [date] of acmeFigures) found.push([date, await figures(owner, date)]);
  return found;
}

const orders: [string, (files: File[]) => File[]][] = [
  ['in their own order', (files) => files],
  ['in reverse order', (files) => files.toReversed()],
  ['with the manifest in the middle', (files) => [...files.slice(1, 3), files[0]!, ...files.slice(3)]],
  ['in a folder of their own', (files) => files.map((file) => ({ ...file, path: `acme/${file.path}` }))],
];

describe.skipIf(!hasShared(ACME))('the public Acme package', () => {
  const files = hasShared(ACME) ? sharedFiles(ACME) : [];
  it.each(orders)('gives the published figures with its files %s', async (_how, order) => {
    const owner = await signUpCompany(server);
    const reply = await importZip(owner, await zipOf(order(files)), 'accept_findings=true');
    expect([reply.status, reply.body.applied]).toEqual([200, true]);
    expect(await figuresOnAllDates(owner)).toEqual(published);
  });
  it('gives the published figures with its entries in reverse order', async () => {
    const owner = await signUpCompany(server);
    const turned = files.map((file) => {
      const content = JSON.parse(String(file.content)) as { items?: unknown[] };
      return {
        ...file,
        content: JSON.stringify({ ...content, ...(content.items ? { items: content.items.toReversed() } : {}) }),
      };
    });
    await importZip(owner, await zipOf(turned), 'accept_findings=true');
    expect(await figuresOnAllDates(owner)).toEqual(published);
  });
  it('reports its errors, and applies nothing until they are accepted', async () => {
    const owner = await signUpCompany(server);
    const bytes = await zipOf(files);
    const first = await importZip(owner, bytes);
    expect([first.status, first.body.applied]).toEqual([200, false]);
    expect((await figures(owner, '2023-06-15')).total).toBe('0');
    const findings = first.body.findings as Row[];
    const rules = findings.map(({ rule }) => rule);
    expect(rules.filter((rule) => rule === 'W5')).toHaveLength(5);
    expect(
      findings.every(
        ({ severity, message, object_type, object_id }) =>
          ['error', 'warning'].includes(String(severity)) &&
          [message, object_type, object_id].every((each) => typeof each === 'string'),
      ),
    ).toBe(true);
    const exercises = findings.filter(
      ({ object_type, severity }) => severity === 'error' && /EXERCISE/.test(String(object_type)),
    );
    expect(new Set(exercises.map(({ object_id }) => object_id)).size).toBe(4);
    expect((first.body.counts as Row).STAKEHOLDER).toBe(4);
    expect(
      Object.entries(first.body.counts as Record<string, number>)
        .filter(([type]) => type.startsWith('TX_'))
        .reduce((sum, [, n]) => sum + n, 0),
    ).toBe(39);
    expect((await importZip(owner, bytes, 'accept_findings=true')).body.applied).toBe(true);
    expect(await figuresOnAllDates(owner)).toEqual(published);
  });
  it('shows its certificates with their quantities and statuses', async () => {
    const owner = await signUpCompany(server);
    await importZip(owner, await zipOf(files), 'accept_findings=true');
    const rows = (await owner.get('/api/certificates/')).rows;
    const active = rows.filter(({ status }) => status === 'active');
    expect(active.reduce((sum, { quantity }) => sum + BigInt(String(quantity)), 0n)).toBe(210_000n);
    expect(new Set(rows.map(({ status }) => status))).toEqual(
      new Set(['active', 'transferred', 'cancelled', 'repurchased', 'converted', 'reissued', 'retracted']),
    );
  });
});

describe('the same story in a package of our own', () => {
  let owner: Person;
  beforeAll(async () => {
    owner = await signUpCompany(server);
    const files = packageFiles([...acmeObjects, ...acmeTransactions.toReversed()]);
    const reply = await importZip(owner, await zipOf(files.toReversed()), 'accept_findings=true');
    if (reply.body.applied !== true) throw new Error(`The package was not applied: ${reply.text}`);
  });
  it('gives the same figures', async () => {
    expect(await figuresOnAllDates(owner)).toEqual(published);
  });
  it('takes the company’s details from the issuer of the package', async () => {
    expect((await owner.get('/api/organization')).body).toMatchObject({
      legal_name: 'Lovelace Engines, Inc.',
      formation_date: '2022-01-01',
      country: 'US',
    });
  });
});

describe.skipIf(!hasShared(QUICKSTART))('the public quickstart package', () => {
  it('gives Jim Jangles his 5,000 Preferred Shares', async () => {
    const owner = await signUpCompany(server);
    const reply = await importZip(owner, await zipOf(sharedFiles(QUICKSTART)), 'accept_findings=true');
    expect([reply.status, reply.body.applied]).toEqual([200, true]);
    expect((await owner.get('/api/cap-table/?as_of=2022-01-01')).body).toMatchObject({
      classes: [{ name: 'Preferred Shares', outstanding: '5000', percent: '100.0000' }],
      rows: [{ name: 'Jim Jangles', total: '5000', percent: '100.0000' }],
      total: '5000',
    });
  });
});
