import { startBenchDatabase } from './benchDatabase.ts';
import { benchSampleLists } from './sampleLists.ts';
const d = await startBenchDatabase();
console.log(await benchSampleLists(d).finally(() => d.stop()));
