import { describe, expect, it } from 'vitest';
import { templateWorkbook } from '#server/paper/templateWorkbook.ts';
import { readGrid } from '#server/sheets/readGrid.ts';
import { TEMPLATE_KINDS, TEMPLATES } from '#src/domain/sheets/templates.ts';
import type { TemplateColumn } from '#src/domain/sheets/templates.ts';

const DAY_MS = 86_400_000;
/** A workbook stores a day as its number. */
const storedText = ({ example, holds }: TemplateColumn) =>
  holds === 'day' ? String((Date.parse(example) - Date.UTC(1899, 11, 30)) / DAY_MS) : example;

describe.each(TEMPLATE_KINDS)('the template of %s', (kind) => {
  const { columns, title } = TEMPLATES[kind];

  it('has the declared headings, and an example that says so', async () => {
    const [table] = (await readGrid(await templateWorkbook(kind))).tabs;
    expect(table!.name).toBe(title);
    const [headings, example, ...more] = table!.rows;
    expect(headings!.cells.map(({ text }) => text)).toEqual(columns.map(({ heading }) => heading));
    expect(more).toEqual([]);
    const filled = columns.filter((column) => column.example !== '');
    expect(example!.cells.map(({ kind: is, format }) => (format === 'date' ? 'day' : is))).toEqual(
      filled.map(({ holds }) => holds),
    );
    expect(example!.cells.map(({ text }) => text)).toEqual(filled.map(storedText));
    expect(example!.cells.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^Example\b/));
  });

  it('has a hint for each heading on a second tab', async () => {
    const hints = (await readGrid(await templateWorkbook(kind))).tabs[1]!;
    expect(hints.rows.slice(1).map(({ cells }) => cells.map(({ text }) => text))).toEqual(
      columns.map(({ heading, hint }) => [heading, hint]),
    );
  });
});
