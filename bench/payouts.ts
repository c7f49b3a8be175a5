// npm run bench -- payouts: a dividend to a hundred thousand holders, half of them abroad under a withholding rule: its preview beside
// the one query that joins holdings and rates, its approval beside the bare insert of its rows, the file for the bank, the results
// beside the bare update, and the first page of the list of payments beside that of a company with a thousand.
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { v7 } from 'uuid';
import { readSecrets } from '../server/auth/secrets.ts';
import { sha256 } from '../server/data/sha256.ts';
import { writeBatchFile } from '../server/commands/batches/batchFile.ts';
import { placeOf } from '../server/commands/shareholders/holderDetails.ts';
import { BENCH_SECRET, givenCompany } from './benchDatabase.ts';
import type { BenchDatabase, Company } from './benchDatabase.ts';
import { figure, line, median, timed } from './figures.ts';
import { HOLDERS, writeManyHolders } from './manyHolders.ts';
import { ask, productApp, productDeps } from './serverProcess.ts';

const ROUNDS = 5;
const FEW_HOLDERS = 1000;
const RECORD_DATE = '2025-06-30';
export const TARGETS = { preview: 2, approve: 2, fileRate: 20_000, results: 3, firstPage: 1.5 } as const;
export type PayoutFigures = Record<keyof typeof TARGETS, number> & { fileMib: number };

const JOINED = `select o.stakeholder_id, o.stock_class_id, trim_scale(sum(o.remaining))::text as shares, h.country, t.withholding_rate
  from open_securities($1, $2) o join shareholder h on h.org_id = $1 and h.id = o.stakeholder_id
  left join tax_profile t on t.org_id = h.org_id and t.shareholder_id = h.id
  where o.kind = 'STOCK' and o.stock_class_id = any ($3) group by 1, 2, 4, 5 order by 1, 2`;

export async function benchPayouts(database: BenchDatabase): Promise<PayoutFigures> {
  const app = await productApp(database.appUrl, database.folder);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    const [few, many] = [await givenCompany(database, 'few'), await givenCompany(database, 'many')];
    await writeManyHolders(database, few, FEW_HOLDERS);
    await writeManyHolders(database, many);
    await writeAccounts(client, database, many);
    for (const company of [few, many])
      await ask(app, company, 'PUT', '/api/organization', { withholding_rules: [ABROAD] });
    console.log(`\nA dividend to ${figure(HOLDERS)} holders (medians of ${ROUNDS} interleaved rounds, or one run)`);
    const fewId = await declared(app, few);
    await approved(app, few, fewId);
    const id = await declared(app, many);
    const preview = await previewRatio(app, client, many, id);
    const approve = await approveRatio(app, client, many, id);
    const firstPage = await firstPageRatio(app, few, many);
    return { preview, approve, firstPage, ...(await files(database, app, client, many, id)) };
  } finally {
    await client.end();
    await app.close();
  }
}

const ABROAD = { country: 'DE', holder_type: '*', distribution_type: '*', rate: '0.26375' };

/** Each holder has an account, sealed as the product does it; every other one lives abroad. */
async function writeAccounts(client: pg.Client, database: BenchDatabase, { id }: Company): Promise<void> {
  const { texts } = readSecrets(BENCH_SECRET, database.folder);
  const holders = Array.from({ length: HOLDERS }, (_, at) => `h${at + 1}`);
  const account = JSON.stringify({ iban: 'DE89370400440532013000', bic: null });
  const sealed = holders.map((holder) => texts.seal(account, placeOf(id, holder, 'bank_account')));
  await client.query(
    `insert into holder_detail (org_id, shareholder_id, bank_account, bank_account_last4, had_bank_account)
     select $1, u.holder, u.sealed, '3000', true from unnest($2::text[], $3::text[]) as u (holder, sealed)`,
    [id, holders, sealed],
  );
  await client.query(
    `update shareholder set country = 'DE' where org_id = $1 and right(id, 1) in ('1', '3', '5', '7', '9')`,
    [id],
  );
  await client.query('analyze holder_detail, shareholder');
}

