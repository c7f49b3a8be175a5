// npm run bench: measures Sharebook on this machine beside plain SQL and a bare server, and prints ratios. Starts everything it
// needs in temporary folders, and removes them at the end. `npm run bench -- million`: only the cap table of a million entries.
// `npm run bench -- import`: a package of four hundred thousand transactions, and single entries after it. `npm run bench -- trail`:
// only what the audit trail costs a write. `npm run bench -- sign-in`: how long signing in takes with and without an account, and
// two hundred people at once. `npm run bench -- sheets`: a workbook and a CSV of a hundred thousand rows beside bare parsers.
// `npm run bench -- payouts`: a dividend to a hundred thousand holders, to the bank and back. `npm run bench -- model`: rounds and exits. `npm run bench -- scenarios`: ten steps on a hundred thousand holders.
// `npm run bench -- search`: a search among a hundred thousand shareholders. `npm run bench -- jobs`: codes beside a hundred thousand mails.
// `npm run bench -- lists`: searches and pages of three hundred thousand holders, certificates and payments. `npm run bench -- neighbour`: a list while others
// do their worst. `npm run bench -- computed`: every list and the dashboard of the sample company, and lists with computed
// columns of a company of ten thousand certificates. `npm run bench -- scale`: a big installation beside a small one. `npm run bench --
// paint`: when a first visit on a slow machine and line has painted.
import { cpus } from 'node:os';
import { startBenchDatabase } from './benchDatabase.ts';
import { figure, line } from './figures.ts';
import { benchCapTable } from './capTable.ts';
import { benchComputedLists, TARGET_COMPUTED } from './computedLists.ts';
import { benchFirstPages } from './firstPages.ts';
import { givePayments } from './givenPayments.ts';
import { benchGrowth, SIZES } from './growth.ts';
import { benchImport } from './import.ts';
import { benchListOf25, SIGNED_RATIO, TARGET_GROWTH, TARGET_RATIO } from './listOf25.ts';
import type { ListRatios } from './listOf25.ts';
import { benchAuditTrail, TARGET_TRAIL } from './auditTrail.ts';
import { benchJobs, JOB_TARGETS } from './jobs.ts';
import { benchLongLists, LIST_TARGETS } from './longLists.ts';
import { benchModel, TARGET_CURVE_MS, TARGET_SOLVE_MS } from './model.ts';
import { benchNeighbour, TARGET_NEIGHBOUR } from './neighbour.ts';
import { benchPaint, PAINT_SECONDS_MAX } from './paint.ts';
import { benchPayouts, TARGETS as PAYOUT_TARGETS } from './payouts.ts';
import { benchSampleLists, SAMPLE_TARGETS } from './sampleLists.ts';
import { benchScale, TARGET_SCALE } from './scale.ts';
import { benchScenarios, TARGET_FIRST_RATIO, TARGET_REDRAW_MS } from './scenarios.ts';
import { benchSearch, TARGET_SEARCH } from './search.ts';
import { benchSheets, TARGET_READ_MIB, TARGET_READ_RATIO } from './sheets.ts';
import { benchSignIns, TARGET_DIFFERENCE, TARGET_LIST_SECONDS } from './signIns.ts';
import { benchStart, WARM_SECONDS_MAX } from './start.ts';
import { endProcess } from '#server/process/end.ts';

const isMillion = process.argv.includes('million');
const isImport = process.argv.includes('import');
const isTrail = process.argv.includes('trail');
const isSignIn = process.argv.includes('sign-in');
const isSheets = process.argv.includes('sheets');
const isModel = process.argv.includes('model');
const isScenarios = process.argv.includes('scenarios');
const isSearch = process.argv.includes('search');
const isPayouts = process.argv.includes('payouts');
const isJobs = process.argv.includes('jobs');
const isLists = process.argv.includes('lists');
const isNeighbour = process.argv.includes('neighbour');
const isComputed = process.argv.includes('computed');
const isScale = process.argv.includes('scale');
const isPaint = process.argv.includes('paint');
const MINUTES_MAX = isScale ? 600 : isMillion ? 20 : isLists ? 30 : isImport || isPayouts || isJobs ? 10 : 20;

const timeout = setTimeout(() => {
  console.error(`The benchmark took more than ${MINUTES_MAX} minutes and was stopped.`);
  void endProcess(1);
}, MINUTES_MAX * 60_000);
timeout.unref();

