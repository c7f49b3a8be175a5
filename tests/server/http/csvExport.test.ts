import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#src/resources/index.ts';
import { widestReaders } from '#src/resources/kit/access.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import { csvCell, csvColumns, csvValue } from '#src/resources/kit/csv.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen, listUrl } from '#tests/support/given.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { oneOfEach } from '#tests/support/time/often.ts';
import { readWorkbook } from '#tests/support/workbook.ts';
import type { ReadCell } from '#tests/support/workbook.ts';

const server = useTestServer();
let tenant: Tenant;
beforeAll(async () => void (tenant = await givenTenant(server, 'CSVMARK')));

const linesOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
const textsOf = (cells: readonly ReadCell[]) => cells.map((cell) => cell?.value ?? '');
const exported = (path: string, query = {}) =>
  tenant.owner.get(listUrl(`${path.replace(/\/$/, '')}/export.csv`, query));

describe.each(resources.map((resource) => [resource.name, resource] as const))('exporting %s', (name, resource) => {
  it('is a file with a heading for every readable field and a line for every row', async () => {
    const reply = await exported(resource.path);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    const day = new Date(server.deps.now()).toISOString().slice(0, 10);
    const company = String(tenant.owner.user.client_name);
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="${company}-${name}-${day}.csv"`);
    expect(reply.text.startsWith('\uFEFF')).toBe(true);
    const lines = linesOf(reply.text);
    const headings = csvColumns(resource).map(({ header }) => header);
    expect(lines[0]!.split(',').length).toBeGreaterThanOrEqual(headings.length);
    expect([new Set(headings).size, headings.at(-1)]).toEqual([headings.length, 'ID']);
    expect(lines.length).toBeGreaterThanOrEqual(1 + tenant.records[name]!.length);
  });
  it('uses the list’s filter and sort, and refuses what the list refuses', async () => {
    const [first] = tenant.records[name]!;
    const reply = await exported(resource.path, { filter: { id: [first!.id] }, sort: ['id', 'DESC'] });
    expect(reply.text).toContain(String(first!.id));
    expect((await exported(resource.path, { filter: { org_id: 'x' } })).status).toBe(400);
  });
  it('contains nothing of another holder', async () => {
    const reply = await tenant.one.person.get(`${resource.path.replace(/\/$/, '')}/export.csv`);
    // What administrators alone read is refused as a whole.
    expect(reply.status).toBe(widestReaders(resource) === 'administrators' ? 403 : 200);
    expect(reply.text).not.toContain(tenant.two.mark);
  });
});

describe('an export of some columns', () => {
  it('has these alone, in this order, as CSV and as a workbook with numbers and dates as such', async () => {
    const columns = JSON.stringify(['certificate_number', 'num_shares', 'issue_date', 'status']);
    const asked = `columns=${encodeURIComponent(columns)}&sort=${encodeURIComponent('["certificate_number","ASC"]')}`;
    const csv = linesOf((await tenant.owner.get(`/api/certificates/export.csv?${asked}`)).text);
    expect(csv[0]).toBe('Certificate #,Shares,Issue Date,Status');
    const reply = await tenant.owner.get(`/api/certificates/export.xlsx?${asked}`);
    expect(reply.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(reply.headers['content-disposition']).toMatch(/-certificates-.*\.xlsx"$/);
    const [sheet] = await readWorkbook(reply.bytes);
    expect(textsOf(sheet![0]!)).toEqual(csv[0]!.split(','));
    expect(sheet!).toHaveLength(csv.length);
    const { num_shares, issue_date } = tenant.records.certificates!.toSorted((one, other) =>
      String(one.certificate_number) < String(other.certificate_number) ? -1 : 1,
    )[0]!;
    const [, shares, day] = sheet![1]!;
    expect([shares!.kind, Number(shares!.value)]).toEqual(['number', Number(num_shares)]);
    // Days since the last of 1899.
    const told = new Date(Date.UTC(1899, 11, 30) + Number(day!.value) * 86_400_000);
    expect([day!.kind, told.toISOString().slice(0, 10)]).toEqual(['number', issue_date]);
  });
  it.each(['["shareholder_id","shareholder_id"]', '["org_id"]', '[]', '"name"', '{'])('refuses %s', async (columns) => {
    for (const format of ['csv', 'xlsx']) {
      const reply = await tenant.owner.get(`/api/certificates/export.${format}?columns=${encodeURIComponent(columns)}`);
      expect(reply.status).toBe(400);
    }
  });
  it.each(
    oneOfEach(
      resources.map(({ path }) => path),
      () => 'a list',
    ),
  )('of %s is a workbook with the headings of its CSV', async (path) => {
    const bare = path.replace(/\/$/, '');
    const reply = await tenant.owner.get(`${bare}/export.xlsx`);
    expect(reply.status).toBe(200);
    const [sheet] = await readWorkbook(reply.bytes);
    const lines = linesOf((await tenant.owner.get(`${bare}/export.csv`)).text);
    expect(textsOf(sheet![0]!).join(',')).toBe(lines[0]!.replaceAll('"', ''));
  });
});

describe('an export of an earlier day', () => {
  it.each(resources.filter(({ asOf }) => asOf).map(({ name, path }) => [name, path]))(
    'of %s is named after that day',
    async (name, path) => {
      const reply = await tenant.owner.get(`${path.replace(/\/$/, '')}/export.csv?as_of=2024-03-01`);
      const company = String(tenant.owner.user.client_name);
      expect([reply.status, reply.headers['content-disposition']]).toEqual([
        200,
        `attachment; filename="${company}-${name}-2024-03-01.csv"`,
      ]);
    },
  );
});

describe('a heading', () => {
  it('is plain: it never shows a field’s internal name', () => {
    const odd = resources.flatMap((resource) =>
      csvColumns(resource).flatMap(({ field, header }) => (header.includes(`(${field})`) ? [header] : [])),
    );
    expect(odd).toEqual([]);
  });
  it('names a holder before the holder’s id, and tells the two apart', async () => {
    const [heading] = linesOf((await exported('/api/payments/')).text);
    const columns = heading!.split(',');
    expect(columns.filter((each) => each.startsWith('Shareholder'))).toEqual(['Shareholder', 'Shareholder ID']);
    expect(columns.indexOf('Shareholder')).toBeLessThan(columns.indexOf('Shareholder ID'));
  });
});

describe('a choice or a status', () => {
  const chosen = resources.flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([name, field]) =>
      field.kind === 'choice' || field.kind === 'status'
        ? [{ resource, name, field, of: `${resource.name}: ${name}` }]
        : [],
    ),
  );
  it.each(chosen)('of $of is written in the words of the screen', ({ resource, name, field }) => {
    const values = field.kind === 'choice' ? field.values : Object.keys(field.states);
    for (const value of values) {
      expect(csvValue(resource, name, { [name]: value })).toBe(wordOf(field, value));
      expect(csvValue(resource, name, { [name]: value })).not.toMatch(/^[a-z]|_/);
    }
  });
  it('is written so in the files of shareholders and payments', async () => {
    const holder = await given.shareholder(tenant.owner, { type: 'individual', relationship: 'founder' });
    const file = (await exported('/api/shareholders/', { filter: { id: [holder.id] } })).text.split(/,|\r\n/);
    expect(file).toEqual(expect.arrayContaining(['Individual', 'Founder']));
    expect(file).not.toContain('founder');
    const distribution = await given.distribution(tenant.owner, {
      method: 'cheque',
      share_class_ids: [tenant.records.certificates![0]!.share_class_id],
    });
    await approveSeen(tenant.owner, distribution);
    await tenant.owner.post(`/api/distributions/${String(distribution.id)}/cancel`, {});
    const payments = (await exported('/api/payments/', { filter: { distribution_id: distribution.id } })).text;
    expect(payments).toContain(',Cheque,Cancelled,');
    expect(payments).toContain(',The distribution was cancelled,');
  });
});

it('a yes or no is written in the words of the screen', async () => {
  const holder = await given.shareholder(tenant.owner);
  const url = `/api/shareholders/${String(holder.id)}`;
  const cells = async () => (await exported('/api/shareholders/', { filter: { id: [holder.id] } })).text.split(',');
  expect(await cells()).toContain('Active');
  await tenant.owner.put(url, { ...(await tenant.owner.get(url)).body, is_active: false });
  expect(await cells()).toContain('Inactive');
});

describe('a cell that a spreadsheet would run (T17)', () => {
  it.each([
    [';=1+1', ";'=1+1"],
    ['Ada;=1+1;+2', "Ada;'=1+1;'+2"],
    ['Ada|@SUM(A1)', "Ada|'@SUM(A1)"],
    ['Ada; "=1+1"', `Ada; "'=1+1"`],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM', "'＠SUM"],
    ['﹦1+1', "'﹦1+1"],
    ['﹢1', "'﹢1"],
    ['﹣1', "'﹣1"],
    ['﹫SUM', "'﹫SUM"],
    ['−1+1', "'−1+1"],
    ['a;﹦1+1', "a;'﹦1+1"],
    ['\u2060=1+1', "\u2060'=1+1"],
    ['x\n=1+1', "x\n'=1+1"],
    ['"=1+1"', `"'=1+1"`],
    ['a=b, a-b; c@d', 'a=b, a-b; c@d'],
    ['-12.5', '-12.5'],
  ])('%j is written so that no spreadsheet runs a part of it', (text, written) => {
    expect(csvCell(text)).toBe(written);
  });
  it.each(['=1+1', '+1-2', '-cmd', '@SUM(A1)', '\tx'])('%j gets an apostrophe before it', async (title) => {
    const task = await given.task(tenant.owner, { title: 'placeholder' });
    await server.sql('update task set title = $2 where id = $1', [task.id, title]);
    const reply = await exported('/api/tasks/', { filter: { id: [task.id] } });
    expect(linesOf(reply.text)[1]).toContain(`'${title}`);
  });
  it('keeps quotes, commas and line ends inside its cell', async () => {
    const thread = await given.thread(tenant.owner, { subject: 'He said "yes", and left' });
    const reply = await exported('/api/messaging/threads', { filter: { id: [thread.id] } });
    expect(reply.text).toContain('"He said ""yes"", and left"');
  });
});
