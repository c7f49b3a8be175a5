// Changes of thousands of rows at once: what follows the last statement costs as much as was changed, and waits for it.
import { expect, it } from 'vitest';
import { addOneByOne, undoLargeImport } from '#tests/support/large/largeChanges.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

it('an import of 5,000 holders can be taken back, and its rows are written many at a time', async () => {
  expect(await undoLargeImport(server, 5000)).toBeLessThan(100);
});

it('a transaction of 5,000 single rows is chained and sealed, and each row is looked at a few times', async () => {
  expect(await addOneByOne(server, 5000)).toBeLessThan(10);
});
