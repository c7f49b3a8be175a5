// npm start: builds the console when it is stale, then serves. Announces each step.
import { enableCompileCache } from 'node:module';
import { COMPILED } from '../server/process/compiled.ts';

// It counts for what is imported from here on.
enableCompileCache(COMPILED);
const [{ buildIfStale, buildTheRest }, { importServer }] = await Promise.all([
  import('./buildIfStale.ts'),
  import('./serverBundle.ts'),
]);
const [{ main }] = await Promise.all([importServer(), buildIfStale()]);
await main();
// Until they are built, pages are English. Nothing waits for them, so that a stop meanwhile is an ordinary one.
void buildTheRest();
