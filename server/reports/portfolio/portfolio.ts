// One company of a holder's portfolio: what they own, what it is worth, what they were paid, and what waits for them.
import { addMonths } from '#src/domain/dates.ts';
import type { PortfolioCompany, PortfolioHolding, Upcoming } from '#src/contract/portfolio.ts';
import { sumsByCurrency } from '#src/domain/holdingValue.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { closedTaskStatuses } from '#src/resources/tasks.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { orgOf } from '#server/auth/actor.ts';
import { holderContactOf } from '#server/commands/company/holderContact.ts';
import { countRecords, listRecords } from '#server/data/lists/listRecords.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { missingDetails } from '../payouts/missingDetails.ts';
import { holdingsOn } from './holdings.ts';
import type { Held } from './holdings.ts';
import { rowsBy } from '#server/data/lists/listing.ts';

const MONTHS_AHEAD = 12;

/** For a holder with a record. `day`: today at the company. */
export async function portfolioCompany(tx: Tx, actor: Actor, day: string): Promise<PortfolioCompany> {
  const org = orgOf(actor);
  const company = await tx.row<Pick<PortfolioCompany, 'client_name' | 'client_display_name' | 'currency'>>(
    'select client_name, client_display_name, currency::text as currency from organization where id = $1',
    [org],
  );
  const { currency } = company!;
  const held = await holdingsOn(tx, actor, { holder: actor.shareholder_id!, day });
  const payments = await openPayments(tx, actor);
  const paid = await paidTo(tx, actor, day, currency);
  return {
    ...company!,
    holder_contact: await holderContactOf({ tx, actor }),
    as_of: day,
    holdings: held.map(shown),
    ...worthOf(held, currency),
    paid_this_year: paid.find((each) => each.currency === currency)?.this_year ?? '0.00',
    paid_total: paid.find((each) => each.currency === currency)?.total ?? '0.00',
    paid,
    next_distribution: nextDistribution(payments),
    open_tasks: await openTasks(tx, actor),
    unread_threads: await unreadThreads(tx, actor),
    shareholder_id: actor.shareholder_id!,
    missing_details: await missingDetails(tx, actor),
    to_confirm: held.filter(({ acknowledgement }) => acknowledgement === null).length,
    latest_document: await latestDocument(tx, actor),
    upcoming: upcomingOf(held, payments, day),
  };
}

function shown({ tranches: _tranches, last_day: _last, ...holding }: Held): PortfolioHolding {
  return holding;
}

/** `value`: in the company's currency alone. */
export function worthOf(
  held: readonly Pick<PortfolioHolding, 'value' | 'currency'>[],
  currency: string,
): Pick<PortfolioCompany, 'value' | 'value_is_whole' | 'values'> {
  const valued = held.filter((row): row is { value: string; currency: string } => row.value !== null);
  const values = sumsByCurrency(valued, currency);
  return {
    value: values.find((each) => each.currency === currency)?.value ?? null,
    value_is_whole: valued.length === held.length && values.every((each) => each.currency === currency),
    values,
  };
}

/** Completed payments; the year is that of the company's current day. */
function paidTo(tx: Tx, actor: Actor, day: string, currency: string): Promise<PortfolioCompany['paid']> {
  return tx.rows(
    `select currency, coalesce(sum(amount) filter (where extract(year from completed_at) = $3), 0)::numeric(40, 2)::text as this_year, sum(amount)::numeric(40, 2)::text as total
     from payment_view where org_id = $1 and shareholder_id = $2 and status = 'completed' group by currency order by currency <> $4, currency`,
    [orgOf(actor), actor.shareholder_id, Number(day.slice(0, 4)), currency],
  );
}

interface OpenPayment {
  id: string;
  distribution_id: string;
  distribution: string;
  payment_date: string;
  date: string;
  amount: string;
  net: string;
  currency: string;
}

