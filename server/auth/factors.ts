// The second factors of an account: its phone, and what its holder set up beside it.
import type { OwnFactors } from '../../src/contract/factors.ts';
import type { Tx } from '../db/database.ts';

export async function readFactors(tx: Tx): Promise<OwnFactors> {
  const row = await tx.row<{ phone_last4: string | null }>('select * from own_factors()');
  const sms = row?.phone_last4 ? { phone_last4: row.phone_last4, is_on: true } : null;
  return { sms, totp: null, passkeys: [], recovery_codes_left: 0 };
}
