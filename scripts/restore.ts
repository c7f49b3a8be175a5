// npm run restore -- FILE: restores a backup into an empty Sharebook and verifies it.
import { restore } from '../server/maintenance/restore.ts';
import { verify } from '../server/maintenance/verify/verify.ts';
import { runOperatorCommand } from './runOperatorCommand.ts';
import { readFileArgument } from './readFileArgument.ts';

const file = await readFileArgument('restore');
const { made_at } = await runOperatorCommand('Nothing was restored', (config, say) => restore(config, file, say));
const faults = await runOperatorCommand(`Restored as of ${made_at}, but it cannot be verified`, verify);
console.log(faults === 0 ? `Restored as of ${made_at}.` : `Restored as of ${made_at}, with ${faults} faults.`);
process.exitCode = faults === 0 ? 0 : 1;
