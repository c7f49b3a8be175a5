// The files and the manifest of a package, added to a zip one after another.
import { PACKAGE_FILES } from '#src/domain/ledger/package/manifest.ts';
import type { FileList } from '#src/domain/ledger/package/manifest.ts';
import { listOfStatic, manifestOf } from '#src/domain/ledger/package/writePackage.ts';
import type { OcfVersion } from '#src/domain/ledger/package/writePackage.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { ZipWriter } from '#server/data/zipWriter.ts';

interface Content<T> {
  issuer: OcfObject;
  written: { version: OcfVersion; as_of: string; generated_at: string };
  statics: readonly T[];
  typeOf: (each: T) => string;
  /** As JSON. */
  textsOf: (statics: readonly T[]) => AsyncIterable<string>;
  transactions: () => AsyncIterable<string>;
}

/** An optional file without objects is left out. */
export async function addPackage<T>(zip: ZipWriter, content: Content<T>): Promise<void> {
  const { issuer, written, statics, typeOf, textsOf, transactions } = content;
  const files: { list: FileList; path: string; md5: string }[] = [];
  for (const { list, file_type, path, holds, ...file } of PACKAGE_FILES) {
    const items = statics.filter((each) => typeOf(each) !== 'ISSUER' && listOfStatic(typeOf(each)) === list);
    if (items.length === 0 && 'isOptional' in file) continue;
    const { md5 } = await zip.add(path, fileText(file_type, holds === null ? transactions() : textsOf(items)));
    files.push({ list, path, md5 });
  }
  await zip.add('Manifest.ocf.json', [JSON.stringify(manifestOf(issuer, files, written), null, 2)]);
}

async function* fileText(file_type: string, texts: AsyncIterable<string>) {
  yield `{"file_type": ${JSON.stringify(file_type)}, "items": [`;
  let separator = '\n';
  for await (const text of texts) {
    yield `${separator}${text}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}
