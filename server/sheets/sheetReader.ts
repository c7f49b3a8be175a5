// The cells of one tab. A row or cell says where it stands, or follows the one before it.
import { COLUMNS_MAX } from '../../src/domain/sheets/grid.ts';
import type { CellKind } from '../../src/domain/sheets/grid.ts';
import { columnLetters } from '../../src/domain/sheets/values/cells.ts';
import type { GridPacker } from './gridPacker.ts';
import { damagedWorkbook, refuseLong, ROWS_MAX, tooManyRows } from './refusals.ts';
import { TextRuns, unescaped } from './textRuns.ts';
import { isTrue } from './xml.ts';
import type { Attributes, XmlReader } from './xml.ts';

/** So many are remembered for the cells that share them. */
const FORMULAS_MAX = 100_000;
const DIGITS = /^[+-]?(\d+\.?\d*|\.\d+)(E[+-]?\d+)?$/i;
const DAY_AT_MIDNIGHT = /^(\d{4}-\d\d-\d\d)(T00:00(:00(\.0+)?)?Z?)?$/;

export interface Shared {
  strings: Int32Array;
  styles: readonly number[];
  /** Of a cell without a style, and of a day that is written as one. */
  general: number;
  day: number;
}

export class SheetReader implements XmlReader {
  readonly #tab: string;
  readonly #packer: GridPacker;
  readonly #shared: Shared;
  readonly #hiddenColumns = new Set<number>();
  readonly #formulas = new Map<number, number>();
  readonly #runs = new TextRuns();
  #isInRows = false;

  #row = 0;
  #rowIsPlaced = false;
  #rowIsHidden = false;

  #isInCell = false;
  #column = 0;
  #type = 'n';
  #style = 0;
  /** -1 is none. */
  #formula = -1;
  /** Of a formula that cells share. */
  #formulaId = -1;
  #value = '';
  #reads: 'value' | 'formula' | 'runs' | null = null;
  #text = '';

  constructor(tab: string, packer: GridPacker, shared: Shared) {
    this.#tab = tab;
    this.#packer = packer;
    this.#shared = shared;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#isInRows) {
      if (this.#isInCell) this.#openInCell(name, attributes);
      else if (name === 'c') this.#startCell(attributes);
      else if (name === 'row') this.#startRow(attributes);
    } else if (name === 'sheetData') this.#isInRows = true;
    else if (name === 'mergeCell') this.#merge(attributes);
    else if (name === 'col') this.#hide(attributes);
  }

