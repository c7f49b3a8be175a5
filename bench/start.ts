// The time from the start command to the ready line, with an empty DATA_DIR and then with the same one again.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from './benchDatabase.ts';
import { figure, line, median } from './figures.ts';

const ROUNDS = 3;
export const WARM_SECONDS_MAX = 1;
const START = join(import.meta.dirname, '..', 'scripts', 'start.ts');

export async function benchStart(): Promise<number> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = temporaryFolder();
    try {
      cold.push(await secondsToReady(folder));
      warm.push(await secondsToReady(folder));
    } finally {
      removeFolder(folder);
    }
  }
  console.log(`\nnpm start, without npm itself (${ROUNDS} rounds)`);
  line('', 'seconds');
  line('cold: new database, migrations, sample company', figure(median(cold)));
  line('warm: the second start', figure(median(warm)));
  return median(warm);
}

async function secondsToReady(folder: string): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--max-semi-space-size=16', START], {
    env: { ...process.env, DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    await new Promise<void>((resolve, reject) => {
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('Sharebook is ready')) resolve();
      });
      void ended.then(() => reject(new Error(`The server did not start:\n${said}`)));
    });
    return (performance.now() - started) / 1000;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
