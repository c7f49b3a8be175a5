// The people of the sample company. They exist only in development on loopback, without a phone and a second factor.
import type { Tx } from '../db/database.ts';
import { hashPassword } from './passwords.ts';

/** Printed at start and shown on the sign-in page; works only for the sample company. */
export const DEMO_PASSWORD = 'sample-company';

export interface DemoPerson {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  account_type: 'client' | 'shareholder';
}

/** Computed before the transaction of the accounts begins, because hashing is slow. */
export const demoPasswordHash = (): Promise<string> => hashPassword(DEMO_PASSWORD);

export async function createDemoAccounts(tx: Tx, people: readonly DemoPerson[], password_hash: string): Promise<void> {
  for (const [index, person] of people.entries()) {
    await tx.rows('select create_sample_account($1, $2, $3, $4, $5, $6, $7)', [
      person.id,
      person.email,
      password_hash,
      person.first_name,
      person.last_name,
      person.account_type,
      index,
    ]);
  }
}
