// npm run upgrade: moves the embedded database to the major version of PostgreSQL that this Sharebook has.
import { upgrade } from '../server/maintenance/upgrade/upgrade.ts';
import { runOperatorCommand } from './runOperatorCommand.ts';

await runOperatorCommand('The database stays as it was', upgrade);
