// Shared by the operator's commands: reads the configuration, runs the work, and reports a failure in one sentence.
import { ConfigError, readConfig } from '../server/config.ts';
import type { Config } from '../server/config.ts';
import { DataDirHeld } from '../server/db/dataDirLock.ts';
import { refuseToStart } from '../server/main.ts';
import { endProcess } from '../server/process/end.ts';

/** A refusal ends the process with the code of a refused server start; any other failure with 1 and one line after `failed`. */
export async function runOperatorCommand<T>(
  failed: string,
  work: (config: Config, say: (line: string) => void) => Promise<T>,
): Promise<T> {
  try {
    return await work(readConfig({ ...process.env, DEMO: 'off' }), (line) => console.log(line));
  } catch (error) {
    if (error instanceof ConfigError || error instanceof DataDirHeld) return refuseToStart(error);
    const { message, code } = error as NodeJS.ErrnoException;
    console.error(`${failed}: ${message.split('\n')[0] || code}`);
    return endProcess(1);
  }
}
