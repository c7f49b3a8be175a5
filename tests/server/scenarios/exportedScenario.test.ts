// A scenario as a workbook: each formula gives the very figure that the run has.
import { beforeAll, expect, it } from 'vitest';
import type { RunAnswer } from '#src/contract/scenarios/scenarios.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { unzip } from '#tests/support/workbook.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { name: 'Common', authorized_shares: '50000000' });
  for (const quantity of ['5000001', '3000000', '7'])
    await given.certificate(owner, { share_class_id: common.id, issue_date: '2024-01-02', quantity });
  await given.convertible(owner);
});

const seed = {
  kind: 'round',
  name: 'Seed: A/B',
  class_name: 'Series Seed',
  pre_money: 12_000_000,
  method: 'percent_ownership',
  investors: [{ name: '=HYPERLINK("x")', amount: 3_000_000 }],
  pool: { increase: 500_000 },
  converts: 'all',
};

type Cells = Map<string, { text: string; formula: string | null }>;
const everyCell = (files: ReadonlyMap<string, string>, texts: readonly string[]): Cells[] =>
  [...files].filter(([path]) => path.startsWith('xl/worksheets/')).map(([, xml]) => cellsOf(xml, texts));

function cellsOf(xml: string, texts: readonly string[]): Cells {
  const cells: Cells = new Map();
  for (const [, attributes, name, inner = ''] of xml.matchAll(
    /<c ((?:[^>]*? )?r="([A-Z]+\d+)"[^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
  )) {
    const value = /<v>(.*?)<\/v>/s.exec(inner)?.[1] ?? '';
    const inline = /<t[^>]*>(.*?)<\/t>/s.exec(inner)?.[1];
    const text = inline ?? (attributes!.includes('t="s"') ? texts[Number(value)]! : value);
    cells.set(name!, { text, formula: /<f>(.*?)<\/f>/s.exec(inner)?.[1] ?? null });
  }
  return cells;
}

/** What a spreadsheet computes: sums over a range, and rounded products and quotients. */
function computed(cells: Cells, name: string): number {
  const { text, formula } = cells.get(name) ?? { text: '', formula: null };
  if (formula === null) return Number(text || 0);
  const sum = /^(?:ROUND\()?SUM\(([A-Z]+)(\d+):([A-Z]+)(\d+)\)(?:,2\))?$/;
  const [, column, from, last, to] = sum.exec(formula) ?? [];
  if (column !== undefined) {
    const names = [...cells.keys()].filter((each) => {
      const [, own, row] = /^([A-Z]+)(\d+)$/.exec(each)!;
      return own! >= column && own! <= last! && Number(row) >= Number(from) && Number(row) <= Number(to);
    });
    const all = names.reduce((so_far, each) => so_far + computed(cells, each), 0);
    return Math.round(all * 1e4) / 1e4;
  }
  const [, amount, price] = /^ROUNDDOWN\(([A-Z]+\d+)\/([A-Z]+\d+),0\)$/.exec(formula) ?? [];
  if (amount !== undefined) return Math.floor(computed(cells, amount) / computed(cells, price!));
  const [, whole, paid, each] = /^ROUND\(([A-Z]+\d+)-([A-Z]+\d+)(?:\*([A-Z]+\d+))?,2\)$/.exec(formula) ?? [];
  if (whole !== undefined) {
    const rest = computed(cells, whole) - computed(cells, paid!) * (each === undefined ? 1 : computed(cells, each));
    return Math.round(rest * 100) / 100;
  }
  const [, a, operator, b, times = '1', places] = /^ROUND\(([A-Z]+\d+)([*/])([A-Z]+\d+)(?:\*(\d+))?,(\d)\)$/.exec(
    formula,
  )!;
  const [x, y] = [computed(cells, a!), computed(cells, b!)];
  const scale = 10 ** Number(places);
  return Math.round((operator === '/' ? x / y : x * y) * Number(times) * scale) / scale;
}

it('has a table for each step whose formulas give the figures of the run', async () => {
  const made = await given.scenario(owner, {
    name: 'Offer / A',
    steps: [seed, { kind: 'exit', proceeds: 40_000_000 }],
  });
  const address = `/api/scenarios/${String(made.id)}`;
  const run = (await owner.post(`${address}/run`, {})).body as unknown as RunAnswer;
  const reply = await owner.get(`${address}/export.xlsx`);
  expect(reply.status).toBe(200);
  expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain('Offer   A.xlsx');
  const files = await unzip(reply.bytes);
  const workbook = files.get('xl/workbook.xml')!;
  expect([...workbook.matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, tab]) => tab)).toEqual([
    '0 Start',
    '1 Seed  A B',
    '2 Exit',
    '1 Seed  A B figures',
    '2 Exit proceeds',
  ]);
  const texts = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>.*?<t[^>]*>(.*?)<\/t>.*?<\/si>/gs)].map(
    ([, text]) => text!,
  );
  const cells = cellsOf(files.get('xl/worksheets/sheet2.xml')!, texts);
  const { rows, total, classes } = run.tables[1]!;
  const column = String.fromCharCode('A'.charCodeAt(0) + classes.length + 3);
  const percent = String.fromCharCode(column.charCodeAt(0) + 1);
  for (const [index, row] of rows.entries()) {
    expect([row.name, computed(cells, `${column}${index + 5}`)]).toEqual([row.name, Number(row.total)]);
    expect([row.name, computed(cells, `${percent}${index + 5}`)]).toEqual([row.name, Number(row.percent)]);
  }
  const bottom = rows.length + 5;
  expect(computed(cells, `${column}${bottom}`)).toBe(Number(total));
  expect([...cells.values()].filter(({ formula }) => formula !== null).length).toBeGreaterThan(rows.length);
  const figures = cellsOf(files.get('xl/worksheets/sheet4.xml')!, texts);
  const paid = run.tables[1]!.round!.investors[0]!.paid;
  expect(computed(figures, 'E6')).toBe(Number(paid));
  // A program that does not compute shows the same figures.
  const formulas = everyCell(files, texts).flatMap((all) =>
    [...all].flatMap(([cell, { text, formula }]) =>
      formula === null ? [] : [[cell, text, computed(all, cell)] as const],
    ),
  );
  expect(formulas.length).toBeGreaterThan(20);
  for (const [cell, text, value] of formulas) expect([cell, Number(text)]).toEqual([cell, value]);
  expect(formulas.map(([cell]) => cell)).toContain('C6');
  // A name that begins like a formula stays a text.
  expect(figures.get('A6')!.formula).toBeNull();
  expect(files.get('xl/worksheets/sheet4.xml')).not.toContain('<f>=HYPERLINK');
});
