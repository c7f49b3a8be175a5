// What of the stock that grants became was repurchased, cancelled or retracted before it had vested: it vests no more.
import { decimal } from '#src/domain/figures/decimal.ts';
import { ratiosUntilToday } from '#src/domain/vesting/grantLine.ts';
import { lostTranches, scaledTranches } from '#src/domain/vesting/lostStock.ts';
import type { Tranche } from '#src/domain/vesting/schedule.ts';
import type { VestingInput } from '#src/domain/vesting/schedule.ts';
import type { Tx } from '#server/db/database.ts';

interface Ended {
  grant_id: string;
  id: string;
  quantity: string;
  on_date: string;
  splits: [string, string][] | null;
}

/**
 * By grant, the days on which it would have vested, in shares of the day. Asks for the certificates that came of an exercise and for all that
 * replaced those, also of another holder. `inputsOf`: the vesting of certificates.
 */
export async function lostUnvested(
  tx: Tx,
  org: string,
  { grants, day, inputsOf }: { grants: readonly string[]; day: string; inputsOf: InputsOf },
): Promise<Map<string, Tranche[]>> {
  if (grants.length === 0) return new Map();
  const ended = await tx.rows<Ended>(
    `with recursive chain as (
       select r.from_security_id as grant_id, r.result_security_id as id from resulting r
       join security s on s.org_id = r.org_id and s.security_id = r.result_security_id and s.kind = 'STOCK'
       where r.org_id = $1 and r.from_security_id = any ($2)
       union
       select c.grant_id, r.result_security_id from chain c join resulting r on r.org_id = $1 and r.from_security_id = c.id
     )
     select c.grant_id, s.security_id as id, coalesce(t.quantity::numeric, s.quantity::numeric)::text as quantity, t.on_date,
            (select json_agg(json_build_array(p.numerator::text, p.denominator::text) order by p.effective_date, p.tx_seq) from split p
             where p.org_id = s.org_id and p.stock_class_id = s.stock_class_id and p.effective_date > t.on_date and p.effective_date <= $3) as splits
     from chain c join security s on s.org_id = $1 and s.security_id = c.id
     join termination t on t.org_id = s.org_id and t.security_id = s.security_id
     where t.verb in ('repurchased', 'cancelled', 'retracted') and t.on_date <= $3`,
    [org, grants, day],
  );
  const inputs = await inputsOf(
    tx,
    org,
    ended.map(({ id }) => id),
  );
  const lost = new Map<string, Tranche[]>();
  for (const { grant_id, id, quantity, on_date, splits } of ended) {
    const input = inputs.get(id);
    if (!input) continue;
    const ratios = (splits ?? []).map(([numerator, denominator]) => ({
      ratio: { numerator: decimal(numerator), denominator: decimal(denominator) },
    }));
    const [since] = ratiosUntilToday(ratios);
    const own = lostTranches(input, decimal(quantity), on_date);
    lost.set(grant_id, [...(lost.get(grant_id) ?? []), ...(since ? scaledTranches(own, since) : own)]);
  }
  return lost;
}

type InputsOf = (tx: Tx, org: string, ids: readonly string[]) => Promise<Map<string, VestingInput>>;
