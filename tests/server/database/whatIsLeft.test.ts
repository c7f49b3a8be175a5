// Only server/db/functions/what_is_left.sql calculates what is left of a security, for one holder as for all, and for
// the ledger as it is as for a replay.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { withTextsForCalls } from '#server/data/definitionText.ts';
import type { Row } from '#server/db/database.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { paperObjects, paperTransactions } from '#tests/support/paperCompany.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const server = useTestServer();
const EVERYTHING = '9223372036854775807';
let org: string;
let holders: string[];

beforeAll(async () => {
  const owner = await signUpCompany(server);
  await importZip(owner, await zipOf(packageFiles([...paperObjects, ...paperTransactions])));
  [{ id: org }] = (await server.sql<{ id: string }>('select id from organization')) as [{ id: string }];
  holders = (await server.sql<{ id: string }>('select id from shareholder')).map(({ id }) => id);
});

const DAYS = ['2021-12-31', '2022-03-15', '2022-10-01', '2023-06-30', '2024-06-01', 'infinity'];
const OPEN = 'select * from open_securities($1, $2, $3) o order by security_id';
const cases = async () => {
  const [{ last }] = (await server.sql<{ last: number }>('select last_seq as last from organization')) as [
    { last: number },
  ];
  return DAYS.flatMap((day) => [Math.floor(Number(last) / 2), EVERYTHING].map((known) => [org, day, known]));
};

it('the quantity left is the issued quantity minus what was taken out, for every open security', async () => {
  let found = 0;
  for (const asked of await cases()) {
    const open = await server.sql(OPEN, asked);
    // The same query, written by hand.
    const byHand = await server.sql(
      `select s.security_id, (coalesce(s.quantity, s.amount, 0) - coalesce(sum(d.quantity), 0))::text as remaining
       from security s left join reduction d on d.security_id = s.security_id and d.on_date <= $2 and d.tx_seq <= $3
       where s.org_id = $1 and s.issued_on <= $2 and s.issue_seq <= $3
         and s.security_id not in (select t.security_id from termination t where t.on_date <= $2 and t.tx_seq <= $3)
       group by s.security_id, s.quantity, s.amount order by s.security_id`,
      asked,
    );
    expect(open.map(({ security_id, remaining }) => ({ security_id, remaining }))).toEqual(byHand);
    found += open.filter(({ quantity, remaining }) => quantity !== null && quantity !== remaining).length;
  }
  expect(found).toBeGreaterThan(0);
});

it('the quantity left is the same holder by holder, and when the function is written into a statement', async () => {
  for (const asked of await cases()) {
    const open = await server.sql(OPEN, asked);
    const one: Row[] = [];
    for (const holder of holders)
      one.push(...(await server.sql('select * from open_securities_of($1, $4, $2, $3)', [...asked, holder])));
    expect(one.sort((a, b) => (String(a.security_id) < String(b.security_id) ? -1 : 1))).toEqual(open);
    expect(await server.sql(withTextsForCalls(OPEN), asked)).toEqual(open);
  }
});

it('the quantity left is calculated nowhere else, except by the triggers of the tables and where a benchmark compares', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'server', 'scripts', 'bench'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => /\.(ts|sql)$/.test(file) && !file.startsWith('server/db/migrations/'));
  const sums = files.filter((file) =>
    /\bsum\((?:\w+\.)?quantity(?:::numeric)?\)[^;`]{0,300}\bfrom reduction\b/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  expect(sums.sort()).toEqual(['bench/capTable.ts', 'server/db/functions/what_is_left.sql']);
});