async function declared(app: FastifyInstance, company: Company): Promise<string> {
  const made = await ask(app, company, 'POST', '/api/distributions/', {
    name: 'Dividend',
    type: 'dividend',
    amount_per_share: '0.37',
    record_date: RECORD_DATE,
    payment_date: '2025-07-15',
    method: 'bank_transfer',
    share_class_ids: ['common', 'a'],
  });
  return (JSON.parse(made) as { id: string }).id;
}

async function approved(app: FastifyInstance, company: Company, id: string): Promise<void> {
  const seen = JSON.parse(await ask(app, company, 'GET', `/api/distributions/${id}/preview?limit=200`)) as {
    preview_hash: string;
  };
  await ask(app, company, 'POST', `/api/distributions/${id}/approve`, { preview_hash: seen.preview_hash });
}

/** What the screen asks for: the first lines, with the sums and the hash of all. */
async function previewRatio(app: FastifyInstance, client: pg.Client, company: Company, id: string): Promise<number> {
  const [product, bare]: [number[], number[]] = [[], []];
  for (let round = -1; round < ROUNDS; round += 1) {
    const one = await timed(() => client.query(JOINED, [company.id, RECORD_DATE, ['common', 'a']]));
    const other = await timed(() => ask(app, company, 'GET', `/api/distributions/${id}/preview?limit=200`));
    if (round < 0) continue;
    bare.push(one);
    product.push(other);
  }
  const ratio = median(product) / median(bare);
  line('holdings joined with rates, one query', `${figure(median(bare))} ms`);
  line('preview', `${figure(median(product))} ms`, `x ${ratio.toFixed(2)}`);
  return ratio;
}

/** The same lines and payments written by two statements into the same tables, and taken back. */
async function approveRatio(app: FastifyInstance, client: pg.Client, company: Company, id: string): Promise<number> {
  const product = await timed(() => approved(app, company, id));
  const copy = async (table: string, given: Record<string, string>) => {
    const columns = (
      await client.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
        [table],
      )
    ).rows.map(({ name }) => name);
    await client.query(
      `insert into ${table} (${columns.join(', ')}) select ${columns.map((name) => given[name] ?? name).join(', ')} from ${table} where org_id = '${company.id}' and distribution_id = '${id}'`,
    );
  };
  const twin = v7();
  const bares: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await client.query('begin');
    await client.query(
      `insert into distribution (org_id, id, name, type, declared_as, amount_per_share, record_date, payment_date, method, status, created_by, changed_by, currency)
       select org_id, $2, name, type, declared_as, amount_per_share, record_date, payment_date, method, 'pending', created_by, changed_by, currency from distribution where org_id = $1 and id = $3`,
      [company.id, twin, id],
    );
    bares.push(
      await timed(async () => {
        await copy('distribution_line', { distribution_id: `'${twin}'` });
        await copy('payment', { distribution_id: `'${twin}'`, id: 'gen_random_uuid()' });
      }),
    );
    await client.query('rollback');
  }
  const ratio = product / median(bares);
  line('its lines and payments, INSERT … SELECT', `${figure(median(bares))} ms`);
  line('approval, with the preview before it', `${figure(product)} ms`, `x ${ratio.toFixed(2)}`);
  return ratio;
}

class TakenBack extends Error {}

