// Files with the same bytes as one that is filed already, or as another of the same drop. Only files of the same size are compared.
import { formatCompanyDay } from '#src/admin/kit/format.ts';
import type { FileRow } from './fileRows.ts';

export interface FiledDocument {
  id: string;
  name: string;
  sha256: string;
  file_size: number;
  created_at: string;
}

/** Out: for the id of each new row that has a twin, which one it is, in words. */
export async function twinsOf(
  added: readonly FileRow[],
  earlier: readonly FileRow[],
  filed: readonly FiledDocument[],
): Promise<Map<string, string>> {
  const bySize = Map.groupBy(filed, ({ file_size }) => Number(file_size));
  const rows = [...earlier, ...added];
  const sizes = Map.groupBy(rows, ({ file }) => file.size);
  const isNew = new Set(added.map(({ id }) => id));
  const twins = new Map<string, string>();
  const seen = new Map<string, FileRow>();
  for (const row of rows) {
    const { size } = row.file;
    const documents = bySize.get(size) ?? [];
    if (size === 0 || (documents.length === 0 && sizes.get(size)!.length < 2)) continue;
    const hash = await hashOf(row.file);
    if (hash === null) return twins;
    const document = documents.find(({ sha256 }) => sha256 === hash);
    const other = seen.get(hash);
    if (!other) seen.set(hash, row);
    if (!isNew.has(row.id)) continue;
    if (document) twins.set(row.id, `Filed already as ${document.name} on ${formatCompanyDay(document.created_at)}.`);
    else if (other) twins.set(row.id, `The same file as ${other.file.name} in this list.`);
  }
  return twins;
}

/** Null where the browser has no digests, which it has on https and on localhost only, or where the file cannot be read. */
async function hashOf(file: File): Promise<string | null> {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (!subtle) return null;
  try {
    const bytes = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch (error) {
    console.error(`${file.name} could not be read`, error);
    return null;
  }
}
