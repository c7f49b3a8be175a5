// The parts of a workbook beside its tabs: which tabs there are, how numbers are shown, and the shared texts.
import { posix } from 'node:path';
import type { PackedFile } from '../data/safeZip.ts';
import { INDEX_MAX, wholeIn } from './bounds.ts';
import type { GridPacker } from './gridPacker.ts';
import { formatOf } from './numberFormat.ts';
import { damagedWorkbook, refusal, tooLarge } from './refusals.ts';
import { TextRuns } from './textRuns.ts';
import { isTrue, localName, readXml } from './xml.ts';
import type { Attributes } from './xml.ts';

const TABS_MAX = 100;
const SMALL_PART_MAX = 16 * 1024 * 1024;
const SHARED_STRINGS_MAX = 64 * 1024 * 1024;
/** As many cell formats as a spreadsheet program allows, at most. */
const STYLES_MAX = 65_536;

export type Parts = ReadonlyMap<string, PackedFile>;

/** Names of parts do not regard case. */
export const partsOf = (files: readonly PackedFile[]): Parts =>
  new Map(files.map((file) => [file.path.replace(/^\.?\//, '').toLowerCase(), file]));

export const partNamed = (parts: Parts, path: string): PackedFile | undefined => parts.get(path.toLowerCase());

interface Relation {
  type: string;
  path: string;
}

interface WorkbookTab {
  name: string;
  hidden: boolean;
  part: PackedFile;
}

export interface Workbook {
  tabs: WorkbookTab[];
  epoch1904: boolean;
  styles: PackedFile | undefined;
  sharedStrings: PackedFile | undefined;
}

/** Refuses: bad_zip without a tab, or if a part that it names is not there. */
export async function readWorkbookPart(parts: Parts): Promise<Workbook> {
  const root = await relationsOf(parts, '');
  const path = [...root.values()].find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';
  const part = partNamed(parts, path);
  if (!part) throw damagedWorkbook('This workbook lacks the list of its tabs.');
  const relations = await relationsOf(parts, path);
  const sheets: { name: string; hidden: boolean; id: string }[] = [];
  let epoch1904 = false;
  await readXml(small(part), {
    open: (name, attributes) => {
      if (name === 'workbookPr') epoch1904 = isTrue(attributes.date1904);
      if (name === 'sheet')
        sheets.push({
          name: attributes.name ?? '',
          hidden: attributes.state === 'hidden' || attributes.state === 'veryHidden',
          id: relationId(attributes),
        });
    },
  });
  const tabs: WorkbookTab[] = [];
  for (const { name, hidden, id } of sheets) {
    const relation = relations.get(id);
    // Charts and macros have tabs of their own, without cells.
    if (relation && relation.type !== 'worksheet') continue;
    const sheet = relation && partNamed(parts, relation.path);
    if (!sheet) throw damagedWorkbook(`The tab "${name}" of this workbook is missing.`);
    if (tabs.some((tab) => tab.part === sheet))
      throw damagedWorkbook(`Two tabs of this workbook, one of them "${name}", are the same part of it.`);
    tabs.push({ name, hidden, part: sheet });
  }
  if (tabs.length === 0) throw damagedWorkbook('This workbook has no tab with cells.');
  if (tabs.length > TABS_MAX)
    throw refusal(
      'bad_zip',
      `This workbook has ${tabs.length} tabs, and ${TABS_MAX} are read at most. Delete those that are not needed.`,
    );
  const related = (type: string) => {
    const relation = [...relations.values()].find((each) => each.type === type);
    return relation && partNamed(parts, relation.path);
  };
  return { tabs, epoch1904, styles: related('styles'), sharedStrings: related('sharedStrings') };
}

const relationId = (attributes: Attributes) =>
  Object.entries(attributes).find(([name]) => name.includes(':') && localName(name) === 'id')?.[1] ?? '';

/** What the part at `path` refers to within the file, by id. Types end in a word that both sets of namespaces share. */
async function relationsOf(parts: Parts, path: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(path);
  const file = partNamed(parts, posix.join(folder, '_rels', `${posix.basename(path)}.rels`));
  const relations = new Map<string, Relation>();
  if (!file) return relations;
  await readXml(small(file), {
    open: (name, { Id, Type, Target, TargetMode }) => {
      if (name !== 'Relationship' || !Id || !Type || !Target || TargetMode === 'External') return;
      relations.set(Id, {
        type: Type.slice(Type.lastIndexOf('/') + 1),
        path: Target.startsWith('/') ? posix.normalize(Target.slice(1)) : posix.join(folder, Target),
      });
    },
  });
  return relations;
}

function small(file: PackedFile): PackedFile {
  if (file.size > SMALL_PART_MAX) throw tooLarge(`The part ${file.path} of this workbook unpacks to more than 16 MiB`);
  return file;
}

const tooManyStyles = () => tooLarge('This workbook has more than 65,536 cell styles');

/** Out: of each cell style, the number of its format in the packed grid. */
export async function readStyles(file: PackedFile | undefined, packer: GridPacker): Promise<number[]> {
  const styles: number[] = [];
  if (!file) return styles;
  const codes = new Map<number, string>();
  const known = new Map<number, number>();
  const addCode = (id: number, code: string) => {
    if (codes.size === STYLES_MAX) throw tooManyStyles();
    codes.set(id, code);
  };
  let isInCellFormats = false;
  await readXml(small(file), {
    open: (name, attributes) => {
      if (name === 'numFmt' && attributes.formatCode !== undefined)
        addCode(wholeIn(attributes.numFmtId ?? '', INDEX_MAX, 'a number format'), attributes.formatCode);
      else if (name === 'cellXfs') isInCellFormats = true;
      else if (name === 'xf' && isInCellFormats) {
        if (styles.length === STYLES_MAX) throw tooManyStyles();
        const id = wholeIn(attributes.numFmtId ?? '0', INDEX_MAX, 'a number format');
        let index = known.get(id);
        if (index === undefined) {
          index = packer.formatIndex(formatOf(id, codes.get(id)));
          known.set(id, index);
        }
        styles.push(index);
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  });
  return styles;
}

/** Out: of each shared text, its place in the packed grid; -1 of an empty one. */
export async function readSharedStrings(file: PackedFile | undefined, packer: GridPacker): Promise<Int32Array> {
  let places = new Int32Array(1024);
  if (!file) return places.subarray(0, 0);
  if (file.size > SHARED_STRINGS_MAX) throw tooLarge('The texts of this workbook unpack to more than 64 MiB');
  let count = 0;
  const runs = new TextRuns();
  await readXml(file, {
    open: (name) => {
      if (name === 'si') runs.start();
      else runs.open(name);
    },
    text: (text) => runs.add(text),
    close: (name) => {
      runs.close(name);
      if (name !== 'si') return;
      if (count === places.length) {
        const longer = new Int32Array(count * 2);
        longer.set(places);
        places = longer;
      }
      const text = runs.take();
      places[count] = text === '' ? -1 : packer.addText(text);
      count += 1;
    },
  });
  return places.subarray(0, count);
}
