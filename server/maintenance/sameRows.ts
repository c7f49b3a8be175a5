// Compares the rows of tables with those in the backup that filled them.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ConfigError } from '../config.ts';
import { quoted } from './contents.ts';
import type { Backup } from './readBackup.ts';

/** Refuses (ConfigError): a table in which any row is not as it was saved. */
export async function refuseOtherRows(
  client: pg.Client,
  backup: Pick<Backup, 'read'>,
  tables: readonly { name: string; columns: readonly string[] }[],
): Promise<void> {
  for (const { name, columns } of tables) {
    const rows = client.query(copyTo(`copy (select ${quoted(columns)} from ${quoted([name])}) to stdout`));
    const [here, saved] = [await digestOfRows(rows), await digestOfRows(await backup.read(`tables/${name}.copy`))];
    if (here !== saved)
      throw new ConfigError(`The rows of the table ${name} are not as they were saved. Nothing was changed.`);
  }
}

/** COPY writes each row as a line. In whatever order: PostgreSQL may put a short row into a gap on an earlier page. */
async function digestOfRows(copied: Readable): Promise<bigint> {
  let sum = 0n;
  let begun = createHash('sha256');
  for await (const chunk of copied as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      sum += BigInt(`0x${begun.update(chunk.subarray(from, end)).digest('hex')}`);
      begun = createHash('sha256');
      from = end + 1;
    }
    begun.update(chunk.subarray(from));
  }
  return sum;
}
