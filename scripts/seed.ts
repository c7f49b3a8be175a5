// npm run seed: puts the sample company into the database of DATA_DIR again, when it is not there.
import { refuseToStart, serve } from '../server/main.ts';

const running = await serve({ ...process.env, DEMO: 'on', PORT: '0', SHAREBOOK_NO_PAGES: '1' }, (line) =>
  console.log(line),
).catch(refuseToStart);
await running.stop();
