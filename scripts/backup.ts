// npm run backup -- FILE: saves every company, account and document in one file, also while the server runs.
import { backup } from '../server/maintenance/backup.ts';
import { runOperatorCommand } from './runOperatorCommand.ts';
import { readFileArgument } from './readFileArgument.ts';

const file = await readFileArgument('backup');
const { ledgers, chains, has_secret } = await runOperatorCommand('Nothing was saved', (config, say) =>
  backup(config, file, say),
);
for (const { client_name, entries, head } of ledgers) console.log(`${client_name}: ${entries} entries, head ${head}`);
for (const { client_name, changes, head } of chains ?? [])
  console.log(`head of ${client_name ?? 'the installation'}: ${changes} ${head}`);
const isOpen = has_secret && !process.env.BACKUP_PASSPHRASE;
console.log(
  isOpen
    ? `Saved to ${file}. It contains the secret that seals the data. Protect it as well as the server.`
    : `Saved to ${file}.`,
);
