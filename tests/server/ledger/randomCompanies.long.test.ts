// Random companies through the API and the database. Everybody's holdings must be those of a separate book, whatever
// the order of the file. The projections must match a replay, also after the import is undone. In a company broken by
// one known fault, that fault is found and named, and nothing is written. Runs a twentieth of COMPANIES of each kind,
// from COMPANIES_SEED.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { brokenCompany } from '#tests/support/companyFaults.ts';
import { soundCompany } from '#tests/support/companies.ts';
import type { GeneratedCompany } from '#tests/support/companyParts.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { often } from '#tests/support/time/often.ts';

const COUNT = Math.ceil(often('COMPANIES', 300, 2000) / 20);
const SEED = Number(process.env.COMPANIES_SEED ?? 20_261_121);
const AT_ONCE = 4;
const HOURS_MAX = 6;

const server = useTestServer();

const zip = ({ statics, transactions }: GeneratedCompany) => zipOf(packageFiles([...statics, ...transactions]));
const errorsIn = (body: Row) => (body.findings as Row[]).filter(({ severity }) => severity === 'error');
const told = (findings: readonly Row[]) =>
  findings.map(({ rule, object_id }) => `${String(rule)} ${String(object_id)}`);

/** What each holder has: shares of a class, options, warrants, money. */
type Table = Map<string, bigint>;
const add = (table: Table, key: string, number: bigint) => table.set(key, (table.get(key) ?? 0n) + number);
const shown = (table: Table) =>
  [...table]
    .filter(([, sum]) => sum !== 0n)
    .map(([key, sum]) => `${key} ${sum}`)
    .sort()
    .join(', ');

function bookOn({ book }: GeneratedCompany, date: string): string {
  const table: Table = new Map();
  for (const { key, delta } of book.filter((entry) => entry.date <= date)) {
    const [family, , holder] = key.split(' ');
    add(table, family === 'STOCK' ? key : `${family} ${holder}`, delta);
  }
  return shown(table);
}

type Rows = {
  shareholder_id: string | null;
  holdings: Row[];
  options: string;
  warrants: string;
  convertibles: Row[];
}[];
async function capTable(owner: Person, date: string): Promise<{ held: string; whole: unknown }> {
  const reply = await owner.get(`/api/cap-table/?as_of=${date}`);
  if (reply.status !== 200) throw new Error(`The cap table on ${date} answered ${reply.status}: ${reply.text}`);
  const table: Table = new Map();
  for (const { shareholder_id, holdings, options, warrants, convertibles } of reply.body.rows as Rows) {
    if (shareholder_id === null) continue;
    for (const each of holdings)
      add(table, `STOCK ${String(each.share_class_id)} ${shareholder_id}`, BigInt(String(each.quantity)));
    add(table, `EQUITY ${shareholder_id}`, BigInt(options));
    add(table, `WARRANT ${shareholder_id}`, BigInt(warrants));
    for (const { amount } of convertibles) add(table, `CONVERTIBLE ${shareholder_id}`, BigInt(String(amount)));
  }
  return { held: shown(table), whole: reply.body };
}

/** The chain, every projection against a replay, and the tables in SQL against the folded ones. */
const differences = (owner: Person, date: string) => ledgerFaults(server, owner, date);

/** The first day, the last, and three days in between with entries. */
function someDays({ book, next_day }: GeneratedCompany): string[] {
  const days = [...new Set(book.map(({ date }) => date))].sort();
  const some = [0, 0.3, 0.6, 0.85].map((part) => days[Math.floor((days.length - 1) * part)]!);
  return [...new Set([...some, next_day])];
}

