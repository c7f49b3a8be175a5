// npm run seed: puts the sample company into the database of DATA_DIR again, when it is not there.
import { serve } from '../server/main.ts';

const running = await serve({ ...process.env, DEMO: 'on', PORT: '0', SHAREBOOK_NO_PAGES: '1' }, (line) =>
  console.log(line),
);
await running.stop();
