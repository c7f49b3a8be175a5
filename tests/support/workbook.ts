// Reads a workbook back as a spreadsheet would: each sheet as rows of cells, each with the type it is stored as.
import { fromBuffer } from 'yauzl';

export type ReadCell = { value: string; kind: 'text' | 'number' } | null;

export async function readWorkbook(bytes: Buffer): Promise<ReadCell[][][]> {
  const files = await unzip(bytes);
  const shared = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>([\s\S]*?)<\/si>/g)].map(([, item]) =>
    textIn(item!),
  );
  return [...files]
    .filter(([name]) => name.startsWith('xl/worksheets/sheet'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, xml]) =>
      [...xml.matchAll(/<row\b[^>]*?(?:\/>|>([\s\S]*?)<\/row>)/g)].map(([, row]) => cellsOf(row ?? '', shared)),
    );
}

function cellsOf(row: string, shared: readonly string[]): ReadCell[] {
  const cells: ReadCell[] = [];
  for (const [, attributes, content] of row.matchAll(/<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
    const letters = /r="([A-Z]+)\d+"/.exec(attributes!)?.[1] ?? 'A';
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    const type = /t="(\w+)"/.exec(attributes!)?.[1];
    const raw = /<v>([\s\S]*?)<\/v>/.exec(content ?? '')?.[1];
    if (type === 's') cells[column] = { value: shared[Number(raw)] ?? '', kind: 'text' };
    else if (type === 'inlineStr') cells[column] = { value: textIn(content ?? ''), kind: 'text' };
    else if (raw !== undefined) cells[column] = { value: raw, kind: type === 'str' ? 'text' : 'number' };
  }
  return Array.from(cells, (cell) => cell ?? null);
}

function textIn(xml: string): string {
  const text = [...xml.matchAll(/<t\b[^>]*>([\s\S]*?)<\/t>/g)].map(([, part]) => part).join('');
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

/** The files of a zip, as text. */
export function unzip(bytes: Buffer): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const files = new Map<string, string>();
      zip.on('end', () => resolve(files)).on('error', reject);
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (failed, stream) => {
          if (failed) return reject(failed);
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('end', () => {
            files.set(entry.fileName, Buffer.concat(chunks).toString());
            zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });
}