async function faultsOfSound(seed: number): Promise<string[]> {
  const company = soundCompany(seed);
  const { statics, transactions } = company;
  const random = randomOf(seed);
  const mixed = { ...company, statics: random.shuffled(statics), transactions: random.shuffled(transactions) };
  const [owner, other] = [await signUpCompany(server), await signUpCompany(server)];
  const faults: string[] = [];
  let last = '';
  for (const [by, sent] of [
    [owner, company],
    [other, mixed],
  ] as const) {
    const { status, body } = await importZip(by, await zip(sent));
    if (status !== 200 || !body.applied)
      return [`the import answered ${status}: ${JSON.stringify(body).slice(0, 500)}`];
    faults.push(...told(errorsIn(body)).map((each) => `finding ${each}`));
    last = String(body.import_id);
  }
  for (const date of someDays(company)) {
    const [one, two] = [await capTable(owner, date), await capTable(other, date)];
    const expected = bookOn(company, date);
    if (one.held !== expected) faults.push(`on ${date} the table is ${one.held}, the book ${expected}`);
    if (JSON.stringify(two.whole) !== JSON.stringify(one.whole))
      faults.push(`on ${date} the order of the file matters`);
  }
  faults.push(...(await differences(owner, company.next_day)));
  const undone = await other.post(`/api/ocf/imports/${last}/undo`, {});
  if (undone.status !== 200) faults.push(`it cannot be undone: ${undone.text}`);
  const { held } = await capTable(other, company.next_day);
  if (held !== '') faults.push(`undone, it still holds ${held}`);
  return [...faults, ...(await differences(other, company.next_day))];
}

async function faultsOfBroken(seed: number): Promise<string[]> {
  const company = brokenCompany(seed);
  const owner = await signUpCompany(server);
  const bytes = await zip(company);
  const refused = await importZip(owner, bytes);
  if (refused.status !== 200) return [`${company.fault}: the import answered ${refused.status}: ${refused.text}`];
  const errors = errorsIn(refused.body);
  const faults: string[] = [];
  if (!errors.some(({ rule, object_id }) => rule === company.rule && object_id === company.object_id))
    faults.push(
      `${company.fault}: ${company.rule} ${company.object_id} is not among ${told(errors).join(', ') || 'nothing'}`,
    );
  const { held } = await capTable(owner, '2099-12-31');
  if (refused.body.applied || held !== '') faults.push(`${company.fault}: it was applied all the same: ${held}`);
  const accepted = await importZip(owner, bytes, 'accept_findings=true');
  if (!accepted.body.applied)
    faults.push(`${company.fault}: it is not taken with its findings: ${accepted.text.slice(0, 500)}`);
  return [...faults, ...(await differences(owner, company.next_day)).map((each) => `${company.fault}: ${each}`)];
}

const fixture = fileURLToPath(new URL('./randomCompanies.json', import.meta.url));
type Kept = Record<'sound' | 'broken', number[]>;
const kept = JSON.parse(readFileSync(fixture, 'utf8')) as Kept;

/**
 * Tries the seeds that once failed first. Writes a new failure to the file beside this one, so that it is tried from
 * now on.
 */
async function tryAll(kind: keyof Kept, faultsOf: (seed: number) => Promise<string[]>): Promise<string[]> {
  const seeds = [...kept[kind], ...Array.from({ length: COUNT }, (_, index) => SEED + index)];
  const failed: { seed: number; faults: string[] }[] = [];
  let next = 0;
  const worker = async () => {
    while (next < seeds.length && failed.length < 5) {
      const seed = seeds[next++]!;
      const faults = await faultsOf(seed).catch((error: unknown) => [String(error)]);
      if (faults.length > 0) failed.push({ seed, faults });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  console.log(`${next} ${kind} companies through the database from seed ${SEED}: ${failed.length} failed`);
  const fresh = failed.map(({ seed }) => seed).filter((seed) => !kept[kind].includes(seed));
  if (fresh.length > 0) {
    kept[kind].push(...fresh);
    writeFileSync(fixture, `${JSON.stringify(kept)}\n`);
  }
  return failed.map(({ seed, faults }) => `seed ${seed}: ${faults.slice(0, 3).join('; ')}`);
}

it(
  'random correct companies hold in the database what their book says, by table and replay, in any order of the file',
  async () => {
    expect(await tryAll('sound', faultsOfSound)).toEqual([]);
  },
  HOURS_MAX * 3_600_000,
);

it(
  'random companies broken by one fault have that fault named, and nothing is written unless it is accepted',
  async () => {
    expect(await tryAll('broken', faultsOfBroken)).toEqual([]);
  },
  HOURS_MAX * 3_600_000,
);