console.log(`Node ${process.version}, ${cpus().length} cores. Times on a shared machine are noisy: trust the ratios.`);
if (isMillion) {
  await benchCapTable();
  await endProcess(0);
}
if (isImport) {
  await benchImport();
  await endProcess(0);
}
if (isSheets) {
  const { workbookRatio, csvRatio, workbookMib, csvMib } = await benchSheets();
  console.log('\nTargets');
  const ratio = `at most ${TARGET_READ_RATIO} times a bare pass`;
  line(`workbook, ${ratio}`, `x ${workbookRatio.toFixed(2)}`);
  line(`CSV, ${ratio}`, `x ${csvRatio.toFixed(2)}`);
  line(`memory added, at most ${TARGET_READ_MIB} MiB`, `${workbookMib}, ${csvMib}`);
  await endProcess(0);
}
if (isModel) {
  const { roundMs, exitMs, curveMs } = benchModel();
  console.log('\nTargets');
  line(`100 instruments, at most ${TARGET_SOLVE_MS} ms`, roundMs.toFixed(2));
  line(`12 classes, at most ${TARGET_SOLVE_MS} ms`, exitMs.toFixed(2));
  line(`200 exits, at most ${TARGET_CURVE_MS} ms`, curveMs.toFixed(2));
  await endProcess(0);
}
if (isScale) {
  const ratio = await benchScale(Number(process.argv[process.argv.indexOf('scale') + 1] ?? 1000));
  console.log('\nTargets');
  line(`each, at most ${TARGET_SCALE} times the small installation`, `x ${ratio.toFixed(2)}`);
  await endProcess(0);
}
if (isPaint) {
  const seconds = await benchPaint();
  console.log('\nTargets');
  for (const [path, most] of Object.entries(PAINT_SECONDS_MAX))
    line(`${path}, at most ${most} s`, `${seconds[path as keyof typeof seconds].toFixed(2)} s`);
  await endProcess(0);
}
const database = await startBenchDatabase();
if (isTrail) {
  const ratio = await benchAuditTrail(database).finally(() => database.stop());
  line(`\n  a write with the audit trail, at most ${TARGET_TRAIL} of one without`, `x ${ratio.toFixed(2)}`);
  await endProcess(0);
}
if (isScenarios) {
  const { firstRatio, redrawMs } = await benchScenarios(database).finally(() => database.stop());
  console.log('\nTargets');
  line(`first table, at most ${TARGET_FIRST_RATIO} times the cap table`, `x ${firstRatio.toFixed(2)}`);
  line(`a redraw, 95 % within ${TARGET_REDRAW_MS} ms`, `${redrawMs.toFixed(1)} ms`);
  await endProcess(0);
}
if (isSearch) {
  const ratios = await benchSearch(database).finally(() => database.stop());
  console.log('\nTargets');
  line(`a search, at most ${TARGET_SEARCH} times ilike`, ...ratios.map((ratio) => `x ${ratio.toFixed(2)}`));
  await endProcess(0);
}
if (isPayouts) {
  const got = await benchPayouts(database).finally(() => database.stop());
  console.log('\nTargets');
  line(`preview, at most ${PAYOUT_TARGETS.preview} times the query`, `x ${got.preview.toFixed(2)}`);
  line(`approval, at most ${PAYOUT_TARGETS.approve} times the insert`, `x ${got.approve.toFixed(2)}`);
  line(`pain.001, at least ${figure(PAYOUT_TARGETS.fileRate)} payments a second`, figure(got.fileRate));
  line(`results, at most ${PAYOUT_TARGETS.results} times the update`, `x ${got.results.toFixed(2)}`);
  line(`first page, at most ${PAYOUT_TARGETS.firstPage} times the cost`, `x ${got.firstPage.toFixed(2)}`);
  await endProcess(0);
}
if (isLists) {
  const { searchMs, hidden, everythingMs, everythingHidden, pages, columns } = await benchLongLists(database).finally(
    () => database.stop(),
  );
  console.log('\nTargets');
  line(`a search of 300,000 holders, 95 % within ${LIST_TARGETS.searchMs} ms`, `${searchMs.toFixed(1)} ms`);
  line(`with matches in another company, at most ${LIST_TARGETS.hidden} times`, `x ${hidden.toFixed(2)}`);
  line(`the search over everything, 95 % within ${LIST_TARGETS.searchMs} ms`, `${everythingMs.toFixed(1)} ms`);
  line(`it with matches in another company, at most ${LIST_TARGETS.hidden} times`, `x ${everythingHidden.toFixed(2)}`);
  line(`pages by name, at most ${LIST_TARGETS.pages} times the first of 1,000`, `x ${pages.toFixed(2)}`);
  const { searchMs: othersMs, slowest } = columns;
  line(`certificates and payments, a search, 95 % within ${LIST_TARGETS.searchMs} ms`, `${othersMs.toFixed(1)} ms`);
  line(
    `their pages by any column, at most ${LIST_TARGETS.pages} times: ${slowest.order}`,
    `x ${slowest.ratio.toFixed(1)}`,
  );
  await endProcess(0);
}
if (isNeighbour) {
  const ratios = await benchNeighbour(database).finally(() => database.stop());
  console.log(`\nTargets: a neighbour's list, 95 %, at most ${TARGET_NEIGHBOUR} times its quiet one while`);
  for (const [what, ratio] of Object.entries(ratios)) line(what, `x ${ratio.toFixed(2)}`);
  await endProcess(0);
}
if (isComputed) {
  const [sample, bare] = [await benchSampleLists(database), await benchComputedLists(database)];
  await database.stop();
  console.log('\nTargets');
  line(`lists of the sample, at most ${SAMPLE_TARGETS.lists} times the certificates`, `x ${sample.lists.toFixed(2)}`);
  line(`its dashboard, at most ${SAMPLE_TARGETS.dashboard} times`, `x ${sample.dashboard.toFixed(2)}`);
  line(`shareholders, at least ${TARGET_COMPUTED} of the prepared bare route`, bare.shareholders.toFixed(2));
  line(`grants, at least ${TARGET_COMPUTED} of it`, bare.grants.toFixed(2));
  await endProcess(0);
}
if (isJobs) {
  const { codeSeconds, spread, throughput } = await benchJobs(database).finally(() => database.stop());
  console.log('\nTargets');
  line(`a code beside 100,000 mails, 99 % within ${JOB_TARGETS.codeSeconds} s`, `${codeSeconds.toFixed(2)} s`);
  line(`twenty companies, at most ${JOB_TARGETS.spread * 100} % apart`, `${(spread * 100).toFixed(1)} %`);
  line(`throughput, at least ${JOB_TARGETS.throughput} of eight bare connections`, throughput.toFixed(2));
  await endProcess(0);
}
if (isSignIn) {
  const { difference, listSeconds, others } = await benchSignIns(database).finally(() => database.stop());
  console.log('\nTargets');
  line(
    `known and unknown addresses, less than ${TARGET_DIFFERENCE * 100} % apart`,
    `${(difference * 100).toFixed(1)} %`,
  );
  line(`lists while 200 sign in, 95 % within ${TARGET_LIST_SECONDS} s`, `${listSeconds.toFixed(2)} s`);
  line('answers other than 200, 400, 429 and 503, none', `${others}`);
  await endProcess(0);
}
const ratios: ListRatios[] = [];
let growthOfFirstPages = 0;
let trailRatio = 0;
try {
  trailRatio = await benchAuditTrail(database);
  const companies = await benchGrowth(database);
  for (const company of companies) await givePayments(database, company);
  growthOfFirstPages = await benchFirstPages(
    database,
    companies[1]!,
    [companies[0]!, companies.at(-1)!],
    [SIZES[0], SIZES.at(-1)!],
  );
  for (const [index, company] of companies.entries()) {
    ratios.push(await benchListOf25(database, company, SIZES[index]!));
  }
} finally {
  await database.stop();
}
const warmSeconds = await benchStart();

console.log('\nTargets');
const each = (figureOf: (ratio: ListRatios) => number) => ratios.map((ratio) => figureOf(ratio).toFixed(2)).join(', ');
line(
  `list of 25, at least ${TARGET_RATIO} of the prepared bare route`,
  each(({ bare }) => bare),
);
line(
  `list of 25, at least ${SIGNED_RATIO} of itself without a signature`,
  each(({ unsigned }) => unsigned),
);
line(
  `list of 25, at most ${TARGET_GROWTH} times the cost at ${figure(SIZES.at(-1)!)}`,
  `x ${(ratios[0]!.rate / ratios.at(-1)!.rate).toFixed(2)}`,
);
line(
  `first pages, at most ${TARGET_GROWTH} times the cost at ${figure(SIZES.at(-1)!)}`,
  `x ${growthOfFirstPages.toFixed(2)}`,
);
line(`a write with the audit trail, at most ${TARGET_TRAIL} of one without`, `x ${trailRatio.toFixed(2)}`);
line(`warm start, under ${WARM_SECONDS_MAX} s`, `${warmSeconds.toFixed(1)} s`);
