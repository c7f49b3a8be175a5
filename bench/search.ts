// What a search costs at a hundred thousand shareholders, beside the database's own comparison without case: names in Latin and
// in Cyrillic letters, for a text that nothing contains. Both read all rows.
import pg from 'pg';
import { searchedFor } from '../src/domain/searchPattern.ts';
import { givenCompany } from './benchDatabase.ts';
import type { BenchDatabase } from './benchDatabase.ts';
import { figure, line, median, timed } from './figures.ts';
import { productApp } from './serverProcess.ts';

const HOLDERS = 100_000;
const ROUNDS = 15;
const NAMES = [
  { script: 'Latin', name: 'Holder Number', typed: 'zzyzx' },
  { script: 'Cyrillic', name: 'Иванов Сергей Петрович', typed: 'жужжж' },
] as const;
export const TARGET_SEARCH = 1.25;

/** Out: for each script, how many times the cost of `ilike`. */
export async function benchSearch(database: BenchDatabase): Promise<number[]> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const app = await productApp(database.appUrl, database.folder);
  const ratios: number[] = [];
  try {
    console.log(`\nA search among ${figure(HOLDERS)} shareholders (${ROUNDS} interleaved rounds), ms`);
    line('', 'ilike', 'contains_text', 'answered');
    for (const { script, name, typed } of NAMES) {
      const company = await givenCompany(database, `search-${script.toLowerCase()}`);
      await client.query(
        `insert into shareholder (org_id, id, type, name, entity_name, email)
         select $1, gen_random_uuid()::text, 'entity', $2 || ' ' || n, $2 || ' ' || n, 'holder' || n || '@example.com'
         from generate_series(1, $3::int) n`,
        [company.id, name, HOLDERS],
      );
      await client.query('analyze shareholder');
      const count = (condition: string, values: unknown[]) =>
        client.query(`select count(*) from shareholder where org_id = $1 and (${condition})`, [company.id, ...values]);
      const { plain, pattern } = searchedFor(typed);
      const [before, now, answered]: [number[], number[], number[]] = [[], [], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        before.push(await timed(() => count('name ilike $2 or email ilike $2', [`%${typed}%`])));
        now.push(
          await timed(() => count('contains_text(name, $2, $3) or contains_text(email, $2, $3)', [plain, pattern])),
        );
        const filter = encodeURIComponent(JSON.stringify({ q: typed }));
        answered.push(
          await timed(async () => {
            const reply = await app.inject({
              url: `/api/shareholders/?range=[0,24]&filter=${filter}`,
              headers: { authorization: `Bearer ${company.token}` },
            });
            if (reply.statusCode !== 200) throw new Error(`The search answered ${reply.statusCode}: ${reply.body}`);
          }),
        );
      }
      const ratio = median(now.map((ms, round) => ms / before[round]!));
      ratios.push(ratio);
      const times = [before, now, answered].map((each) => figure(median(each)));
      line(script, ...times, `x ${ratio.toFixed(2)}`);
    }
  } finally {
    await app.close();
    await client.end();
  }
  return ratios;
}
