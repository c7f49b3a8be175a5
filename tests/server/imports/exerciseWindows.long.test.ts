// Time to exercise after leaving, from columns of spreadsheets and from packages, through HTTP.
import { beforeEach, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { readZip } from '#server/data/safeZip.ts';
import type { Row } from '#server/db/database.ts';
import { importZip } from '#tests/support/packages.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person, Reply } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeEach(async () => {
  server.setClock('2026-03-02T10:00:00Z');
  owner = await signUpCompany(server);
});

type Cells = (string | number)[];
const HEAD = ['Security ID', 'Stakeholder Name', 'Plan Name', 'Quantity Issued', 'Exercise Price', 'Issue Date'];
const BASE = ['ES-1', 'Ada Okafor', '2020 Plan', 4800, 0.1, '2024-01-15'];
const csvOf = (rows: Cells[]) => `${rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')}\n`;
const workbookOf = (rows: Cells[]) =>
  writeExcelFile(rows.map((row) => row.map((value) => (typeof value === 'number' ? { value } : { value })))).toBuffer();
const upload = (bytes: string | Buffer, name: string): Promise<Reply> => {
  const { body, options } = given.multipart({ name, bytes });
  return owner.post('/api/sheets', body, options);
};
const grants = (columns: Record<string, string | number>): Cells[] => [
  [...HEAD, ...Object.keys(columns)],
  [...BASE, ...Object.values(columns)],
];
const one = ({ body }: Reply) => `/api/sheets/${String(body.id)}`;
async function applied(read: Reply): Promise<Row> {
  const answered = await owner.put(one(read), { answers: { plan_class: 'Common Stock' } });
  expect(answered.body.status).toBe('ready');
  const done = await owner.post(`${one(read)}/apply`, { accept_warnings: true, differences: [] });
  expect([done.status, done.text]).toEqual([200, done.text]);
  const [grant] = (await owner.get('/api/grants/')).rows;
  return (await owner.get(`/api/grants/${String(grant!.id)}`)).body;
}
/** Those that the grant itself says: reason, period and unit. */
const said = (page: Row) =>
  Object.fromEntries(
    (page.exercise_windows as Row[])
      .filter(({ source }) => source === 'grant')
      .map(({ reason, period, period_type }) => [reason, `${String(period)} ${String(period_type)}`]),
  );
const messages = ({ body }: Reply) => (body.findings as Row[]).map(({ message }) => String(message)).join('\n');
const codes = ({ body }: Reply) => (body.findings as Row[]).map(({ code }) => code);

async function objectsIn(bytes: Buffer): Promise<Row[]> {
  const files = await readZip(bytes, () => true);
  return files.flatMap((file) =>
    file.path.endsWith('.json')
      ? (((parseExactly(file.bytes.toString('utf8')) as Row).items as Row[] | undefined) ?? [])
      : [],
  );
}
const commentsIn = async (bytes: Buffer) =>
  (await objectsIn(bytes)).flatMap((each) =>
    each.object_type === 'STOCK_PLAN' ? ((each.comments ?? []) as string[]) : [],
  );

async function windowsIn(bytes: Buffer) {
  return (await objectsIn(bytes))
    .filter((each) => each.object_type === 'TX_EQUITY_COMPENSATION_ISSUANCE')
    .map((each) =>
      Object.fromEntries(
        (each.termination_exercise_windows as Row[]).map((one) => [
          one.reason,
          `${String(one.period)} ${String(one.period_type)}`,
        ]),
      ),
    );
}

const NAMED = {
  'Exercise window (voluntary)': '90 days',
  'Exercise window - involuntary, without cause': '6 months',
  'PTEP for cause': 'None',
  'Exercise window (death)': '18 months',
  'Post-termination exercise period: disability (months)': 12,
  'Retirement exercise window': '1 year',
};
const ALL = {
  VOLUNTARY_OTHER: '90 DAYS',
  INVOLUNTARY_OTHER: '6 MONTHS',
  INVOLUNTARY_WITH_CAUSE: '0 DAYS',
  INVOLUNTARY_DEATH: '18 MONTHS',
  INVOLUNTARY_DISABILITY: '12 MONTHS',
  VOLUNTARY_RETIREMENT: '1 YEARS',
};

