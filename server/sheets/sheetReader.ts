// The cells of one tab. A row or cell says where it stands, or follows the one before it.
import { COLUMNS_MAX } from '#src/domain/sheets/grid.ts';
import type { CellKind } from '#src/domain/sheets/grid.ts';
import { columnLetters } from '#src/domain/sheets/values/cells.ts';
import { columnOf, INDEX_MAX, SHEET_COLUMNS, SHEET_ROWS, tooManyColumns, wholeIn, wholeUpTo } from './bounds.ts';
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
    const row = r === undefined ? this.#row + 1 : (wholeUpTo(r, SHEET_ROWS) ?? 0);
    if (row <= this.#row) throw this.#misplaced(`row ${r}`);
    this.#row = row;
    this.#rowIsHidden = hidden !== undefined && isTrue(hidden);
    this.#column = 0;
  }

  #startCell({ r, s, t }: Attributes): void {
    this.#isInCell = true;
    this.#type = t ?? 'n';
    this.#style =
      s === undefined
        ? this.#shared.general
        : (this.#shared.styles[wholeIn(s, INDEX_MAX, 'a cell style')] ?? this.#shared.general);
    this.#formula = -1;
    this.#formulaId = -1;
    this.#value = '';
    this.#reads = null;
    if (r === undefined) this.#column += 1;
    else this.#place(r);
  }

  #place(reference: string): void {
    let letters = 0;
    while (letters < reference.length && isLetter(reference.charCodeAt(letters))) letters += 1;
    const column = columnOf(reference.slice(0, letters));
    if (column > SHEET_COLUMNS) throw tooManyColumns(reference);
    const row = wholeUpTo(reference.slice(letters), SHEET_ROWS) ?? 0;
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
      this.#formulaId =
        attributes.t === 'shared' && attributes.si !== undefined
          ? wholeIn(attributes.si, INDEX_MAX, 'a shared formula')
          : -1;
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
        return this.#addBoolean(value.trim());
      case 'e':
        return this.#add('error', value.trim());
      case 'd':
        this.#style = this.#shared.day;
        return this.#add('text', DAY_AT_MIDNIGHT.exec(value.trim())?.[1] ?? value.trim());
      default:
        return this.#addNumber(value.trim());
    }
  }

  #addBoolean(value: string): void {
    if (isTrue(value)) this.#add('boolean', 'TRUE');
    else if (value === '0' || value === 'false' || value === 'off') this.#add('boolean', 'FALSE');
    else this.#add('text', value);
  }

  #addNumber(value: string): void {
    this.#add(value === '' || DIGITS.test(value) ? 'number' : 'text', value);
  }

  #addShared(value: string): void {
    if (value === '') return this.#add('text', '');
    const place = this.#shared.strings[wholeUpTo(value.trim(), INDEX_MAX) ?? -1];
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

  #merge({ ref = '' }: Attributes): void {
    // One cell is merged with none.
    if (/^[A-Z]{1,3}\d{1,7}$/.test(ref)) return;
    const corners = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(ref);
    const [firstRow, lastRow] = [corners?.[2], corners?.[4]].map((row = '') => wholeUpTo(row, SHEET_ROWS) ?? 0);
    const [firstColumn, lastColumn] = [corners?.[1], corners?.[3]].map((letters = '') => columnOf(letters));
    if (!(firstRow! >= 1 && firstRow! <= lastRow! && firstColumn! <= lastColumn! && lastColumn! <= SHEET_COLUMNS))
      throw this.#misplaced(`a merged cell ${ref}`);
    this.#packer.addMerge({
      firstRow: firstRow!,
      lastRow: lastRow!,
      firstColumn: firstColumn!,
      lastColumn: lastColumn!,
    });
  }

  #hide({ min = '', max = '', hidden }: Attributes): void {
    const first = wholeIn(min, INDEX_MAX, 'a first column');
    const last = Math.min(wholeIn(max, INDEX_MAX, 'a last column'), COLUMNS_MAX);
    if (!isTrue(hidden)) return;
    for (let column = Math.max(first, 1); column <= last; column += 1) this.#hiddenColumns.add(column);
  }
}

const isLetter = (code: number) => code >= 65 && code <= 90;
