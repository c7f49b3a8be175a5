// npm run dev: the API restarts when its files change, the console reloads hot; prints both addresses.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const api = process.env.PORT ?? '8000';
const server = spawn(
  process.execPath,
  [
    '--watch-path=server',
    '--watch-path=src/resources',
    '--watch-path=src/domain',
    '--watch-preserve-output',
    'server/main.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: api, SHAREBOOK_NO_PAGES: '1' },
  },
);
const console_ = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, API_ADDRESS: `http://127.0.0.1:${api}` },
});
const children = [server, console_];
for (const child of children) {
  child.on('exit', (code) => {
    for (const other of children) other.kill('SIGTERM');
    process.exitCode = code ?? 0;
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => children.forEach((child) => child.kill(signal)));
