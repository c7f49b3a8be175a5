// An empty table to fill in, as a workbook: headings and one example row, and on a second tab what goes into each column.
import { TEMPLATES } from '#src/domain/sheets/templates.ts';
import type { TemplateColumn, TemplateKind } from '#src/domain/sheets/templates.ts';

const WIDTH = 22;

export async function templateWorkbook(kind: TemplateKind): Promise<Buffer> {
  const { title, columns } = TEMPLATES[kind];
  const bold = (value: string) => ({ value, fontWeight: 'bold' as const });
  // Loaded with the first workbook: the server is ready sooner.
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return writeExcelFile([
    {
      sheet: title,
      columns: columns.map(() => ({ width: WIDTH })),
      stickyRowsCount: 1,
      data: [columns.map(({ heading }) => bold(heading)), columns.map(exampleCell)],
    },
    {
      sheet: 'Hints',
      columns: [{ width: WIDTH }, { width: 3 * WIDTH }],
      data: [
        [bold('What goes into each column. The example row is skipped; you may delete it.')],
        [],
        ...columns.map(({ heading, hint }) => [bold(heading), { value: hint }]),
      ],
    },
  ]).toBuffer();
}

function exampleCell({ example, holds }: TemplateColumn) {
  if (example === '') return null;
  if (holds === 'day') return { value: new Date(`${example}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' };
  // Examples are short enough for a float.
  if (holds === 'number') return { value: Number(example), type: Number };
  return { value: example, type: String };
}
