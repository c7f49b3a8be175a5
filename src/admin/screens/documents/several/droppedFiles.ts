// The files of a drop, also those in folders, and of a chosen folder.
import type { DroppedFile } from './fileRows.ts';

/** Files that systems put into folders by themselves. */
const OF_SYSTEM = /^(?:\.|thumbs\.db$|desktop\.ini$|~\$)/i;
const isDocument = ({ file }: DroppedFile): boolean => !OF_SYSTEM.test(file.name);

/** A chosen folder says the path of each file; a browser without folders says none. */
export function chosenFiles(files: Iterable<File>): DroppedFile[] {
  return [...files]
    .map((file) => ({ file, folders: (file.webkitRelativePath || '').split('/').slice(0, -1).filter(Boolean) }))
    .filter(isDocument);
}

/** The entries have to be taken before the event ends; their files are read afterwards. */
export async function droppedFiles(data: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...data.items].map((item) => (item.kind === 'file' ? item.webkitGetAsEntry?.() : null));
  if (!entries.some((entry) => entry)) return chosenFiles(data.files);
  const found: DroppedFile[] = [];
  for (const entry of entries) if (entry) await readEntry(entry, [], found);
  return found.filter(isDocument);
}

async function readEntry(entry: FileSystemEntry, folders: string[], found: DroppedFile[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ file, folders });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A folder is told in parts; an empty part ends it.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return;
    for (const each of part) await readEntry(each, [...folders, entry.name], found);
  }
}
