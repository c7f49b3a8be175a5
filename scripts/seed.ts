// npm run seed: creates the sample company in the database of DATA_DIR if nobody has an account there, also after it was
// removed.
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { refuseToStart, serve } from '../server/main.ts';

rmSync(join(resolve(process.env.DATA_DIR || './data'), 'sample-company'), { force: true });
const running = await serve({ ...process.env, DEMO: 'on', PORT: '0', SHAREBOOK_NO_PAGES: '1' }, (line) =>
  console.log(line),
).catch(refuseToStart);
await running.stop();
