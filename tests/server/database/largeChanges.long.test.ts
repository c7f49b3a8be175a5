// As manyChanges.long.test.ts, with more rows than a statement may have values.
import { expect, it } from 'vitest';
import { addOneByOne, undoLargeImport } from '#tests/support/large/largeChanges.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const ROWS = 70_000;

it('an import of 70,000 holders can be taken back', async () => {
  expect(await undoLargeImport(server, ROWS)).toBeLessThan(1000);
});

it('a transaction of 70,000 single rows is chained and sealed', async () => {
  expect(await addOneByOne(server, ROWS)).toBeLessThan(10);
});
