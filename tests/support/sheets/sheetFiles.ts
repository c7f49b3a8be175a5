// Workbooks written by hand, for what no library writes; and grids in short, for comparing.
import type { Cell, Grid } from '#src/domain/sheets/grid.ts';
import { zipOf } from '../packages.ts';
import type { File } from '../packages.ts';

const FAMILIES = {
  transitional: {
    main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
    relations: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  },
  strict: {
    main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
    relations: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
  },
};
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';

interface Tab {
  name?: string;
  state?: string;
  /** What is inside of `sheetData`. */
  rows: string;
  before?: string;
  after?: string;
}

interface Parts {
  tabs: readonly Tab[];
  /** Items of the shared strings: what is inside of each `si`. */
  strings?: readonly string[];
  /** What is inside of `styleSheet`. */
  styles?: string;
  workbook?: string;
  family?: keyof typeof FAMILIES;
  /** Before every element of tabs, such as "x:". */
  prefix?: string;
}

const relationsFile = (path: string, type: string, targets: readonly (readonly [string, string])[]): File => ({
  path,
  content: `<Relationships xmlns="${PACKAGE_RELATIONS}">${targets.map(([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}/${kind}" Target="${target}"/>`).join('')}</Relationships>`,
});

/** The files of a workbook. */
export function partsOfWorkbook({
  tabs,
  strings,
  styles,
  workbook = '',
  family = 'transitional',
  prefix = '',
}: Parts): File[] {
  const { main, relations } = FAMILIES[family];
  const namespace = `xmlns${prefix === '' ? '' : `:${prefix.slice(0, -1)}`}="${main}"`;
  const list = tabs.map(
    ({ name, state }, index) =>
      `<sheet name="${name ?? `Tab ${index + 1}`}" sheetId="${index + 1}" r:id="rId${index + 1}"${state === undefined ? '' : ` state="${state}"`}/>`,
  );
  return [
    relationsFile('_rels/.rels', relations, [['officeDocument', 'xl/workbook.xml']]),
    relationsFile('xl/_rels/workbook.xml.rels', relations, [
      ...tabs.map((_tab, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['styles', 'styles.xml'],
      ['sharedStrings', '/xl/sharedStrings.xml'],
    ]),
    {
      path: 'xl/workbook.xml',
      content: `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="${main}" xmlns:r="${relations}">${workbook}<sheets>${list.join('')}</sheets></workbook>`,
    },
    { path: 'xl/styles.xml', content: `<styleSheet xmlns="${main}">${styles ?? ''}</styleSheet>` },
    {
      path: 'xl/sharedStrings.xml',
      content: `<sst xmlns="${main}">${(strings ?? []).map((item) => `<si>${item}</si>`).join('')}</sst>`,
    },
    ...tabs.map(({ rows, before = '', after = '' }, index) => ({
      path: `xl/worksheets/sheet${index + 1}.xml`,
      content: `<${prefix}worksheet ${namespace}>${before}<${prefix}sheetData>${rows}</${prefix}sheetData>${after}</${prefix}worksheet>`,
    })),
  ];
}

export const workbookZip = (parts: Parts): Promise<Buffer> => zipOf(partsOfWorkbook(parts));

/** A workbook of one tab with these rows. */
export const workbookOfRows = (rows: string): Promise<Buffer> => workbookZip({ tabs: [{ rows }] });

/** The files of a workbook with this part in place of its own. */
export const withPart = (files: readonly File[], path: string, content: string | Buffer): File[] => [
  ...files.filter((file) => file.path !== path),
  { path, content },
];

/** Rewrites what the zip's directory and the file's own header say of its unpacked size. */
export function withStatedSize(zip: Buffer, path: string, size: number): Buffer {
  const bytes = Buffer.from(zip);
  for (const [signature, sizeAt, nameAt] of [
    ['PK\u0001\u0002', 24, 46],
    ['PK\u0003\u0004', 22, 30],
  ] as const)
    for (let at = bytes.indexOf(signature, 0, 'latin1'); at >= 0; at = bytes.indexOf(signature, at + 4, 'latin1'))
      if (bytes.toString('latin1', at + nameAt, at + nameAt + path.length) === path)
        bytes.writeUInt32LE(size, at + sizeAt);
  return bytes;
}

/** "3:n:0.5{percent,1}[=A1/2]": column, kind, text, format if it says something, formula if there is one. */
function short({ column, kind, text, format, places, formula }: Cell): string {
  const shown = format === 'general' && places === null ? '' : `{${format},${places}}`;
  return `${column}:${kind[0]}:${text}${shown}${formula === null ? '' : `[=${formula}]`}`;
}

/** Of a tab: its rows in short, with the row's number, and "-" behind it if it is hidden. */
export const rowsOf = (grid: Grid, tab = 0): string[] =>
  grid.tabs[tab]!.rows.map(
    ({ number, hidden, cells }) => `${number}${hidden ? '-' : ''} ${cells.map(short).join(' ')}`,
  );
