// Every paper can be read by a screen reader: it has a title, a language, headings, tables with header cells, texts for pictures, and
// each letter on it is in the reading order or says that it is furniture of the page.
import { beforeAll, describe, expect, it } from 'vitest';
import { refuseActivePdf } from '#server/commands/documents/activePdf.ts';
import { makePaper } from '#server/paper/makePaper.ts';
import { beginPaper, drawText } from '#server/paper/pdfText.ts';
import { typefacesFor } from '#server/paper/typefaces/typefaces.ts';
import type { Row } from '#server/db/database.ts';
import { resources } from '#src/resources/index.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { structureOfPdf } from '#tests/support/papers/pdfStructure.ts';
import { faultsOf } from '#tests/support/papers/readingFaults.ts';
import { fillRareTables, givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let tenant: Tenant;
/** All that hand out a paper, by what they cost. */
const routes = () => server.app.routes.filter(({ costs }) => costs === 'paper');

beforeAll(async () => {
  tenant = await givenTenant(server, 'AMARK');
  await tenant.owner.put('/api/organization', { legal_name: 'Adams & Sons <Holding>, Inc.' });
  const [holder] = tenant.records.shareholders!;
  const shareClass = await given.shareClass(tenant.owner);
  const of = { share_class_id: shareClass.id, shareholder_id: holder!.id, issue_date: '2015-01-15' };
  await given.certificate(tenant.owner, of);
  const dates = { record_date: '2019-06-30', payment_date: '2020-01-01' };
  const due = await given.distribution(tenant.owner, { share_class_ids: [shareClass.id], ...dates });
  await approveSeen(tenant.owner, due);
  await fillRareTables(server, tenant);
});

/** What a call needs besides its address, and where the paper is that it makes. */
const MADE: Record<string, () => Promise<Buffer[]>> = {
  'POST /api/unclaimed/letters': async () => [(await tenant.owner.post('/api/unclaimed/letters', {})).bytes],
  'POST /api/shareholders/:id/tax-form': async () => {
    const documents = (await tenant.owner.get('/api/documents/')).rows;
    const signed = documents.filter(({ name }) => String(name).startsWith('W-9 signed'));
    return Promise.all(
      signed.map(async ({ id }) => (await tenant.owner.get(`/api/documents/${String(id)}/download`)).bytes),
    );
  },
};

async function papersOf(method: string, url: string): Promise<Buffer[]> {
  const made = MADE[`${method} ${url}`];
  if (made) return made();
  const resource = resources.find(({ path }) => url.startsWith(path));
  const ids = url.includes(':id') ? await idsFor(url, resource?.name) : [''];
  const replies = await Promise.all(ids.map((id) => tenant.owner.get(url.replace(':id', id))));
  expect(replies.map(({ status }) => status)).toEqual(ids.map(() => 200));
  return replies.map(({ bytes }) => bytes);
}

async function idsFor(url: string, resource: string | undefined): Promise<string[]> {
  if (url.startsWith('/api/yearly-tax-forms/'))
    return (await server.sql<{ id: string }>('select id::text from yearly_tax_form')).map(({ id }) => id);
  return tenant.records[resource!]!.map(({ id }: Row) => String(id));
}

describe('every paper', () => {
  it('can be read aloud, in the order in which it is written', async () => {
    const wrong: Record<string, string[]> = {};
    for (const { method, url } of routes()) {
      const papers = await papersOf(method, url);
      expect(papers.length, `${method} ${url}`).toBeGreaterThan(0);
      for (const paper of papers) {
        expect(paper.subarray(0, 8).toString()).toBe('%PDF-1.7');
        // Somebody may upload it again as a document.
        await refuseActivePdf(paper);
        const faults = faultsOf(await structureOfPdf(paper));
        if (faults.length > 0) wrong[`${method} ${url}`] = faults;
      }
    }
    expect(wrong).toEqual({});
  });
  it('is one of the routes that count as papers', () => {
    const named = server.app.routes.filter(({ url }) => /[./]pdf$/.test(url)).map(({ url }) => url);
    expect(named.filter((url) => !routes().some((route) => route.url === url))).toEqual([]);
    expect(named.length).toBeGreaterThan(8);
  });
});

describe('a paper of many pages', () => {
  const columns = ['Holder', 'Note'].map((name) => ({ name, kind: 'text' as const, width: 1 }));
  const register = (cells: string[][]) =>
    makePaper({
      now: new Date('2025-01-02T03:04:05Z'),
      format: 'pdf',
      sheets: [{ title: 'Stock ledger', tab: 'Stock', columns, rows: cells.map((each) => ({ cells: each })) }],
      from: { company: 'Acme', date: '1 May 2024', knownAt: '7', currency: 'USD', madeAt: 'now' },
    });

  it('has one table with one row of heads, and a cell that goes on on the next page is one cell', async () => {
    const names = ['山田 太郎', 'محمد الحسن', 'दीपक शर्मा', '🚀 Ada Byrne', ''];
    const rows = Array.from({ length: 1100 }, (_, index) => [names[index % 5]!, `Note ${index}`]);
    rows[20] = ['Ada', 'A very long note. '.repeat(1500)];
    const read = await structureOfPdf(await register(rows));
    expect(faultsOf(read)).toEqual([]);
    const count = (type: string) => read.tags.filter((tag) => tag.type === type).length;
    expect([count('Table'), count('TH'), count('TR'), count('TD')]).toEqual([1, 2, 1101, 2200]);
    const long = read.tags.find(({ type, marks }) => type === 'TD' && marks > 1)!;
    expect(long.parent!.kids.map(({ marks }) => marks)).toEqual([1, expect.any(Number)]);
    expect(long.marks).toBeGreaterThan(2);
  });
  it('keeps a paragraph whole over the end of a page', async () => {
    const legend = 'These shares are not registered, and may not be sold without an opinion of counsel. '.repeat(90);
    const [{ id }] = tenant.records.legends as [Row];
    const changed = await tenant.owner.put(`/api/legends/${String(id)}`, { name: 'Long', text: legend });
    expect(changed.status).toBe(200);
    const certificate = await given.certificate(tenant.owner, { stock_legend_ids: [id] });
    const read = await structureOfPdf(
      (await tenant.owner.get(`/api/certificates/${String(certificate.id)}/pdf`)).bytes,
    );
    expect(faultsOf(read)).toEqual([]);
    expect(Math.max(...read.tags.filter(({ type }) => type === 'P').map(({ marks }) => marks))).toBeGreaterThan(30);
  });
});

describe('what is drawn on a paper', () => {
  it('is refused where it has no place in the reading order', async () => {
    const making = { madeAt: new Date(0), typefaces: await typefacesFor([]) };
    const paper = beginPaper({ title: 'A paper', author: 'Acme', making });
    expect(() => drawText(paper, 'Anywhere', { left: 50, top: 50, font: 'regular', size: 10 })).toThrow(
      /directly in a Document/,
    );
  });
});
