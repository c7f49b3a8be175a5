// A passphrase-protected file in the age format (age-encryption.org/v1), which the age program can open too. Without the
// passphrase nobody can read it or create one that opens with it.
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { ConfigError } from '../config.ts';

const MAGIC = 'age-encryption.org/v1';

/** Encrypts `from` into `into`. Resolves when everything is written. */
export async function encryptInto(from: Readable, into: Writable, passphrase: string): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const sealed = await encrypter.encrypt(Readable.toWeb(from) as never);
  await pipeline(Readable.fromWeb(sealed as unknown as ReadableStream), into);
}

export interface OpenedFile {
  path: string;
  close(): void;
}

/**
 * The file itself or, if it is encrypted, its contents in a temporary file that only this account can read and that
 * `close` deletes. Refuses (ConfigError): an encrypted file without the right passphrase, a changed one and, if a
 * passphrase is given, an unencrypted file, which anybody could have made.
 */
export async function openFile(file: string, passphrase: string | null): Promise<OpenedFile> {
  if (!isEncrypted(file)) {
    if (passphrase !== null)
      throw new ConfigError(
        `${file} is not encrypted, though BACKUP_PASSPHRASE is set. Unset it to restore the file without this protection: anybody could have made it.`,
      );
    return { path: file, close: () => undefined };
  }
  if (passphrase === null)
    throw new ConfigError(`${file} is encrypted. Set BACKUP_PASSPHRASE to the passphrase it was saved with.`);
  const folder = fs.mkdtempSync(join(tmpdir(), 'sharebook-backup-'));
  const path = join(folder, 'backup');
  const close = () => fs.rmSync(folder, { recursive: true, force: true });
  try {
    const decrypter = new Decrypter();
    decrypter.addPassphrase(passphrase);
    const opened = await decrypter.decrypt(Readable.toWeb(fs.createReadStream(file)) as never);
    await pipeline(
      Readable.fromWeb(opened as unknown as ReadableStream),
      fs.createWriteStream(path, { mode: 0o600, flags: 'wx' }),
    );
    return { path, close };
  } catch (error) {
    close();
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw error;
    throw new ConfigError(
      `${file} cannot be opened: the passphrase is wrong, or the file was changed since it was saved.`,
    );
  }
}

function isEncrypted(file: string): boolean {
  const start = Buffer.alloc(MAGIC.length);
  try {
    const fd = fs.openSync(file, 'r');
    try {
      fs.readSync(fd, start, 0, MAGIC.length, 0);
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    // The next reader reports what is wrong with it.
    return false;
  }
  return start.toString('latin1') === MAGIC;
}
