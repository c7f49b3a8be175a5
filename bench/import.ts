// Imports a package of four hundred thousand transactions over HTTP into a separate server: transactions per second, compared
// with a plain SQL copy of the same rows, and the server's peak memory. Then appends single entries alternately to that ledger
// and to an empty one.
import pg from 'pg';
import { v7 } from 'uuid';
import type { BenchDatabase, Company } from './benchDatabase.ts';
import { givenCompany, startBenchDatabase } from './benchDatabase.ts';
import { figure, line, median, timed } from './figures.ts';
import { packageOfTransactions } from './generatedPackage.ts';
import { startServer } from './serverProcess.ts';
import type { ServerProcess } from './serverProcess.ts';

const TRANSACTIONS = 400_000;
const HOLDERS = 20_000;

export async function benchImport(): Promise<void> {
  const database = await startBenchDatabase();
  try {
    const server = await startServer({ kind: 'product', url: database.appUrl, folder: database.folder });
    try {
      const large = await benchLarge(database, server);
      await benchAppend(database, server, large);
    } finally {
      await server.stop();
    }
  } finally {
    await database.stop();
  }
}

async function benchLarge(database: BenchDatabase, server: ServerProcess): Promise<Company> {
  const bytes = await packageOfTransactions(TRANSACTIONS, HOLDERS);
  const company = await givenCompany(database, 'large');
  const before = await server.mostResident();
  const ms = await timed(() => importInto(server, company, bytes));
  console.log(`\nImport of a package of ${figure(TRANSACTIONS)} transactions, ${figure(HOLDERS)} holders, over HTTP`);
  line('seconds', figure(ms / 1000));
  line('transactions a second', figure((TRANSACTIONS / ms) * 1000), 'target 10,000');
  line(
    'peak memory, before and after',
    `${figure(before)} MiB`,
    `${figure(await server.mostResident())} MiB`,
    'target 768 MiB',
  );
  const copied = await bareCopy(database);
  line('copy of its rows by plain SQL, seconds', figure(copied / 1000), `x ${(ms / copied).toFixed(1)}`);
  return company;
}

/** Copies the rows of the ledger and of its securities without keys, indexes or rules. */
async function bareCopy(database: BenchDatabase): Promise<number> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    return await timed(async () => {
      for (const table of ['ledger_tx', 'security', 'termination', 'resulting'])
        await client.query(`create table bare_${table} as table ${table}`);
    });
  } finally {
    await client.end();
  }
}

async function importInto(server: ServerProcess, company: Company, bytes: Buffer): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/zip' }), 'large.ocf.zip');
  const reply = await fetch(`${server.url}/api/ocf/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${company.token}`, 'idempotency-key': company.id },
    body: form,
  });
  const text = await reply.text();
  const answer = JSON.parse(text) as { applied?: boolean; findings?: { severity: string }[] };
  if (!answer.applied || answer.findings?.some((finding) => finding.severity === 'error'))
    throw new Error(`The generated package was not imported: ${text.slice(0, 500)}`);
}

const APPENDS = 30;

async function benchAppend(database: BenchDatabase, server: ServerProcess, large: Company): Promise<void> {
  const empty = await givenCompany(database, 'empty');
  await importInto(server, empty, await packageOfTransactions(4, 2));
  const issued: Record<string, number[]> = { large: [], empty: [] };
  const moved: Record<string, number[]> = { large: [], empty: [] };
  for (let round = -3; round < APPENDS; round += 1) {
    for (const [name, company] of Object.entries({ large, empty })) {
      let certificate = '';
      const issue = await timed(async () => {
        const body = { shareholder_id: 'holder-0', share_class_id: 'common', quantity: '10', issue_date: '2024-06-01' };
        certificate = (await post(server, company, '/api/certificates/', body)).id!;
      });
      const move = await timed(() =>
        post(server, company, `/api/certificates/${certificate}/transfer`, {
          to_shareholder_id: 'holder-1',
          quantity: '4',
          date: '2024-06-02',
        }),
      );
      if (round < 0) continue;
      issued[name]!.push(issue);
      moved[name]!.push(move);
    }
  }
  console.log(`\nOne more entry, over HTTP (${APPENDS} rounds, median)`);
  line('', 'to an empty', 'to the large', 'target x 2');
  for (const [name, times] of Object.entries({ 'issue a certificate': issued, 'transfer part of it': moved })) {
    const [small, big] = [median(times.empty!), median(times.large!)];
    line(name, `${figure(small)} ms`, `${figure(big)} ms`, `x ${(big / small).toFixed(2)}`);
  }
}

async function post(server: ServerProcess, company: Company, path: string, body: unknown): Promise<{ id?: string }> {
  const reply = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${company.token}`,
      'content-type': 'application/json',
      'idempotency-key': v7(),
    },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as { id?: string };
}
