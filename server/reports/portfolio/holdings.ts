// What a holder has at the end of a day: each certificate, grant, convertible and warrant, with the price that its value uses.
import type { PortfolioHolding } from '#src/contract/portfolio.ts';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import { valueOfHolding } from '#src/domain/holdingValue.ts';
import { lastDayOf } from '#src/domain/exerciseWindows.ts';
import { tranchesOf, vestedAt } from '#src/domain/vesting/schedule.ts';
import type { VestingInput } from '#src/domain/vesting/schedule.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { convertibles } from '#src/resources/convertibles.ts';
import type { Convertible } from '#src/resources/convertibles.ts';
import { grants } from '#src/resources/grants.ts';
import type { Grant } from '#src/resources/grants.ts';
import type { RecordOf, Resource } from '#src/resources/kit/defineResource.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { warrants } from '#src/resources/warrants.ts';
import type { Warrant } from '#src/resources/warrants.ts';
import { orgOf } from '#server/auth/actor.ts';
import { vestingInputs } from '#server/data/grantVesting.ts';
import { listRecords } from '#server/data/lists/listRecords.ts';
import type { Tx } from '#server/db/database.ts';
import { statesOf } from './acknowledged.ts';
import { pricesOn, valueOfGrant } from './prices.ts';
import type { Price } from './prices.ts';
import { rowsBy } from '#server/data/lists/listing.ts';

export interface Tranche {
  date: string;
  quantity: string;
}
/** A holding with what is still to come of it. */
export type Held = PortfolioHolding & {
  tranches: Tranche[];
  last_day: string | null;
};

/** Whose holdings, at the end of which day. */
interface Asked {
  holder: string;
  day: string;
}

/** In the order of the kinds; certificates in the order of their classes. Reads what the actor may see of the holder. */
export async function holdingsOn(tx: Tx, actor: Actor, asked: Asked): Promise<Held[]> {
  const stock = await certificates(tx, actor, asked);
  const granted = await open(tx, actor, asked, grants, ['active', 'expired']);
  const lent = await open(tx, actor, asked, convertibles, ['outstanding']);
  const warranted = await open(tx, actor, asked, warrants, ['active', 'expired']);
  const ids = [...stock, ...granted, ...lent, ...warranted].map(({ id }) => id);
  const known: Known = {
    day: asked.day,
    states: await statesOf(tx, actor, asked.holder, ids),
    prices: await pricesOn(tx, actor, [...stock, ...granted], asked),
    inputs: await vestingInputs(
      tx,
      orgOf(actor),
      [...stock, ...granted].map(({ id }) => id),
    ),
  };
  return [
    ...stock.map((row) => certificateHeld(row, known)),
    ...granted.map((row) => grantHeld(row, known)),
    ...lent.map((row) => convertibleHeld(row, known)),
    ...warranted.map((row) => warrantHeld(row, known)),
  ];
}

interface Known {
  day: string;
  states: Map<string, 'agreed' | 'disputed'>;
  /** By class. */
  prices: Map<string, Price>;
  inputs: Map<string, VestingInput>;
}

type Stock = { id: string; label: string; share_class_id: string; share_class: string; quantity: string; date: string };

function certificates(tx: Tx, actor: Actor, { holder, day }: Asked): Promise<Stock[]> {
  return tx.rows<Stock>(
    `select s.security_id as id, s.custom_id as label, s.stock_class_id as share_class_id, c.name as share_class, trim_scale(s.remaining)::text as quantity,
            coalesce(f.first_issued_on, s.issued_on) as date
     from open_securities_of($1, $2, $3) s join share_class c on c.org_id = $1 and c.id = s.stock_class_id
     join security f on f.org_id = $1 and f.security_id = s.security_id
     where s.kind = 'STOCK' and s.remaining > 0
     order by c.class_type, c.seniority, c.created_at, c.id, s.issued_on, alphabetical(s.custom_id), s.security_id`,
    [orgOf(actor), holder, day],
  );
}

/** Grants, convertibles and warrants with one of these statuses on that day. */
async function open<F extends Fields>(
  tx: Tx,
  actor: Actor,
  { holder, day }: Asked,
  resource: Resource<F>,
  statuses: string[],
): Promise<RecordOf<Resource<F>>[]> {
  const found: RecordOf<Resource<F>>[] = [];
  for (const status of statuses) {
    const { rows } = await listRecords(
      tx,
      actor,
      resource,
      rowsBy('date', {
        conditions: [
          { field: 'shareholder_id', operator: 'eq', value: holder },
          { field: 'status', operator: 'eq', value: status },
        ],
        as_of: day,
      }),
    );
    found.push(...rows);
  }
  return found;
}

