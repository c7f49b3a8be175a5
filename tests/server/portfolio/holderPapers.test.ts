// Papers that a holder takes away: the statement of holdings at any day, and each grant, convertible, warrant and payment.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { labelOf } from '#src/resources/kit/defineResource.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { textOfPdf } from '#tests/support/pdfText.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
/** Labels that are the same in German. */
const IN_BOTH = new Set(['Status', 'Name', 'Plan']);
let owner: Person;
let portal: Person;
let record: Row;
let stranger: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
  record = await given.shareholder(owner);
  const other = await given.shareholder(owner);
  portal = await signUpShareholder(server, owner, record);
  stranger = await signUpShareholder(server, owner, other);
  const common = await given.shareClass(owner, { name: 'Common', price_per_share: '2.00' });
  const sold = { share_class_id: common.id, shareholder_id: record.id, price_per_share: '2.00' };
  await given.certificate(owner, { ...sold, quantity: '100', issue_date: '2024-01-15' });
  await given.certificate(owner, { ...sold, quantity: '50', issue_date: '2024-06-01' });
  await given.certificate(owner, { share_class_id: common.id, shareholder_id: other.id, quantity: '7777' });
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id] });
  await given.grant(owner, { equity_plan_id: plan.id, shareholder_id: record.id });
  await given.convertible(owner, {
    shareholder_id: record.id,
    terms: { post_money_cap: '10000000', discount: '0.175' },
  });
  await given.warrant(owner, { shareholder_id: record.id, share_class_id: common.id });
  await given.approveSeen(owner, await given.distribution(owner, { share_class_ids: [common.id] }));
});
const statement = (format: string, day: string) =>
  `/api/shareholders/${String(record.id)}/holdings-statement.${format}?as_of=${day}`;
const linesOf = (csv: string) =>
  csv
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));

describe('the statement of holdings', () => {
  it('has what was held at the end of the day, at the price of that day', async () => {
    const reply = await portal.get(statement('csv', '2024-03-01'));
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const lines = linesOf(reply.text);
    const of = (kind: string) => lines.filter((line) => line.some((cell) => cell.includes(kind)));
    expect(of('Certificate')).toHaveLength(1);
    expect(of('Certificate')[0]!.join()).toContain('100');
    expect(lines.at(-1)).toEqual(['Value of priced holdings', '', '', '', '', '', '', '', '200.00', 'USD']);
    const later = linesOf((await portal.get(statement('csv', '2024-07-01'))).text);
    expect(later.filter((line) => line[1]!.includes('Certificate'))).toHaveLength(2);
  });
  it('has nothing before anything was issued', async () => {
    expect(linesOf((await portal.get(statement('csv', '2019-01-01'))).text)).toEqual([]);
  });
  it('is a PDF too, for the holder and for the company, and for nobody else', async () => {
    for (const person of [portal, owner]) {
      const reply = await person.get(statement('pdf', '2024-07-01'));
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/pdf']);
      const text = textOfPdf(reply.bytes).join(' ');
      expect(text).toContain(`Statement of holdings of ${String(record.name)}`);
      expect(text).not.toContain('7777');
    }
    for (const format of ['csv', 'pdf']) expect((await stranger.get(statement(format, '2024-07-01'))).status).toBe(404);
    expect((await (await signUpCompany(server)).get(statement('csv', '2024-07-01'))).status).toBe(404);
    expect((await portal.get(statement('csv', 'yesterday'))).status).toBe(422);
  });
});

it('writes figures with separators, amounts in their currency, and what vests when', async () => {
  const [grant] = (await portal.get('/api/grants/')).rows as [Row];
  const text = textOfPdf((await portal.get(`/api/grants/${String(grant.id)}/pdf`)).bytes).join(' ');
  for (const words of ['1,000', '$0.50', 'Vests on 2025-01-01', '250, 250 in all by then'])
    expect([words, text.includes(words)]).toEqual([words, true]);
});

it('writes a discount in percent', async () => {
  const [convertible] = (await portal.get('/api/convertibles/')).rows as [Row];
  const url = `/api/convertibles/${String(convertible.id)}/pdf`;
  const textOf = async (language: string) =>
    textOfPdf((await portal.get(url, { headers: { 'accept-language': language } })).bytes).join(' ');
  expect(await textOf('en')).toContain('17.5%');
  expect(await textOf('de')).toContain('17,5%');
});

describe.each(['grants', 'convertibles', 'warrants', 'payments'])('a PDF of %s', (name) => {
  it('is made for the holder and the company, and for no other holder', async () => {
    const [own] = (await portal.get(`/api/${name}/`)).rows as [Row];
    const url = `/api/${name}/${String(own.id)}/pdf`;
    for (const person of [portal, owner]) {
      const reply = await person.get(url);
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/pdf']);
      expect(textOfPdf(reply.bytes).join(' ')).toContain(String(own.shareholder));
    }
    expect((await stranger.get(url)).status).toBe(404);
  });
});

describe('a paper for a reader of German', () => {
  const inGerman = (person: Person, url: string) => person.get(url, { headers: { 'accept-language': 'de' } });
  const linesOn = (pdf: Buffer) => new Set(textOfPdf(pdf).flatMap((page) => page.split('\n')));
  const wordsOf = async (person: Person, url: string) => [...linesOn((await inGerman(person, url)).bytes)].join(' ');
  it('is in German: the holdings, the registers', async () => {
    const holdings = await wordsOf(portal, statement('pdf', '2024-07-01'));
    for (const words of ['Aufstellung der Bestände von', 'Währung: USD', 'Seite 1 von 1'])
      expect([words, holdings.includes(words)]).toEqual([words, true]);
    expect(await wordsOf(owner, '/api/reports/holder-list.pdf')).toContain('Liste der Inhaber nach Klasse');
    expect(await wordsOf(owner, '/api/reports/stock-ledger.pdf')).toContain('Anteilsjournal');
  });
  it.each(['grants', 'convertibles', 'warrants', 'payments'])('has no label of %s in English', async (name) => {
    const [own] = (await portal.get(`/api/${name}/`)).rows as [Row];
    const url = `/api/${name}/${String(own.id)}/pdf`;
    const [german, english] = await Promise.all(
      [inGerman(portal, url), portal.get(url)].map(async (reply) => linesOn((await reply).bytes)),
    );
    const { fields } = resourceNamed(name);
    const labels = Object.keys(fields).map((field) => labelOf({ fields }, field));
    const shown = labels.filter((label) => english!.has(label) && !IN_BOTH.has(label));
    expect(shown.length).toBeGreaterThan(4);
    expect(shown.filter((label) => german!.has(label))).toEqual([]);
  });
  it('leaves files for programs, and the trail, in English', async () => {
    expect((await inGerman(portal, statement('csv', '2024-07-01'))).text).toContain('Value of priced holdings');
    const { rows } = await owner.get('/api/audit/?sort=["at","DESC"]&range=[0,24]');
    expect(rows.some(({ summary }) => String(summary).startsWith('exported the holdings of'))).toBe(true);
  });
});
