// npm start: builds the console when it is stale, then serves. Announces each step.
import { enableCompileCache } from 'node:module';
import { COMPILED } from '../server/process/compiled.ts';

// It counts for what is imported from here on.
enableCompileCache(COMPILED);
const { buildIfStale } = await import('./buildIfStale.ts');
const [{ main }] = await Promise.all([import('../server/main.ts'), buildIfStale()]);
await main();