/** Not made yet, the next first; `net`: all open payments of the distribution together. */
function openPayments(tx: Tx, actor: Actor): Promise<OpenPayment[]> {
  return tx.rows(
    `select p.id, p.distribution_id, p.distribution, d.payment_date, coalesce(p.scheduled_date, d.payment_date) as date, p.amount::numeric(40, 2)::text as amount,
            (sum(p.amount) over (partition by p.distribution_id))::numeric(40, 2)::text as net, p.currency
     from payment_view p join distribution d on d.org_id = p.org_id and d.id = p.distribution_id
     where p.org_id = $1 and p.shareholder_id = $2 and p.status in ('pending', 'processing') order by date, p.distribution, p.id`,
    [orgOf(actor), actor.shareholder_id],
  );
}

/** A late one is still the next to arrive. */
function nextDistribution(payments: readonly OpenPayment[]): PortfolioCompany['next_distribution'] {
  const [first] = payments.toSorted((one, other) => (one.payment_date < other.payment_date ? -1 : 1));
  if (!first) return null;
  const { distribution_id: id, distribution: name, payment_date, net, currency } = first;
  return { id, name, payment_date, net, currency };
}

function openTasks(tx: Tx, actor: Actor): Promise<number> {
  return countRecords(
    tx,
    actor,
    resourceNamed('tasks'),
    closedTaskStatuses.map((value) => ({ field: 'status', operator: 'ne' as const, value })),
  );
}

/** Threads with a message of somebody else that came after the account last read them. */
async function unreadThreads(tx: Tx, actor: Actor): Promise<number> {
  const row = await tx.row<{ unread: number }>(
    `select count(*)::int as unread from thread_participant p
     where p.org_id = $1 and p.shareholder_id = $2 and exists (
       select 1 from message m where m.org_id = p.org_id and m.thread_id = p.thread_id and m.account_id is distinct from $3::uuid
         and m.at > coalesce((select r.read_at from thread_read r where r.org_id = m.org_id and r.thread_id = m.thread_id and r.account_id = $3::uuid), '-infinity'))`,
    [orgOf(actor), actor.shareholder_id, actor.account_id],
  );
  return row!.unread;
}

async function latestDocument(tx: Tx, actor: Actor): Promise<PortfolioCompany['latest_document']> {
  const { rows } = await listRecords(
    tx,
    actor,
    resourceNamed('documents'),
    rowsBy('created_at', { descending: true, most: 1 }),
  );
  return firstOf(rows);
}

/** The first of these documents, as the portfolio names it. */
export function firstOf([newest]: readonly Row[]): PortfolioCompany['latest_document'] {
  return newest ? { id: String(newest.id), name: String(newest.name), created_at: instant(newest.created_at) } : null;
}

const instant = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));

const RESOURCES = {
  certificate: 'certificates',
  grant: 'grants',
  convertible: 'convertibles',
  warrant: 'warrants',
} as const satisfies Record<Held['kind'], Upcoming['resource']>;

function upcomingOf(held: readonly Held[], payments: readonly OpenPayment[], day: string): Upcoming[] {
  const until = addMonths(day, MONTHS_AHEAD);
  const ofHolding = (each: Held) => ({ label: each.label, resource: RESOURCES[each.kind], id: each.id });
  const none = { quantity: null, amount: null, currency: null };
  const vests = held.flatMap((each) =>
    each.tranches.map(({ date, quantity }) => ({
      ...ofHolding(each),
      ...none,
      date,
      kind: 'vesting' as const,
      quantity,
    })),
  );
  const ends = held.flatMap((each) => {
    if (each.last_day === null) return [];
    const kind = each.kind === 'convertible' ? ('maturity' as const) : ('expiry' as const);
    const { quantity, amount, currency } = each;
    return [{ ...ofHolding(each), date: each.last_day, kind, quantity, amount, currency }];
  });
  const paid = payments.map(({ id, distribution, date, amount, currency }) => ({
    date,
    kind: 'payment' as const,
    label: distribution,
    resource: 'payments' as const,
    id,
    quantity: null,
    amount,
    currency,
  }));
  return [...vests, ...ends, ...paid]
    .filter(({ date }) => date >= day && date <= until)
    .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
}
