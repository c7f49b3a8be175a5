// npm run restore -- FILE: a backup into an empty Sharebook, verified afterwards.
import { readConfig } from '../server/config.ts';
import { refuseToStart } from '../server/main.ts';
import { restore } from '../server/maintenance/restore.ts';
import { verify } from '../server/maintenance/verify.ts';
import { fileNamed } from './fileNamed.ts';

const file = fileNamed('restore');
const config = readConfig({ ...process.env, DEMO: 'off' });
const say = (line: string) => console.log(line);
try {
  const { made_at } = await restore(config, file, say);
  const faults = await verify(config, say);
  console.log(faults === 0 ? `Restored as of ${made_at}.` : `Restored as of ${made_at}, with ${faults} faults.`);
  process.exit(faults === 0 ? 0 : 1);
} catch (error) {
  refuseToStart(error);
}
