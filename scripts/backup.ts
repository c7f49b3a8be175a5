// npm run backup -- FILE: every company, account and document in one file, also beside a running server.
import { readConfig } from '../server/config.ts';
import { refuseToStart } from '../server/main.ts';
import { backup } from '../server/maintenance/backup.ts';
import { fileNamed } from './fileNamed.ts';

const file = fileNamed('backup');
try {
  const { ledgers } = await backup(readConfig({ ...process.env, DEMO: 'off' }), file, (line) => console.log(line));
  for (const { client_name, entries, head } of ledgers) console.log(`${client_name}: ${entries} entries, head ${head}`);
  console.log(`Saved to ${file}. It holds the secret that seals the data: keep it as you would keep the server.`);
} catch (error) {
  refuseToStart(error);
}