/** Out: payments a second, of the file as it is stored: read, decrypted, written, hashed, compressed and encrypted. */
async function fileAlone(database: BenchDatabase, { token }: Company, id: string): Promise<number> {
  const deps = productDeps(database.appUrl, database.folder);
  let ms = 0;
  try {
    await deps.db.asActor(sha256(token).toString('hex'), async (tx, { actor }) => {
      const ids = (await tx.rows<{ id: string }>('select id from payment where distribution_id = $1', [id])).map(
        (row) => row.id,
      );
      const head = {
        id: v7(),
        made_at: new Date().toISOString(),
        execution_date: '2030-01-15',
        currency: 'USD',
        count: ids.length,
        total: '1.00',
        debtor: { name: 'Bench', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
      };
      ms = await timed(() => writeBatchFile({ tx, actor, deps }, 'pain.001', head, ids, []));
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  } finally {
    await deps.db.close();
  }
  const rate = HOLDERS / (ms / 1000);
  line(`pain.001 of ${figure(HOLDERS)}, the file`, `${figure(ms)} ms`, `${figure(rate)} a second`);
  return rate;
}

/** A pain.001 of all payments, and then a file of results for all of them. */
async function files(database: BenchDatabase, app: FastifyInstance, client: pg.Client, company: Company, id: string) {
  const fileRate = await fileAlone(database, company, id);
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  const made = performance.now();
  const batch = JSON.parse(
    await ask(app, company, 'POST', '/api/payment-batches/', {
      format: 'pain.001',
      execution_date: '2030-01-15',
      filter: { distribution_id: id },
      debtor: { name: 'Bench', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    }),
  ) as { id: string; count: number };
  const makeMs = performance.now() - made;
  const sent = performance.now();
  const file = await app.inject({
    url: `/api/payment-batches/${batch.id}/file`,
    headers: { authorization: `Bearer ${company.token}` },
  });
  const fileMs = performance.now() - sent;
  clearInterval(watch);
  if (batch.count !== HOLDERS || file.statusCode !== 200) throw new Error(`The batch holds ${batch.count} payments.`);
  const fileMib = (most - before) / 1024 / 1024;
  line('  with its batch, and all payments processing', `${figure(makeMs)} ms`);
  line(`  its ${figure(file.rawPayload.length / 1024 / 1024)} MiB as a download`, `${figure(fileMs)} ms`);
  line('  memory added', `${figure(fileMib)} MiB`);
  const bare = await bareUpdates(client, company, id);
  const { rows } = await client.query<{ id: string }>(
    'select id from payment where org_id = $1 and distribution_id = $2',
    [company.id, id],
  );
  const csv = ['payment_id,status,reference,reason', ...rows.map((row) => `${row.id},completed,,`)].join('\n');
  const resultsMs = await timed(async () => {
    const body = `--b\r\ncontent-disposition: form-data; name="file"; filename="r.csv"\r\n\r\n${csv}\r\n--b--\r\n`;
    const headers = { authorization: `Bearer ${company.token}`, 'content-type': 'multipart/form-data; boundary=b' };
    const reply = await app.inject({ method: 'POST', url: `/api/payment-batches/${batch.id}/results`, headers, body });
    if (reply.statusCode !== 200 || (JSON.parse(reply.body) as { completed: number }).completed !== HOLDERS)
      throw new Error(`The results were answered ${reply.statusCode}: ${reply.body.slice(0, 500)}`);
  });
  const results = resultsMs / bare;
  line('the same payments completed, one UPDATE', `${figure(bare)} ms`);
  line(`results of ${figure(HOLDERS)}`, `${figure(resultsMs)} ms`, `x ${results.toFixed(2)}`);
  return { fileRate, fileMib, results };
}

/** What results write of the payments, without their history and notices; taken back. */
async function bareUpdates(client: pg.Client, company: Company, id: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await client.query('begin');
    times.push(
      await timed(() =>
        client.query(
          `update payment set status = 'completed', completed_at = now(), version = version + 1 where org_id = $1 and distribution_id = $2`,
          [company.id, id],
        ),
      ),
    );
    await client.query('rollback');
  }
  return median(times);
}

async function firstPageRatio(app: FastifyInstance, few: Company, many: Company): Promise<number> {
  const [small, large]: [number[], number[]] = [[], []];
  for (let round = -2; round < 15; round += 1)
    for (const [company, times] of [
      [few, small],
      [many, large],
    ] as const) {
      const ms = await timed(() => ask(app, company, 'GET', `/api/payments/?range=[0,${24 + round}]`));
      if (round >= 0) times.push(ms);
    }
  const ratio = median(large.map((ms, round) => ms / small[round]!));
  line(`first page of payments, at ${figure(FEW_HOLDERS)}`, `${figure(median(small))} ms`);
  line(`first page of payments, at ${figure(HOLDERS)}`, `${figure(median(large))} ms`, `x ${ratio.toFixed(2)}`);
  return ratio;
}
