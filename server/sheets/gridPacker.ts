// Writes a packed grid cell by cell. What a file may hold at most is counted here, for workbooks and texts alike.
import { COLUMNS_MAX } from '#src/domain/sheets/grid.ts';
import type { CellKind, Merge, TextForm } from '#src/domain/sheets/grid.ts';
import { columnLetters } from '#src/domain/sheets/values/cells.ts';
import { CELLS_A_BLOCK, CELL_KINDS, LONG, MARK, TEXT_BLOCK_BITS, textAt } from './packedGrid.ts';
import type { PackedFormat, PackedGrid, PackedTab } from './packedGrid.ts';
import { tooManyColumns } from './bounds.ts';
import { CELLS_MAX, MERGES_MAX, refuseLong, ROWS_MAX, tooLarge, tooManyRows } from './refusals.ts';

const BLOCK = 1 << TEXT_BLOCK_BITS;
/** A whole number below it is kept as itself, without a text. */
const WHOLE_DIGITS = 9;

export class GridPacker {
  readonly #packed: PackedGrid = { tabs: [], epoch1904: false, form: null, cells: [], texts: [], formats: [] };
  readonly #formatIndex = new Map<string, number>();
  readonly #rows = new OpenRows();
  #rowCount = 0;
  #mergeCount = 0;
  #cellCount = 0;
  #cellsBefore = 0;
  #cells: Uint32Array<ArrayBuffer> = new Uint32Array(0);
  #texts: Buffer<ArrayBuffer> = Buffer.alloc(0);
  #textLength = BLOCK;

