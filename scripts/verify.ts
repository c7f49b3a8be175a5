// npm run verify: checks every ledger, imported package and document against its hashes and a replay, and every row against the
// chain of changes. `npm run verify -- FILE` also looks for the heads that an earlier run or a backup printed; `--from-checkpoint`
// reads the hash chains from where the last run without a fault ended. Exit 0: everything matches.
import { readFileSync } from 'node:fs';
import { ConfigError } from '../server/config.ts';
import { keptHeads, verify } from '../server/maintenance/verify/verify.ts';
import { runOperatorCommand } from './runOperatorCommand.ts';
import { readFileArgument } from './readFileArgument.ts';

const CHECKPOINT = '--from-checkpoint';
const fromCheckpoint = process.argv.includes(CHECKPOINT);
process.argv = process.argv.filter((given) => given !== CHECKPOINT);
const file = process.argv.length > 2 ? await readFileArgument('verify') : null;
const faults = await runOperatorCommand('It cannot be verified', (config, say) => {
  const kept = file === null ? [] : keptHeads(textOf(file));
  if (file !== null && kept.length === 0) throw new ConfigError(`There is no chain head in ${file}.`);
  return verify(config, say, { kept, fromCheckpoint });
});
process.exitCode = faults === 0 ? 0 : 1;

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${file} cannot be read: ${(error as Error).message}`);
  }
}
