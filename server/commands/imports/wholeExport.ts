// "Export everything" that is uploaded again: what of it can be imported is the package inside; the rest is there to be read.
import { AppError } from '#src/domain/errors.ts';
import { openZip } from '#server/data/safeZip.ts';
import type { PackedFile, ZipLimits } from '#server/data/safeZip.ts';

/** One file is unpacked, and its size is known before; the others are only listed. */
const LISTED: ZipLimits = { entries: 65_535, unpacked: Number.MAX_SAFE_INTEGER, ratio: Number.MAX_SAFE_INTEGER };

export const PACKAGE_INSIDE = 'company.ocf.zip';
const SIDE_FILE = 'sharebook.json';

/** It may have been unpacked and packed again with its folder. */
async function packageIn(bytes: Buffer): Promise<PackedFile | null> {
  const files = await openZip(bytes, LISTED, (_, why) => new AppError('unsafe_zip', why, { status: 422 })).catch(
    // Whatever is wrong with it is said where it is read as a package.
    () => [],
  );
  const isBeside = (path: string) =>
    files.some((file) => file.path === path.slice(0, -PACKAGE_INSIDE.length) + SIDE_FILE);
  return files.find(({ path }) => /(^|\/)company\.ocf\.zip$/.test(path) && isBeside(path)) ?? null;
}

/** Refuses (422): whole_export, for everything that was exported. */
export async function refuseWholeExport(bytes: Buffer): Promise<void> {
  if (await packageIn(bytes))
    throw new AppError(
      'whole_export',
      `This is a full export of a company from Sharebook. Only ${PACKAGE_INSIDE} can be imported from it: holders, classes, plans, securities and their history. Its documents, distributions, payments, tasks and messages can only be read.`,
      { status: 422 },
    );
}

/** The package inside. Refuses (422): no_package, too_large, unsafe_zip. */
export async function packageOfExport(bytes: Buffer, most: number): Promise<Buffer> {
  const found = await packageIn(bytes);
  if (!found)
    throw new AppError(
      'no_package',
      `This file was not made by “Export everything”: it holds no ${PACKAGE_INSIDE} beside a ${SIDE_FILE}.`,
      { status: 422 },
    );
  if (found.size > most)
    throw new AppError('too_large', `${PACKAGE_INSIDE} in this file is larger than a package may be.`, { status: 422 });
  const chunks: Buffer[] = [];
  for await (const chunk of found.chunks()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
