// How many times more the first page of a list costs in the largest company than in the smallest, for each list that grows with
// a company. Each round requests one more row, so that its page is not cached; another company requests it first, so that its
// statement is prepared.
import { resourceNamed } from '../src/resources/index.ts';
import type { BenchDatabase, Company } from './benchDatabase.ts';
import { figure, line, median, timed } from './figures.ts';
import { productApp } from './serverProcess.ts';

/** A resource, and its sort field if it is not the list's own order. */
type SortedList = readonly [name: string, sort?: string];
const LISTS = [
  ['certificates'],
  ['shareholders'],
  ['transactions'],
  ['share-classes'],
  ['payments'],
  ['payments', 'shareholder_id'],
] as const satisfies SortedList[];
const ROUNDS = 15;

/** Out: the largest ratio. */
export async function benchFirstPages(
  database: BenchDatabase,
  other: Company,
  [small, large]: readonly [Company, Company],
  [fewest, most]: readonly [number, number],
): Promise<number> {
  const app = await productApp(database.appUrl, database.folder);
  const ask = async ([list, sort]: SortedList, { token }: Company, rows: number) => {
    const sorted = sort ? `&sort=["${sort}","ASC"]` : '';
    const reply = await app.inject({
      url: `${resourceNamed(list).path}?range=[0,${rows - 1}]${sorted}`,
      headers: { authorization: `Bearer ${token}` },
    });
    if (reply.statusCode !== 200) throw new Error(`${list} answered ${reply.statusCode}: ${reply.body}`);
  };
  console.log(`\nFirst pages (${ROUNDS} interleaved rounds), ms`);
  line('', `${figure(fewest)}`, `${figure(most)}`);
  let growth = 0;
  for (const list of LISTS) {
    const [few, many]: [number[], number[]] = [[], []];
    for (let round = -2; round < ROUNDS; round += 1) {
      const rows = 25 + round;
      await ask(list, other, rows);
      for (const [company, times] of [
        [small, few],
        [large, many],
      ] as const) {
        const ms = await timed(() => ask(list, company, rows));
        if (round >= 0) times.push(ms);
      }
    }
    const times = median(many.map((ms, round) => ms / few[round]!));
    growth = Math.max(growth, times);
    line(list.join(' by '), figure(median(few)), figure(median(many)), `x ${times.toFixed(2)}`);
  }
  await app.close();
  return growth;
}
