// npm start: builds the console when it is stale, then serves. Each step says what it is doing.
import { main } from '../server/main.ts';
import { buildIfStale } from './buildIfStale.ts';

await buildIfStale();
await main();
