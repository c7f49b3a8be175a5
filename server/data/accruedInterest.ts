// Convertible figures that SQL does not compute: the conversion mechanism, the interest accrued by a day, and the interest
// converted into stock. Computed for all rows of a page together, never stored.
import { decimal, formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { accruedTo, convertingInterest, interestTermsOf, isPaidInCash } from '#src/domain/round/interest.ts';
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { isObject, listOf, objectOf, textOf } from '#src/domain/ledger/core/fields.ts';
import { declaredTriggers } from '#src/domain/ledger/rules/triggers.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { Tx } from '../db/database.ts';
import type { ComputedColumns } from './lists/listing.ts';

/**
 * `accrued_interest`: null if it bears none, is not issued yet, or has ended (then it was converted or paid).
 * `converted_interest`: null unless the resulting stock is what the amount with its interest buys.
 */
export const accruedInterest: ComputedColumns = {
  names: ['converts_by', 'interest_payout', 'accrued_interest', 'converted_interest'],
  async fill(tx, org, rows, day) {
    const ids = rows.map((row) => row.id);
    const triggers = await tx.rows<{ id: string; triggers: string | null }>(
      `select s.security_id as id, (l.ocf->'conversion_triggers')::text as triggers
       from security s join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq where s.org_id = $1 and s.security_id = any ($2)`,
      [org, ids],
    );
    const byId = new Map(triggers.map(({ id, triggers: text }) => [id, text]));
    const became = await stockOf(
      tx,
      org,
      rows.filter(({ status }) => status === 'converted').map(({ id }) => id),
    );
    for (const row of rows) {
      const text = byId.get(row.id) ?? null;
      const issuance: OcfObject = { conversion_triggers: text === null ? [] : parseExactly(text) };
      const mechanism = firstMechanism(issuance);
      const terms = mechanism && interestTermsOf(mechanism);
      const principal = parseDecimal(row.amount);
      const isOpen = row.status === 'outstanding' && terms && principal !== null;
      row.converts_by = convertsBy(issuance, mechanism);
      row.interest_payout = terms ? (isPaidInCash(mechanism!) ? 'CASH' : 'DEFERRED') : null;
      row.accrued_interest = isOpen ? formatDecimal(accruedTo(principal, terms, day).interest) : null;
      row.converted_interest = interestIn(mechanism, principal, became.get(row.id));
    }
  },
};

/** The conversion mechanism: of several triggers the first that states one, as in the views. */
export function firstMechanism(issuance: OcfObject): OcfObject | null {
  for (const trigger of listOf(issuance, 'conversion_triggers').filter(isObject)) {
    const mechanism = objectOf(objectOf(trigger, 'conversion_right') ?? {}, 'conversion_mechanism');
    if (mechanism) return mechanism;
  }
  return null;
}

const MECHANISMS: Readonly<Record<string, string>> = { SAFE_CONVERSION: 'SAFE', CONVERTIBLE_NOTE_CONVERSION: 'NOTE' };

function convertsBy(issuance: OcfObject, mechanism: OcfObject | null): string {
  if (declaredTriggers(issuance).length === 0) return 'NONE';
  return MECHANISMS[(mechanism && textOf(mechanism, 'type')) ?? ''] ?? 'OTHER';
}

type Became = { id: string; on_date: string; worth: string | null; price: string | null };

/** The stock that each converted one became, at its issue prices in the convertible's own currency. */
async function stockOf(tx: Tx, org: string, ids: readonly string[]): Promise<Map<string, Became>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<Became>(
    `select t.security_id as id, t.on_date, trim_scale(sum(s.quantity::numeric * s.share_price::numeric))::text as worth, trim_scale(max(s.share_price)::numeric)::text as price
     from termination t
     join resulting r on r.org_id = t.org_id and r.from_security_id = t.security_id
     join security s on s.org_id = r.org_id and s.security_id = r.result_security_id and s.kind = 'STOCK'
     join security c on c.org_id = t.org_id and c.security_id = t.security_id and c.currency = s.share_price_currency
     where t.org_id = $1 and t.security_id = any ($2) and t.verb = 'converted' group by t.security_id, t.on_date`,
    [org, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The interest under its terms up to the conversion date; a rest that buys no whole share is left out. */
function interestIn(mechanism: OcfObject | null, principal: bigint | null, became: Became | undefined): string | null {
  const terms = mechanism && convertingInterest(mechanism);
  const [worth, price] = [parseAmount(became?.worth), parseAmount(became?.price)];
  if (!terms || principal === null || !became || worth === null || price === null) return null;
  const { amount, interest } = accruedTo(principal, terms, became.on_date);
  const left = amount - worth;
  return left > -price && left < price ? formatDecimal(interest) : null;
}

/** A product may have more decimals than an amount; the extra ones are cut. */
function parseAmount(text: string | null | undefined): bigint | null {
  const match = /^(\d{1,60})(?:\.(\d{1,10})\d*)?$/.exec(text ?? '');
  return match ? decimal(match[2] ? `${match[1]}.${match[2]}` : match[1]!) : null;
}
