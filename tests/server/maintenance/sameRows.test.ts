// An upgrade compares every row of its copy with what was saved.
import { Readable } from 'node:stream';
import { expect, inject, it } from 'vitest';
import { refuseOtherRows } from '#server/maintenance/sameRows.ts';
import { withClient } from '#tests/support/postgresSetup.ts';

const TABLES = [{ name: 'noted', columns: ['id', 'says'] }];

/** Compares rows of a table with what `chunks` say that was saved. */
const compare = (...chunks: string[]) =>
  withClient(inject('postgres').adminUrl, async (client) => {
    await client.query(`create temp table noted (id int, says text)`);
    await client.query(`insert into noted values (1, 'one'), (2, E'two\\nlines'), (3, null)`);
    await refuseOtherRows(client, { read: async () => Readable.from(chunks.map((each) => Buffer.from(each))) }, TABLES);
  });

it('takes the same rows in any order, however they arrive', async () => {
  await expect(compare('1\tone\n2\ttwo\\nlines\n3\t\\N\n')).resolves.toBeUndefined();
  await expect(compare('3\t\\N\n1\to', 'ne', '\n2\ttwo\\nlines', '\n')).resolves.toBeUndefined();
});

it.each([
  ['a changed row', '1\tOne\n2\ttwo\\nlines\n3\t\\N\n'],
  ['a row less', '1\tone\n2\ttwo\\nlines\n3\t\\N\n4\tfour\n'],
  ['a row more', '1\tone\n2\ttwo\\nlines\n'],
  ['a row twice instead of another', '1\tone\n1\tone\n3\t\\N\n'],
])('refuses %s', async (_what, saved) => {
  await expect(compare(saved)).rejects.toThrow(
    'The rows of the table noted are not as they were saved. Nothing was changed.',
  );
});
