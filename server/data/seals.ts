// Seals of the change chains (change_chain.sql), which only the holder of APP_SECRET can compute. The database chains the
// changes of a transaction; the seal of each link is made here, and is never read outside the database again.
import { textOfRows } from '../db/auditRow.ts';
import type { Seal } from '../db/database.ts';
import { longStatement } from '../db/tx.ts';
import { sameBytes } from './sameBytes.ts';

export interface Link {
  org_id: string;
  seq: string;
  hash: Buffer;
}
/** A keyed fingerprint of a text: `Secrets` for one use. */
export type Sign = (text: string) => Buffer;

const sealOf = (sign: Sign, { org_id, seq, hash }: Link) => sign(`${org_id} ${seq} ${hash.toString('hex')}`);

/** Whether a link's seal is the right one. */
export function isSealed(sign: Sign, link: Link, seal: Buffer | null): boolean {
  return seal !== null && sameBytes(seal, sealOf(sign, link));
}

/** The seals of so many links are made before others are answered. */
const SEALS_AT_ONCE = 1000;

async function sealsOf(sign: Sign, links: readonly Link[]): Promise<Buffer[]> {
  const seals: Buffer[] = [];
  for (const [index, link] of links.entries()) {
    if (index > 0 && index % SEALS_AT_ONCE === 0) await new Promise(setImmediate);
    seals.push(sealOf(sign, link));
  }
  return seals;
}

export function sealerOf(sign: Sign): Seal {
  return async (client, audit = []) => {
    // Sent together: the chain then includes the rows.
    const [, { rows }] = await Promise.all([
      audit.length > 0 && client.query(longStatement('select record_audit($1)', [textOfRows(audit)])),
      client.query<Link>(longStatement('select org_id, seq, hash from chain_changes()')),
    ]);
    if (rows.length === 0) return;
    const seals = await sealsOf(sign, rows);
    await client.query(
      longStatement('select seal_changes($1, $2, $3)', [
        rows.map((link) => link.org_id),
        rows.map((link) => link.seq),
        seals,
      ]),
    );
  };
}
