// What a split starts from: every open certificate, grant and warrant of the class on the day, its plans, its authorised
// number, and the rights to convert into it and out of it.
import { decimal, parseDecimal } from '../../../src/domain/decimal.ts';
import type { Decimal, Ratio } from '../../../src/domain/decimal.ts';
import { ratioOn } from '../../../src/domain/ledger/ratio.ts';
import type { LedgerState } from '../../../src/domain/ledger/state.ts';
import type { ClassFacts, ConversionRight } from '../../../src/domain/ledger/types.ts';
import type { SplitConversion, SplitInput } from '../../../src/domain/splitPlan.ts';
import type { Tx } from '../../db/database.ts';

type Held = {
  security_id: string;
  kind: string;
  number: string;
  stakeholder_id: string;
  quantity: string;
  strike: string | null;
};

export async function splitInput(
  tx: Tx,
  org: string,
  state: LedgerState,
  asked: { classId: string; ratio: Ratio; date: string; price: Decimal | null },
): Promise<SplitInput> {
  const { classId, date } = asked;
  const held = await tx.rows<Held>(
    `select s.security_id, s.kind, s.custom_id as number, s.stakeholder_id,
            (s.quantity - coalesce((select sum(d.quantity) from reduction d where d.org_id = s.org_id and d.security_id = s.security_id), 0))::text as quantity,
            coalesce((select r.exercise_price from repricing r where r.org_id = s.org_id and r.security_id = s.security_id and r.effective_date <= $3
                      order by r.effective_date desc, r.tx_seq desc limit 1), s.share_price)::text as strike
     from security s where s.org_id = $1 and s.stock_class_id = $2 and s.quantity is not null and s.issued_on < $3
       and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id)
     order by s.issued_on, s.custom_id, s.security_id`,
    [org, classId, date],
  );
  const open = held.map((row) => ({ ...row, quantity: decimal(row.quantity) })).filter((row) => row.quantity > 0n);
  const rights = (kind: string) =>
    open
      .filter((row) => row.kind === kind)
      .map((row) => ({ ...row, strike: row.strike === null ? null : decimal(row.strike) }));
  const { facts, cap } = state.classes.get(classId)!;
  const change = cap.changes
    .filter((each) => each.effective_date <= date)
    .sort((a, b) => (a.effective_date < b.effective_date ? -1 : 1))
    .at(-1);
  const authorized = change?.authorized ?? cap.initial;
  return {
    stock_class_id: classId,
    ratio: asked.ratio,
    price: asked.price,
    allows_fractions: facts.allows_fractions,
    certificates: open.filter((row) => row.kind === 'STOCK'),
    grants: rights('EQUITY_COMPENSATION'),
    warrants: rights('WARRANT'),
    plans: [],
    authorized: authorized.kind === 'FIXED' && authorized.shares !== null ? decimal(authorized.shares) : null,
    conversions: conversionsOf(state, classId, date),
  };
}

function conversionsOf(state: LedgerState, classId: string, date: string): SplitConversion[] {
  return [...state.classes.values()].flatMap((each) =>
    each.facts.conversion_rights.flatMap((right) => {
      const to = right.converts_to_stock_class_id;
      const ratio = to === null ? null : (ratioOn(each, right, date) ?? ratioOfPrices(each.facts, right));
      if (to === null || !ratio || (to !== classId && each.facts.id !== classId)) return [];
      const price =
        each.ratio_changes.findLast((row) => row.effective_date <= date)?.conversion_price ?? right.conversion_price;
      return [
        {
          stock_class_id: each.facts.id,
          converts_to_stock_class_id: to,
          numerator: ratio.numerator,
          denominator: ratio.denominator,
          conversion_price: price === null ? null : decimal(price),
        },
      ];
    }),
  );
}

/** Where the mechanism states no ratio, as the tables count it. */
function ratioOfPrices({ price_per_share }: ClassFacts, { conversion_price }: ConversionRight): Ratio | null {
  const [numerator, denominator] = [parseDecimal(price_per_share), parseDecimal(conversion_price)];
  return numerator && denominator && numerator > 0n && denominator > 0n ? { numerator, denominator } : null;
}
