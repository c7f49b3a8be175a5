// npm run bench: figures of this machine, as ratios of things measured side by side. Starts everything it needs itself,
// in temporary folders, and takes it away again. `npm run bench -- million`: the cap table of a million entries alone.
// `npm run bench -- import`: a package of four hundred thousand transactions, and single entries after it.
import { cpus } from 'node:os';
import { startBenchDatabase } from './benchDatabase.ts';
import { line } from './figures.ts';
import { benchCapTable } from './capTable.ts';
import { benchGrowth, SIZES } from './growth.ts';
import { benchImport } from './import.ts';
import { benchListOf25, SIGNED_RATIO, TARGET_RATIO } from './listOf25.ts';
import type { ListRatios } from './listOf25.ts';
import { benchStart, WARM_SECONDS_MAX } from './start.ts';

const isMillion = process.argv.includes('million');
const isImport = process.argv.includes('import');
const MINUTES_MAX = isMillion ? 20 : isImport ? 10 : 5;

const timeout = setTimeout(() => {
  console.error(`The benchmark took more than ${MINUTES_MAX} minutes and was stopped.`);
  process.exit(1);
}, MINUTES_MAX * 60_000);
timeout.unref();

console.log(`Node ${process.version}, ${cpus().length} cores. Times on a shared machine are noisy: trust the ratios.`);
if (isMillion) {
  await benchCapTable();
  process.exit(0);
}
if (isImport) {
  await benchImport();
  process.exit(0);
}
const database = await startBenchDatabase();
const ratios: ListRatios[] = [];
try {
  const companies = await benchGrowth(database);
  for (const [index, company] of companies.entries()) {
    ratios.push(await benchListOf25(database, company, SIZES[index]!));
  }
} finally {
  await database.stop();
}
const warmSeconds = await benchStart();

console.log('\nTargets');
line(`list of 25, at least ${TARGET_RATIO} of the bare route`, ratios.map(({ bare }) => bare.toFixed(2)).join(' and '));
line(
  `list of 25, at least ${SIGNED_RATIO} of itself without a signature`,
  ratios.map(({ unsigned }) => unsigned.toFixed(2)).join(' and '),
);
line(`warm start, under ${WARM_SECONDS_MAX} s`, `${warmSeconds.toFixed(1)} s`);
