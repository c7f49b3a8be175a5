// An .xlsx: the directory of the zip first, then the list of tabs, styles, shared texts, and the tabs one after another.
import { openZip } from '../data/safeZip.ts';
import type { PackedFile, ZipFault } from '../data/safeZip.ts';
import { GridPacker } from './gridPacker.ts';
import { GENERAL } from './numberFormat.ts';
import type { PackedGrid } from './packedGrid.ts';
import { refusal, tooLarge } from './refusals.ts';
import { SheetReader } from './sheetReader.ts';
import { partNamed, partsOf, readSharedStrings, readStyles, readWorkbookPart } from './workbookParts.ts';
import type { Parts } from './workbookParts.ts';
import { readXml } from './xml.ts';

const LIMITS = { entries: 2000, unpacked: 200 * 1024 * 1024, ratio: 400 };

/** Refuses (422): bad_zip, too_large_inflated, encrypted, doctype, too_many_rows, too_many_columns, too_large_field. */
export async function readWorkbook(bytes: Buffer): Promise<PackedGrid> {
  const parts = partsOf(await openZip(bytes, LIMITS, refuseZip));
  refuseOtherKinds(parts);
  const workbook = await readWorkbookPart(parts);
  const packer = new GridPacker();
  const general = packer.formatIndex(GENERAL);
  const day = packer.formatIndex({ format: 'date', places: null });
  const styles = await readStyles(workbook.styles, packer);
  const strings = await readSharedStrings(workbook.sharedStrings, packer);
  for (const { name, hidden, part } of workbook.tabs) {
    packer.startTab(name, hidden);
    await readXml(part, new SheetReader(name, packer, { strings, styles, general: styles[0] ?? general, day }));
  }
  return packer.finish(workbook.epoch1904, null);
}

function refuseZip(fault: ZipFault, why: string) {
  if (fault === 'encrypted')
    return refusal('encrypted', 'This file is protected by a password. Save it without one, and choose that file.');
  if (fault === 'too_large') return tooLarge(`This workbook could not be read safely: ${why}`);
  return refusal(
    'bad_zip',
    `This workbook could not be read: ${why}. Open it in a spreadsheet program, save it as .xlsx, and choose that file.`,
  );
}

/** What else is a zip: a name in its directory, and what to say. */
const OTHER_KINDS: readonly { has: (path: string) => boolean; sentence: string }[] = [
  {
    has: (path) => path === 'xl/workbook.bin',
    sentence: 'This is a binary workbook (.xlsb). Open it, save it as .xlsx, and choose that file.',
  },
  {
    has: (path) => path === 'word/document.xml',
    sentence: 'This is a text document (.docx). Copy its table into a spreadsheet or paste it here.',
  },
  {
    has: (path) => path === 'ppt/presentation.xml',
    sentence: 'This is a presentation (.pptx). Copy its table into a spreadsheet or paste it here.',
  },
  {
    has: (path) => path.endsWith('.ocf.json'),
    sentence: 'This is an Open Cap Format package, not a spreadsheet. Import it as a package.',
  },
  {
    has: (path) => path === 'meta-inf/manifest.xml' || path === 'content.xml',
    sentence: 'This is an OpenDocument file (.ods). Open it, save it as .xlsx, and choose that file.',
  },
  {
    has: (path) => path.endsWith('.iwa') || path === 'index.zip',
    sentence: 'This is a Numbers file. Open it, export it as .xlsx, and choose that file.',
  },
];

function refuseOtherKinds(parts: Parts): void {
  if (partNamed(parts, 'xl/workbook.xml') || hasWorkbookElsewhere(parts)) return;
  const paths = [...parts.keys()];
  const kind = OTHER_KINDS.find(({ has }) => paths.some(has));
  throw refusal(
    'bad_zip',
    kind?.sentence ?? 'This zip file holds no workbook. Unpack it, and choose the spreadsheet that is inside.',
  );
}

/** The parts of a workbook may have any names; its relations say which is which. */
const hasWorkbookElsewhere = (parts: Parts): PackedFile | undefined =>
  partNamed(parts, 'word/document.xml') ||
  partNamed(parts, 'ppt/presentation.xml') ||
  partNamed(parts, 'xl/workbook.bin')
    ? undefined
    : partNamed(parts, '_rels/.rels');
