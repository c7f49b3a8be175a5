// Allows one Sharebook per DATA_DIR. The holder listens on a loopback port named in the lock file, so that the lock of a killed
// process can be told from a live one even if another program now has its process number.
import fs from 'node:fs';
import { connect, createServer } from 'node:net';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** Another process holds DATA_DIR. Exit code 75 (EX_TEMPFAIL). */
export class DataDirHeld extends Error {}

interface Holder {
  pid: number;
  port: number;
  token: string;
  since: string;
}

/** Takes the lock, or throws DataDirHeld, which names the holder. Out: a function that releases it. */
export async function lockDataDir(dataDir: string, since: Date): Promise<() => void> {
  const file = join(dataDir, 'lock');
  const token = randomBytes(16).toString('hex');
  const server = createServer((socket) => socket.end(token));
  server.unref();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const own = JSON.stringify({ pid: process.pid, port, token, since: since.toISOString() } satisfies Holder);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const mine = `${file}.${process.pid}`;
    fs.writeFileSync(mine, own, { mode: 0o600 });
    try {
      fs.linkSync(mine, file); // Fails when the lock exists; its content is complete from the start.
      return () => {
        fs.rmSync(file, { force: true });
        server.close();
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      fs.rmSync(mine, { force: true });
    }
    const holder = readHolder(file);
    if (holder && (await isAlive(holder))) {
      server.close();
      throw new DataDirHeld(
        `Sharebook is already running on ${dataDir}: process ${holder.pid}, since ${holder.since}. Stop it first, or set another DATA_DIR.`,
      );
    }
    fs.rmSync(file, { force: true });
  }
  throw new DataDirHeld(`Another Sharebook is starting on ${dataDir} at this moment.`);
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

function isAlive(holder: Holder): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ port: holder.port, host: '127.0.0.1', timeout: 2000 });
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('end', () => resolve(answer === holder.token));
    socket.on('error', () => resolve(false));
    socket.on('timeout', () => {
      socket.destroy();
      resolve(false);
    });
  });
}