describe('a table of grants', () => {
  it('brings in a window for each reason that its headings name, from CSV', async () => {
    const read = await upload(csvOf(grants(NAMED)), 'grants.csv');
    expect(codes(read)).not.toContain('column_not_read');
    expect(said(await applied(read))).toEqual(ALL);
  });

  it('and from XLSX', async () => {
    const read = await upload(await workbookOf(grants(NAMED)), 'grants.xlsx');
    expect(codes(read)).not.toContain('column_not_read');
    expect(said(await applied(read))).toEqual(ALL);
  });

  it.each([
    ['Post-termination exercise period', '3 months', '3 MONTHS'],
    ['PTEP', '90d', '90 DAYS'],
    ['PTEP (days)', 90, '90 DAYS'],
    ['Post Termination Exercise Window (months)', '3', '3 MONTHS'],
    ['Exercise period after termination', 'Three (3) months', '3 MONTHS'],
  ])('reads “%s” of %s for leaving and dismissal without cause, and says so', async (heading, value, window) => {
    const read = await upload(csvOf(grants({ [heading]: value })), 'grants.csv');
    expect(codes(read)).toContain('window_without_reason');
    expect(said(await applied(read))).toEqual({
      VOLUNTARY_OTHER: window,
      VOLUNTARY_GOOD_CAUSE: window,
      INVOLUNTARY_OTHER: window,
    });
  });

  it('asks for the unit of a bare number, and names what is no length of time', async () => {
    const bare = await upload(csvOf(grants({ PTEP: 90 })), 'grants.csv');
    expect(codes(bare)).toContain('window_unit_missing');
    expect(messages(bare)).toContain('days or months');
    const text = await upload(csvOf(grants({ PTEP: 'as the plan says' })), 'more.csv');
    expect(codes(text)).toContain('window_not_read');
  });

  it.each([
    ['PTEP (months)', '3.0', '3 MONTHS'],
    ['PTEP (months)', '3,00', '3 MONTHS'],
    ['PTEP', '90.0 days', '90 DAYS'],
    ['PTEP', 'Three (3.0) months', '3 MONTHS'],
    ['PTEP (months)', '0.0', '0 DAYS'],
  ])('reads a whole number with a nought behind its point: “%s” of %s', async (heading, value, window) => {
    const read = await upload(csvOf(grants({ [heading]: value })), 'grants.csv');
    expect(said(await applied(read))).toMatchObject({ VOLUNTARY_OTHER: window });
  });

  it('reads a number of a workbook, also where binary arithmetic left its mark', async () => {
    const read = await upload(await workbookOf(grants({ 'PTEP (months)': 0.1 + 0.2 + 2.7 + 4e-16 })), 'grants.xlsx');
    expect(said(await applied(read))).toMatchObject({ VOLUNTARY_OTHER: '3 MONTHS' });
  });

  it.each([
    ['PTEP (months)', '3.5', 'months'],
    ['PTEP (months)', '3,5', 'months'],
    ['PTEP', '1.5 years', 'years'],
    ['PTEP (days)', '90.25', 'days'],
    ['PTEP (months)', '3.000', 'months'],
    ['PTEP', '3.5', 'days, months or years'],
  ])('asks for a whole number, and rounds nothing: “%s” of %s', async (heading, value, unit) => {
    const read = await upload(csvOf(grants({ [heading]: value })), 'grants.csv');
    expect(codes(read)).toContain('window_not_whole');
    expect(messages(read)).toContain(`a whole number of ${unit}`);
  });

  it('asks for a whole number in a workbook, too', async () => {
    expect(codes(await upload(await workbookOf(grants({ 'PTEP (months)': 3.5 })), 'grants.xlsx'))).toContain(
      'window_not_whole',
    );
  });

  it('warns of a longer time for cause than for resigning', async () => {
    const read = await upload(csvOf(grants({ 'PTEP voluntary': '3 months', 'PTEP for cause': '12 months' })), 'g.csv');
    expect(codes(read)).toContain('window_for_cause_longer');
  });

  it('leaves dates and early exercise alone', async () => {
    const read = await upload(csvOf(grants({ 'Early exercise window': '3 months' })), 'grants.csv');
    expect(codes(read)).toContain('column_not_read');
  });
});

