// npm run account -- EMAIL: shows an account. npm run account -- phone EMAIL NUMBER: replaces a lost phone.
import { createInterface } from 'node:readline/promises';
import { replacePhone, showAccount } from '../server/maintenance/account.ts';
import { runOperatorCommand } from './runOperatorCommand.ts';

const given = process.argv.slice(2);
const isSure = given.includes('--yes');
const [first, email, phone, ...more] = given.filter((word) => word !== '--yes');

if (first && !email && first !== 'phone' && !isSure)
  await runOperatorCommand('The account cannot be shown', (config, say) => showAccount(config, first, say));
else if (first === 'phone' && email && phone && more.length === 0)
  process.exitCode = (await runOperatorCommand('Nothing was changed', (config, say) =>
    replacePhone(config, { email, phone }, say, isSure ? async () => true : ask),
  ))
    ? 0
    : 1;
else {
  console.error('npm run account -- EMAIL\nnpm run account -- phone EMAIL NUMBER [--yes], NUMBER such as +15551234567');
  process.exitCode = 64;
}

async function ask(): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question('Type yes to confirm: ');
  lines.close();
  return answer.trim().toLowerCase() === 'yes';
}
