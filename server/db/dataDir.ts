// DATA_DIR: created when missing, and refused with a sentence when it cannot be used.
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../config.ts';

/**
 * Out: the created folders, outermost first. Refuses (ConfigError): a path that is not a folder, cannot be created, or
 * cannot be written.
 */
export function makeDataDir(path: string): string[] {
  try {
    const made = missingFolders(path);
    // Not `recursive`: that never ends under /proc and the like.
    for (const folder of made) fs.mkdirSync(folder, { mode: 0o755 });
    if (!fs.statSync(path).isDirectory()) throw new Error('it is a file');
    fs.accessSync(path, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return made;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATA_DIR ${path} cannot be used: ${code ?? message}. It must be a folder that Sharebook can create and write to.`,
    );
  }
}

function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let folder = path; !fs.existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  return missing;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Identifies DATA_DIR, so that a start recognises what an earlier one left behind; created at the first start. */
export function idOfDataDir(dataDir: string, newId: () => string): string {
  const file = join(dataDir, 'id');
  const known = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '';
  if (ID.test(known)) return known;
  const made = newId();
  fs.writeFileSync(file, made, { mode: 0o600 });
  return made;
}
