// Registers of a long ledger: complete in every format, the same on every day and as known earlier, and refused with a
// message when a format cannot hold them.
import { beforeAll, describe, expect, it } from 'vitest';
import { company, holder, issued, stockTransfer } from '#tests/domain/ledger/factories.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { textOfPdf } from '#tests/support/pdfText.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { readWorkbook } from '#tests/support/workbook.ts';

const server = useTestServer();
const ISSUES = 25_100;
const FEW = 2_300;
let owner: Person;

const dayOf = (n: number) => (n < FEW ? '2021-01-01' : '2022-01-01');
const linesOf = (text: string) => text.trimEnd().split('\r\n').slice(1);

beforeAll(async () => {
  const objects = company({ common: { initial_shares_authorized: 'UNLIMITED' } });
  const certificates = Array.from({ length: ISSUES }, (_, n) =>
    issued(`s${n}`, n % 2 ? 'ada' : 'grace', '3', { custom_id: `CS-${n + 1}`, date: dayOf(n) }),
  );
  owner = await signUpCompany(server);
  const reply = await importZip(
    owner,
    await zipOf(
      packageFiles([
        ...objects.filter(({ id }) => id !== 'linus'),
        holder('linus'),
        ...certificates,
        issued('sold', 'linus', '3', { custom_id: 'CS-SOLD', date: '2023-01-01' }),
        stockTransfer('t1', { security_id: 's0', quantity: '3', resulting_security_ids: ['sold'], date: '2023-01-01' }),
      ]),
    ),
  );
  if (reply.body.applied !== true) throw new Error(`The test ledger was not imported: ${reply.text.slice(0, 400)}`);
});

describe('the stock ledger of many certificates', () => {
  it('has every line in CSV, in order, with the balance carried on', async () => {
    const lines = linesOf((await owner.get('/api/reports/stock-ledger.csv?as_of=2023-01-01')).text);
    expect(lines).toHaveLength(ISSUES + 2);
    const balances = lines.slice(0, ISSUES).map((line) => line.split(',')[10]);
    expect(balances).toEqual(Array.from({ length: ISSUES }, (_, n) => String(3 * (n + 1))));
    expect(new Set(lines.map((line) => line.split(',')[3])).size).toBe(ISSUES + 1);
  });

  it('has the same lines in a workbook and in a PDF, both made in another process', async () => {
    const asked = '?as_of=2021-12-31';
    const lines = linesOf((await owner.get(`/api/reports/stock-ledger.csv${asked}`)).text);
    const [sheet] = await readWorkbook((await owner.get(`/api/reports/stock-ledger.xlsx${asked}`)).bytes);
    // A workbook row ends with its last filled cell.
    const columns = lines[0]!.split(',').length;
    const rows = sheet!
      .slice(4)
      .map((row) => Array.from({ length: columns }, (_, at) => row[at]?.value ?? '').join(','));
    expect(rows).toEqual(lines);
    const paper = textOfPdf((await owner.get(`/api/reports/stock-ledger.pdf${asked}`)).bytes).join(' ');
    expect(lines).toHaveLength(FEW);
    expect(paper).toContain(`CS-${FEW}`);
    expect(paper).not.toContain(`CS-${FEW + 1}`);
  });

  it('is the same when read as known at the last entry', async () => {
    const now = linesOf((await owner.get('/api/reports/stock-ledger.csv?as_of=2021-12-31')).text);
    const [last] = (await owner.get('/api/transactions/?range=[0,0]')).rows as { seq: string }[];
    const known = `/api/reports/stock-ledger.csv?as_of=2021-12-31&known_at=${last!.seq}`;
    expect(linesOf((await owner.get(known)).text)).toEqual(now);
  });

  it('is refused as a PDF when it has too many lines, and the message names the alternative', async () => {
    const reply = await owner.get('/api/reports/stock-ledger.pdf?as_of=2023-01-01');
    expect([reply.status, reply.body.code]).toEqual([422, 'too_many_lines']);
    expect(reply.body.detail).toBe(
      'A PDF holds 25,000 lines at most, and the stock ledger has more. Use CSV, which has no limit, or choose an earlier day.',
    );
  });
});

describe('the page of a class with many holders', () => {
  it('lists the fifty largest holders and the number of all holders', async () => {
    const people = Array.from({ length: 60 }, (_, n) => `p${n}`);
    const many = await signUpCompany(server);
    const zip = await zipOf(
      packageFiles([
        ...company(),
        ...people.map((id) => holder(id)),
        ...people.map((id, n) => issued(`c-${id}`, id, String(n + 1))),
      ]),
    );
    expect((await importZip(many, zip)).body.applied).toBe(true);
    const { body } = await many.get('/api/share-classes/common');
    const holders = body.holders as { shares: string }[];
    expect(body.holder_count).toBe(60);
    expect(holders.map(({ shares }) => shares)).toEqual(Array.from({ length: 50 }, (_, n) => String(60 - n)));
  });
});