  text(text: string): void {
    if (this.#reads === null) return;
    if (this.#reads === 'runs') this.#runs.add(text);
    else refuseLong((this.#text += text));
  }

  close(name: string): void {
    if (this.#isInCell) {
      if (name === 'c') this.#endCell();
      else this.#closeInCell(name);
    } else if (this.#isInRows) {
      if (name === 'row') this.#endRow();
      else if (name === 'sheetData') this.#isInRows = false;
    } else if (name === 'cols') this.#packer.hideColumns([...this.#hiddenColumns].sort((a, b) => a - b));
  }

  #startRow({ r, hidden }: Attributes): void {
    this.#rowIsPlaced = r !== undefined;
    const row = r === undefined ? this.#row + 1 : Number(r);
    if (!Number.isSafeInteger(row) || row <= this.#row) throw this.#misplaced(`row ${r}`);
    this.#row = row;
    this.#rowIsHidden = hidden !== undefined && isTrue(hidden);
    this.#column = 0;
  }

  #startCell({ r, s, t }: Attributes): void {
    this.#isInCell = true;
    this.#type = t ?? 'n';
    this.#style = s === undefined ? this.#shared.general : (this.#shared.styles[Number(s)] ?? this.#shared.general);
    this.#formula = -1;
    this.#formulaId = -1;
    this.#value = '';
    this.#reads = null;
    if (r === undefined) this.#column += 1;
    else this.#place(r);
  }

  #place(reference: string): void {
    let column = 0;
    let index = 0;
    for (; index < reference.length; index += 1) {
      const letter = reference.charCodeAt(index) - 64;
      if (letter < 1 || letter > 26) break;
      column = column * 26 + letter;
    }
    const row = digitsFrom(reference, index);
    if (row !== this.#row && !this.#rowIsPlaced && this.#column === 0 && row > this.#row) this.#row = row;
    if (column <= this.#column || row !== this.#row) throw this.#misplaced(`cell ${reference}`);
    this.#rowIsPlaced = true;
    this.#column = column;
  }

  #misplaced(what: string) {
    return damagedWorkbook(
      `In the tab "${this.#tab}" of this workbook, ${what.slice(0, 40)} is not where it should be.`,
    );
  }

  #openInCell(name: string, attributes: Attributes): void {
    if (name === 'v') this.#read('value');
    else if (name === 'f') {
      this.#read('formula');
      this.#formulaId = attributes.t === 'shared' ? Number(attributes.si ?? -1) : -1;
    } else if (name === 'is') {
      this.#read('runs');
      this.#runs.start();
    } else if (this.#reads === 'runs') this.#runs.open(name);
  }

  #read(what: 'value' | 'formula' | 'runs'): void {
    this.#reads = what;
    this.#text = '';
  }

  #closeInCell(name: string): void {
    if (name === 'v') this.#value = this.#text;
    else if (name === 'f') this.#formula = this.#formulaPlace();
    else if (name === 'is') this.#value = this.#runs.take();
    else {
      if (this.#reads === 'runs') this.#runs.close(name);
      return;
    }
    this.#reads = null;
  }

  /** A formula that cells share is written in the first of them; of very many, those of the others have no text. */
  #formulaPlace(): number {
    const id = this.#formulaId;
    if (this.#text === '' && id >= 0) return this.#formulas.get(id) ?? this.#packer.addText('');
    const place = this.#packer.addText(this.#text.replace(/^=/, ''));
    if (id >= 0 && this.#formulas.size < FORMULAS_MAX) this.#formulas.set(id, place);
    return place;
  }

  #endCell(): void {
    this.#isInCell = false;
    this.#reads = null;
    const value = this.#value;
    switch (this.#type) {
      case 's':
        return this.#addShared(value);
      case 'str':
      case 'inlineStr':
        // A formula whose result is the empty text leaves an empty cell.
        return value === '' ? undefined : this.#add('text', unescaped(value));
      case 'b':
        return this.#add('boolean', value === '' ? '' : isTrue(value.trim()) ? 'TRUE' : 'FALSE');
      case 'e':
        return this.#add('error', value.trim());
      case 'd':
        this.#style = this.#shared.day;
        return this.#add('text', DAY_AT_MIDNIGHT.exec(value.trim())?.[1] ?? value.trim());
      default:
        return this.#addNumber(value.trim());
    }
  }

  #addNumber(value: string): void {
    this.#add(value === '' || DIGITS.test(value) ? 'number' : 'text', value);
  }

  #addShared(value: string): void {
    if (value === '') return this.#add('text', '');
    const place = this.#shared.strings[Number(value)];
    if (place === undefined)
      throw damagedWorkbook(`The tab "${this.#tab}" of this workbook refers to a text that is missing.`);
    if (place >= 0) this.#add('text', place);
  }

  #add(kind: CellKind, value: string | number): void {
    const formula = this.#formula < 0 ? null : this.#formula;
    if (value === '' && formula === null) return;
    this.#packer.addCell(this.#column, kind, value, this.#style, formula);
    if (this.#row > ROWS_MAX)
      throw tooManyRows(`The cell ${columnLetters(this.#column)}${this.#row} of the tab "${this.#tab}" is not empty`);
  }

  #endRow(): void {
    this.#packer.endRow(this.#row, this.#rowIsHidden);
  }

  #merge({ ref }: Attributes): void {
    const corners = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(ref ?? '');
    if (!corners) return;
    this.#packer.addMerge({
      firstRow: Number(corners[2]),
      lastRow: Number(corners[4]),
      firstColumn: columnOf(corners[1]!),
      lastColumn: columnOf(corners[3]!),
    });
  }

  #hide({ min, max, hidden }: Attributes): void {
    if (!isTrue(hidden)) return;
    const last = Math.min(Number(max), COLUMNS_MAX);
    for (let column = Number(min); column <= last; column += 1) this.#hiddenColumns.add(column);
  }
}

function digitsFrom(text: string, start: number): number {
  let number = 0;
  for (let index = start; index < text.length; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

const columnOf = (letters: string) =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
