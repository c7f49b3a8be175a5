// How old the money is that nobody took, by distribution, and by the state whose law it falls under.
import type { PaymentDormancy, UnclaimedAnswer } from '#src/contract/unclaimed.ts';
import { addDays } from '#src/domain/dates.ts';
import { decimal, toFixed } from '#src/domain/figures/decimal.ts';
import { dormancyOf, ruleOf } from '#src/domain/unclaimed/dormancy.ts';
import { payments } from '#src/resources/payments.ts';
import { orgOf } from '#server/auth/actor.ts';
import { today } from '#server/commands/core/context.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import { dormancyRules } from '#server/data/dormancy/rules.ts';
import { inReadersLanguage } from '../inReadersLanguage.ts';
import { say } from '#src/words/say.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';

type Figure = { count: number; amount: string };
const none: Figure = { count: 0, amount: '0.00' };
const plus = (one: Figure, other: Figure): Figure => ({
  count: one.count + other.count,
  amount: toFixed(decimal(one.amount) + decimal(other.amount), 2),
});

const AGES = ['days_0_30', 'days_31_90', 'days_91_365', 'over_a_year'] as const;
type Ages = Record<(typeof AGES)[number] | 'all', Figure>;
const newAges = (): Ages => ({ days_0_30: none, days_31_90: none, days_91_365: none, over_a_year: none, all: none });

function add(ages: Ages, age: (typeof AGES)[number], figure: Figure): void {
  ages[age] = plus(ages[age], figure);
  ages.all = plus(ages.all, figure);
}

interface Group extends Figure {
  distribution_id: string;
  name: string;
  currency: string;
  unpaid_days: number;
  country: string | null;
  state: string | null;
}

/** One query, grouped in the database: a row for each distribution, day and state. */
export async function unclaimed(context: CommandContext): Promise<UnclaimedAnswer> {
  const { tx, actor, deps } = context;
  const as_of = today(context);
  const groups = await tx.rows<Group>(
    `select v.distribution_id, v.distribution as name, v.currency, v.unpaid_days, h.country, h.state, count(*)::int as count, round(sum(v.amount), 2)::text as amount
     from payment_view v join shareholder h on h.org_id = v.org_id and h.id = v.shareholder_id
     where v.org_id = $1 and v.unpaid_days is not null group by 1, 2, 3, 4, 5, 6 order by v.unpaid_days desc, 2, 1`,
    [orgOf(actor)],
  );
  const rows = new Map<string, UnclaimedAnswer['rows'][number]>();
  const totals = new Map<string, UnclaimedAnswer['totals'][number]>();
  for (const { distribution_id, name, currency, unpaid_days, count, amount } of groups) {
    const age = unpaid_days <= 30 ? AGES[0] : unpaid_days <= 90 ? AGES[1] : unpaid_days <= 365 ? AGES[2] : AGES[3];
    const row = rows.get(distribution_id) ?? { distribution_id, name, currency, ...newAges() };
    const total = totals.get(currency) ?? { currency, ...newAges() };
    for (const ages of [row, total]) add(ages, age, { count, amount });
    rows.set(distribution_id, row);
    totals.set(currency, total);
  }
  return {
    as_of,
    rows: [...rows.values()],
    totals: [...totals.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    states: byState(groups, dormancyRules(deps.config.dataDir), as_of),
  };
}

function byState(groups: readonly Group[], table: ReturnType<typeof dormancyRules>, as_of: string) {
  const states = new Map<string, UnclaimedAnswer['states'][number]>();
  for (const { currency, unpaid_days, country, state, count, amount } of groups) {
    const rule = ruleOf(table, { country, state });
    const key = `${rule?.state ?? ''} ${currency}`;
    const row = states.get(key) ?? {
      state: rule?.state ?? null,
      name: rule?.name ?? inReadersLanguage(() => say`Another country, or no state`),
      currency,
      years: rule?.years ?? null,
      source: rule?.source ?? null,
      is_checked: rule?.is_checked ?? false,
      all: none,
      dormant: none,
      letters: none,
      next_dormant_on: null,
    };
    row.all = plus(row.all, { count, amount });
    if (rule) {
      const { dormant_on, letters_from, letters_to } = dormancyOf(table, rule, addDays(as_of, -unpaid_days));
      if (dormant_on <= as_of) row.dormant = plus(row.dormant, { count, amount });
      else if (row.next_dormant_on === null || dormant_on < row.next_dormant_on) row.next_dormant_on = dormant_on;
      if (letters_from <= as_of && as_of <= letters_to) row.letters = plus(row.letters, { count, amount });
    }
    states.set(key, row);
  }
  return [...states.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Null unless it is due and unpaid, and its holder's address is in a state of the table. Refuses: not_found (404). */
export async function paymentDormancyOf(context: CommandContext, id: string): Promise<PaymentDormancy> {
  const { tx, actor, deps } = context;
  const record = await findRecord(tx, actor, payments, id);
  if (!record) throw notFound();
  if (record.unpaid_days === null) return { dormancy: null };
  const address = (await tx.row<{ country: string | null; state: string | null }>(
    'select country, state from shareholder where org_id = $1 and id = $2',
    [orgOf(actor), record.shareholder_id],
  ))!;
  const table = dormancyRules(deps.config.dataDir);
  const rule = ruleOf(table, address);
  const due_on = addDays(today(context), -Number(record.unpaid_days));
  return { dormancy: rule && dormancyOf(table, rule, due_on) };
}
