// A grid in a few large buffers. Two million cells as objects would take hundreds of megabytes and seconds to hand from one
// process to another; buffers take a fraction, and a row's cells are made when they are asked for.
import type { Cell, CellFormat, CellKind, Grid, GridRow, GridTab, Merge, TextForm } from '#src/domain/sheets/grid.ts';
import type { TabSize } from '#src/domain/sheets/gridPage.ts';

export interface PackedTab {
  name: string | null;
  hidden: boolean;
  merges: Merge[];
  hiddenColumns: number[];
  rowNumbers: Uint32Array<ArrayBuffer>;
  /** Of each row, the place behind its last cell among the cells of all tabs. */
  rowEnds: Uint32Array<ArrayBuffer>;
  rowIsHidden: Uint8Array<ArrayBuffer>;
  firstCell: number;
}

export interface PackedFormat {
  format: CellFormat;
  places: number | null;
  marks?: Cell['marks'];
}

export interface PackedGrid {
  tabs: PackedTab[];
  epoch1904: boolean;
  form: TextForm | null;
  /** Two numbers a cell: its mark (column, kind, format, what the value is) and its value. */
  cells: Uint32Array<ArrayBuffer>[];
  texts: Uint8Array<ArrayBuffer>[];
  formats: PackedFormat[];
}

export const CELLS_A_BLOCK = 1 << 15;
export const TEXT_BLOCK_BITS = 20;

/** In this order in a mark. */
export const CELL_KINDS: readonly CellKind[] = ['text', 'number', 'boolean', 'error'];

/** The bits of a mark: column 0 to 9, kind 10 and 11, these two, and from 16 on the format. */
export const MARK = { column: 0x3ff, kindShift: 10, kind: 3, isFormula: 1 << 12, isWhole: 1 << 13, formatShift: 16 };

/** The first byte of a text is its length if it is ASCII; LONG says that four bytes of length and UTF-8 follow. */
export const LONG = 255;

/** Out: the bytes of its buffers. */
export const bytesOf = ({ tabs, cells, texts }: PackedGrid): number =>
  [
    ...cells,
    ...texts,
    ...tabs.flatMap(({ rowNumbers, rowEnds, rowIsHidden }) => [rowNumbers, rowEnds, rowIsHidden]),
  ].reduce((sum, { byteLength }) => sum + byteLength, 0);

/** Out: the grid over these buffers. Its rows make their cells anew now and then, so what is written into one is lost. */
export function gridOf(packed: PackedGrid): Grid {
  const cells = new CellReader(packed);
  return {
    tabs: packed.tabs.map((tab) => tabOf(tab, cells)),
    epoch1904: packed.epoch1904,
    form: packed.form,
  };
}

function tabOf(tab: PackedTab, cells: CellReader): GridTab {
  const { name, hidden, merges, hiddenColumns, rowNumbers, rowEnds, rowIsHidden } = tab;
  const rows: GridRow[] = [];
  let start = tab.firstCell;
  for (const [index, number] of rowNumbers.entries()) {
    const end = rowEnds[index]!;
    rows.push(new PackedRow(number, rowIsHidden[index] === 1, cells, start, end));
    start = end;
  }
  return { name, hidden, rows, merges, hiddenColumns };
}

class PackedRow implements GridRow {
  readonly number: number;
  readonly hidden: boolean;
  readonly #reader: CellReader;
  readonly #start: number;
  readonly #end: number;

  constructor(number: number, hidden: boolean, reader: CellReader, start: number, end: number) {
    this.number = number;
    this.hidden = hidden;
    this.#reader = reader;
    this.#start = start;
    this.#end = end;
  }

  get cells(): Cell[] {
    return this.#reader.cellsBetween(this.#start, this.#end);
  }

  toJSON(): GridRow {
    return { number: this.number, hidden: this.hidden, cells: this.cells };
  }
}

/** Whoever looks for several cells of a row asks for its cells several times. */
const ROWS_KEPT = 256;

class CellReader {
  readonly #packed: PackedGrid;
  readonly #texts: Buffer[];
  readonly #kept: ({ start: number; cells: Cell[] } | undefined)[] = [];

  constructor(packed: PackedGrid) {
    this.#packed = packed;
    this.#texts = packed.texts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  }

  cellsBetween(start: number, end: number): Cell[] {
    const kept = this.#kept[start % ROWS_KEPT];
    if (kept?.start === start) return kept.cells;
    const cells: Cell[] = [];
    for (let index = start; index < end; index += 1) cells.push(this.#cell(index));
    this.#kept[start % ROWS_KEPT] = { start, cells };
    return cells;
  }

  #cell(index: number): Cell {
    const block = this.#packed.cells[Math.floor(index / CELLS_A_BLOCK)]!;
    const at = (index % CELLS_A_BLOCK) * 2;
    const [mark, value] = [block[at]!, block[at + 1]!];
    const { format, places, marks } = this.#packed.formats[mark >>> MARK.formatShift]!;
    const isFormula = (mark & MARK.isFormula) !== 0;
    return {
      column: mark & MARK.column,
      kind: CELL_KINDS[(mark >>> MARK.kindShift) & MARK.kind]!,
      text: (mark & MARK.isWhole) !== 0 ? String(value) : this.#text(isFormula ? value + 4 : value),
      format,
      places,
      formula: isFormula ? this.#text(this.#number(value)) : null,
      ...(marks !== undefined && { marks }),
    };
  }

  #number(address: number): number {
    return this.#texts[address >>> TEXT_BLOCK_BITS]!.readUInt32LE(address & OFFSET);
  }

  #text(address: number): string {
    return textAt(this.#texts[address >>> TEXT_BLOCK_BITS]!, address & OFFSET);
  }
}

const OFFSET = (1 << TEXT_BLOCK_BITS) - 1;

export function textAt(block: Buffer, offset: number): string {
  const length = block[offset]!;
  if (length !== LONG) return block.toString('latin1', offset + 1, offset + 1 + length);
  return block.toString('utf8', offset + 5, offset + 5 + block.readUInt32LE(offset + 1));
}

/** How far each tab is filled, without making its cells. */
export function sizesOf({ tabs, cells }: PackedGrid): TabSize[] {
  const columnAt = (index: number) =>
    cells[Math.floor(index / CELLS_A_BLOCK)]![(index % CELLS_A_BLOCK) * 2]! & MARK.column;
  return tabs.map(({ rowNumbers, rowEnds }) => ({
    lastRow: rowNumbers.at(-1) ?? 0,
    lastColumn: rowEnds.reduce((most, end) => Math.max(most, columnAt(end - 1)), 0),
  }));
}
