// npm run jobs: what waits to be sent or done, and what was given up.
import { showJobs } from '../server/maintenance/jobs.ts';
import { runOperatorCommand } from './runOperatorCommand.ts';

await runOperatorCommand('The jobs cannot be shown', (config, say) => showJobs(config, say));
