// npm run verify: every ledger, imported package and document against its hashes and a replay. Exit 0: all agree.
import { verify } from '../server/maintenance/verify.ts';
import { carryOut } from './carryOut.ts';

process.exit((await carryOut('It cannot be verified', verify)) === 0 ? 0 : 1);
