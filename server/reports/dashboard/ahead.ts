// What is issued and promised, what is left to grant, and what is paid next.
import type { DashboardAnswer } from '#src/contract/dashboard.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { orgOf } from '#server/auth/actor.ts';
import { totalsOn } from '#server/data/capTable/fullyDiluted.ts';
import type { Tx } from '#server/db/database.ts';

type Ahead = NonNullable<DashboardAnswer['ahead']>;

/** For those who read the whole company. */
export async function ahead(tx: Tx, actor: Actor, today: string): Promise<Ahead> {
  const org = orgOf(actor);
  const { total, pool } = await totalsOn({ tx, id: org }, today);
  const next_payment = await tx.keptPart(`next payment ${today}`, () => nextPayment(tx, org, today));
  return { fully_diluted: total, pool_available: pool, next_payment };
}

/** The nearest day from today on, and what of its first distribution is still to be paid, net. */
async function nextPayment(tx: Tx, org: string, today: string): Promise<Ahead['next_payment']> {
  const row = await tx.row<NonNullable<Ahead['next_payment']>>(
    `select d.id, d.name, d.payment_date, d.currency::text as currency, count(*)::int as count, round(sum(p.amount::numeric), 2)::text as total
     from distribution d join payment p on p.org_id = d.org_id and p.distribution_id = d.id and p.status = 'pending'
     where d.org_id = $1 and d.status = 'approved' and d.payment_date >= $2
     group by d.org_id, d.id order by d.payment_date, d.id limit 1`,
    [org, today],
  );
  return row ?? null;
}
