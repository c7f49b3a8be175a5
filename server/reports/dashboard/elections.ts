// Section 83(b) elections that may still be filed: a holder has thirty days after receiving unvested stock, and a missed filing
// cannot be repaired. The ledger has the stock, its schedule and its holder; only the filed form, attached to the certificate
// as a tax form, shows that the election was filed.
import { addDays } from '#src/domain/dates.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import { daysBetween } from '#src/domain/round/interest.ts';
import { vestedAt } from '#src/domain/vesting/schedule.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { orgOf } from '#server/auth/actor.ts';
import { vestingInputs } from '#server/data/grantVesting.ts';
import type { WaitingRows } from '#src/contract/dashboard.ts';
import type { Tx } from '#server/db/database.ts';

const ELECTION_DAYS = 30;

type Election = WaitingRows['election_83b'];
type Received = Omit<Election, 'unvested' | 'last_day' | 'days_left'>;

/**
 * Certificates of stock issued, or bought early, before it vested; the nearest last day first. What a split or partial
 * transfer left was received with its predecessor; stock from another holder is not covered. Entities and people
 * outside the United States are excluded.
 */
export async function openElections(tx: Tx, actor: Actor, today: string): Promise<Election[]> {
  const org = orgOf(actor);
  const received = await tx.rows<Received>(
    `with recursive line as (
       select s.security_id as id, s.security_id as at, s.stakeholder_id as holder, s.issued_on as received_on, false as is_from_another
       from security s join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
       where s.org_id = $1 and s.kind = 'STOCK' and s.issued_on between $2 and $3 and (l.ocf ? 'vesting_terms_id' or l.ocf ? 'vestings')
         and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= $3)
       union
       -- A holder does not see what was another's.
       select line.id, f.security_id, line.holder, coalesce(f.issued_on, line.received_on), coalesce(f.stakeholder_id <> line.holder, true)
       from line join resulting r on r.org_id = $1 and r.result_security_id = line.at
       left join security f on f.org_id = r.org_id and f.security_id = r.from_security_id
       where f.security_id is null or f.kind = 'STOCK')
     select s.security_id as id, s.custom_id as certificate_number, s.stakeholder_id as shareholder_id, h.name as shareholder,
            (select min(line.received_on) from line where line.id = s.security_id) as received_on
     from security s join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
     where s.org_id = $1 and s.security_id in (select line.id from line group by 1 having min(line.received_on) >= $2 and not bool_or(line.is_from_another))
       and h.type = 'individual' and coalesce(h.country, 'US') = 'US' and h.relationship is distinct from 'non_us_employee'
       and not exists (select 1 from document d join line on line.at = d.security_id where d.org_id = s.org_id and line.id = s.security_id and d.type = 'tax_form')
     order by received_on, s.security_id`,
    [org, addDays(today, -ELECTION_DAYS), today],
  );
  const inputs = await vestingInputs(
    tx,
    org,
    received.map(({ id }) => id),
  );
  return received.flatMap((row): Election[] => {
    const input = inputs.get(row.id);
    const vested = input ? vestedAt(input, row.received_on) : null;
    if (!input || vested === null || vested >= input.quantity) return [];
    const last_day = addDays(row.received_on, ELECTION_DAYS);
    return [
      {
        ...row,
        unvested: formatDecimal(input.quantity - vested),
        last_day,
        days_left: daysBetween(today, last_day, 'ACTUAL_365'),
      },
    ];
  });
}
