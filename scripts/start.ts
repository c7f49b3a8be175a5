// npm start: builds the console when it is stale, then serves. Announces each step.
import { main } from '../server/main.ts';
import { buildIfStale } from './buildIfStale.ts';

await buildIfStale();
await main();
