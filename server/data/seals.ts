// Seals of the change chains (change_chain.sql), which only the holder of APP_SECRET can compute. The database chains the
// changes of a transaction; the seal of each link is made here, and is never read outside the database again.
import { textOfRows } from '../db/auditRow.ts';
import type { Seal } from '../db/database.ts';
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

export function sealerOf(sign: Sign): Seal {
  return async (client, audit = []) => {
    // Sent together: the chain then includes the rows.
    const [, { rows }] = await Promise.all([
      audit.length > 0 && client.query('select record_audit($1)', [textOfRows(audit)]),
      client.query<Link>('select org_id, seq, hash from chain_changes()'),
    ]);
    if (rows.length === 0) return;
    await client.query('select seal_changes($1, $2, $3)', [
      rows.map((link) => link.org_id),
      rows.map((link) => link.seq),
      rows.map((link) => sealOf(sign, link)),
    ]);
  };
}