  startTab(name: string | null, hidden: boolean): void {
    this.#endTab();
    this.#packed.tabs.push({
      name,
      hidden,
      merges: [],
      hiddenColumns: [],
      rowNumbers: new Uint32Array(0),
      rowEnds: new Uint32Array(0),
      rowIsHidden: new Uint8Array(0),
      firstCell: this.#cellCount,
    });
    this.#cellsBefore = this.#cellCount;
  }

  /** In: a place of `addText`, or the text itself. Refuses: too_many_columns, too_large_field, too_large_inflated. */
  addCell(column: number, kind: CellKind, text: string | number, format: number, formula: number | null): void {
    if (column > COLUMNS_MAX) throw tooManyColumns(columnLetters(column));
    const index = this.#cellCount % CELLS_A_BLOCK;
    if (index === 0) {
      if (this.#cellCount > CELLS_MAX) throw tooLarge('This file has more than 5,000,000 cells that are not empty');
      this.#cells = new Uint32Array(CELLS_A_BLOCK * 2);
      this.#packed.cells.push(this.#cells);
    }
    let mark = column | (CELL_KINDS.indexOf(kind) << MARK.kindShift) | (format << MARK.formatShift);
    const whole = formula === null && typeof text === 'string' ? wholeOf(text) : -1;
    if (whole >= 0) mark |= MARK.isWhole;
    if (formula !== null) mark |= MARK.isFormula;
    this.#cells[index * 2] = mark;
    this.#cells[index * 2 + 1] =
      whole >= 0 ? whole : formula !== null ? this.#formulaCell(text, formula) : this.#placeOf(text);
    this.#cellCount += 1;
  }

  /** Ends the row of the cells added since the last one; without any there is no row. Refuses: too_many_rows. */
  endRow(number: number, hidden: boolean): void {
    if (this.#cellCount === this.#cellsBefore) return;
    this.#cellsBefore = this.#cellCount;
    this.#rowCount += 1;
    if (this.#rowCount > ROWS_MAX) throw tooManyRows('This file has too many rows');
    this.#rows.add(number, this.#cellCount, hidden);
  }

  /** Out: the place of this text. Refuses: too_large_field. */
  addText(text: string): number {
    refuseLong(text);
    this.#reserve(text.length);
    return this.#write(text);
  }

  formatIndex({ format, places, marks }: PackedFormat): number {
    const key = `${format} ${places} ${(marks ?? []).join(';')}`;
    let index = this.#formatIndex.get(key);
    if (index === undefined) {
      index = this.#packed.formats.length;
      this.#packed.formats.push({ format, places, ...(marks && { marks }) });
      this.#formatIndex.set(key, index);
    }
    return index;
  }

  /** Refuses: too_large_inflated. */
  addMerge(merge: Merge): void {
    this.#mergeCount += 1;
    if (this.#mergeCount > MERGES_MAX) throw tooLarge('This workbook has more than 100,000 merged cells');
    this.#packed.tabs.at(-1)!.merges.push(merge);
  }

  hideColumns(columns: readonly number[]): void {
    this.#packed.tabs.at(-1)!.hiddenColumns = [...columns];
  }

  finish(epoch1904: boolean, form: TextForm | null): PackedGrid {
    this.#endTab();
    return { ...this.#packed, epoch1904, form };
  }

  #endTab(): void {
    const tab = this.#packed.tabs.at(-1);
    if (tab) Object.assign(tab, this.#rows.take());
  }

  #placeOf(text: string | number): number {
    return typeof text === 'number' ? text : this.addText(text);
  }

  /** The place of the formula, then the text. */
  #formulaCell(text: string | number, formula: number): number {
    const result = typeof text === 'string' ? text : this.#textAt(text);
    this.#reserve(result.length);
    this.#textLength = this.#texts.writeUInt32LE(formula, this.#textLength);
    return this.#write(result) - 4;
  }

  #textAt(place: number): string {
    return textAt(Buffer.from(this.#packed.texts[place >>> TEXT_BLOCK_BITS]!.buffer), place & (BLOCK - 1));
  }

  /** No text lies in two blocks. */
  #reserve(characters: number): void {
    if (this.#textLength + characters * 3 + 9 <= BLOCK) return;
    this.#texts = Buffer.alloc(BLOCK);
    this.#packed.texts.push(this.#texts);
    this.#textLength = 0;
  }

  #write(text: string): number {
    const place = (this.#packed.texts.length - 1) * BLOCK + this.#textLength;
    const start = this.#textLength;
    if (text.length < LONG) {
      if (this.#writeAscii(text, start + 1)) {
        this.#texts[start] = text.length;
        this.#textLength = start + 1 + text.length;
        return place;
      }
    }
    const length = this.#texts.write(text, start + 5);
    this.#texts[start] = LONG;
    this.#texts.writeUInt32LE(length, start + 1);
    this.#textLength = start + 5 + length;
    return place;
  }

  #writeAscii(text: string, start: number): boolean {
    const texts = this.#texts;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code > 127) return false;
      texts[start + index] = code;
    }
    return true;
  }
}

/** Out: the number if writing it gives this text again, else -1. */
function wholeOf(text: string): number {
  if (text.length === 0 || text.length > WHOLE_DIGITS) return -1;
  let whole = 0;
  for (let index = 0; index < text.length; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return -1;
    whole = whole * 10 + digit;
  }
  return text.length > 1 && text.charCodeAt(0) === 48 ? -1 : whole;
}

/** The rows of the tab that is being read. */
class OpenRows {
  #numbers = new Uint32Array(1024);
  #ends = new Uint32Array(1024);
  #isHidden = new Uint8Array(1024);
  #count = 0;

  add(number: number, end: number, hidden: boolean): void {
    if (this.#count === this.#numbers.length) {
      this.#numbers = longer(this.#numbers, new Uint32Array(this.#count * 2));
      this.#ends = longer(this.#ends, new Uint32Array(this.#count * 2));
      this.#isHidden = longer(this.#isHidden, new Uint8Array(this.#count * 2));
    }
    this.#numbers[this.#count] = number;
    this.#ends[this.#count] = end;
    this.#isHidden[this.#count] = hidden ? 1 : 0;
    this.#count += 1;
  }

  take(): Pick<PackedTab, 'rowNumbers' | 'rowEnds' | 'rowIsHidden'> {
    const count = this.#count;
    this.#count = 0;
    return {
      rowNumbers: this.#numbers.slice(0, count),
      rowEnds: this.#ends.slice(0, count),
      rowIsHidden: this.#isHidden.slice(0, count),
    };
  }
}

function longer<T extends Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
