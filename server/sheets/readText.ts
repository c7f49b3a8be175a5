// A CSV, a TSV or a pasted table: one tab of text cells. Rows are numbered by the physical lines at which they begin.
import { GridPacker } from './gridPacker.ts';
import { GENERAL } from './numberFormat.ts';
import type { PackedGrid } from './packedGrid.ts';
import { readRecords } from './textRecords.ts';

/** Refuses (422): not_text, too_many_rows, too_many_columns, too_large_field. */
export function readText(bytes: Buffer): PackedGrid {
  const packer = new GridPacker();
  const general = packer.formatIndex(GENERAL);
  packer.startTab(null, false);
  const form = readRecords(bytes, (record, line) => {
    for (let index = 0; index < record.length; index += 1)
      if (record[index] !== '') packer.addCell(index + 1, 'text', record[index]!, general, null);
    packer.endRow(line, false);
  });
  return packer.finish(false, form);
}
