// A package of four hundred thousand transactions, imported over HTTP into a server of its own: how many a second, and how
// much memory the server's process holds at most.
import type { BenchDatabase, Company } from './benchDatabase.ts';
import { givenCompany, startBenchDatabase } from './benchDatabase.ts';
import { figure, line, timed } from './figures.ts';
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
      await benchLarge(database, server);
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
  line('transactions a second', figure((TRANSACTIONS / ms) * 1000));
  line(
    'most resident memory of the server, before and then',
    `${figure(before)} MiB`,
    `${figure(await server.mostResident())} MiB`,
  );
  return company;
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
    throw new Error(`The generated package was not taken: ${text.slice(0, 500)}`);
}
