// DATA_DIR: made when it is missing, and refused in a sentence when it cannot serve.
import fs from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '../config.ts';

/** Out: the folders that were made, outermost first. Refuses (ConfigError): a path that is no folder, cannot be made, or cannot be written. */
export function makeDataDir(path: string): string[] {
  try {
    const made = missingFolders(path);
    // Not `recursive`: under /proc and the like that walks for ever.
    for (const folder of made) fs.mkdirSync(folder, { mode: 0o755 });
    if (!fs.statSync(path).isDirectory()) throw new Error('it is a file');
    fs.accessSync(path, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return made;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATA_DIR ${path} cannot be used: ${code ?? message}. It must be a folder that can be made and written.`,
    );
  }
}

function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let folder = path; !fs.existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  return missing;
}