it('a package with windows in its grants goes in and comes out the same', async () => {
  const first = await applied(await upload(csvOf(grants(NAMED)), 'grants.csv'));
  const packed = (await owner.get('/api/ocf/export')).bytes;
  const other = await signUpCompany(server);
  const sent = await importZip(other, packed);
  expect([sent.status, sent.text]).toEqual([200, sent.text]);
  const [grant] = (await other.get('/api/grants/')).rows;
  const read = (await other.get(`/api/grants/${String(grant!.id)}`)).body;
  expect(read.termination_exercise_windows).toEqual(first.termination_exercise_windows);
  expect(read.exercise_windows).toEqual(first.exercise_windows);
  // Written anew, and not as it came.
  await other.post(`/api/grants/${String(grant!.id)}/cancel`, { quantity: '1', date: '2026-02-01', reason: 'Agreed' });
  expect(await windowsIn((await other.get('/api/ocf/export')).bytes)).toEqual([ALL, ALL]);
});

it('a table of plans gives its windows to the grants of the file that say none themselves', async () => {
  const rows = [
    [{ value: 'Plan Name' }, { value: 'Shares Reserved' }, { value: 'PTEP (death)' }],
    [{ value: '2020 Plan' }, { value: 100000 }, { value: '24 months' }],
  ];
  const cells = grants({ 'PTEP voluntary': '3 months' }).map((row) => row.map((value) => ({ value })));
  const bytes = await writeExcelFile([
    { sheet: 'Plans', data: rows },
    { sheet: 'Grants', data: cells },
  ] as Parameters<typeof writeExcelFile>[0]).toBuffer();
  const read = await upload(bytes, 'book.xlsx');
  expect(codes(read)).toContain('window_of_plan');
  expect(said(await applied(read))).toEqual({ VOLUNTARY_OTHER: '3 MONTHS', INVOLUNTARY_DEATH: '24 MONTHS' });
});

describe('the windows of a plan', () => {
  const windows = [
    { reason: 'VOLUNTARY_OTHER', period: 6, period_type: 'MONTHS' },
    { reason: 'INVOLUNTARY_DEATH', period: 2, period_type: 'YEARS' },
  ];
  const packageOf = async () => (await owner.get('/api/ocf/export')).bytes;
  const planIn = async (by: Person) => {
    const [plan] = (await by.get('/api/equity-plans/')).rows;
    return (await by.get(`/api/equity-plans/${String(plan!.id)}`)).body;
  };
  const ofPlan = (page: Row) =>
    (page.exercise_windows as Row[])
      .filter(({ source }) => source === 'plan')
      .map(({ reason, period, period_type }) => ({ reason, period, period_type }));

  it('travel in a package as a comment that people read, too', async () => {
    const common = await given.shareClass(owner);
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id], exercise_windows: windows });
    const bytes = await packageOf();
    const other = await signUpCompany(server);
    const imported = await importZip(other, bytes, 'accept_findings=true');
    expect([imported.status, imported.text]).toMatchObject([200, expect.stringContaining('"applied":true')]);
    expect(ofPlan(await planIn(other))).toEqual(windows);
    expect(await commentsIn(bytes)).toEqual([
      'Time to exercise after leaving, where a grant says none: VOLUNTARY_OTHER 6 MONTHS, INVOLUNTARY_DEATH 2 YEARS.',
    ]);
    // Another edit keeps them; one of them writes the comment anew, and none takes it away.
    const edit = async (extra: Row) => {
      const { name, reserved, date, version, share_class_ids } = await planIn(owner);
      const body = { name, reserved, date, version, share_class_ids, ...extra };
      expect((await owner.put(`/api/equity-plans/${String(plan.id)}`, body)).status).toBe(200);
    };
    await edit({ name: 'Renamed plan' });
    expect(await commentsIn(await packageOf())).toHaveLength(1);
    expect(ofPlan(await planIn(owner))).toEqual(windows);
    await edit({ exercise_windows: windows.slice(0, 1) });
    expect(await commentsIn(await packageOf())).toEqual([
      'Time to exercise after leaving, where a grant says none: VOLUNTARY_OTHER 6 MONTHS.',
    ]);
    await edit({ exercise_windows: [] });
    expect(await commentsIn(await packageOf())).toEqual([]);
  });
});
