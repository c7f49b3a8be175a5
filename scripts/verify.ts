// npm run verify: every ledger, imported package and document against its hashes and a replay. Exit 0: all agree.
import { readConfig } from '../server/config.ts';
import { refuseToStart } from '../server/main.ts';
import { verify } from '../server/maintenance/verify.ts';

try {
  const faults = await verify(readConfig({ ...process.env, DEMO: 'off' }), (line) => console.log(line));
  process.exit(faults === 0 ? 0 : 1);
} catch (error) {
  refuseToStart(error);
}
