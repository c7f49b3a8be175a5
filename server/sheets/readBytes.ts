// Reads a file by its first bytes, whatever its name.
import type { PackedGrid } from './packedGrid.ts';
import { readText } from './readText.ts';
import { readWorkbook } from './readWorkbook.ts';
import { refusal } from './refusals.ts';

const ZIP_STARTS = ['PK\u0003\u0004', 'PK\u0005\u0006', 'PK\u0007\u0008'].map((start) => Buffer.from(start, 'latin1'));
/** OLE2, the container of Office files before 2007 and of encrypted ones. */
const OLE2_START = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Refuses (422) with a code of `SheetRefusal`. */
export async function readBytes(bytes: Buffer): Promise<PackedGrid> {
  const startsWith = (start: Buffer) => bytes.subarray(0, start.length).equals(start);
  if (startsWith(OLE2_START)) throw refuseOle2(bytes);
  return ZIP_STARTS.some(startsWith) ? readWorkbook(bytes) : readText(bytes);
}

const refuseOle2 = (bytes: Buffer) =>
  bytes.includes(ENCRYPTED)
    ? refusal('encrypted', 'This workbook is protected by a password. Save it without one, and choose that file.')
    : refusal(
        'legacy_xls',
        'This is an Excel file from before 2007. Open it and save it as .xlsx, then choose that file.',
      );