function certificateHeld(row: Stock, known: Known): Held {
  const quantity = row.quantity;
  const input = known.inputs.get(row.id);
  const vests = input !== undefined && (input.terms !== null || input.vestings.length > 0);
  const vested = vests ? vestedAt(input, known.day) : null;
  const price = known.prices.get(row.share_class_id) ?? null;
  const tranches = vests ? comingOf(input, known.day, { kept: decimal(quantity) }) : [];
  return {
    ...held('certificate', row, known),
    label: row.label,
    quantity,
    vested: vested === null ? null : formatDecimal(vested),
    next_vesting: tranches[0] ?? null,
    ...priced(price),
    value: price?.price ? valueOfHolding({ quantity, price: price.price, strike: null }) : null,
    currency: price?.currency ?? null,
    tranches,
  };
}

function grantHeld(row: Grant, known: Known): Held {
  const vested = row.vested_outstanding;
  const input = known.inputs.get(row.id);
  const isOver = row.status === 'expired';
  const tranches = input && !isOver ? comingOfGrant(row, input, known.day) : [];
  const { price, value, currency } = valueOfGrant(row, known.prices);
  const ofClass = known.prices.get(row.share_class_id) ?? null;
  return {
    ...held('grant', row, known),
    label: row.grant_number ?? row.id,
    security_type: row.compensation_type,
    quantity: row.outstanding,
    vested,
    next_vesting: tranches[0] ?? null,
    strike: row.exercise_price,
    ...priced(ofClass),
    price,
    value,
    currency,
    ended_on: isOver ? lastDayOf(row) : null,
    tranches,
    last_day: isOver ? null : lastDayOf(row),
  };
}

function convertibleHeld(row: Convertible, known: Known): Held {
  return {
    ...held('convertible', row, known),
    label: row.convertible_number ?? row.id,
    security_type: row.kind,
    amount: row.amount,
    currency: row.currency,
    last_day: row.maturity_date,
  };
}

function warrantHeld(row: Warrant, known: Known): Held {
  const isOver = row.status === 'expired';
  return {
    ...held('warrant', row, known),
    label: row.warrant_number ?? row.id,
    quantity: row.outstanding,
    strike: row.exercise_price,
    currency: row.currency,
    ended_on: isOver ? lastDayOf(row) : null,
    last_day: isOver ? null : lastDayOf(row),
  };
}

/** A holding without figures. */
type Holding = { id: string; share_class_id?: string; share_class?: string | null; date: string };
const held = (kind: Held['kind'], { id, share_class_id, share_class, date }: Holding, { states }: Known): Held => ({
  kind,
  id,
  label: id,
  share_class_id: share_class_id ?? null,
  share_class: share_class ?? null,
  security_type: null,
  date,
  quantity: null,
  vested: null,
  next_vesting: null,
  amount: null,
  strike: null,
  ...priced(null),
  value: null,
  currency: null,
  ended_on: null,
  acknowledgement: states.get(id) ?? null,
  tranches: [],
  last_day: null,
});

const priced = (price: Price | null) => ({
  price: price?.price ?? null,
  // Without a price of the class, what the holder paid in the last issue is the newest that they know.
  price_source: price && (price.source === 'issue' ? 'last_round' : price.source),
  is_issue_price: price?.source === 'issue',
  price_date: price?.on_date ?? null,
});

/**
 * What vests after the day, of the `kept` shares that come after the first `used` of the schedule: those that were exercised, which
 * vest first, as stock if they were exercised early.
 */
export function comingOf(
  input: VestingInput,
  day: string,
  { used = 0n, kept }: { used?: bigint; kept: bigint },
): Tranche[] {
  let [first, left] = [used, kept];
  const coming: Tranche[] = [];
  for (const { date, quantity } of tranchesOf(input)) {
    const passed = quantity < first ? quantity : first;
    first -= passed;
    const vests = quantity - passed < left ? quantity - passed : left;
    left -= vests;
    if (vests > 0n && date > day) coming.push({ date, quantity: formatDecimal(vests) });
  }
  return coming;
}

/** Of a grant: its options that are left. */
export const comingOfGrant = (
  row: Pick<Grant, 'exercised' | 'outstanding'>,
  input: VestingInput,
  day: string,
): Tranche[] => comingOf(input, day, { used: decimal(row.exercised), kept: decimal(row.outstanding) });
