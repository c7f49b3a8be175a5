// The rows of a table of files that are to be filed: what each one's name says, what was answered, and what became of it.
import { say } from '#src/words/say.ts';
import type { DocumentType } from '#src/domain/documents/typeWords.ts';
import type { CompanyNames, FileMatch } from '#src/domain/documents/matchFile.ts';
import { matchFile } from '#src/domain/documents/matchFile.ts';

/** Of a drop: the server takes 300 uploads an hour from one person. */
export const FILES_MAX = 300;
const SIZE_MAX = 25 * 1024 * 1024;

/** A file and the folders it was in, outermost first. */
export interface DroppedFile {
  file: File;
  folders: string[];
}

export type RowState = 'open' | 'sending' | 'filed' | 'refused';

export interface FileRow {
  id: string;
  file: File;
  folders: string[];
  match: FileMatch;
  /** Without the ending, which stays. */
  name: string;
  /** "" until answered. */
  type: DocumentType | '';
  /** The id of a security, or `none`; "" until answered. */
  record: string;
  /** `company`, `everyone`, `holder:ID` or `class:ID`; "" until answered. */
  readers: string;
  isReaderChosen: boolean;
  isLeftOut: boolean;
  /** Why the file cannot be filed, whatever is answered. */
  fault: string | null;
  /** The document or file that has the same bytes, in words. */
  twin: string | null;
  state: RowState;
  problem: string | null;
  /** The key of an attempt whose outcome is unknown: a retry sends it again, so the file is not filed twice. */
  key: string | null;
}

export function rowOf({ file, folders }: DroppedFile, id: string, names: CompanyNames): FileRow {
  const match = matchFile(file.name, folders, names);
  const mustChoose = (what: FileMatch['toChoose'][number]) => match.toChoose.includes(what);
  const fault = faultOf(file);
  return {
    id,
    file,
    folders,
    match,
    name: stemOf(file.name),
    type: match.type ?? '',
    record: mustChoose('record') ? '' : (match.security?.id ?? 'none'),
    readers: mustChoose('reader') ? '' : match.reader === null ? 'company' : `holder:${match.reader}`,
    isReaderChosen: false,
    isLeftOut: fault !== null,
    fault,
    twin: null,
    state: 'open',
    problem: null,
    key: null,
  };
}

const ENDING = /\.[A-Za-z0-9]{1,5}$/;
const stemOf = (name: string) => name.replace(ENDING, '');
export const endingOf = (name: string): string => ENDING.exec(name)?.[0] ?? '';

function faultOf({ size }: File): string | null {
  if (size === 0) return say`The file is empty.`;
  return size > SIZE_MAX ? say`The file is larger than 25 MB.` : null;
}

export type Asked = 'name' | 'type' | 'record' | 'readers';

/** What of a row has to be answered before it can be filed. */
export function openOf({ name, type, record, readers, isLeftOut, state }: FileRow): Asked[] {
  if (isLeftOut || state === 'filed') return [];
  return [
    ...(name.trim() === '' ? (['name'] as const) : []),
    ...(type === '' ? (['type'] as const) : []),
    ...(record === '' ? (['record'] as const) : []),
    ...(readers === '' ? (['readers'] as const) : []),
  ];
}

/** Filed when the button is pressed. */
export const isToFile = (row: FileRow): boolean => !row.isLeftOut && row.state !== 'filed' && openOf(row).length === 0;

/** A chosen record proposes its holder as reader, as the name of a file would, unless readers were chosen already. */
export function withRecord(row: FileRow, record: string, ownerOf: (id: string) => string | null): Partial<FileRow> {
  const owner = ownerOf(record);
  const isProposed =
    owner !== null && !row.isReaderChosen && !row.match.isOfCompany && !row.match.toChoose.includes('reader');
  return { record, ...(isProposed ? { readers: `holder:${owner}` } : {}) };
}

/** Those with something to answer first, then those that are left out, each by their names. */
export function inOrder(rows: readonly FileRow[]): FileRow[] {
  const rank = (row: FileRow) => (openOf(row).length > 0 ? 0 : row.isLeftOut ? 1 : 2);
  return rows.toSorted((a, b) => rank(a) - rank(b) || a.file.name.localeCompare(b.file.name, 'en', { numeric: true }));
}

/** The fields of the upload. */
export function sentOf(row: FileRow): Record<string, unknown> {
  const { file, readers } = row;
  const [kind, id] = readers.split(/:(.*)/s);
  const named = new File([file], row.name.trim() + endingOf(file.name), { type: file.type });
  return {
    file: named,
    document_type: row.type,
    ...(row.record === 'none' ? {} : { security_id: row.record }),
    ...(kind === 'holder'
      ? { audience: 'shareholders', shareholder_ids: [id] }
      : kind === 'class'
        ? { audience: 'class', share_class_ids: [id] }
        : { audience: kind }),
  };
}
