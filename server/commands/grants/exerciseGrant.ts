// Turns a grant into stock: exercises an option, releases a unit, or settles an appreciation right.
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { grants } from '#src/resources/grants.ts';
import type { Grant } from '#src/resources/grants.ts';
import { certificates } from '#src/resources/certificates.ts';
import { AppError } from '#src/domain/errors.ts';
import { decimal as exact, formatDecimal, grouped, parseDecimal } from '#src/domain/figures/decimal.ts';
import { vestingInputs } from '#server/data/grantVesting.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { invalidFields } from '../core/checked.ts';
import { appendNative, priceOf, takeNumbers } from '../ledger/ledgerEntry.ts';
import type { EntryPrice } from '../ledger/ledgerEntry.ts';
import { given } from '#src/domain/ledger/core/fields.ts';
import { stockFrom } from '../securities/issuance.ts';
import { movedOf, openSecurity, refuseExpired } from '../securities/openSecurity.ts';
import type { OpenSecurity } from '../securities/openSecurity.ts';
import { tranchesFrom, usedOf } from './carriedVesting.ts';
import type { Tranche } from './carriedVesting.ts';

/**
 * Out: as a transfer's. Refuses: not_active, wrong_kind, expired, not_enough_shares, not_vested, over_authorized (409),
 * fraction_not_allowed (422).
 */
export async function exerciseGrant(
  context: CommandContext,
  id: string,
  body: VerbBody<'grants.exercise'>,
): Promise<Row> {
  const open = await openSecurity(context, grants, id, body.date);
  const type = String(open.record.compensation_type);
  if (type === 'RSU') throw wrongKind('Units are released, not exercised.');
  refuseExpired(open, body.date);
  const { moved } = movedOf(open, body.quantity);
  const stock = type === 'CSAR' ? null : type === 'SSAR' ? settled(body, moved) : moved;
  if (stock !== null && type !== 'SSAR' && body.shares_issued)
    throw invalidFields({ shares_issued: 'Each option gives one share.' });
  const currency = open.source.row.share_price_currency ?? 'USD';
  const price = type === 'SSAR' ? '0' : String(open.record.exercise_price ?? '0');
  return settle(context, open, {
    entry: {
      object_type: 'TX_EQUITY_COMPENSATION_EXERCISE',
      quantity: moved,
      ...given({ consideration_text: body.consideration_text }),
    },
    verb: 'exercised',
    moved,
    stock,
    price: { amount: price, currency },
    vestings: await unearned(context, open, moved, body.date),
    body,
  });
}

/** Fewer shares than rights; the company calculates the number from the value on that day. */
function settled(body: VerbBody<'grants.exercise'>, moved: string): string {
  if (!body.shares_issued) throw invalidFields({ shares_issued: 'Enter the number of shares that the gain is worth.' });
  if (exact(body.shares_issued) > exact(moved))
    throw invalidFields({ shares_issued: 'The gain cannot be more shares than were exercised.' });
  return body.shares_issued;
}

/** Shares exercised early continue to vest as stock; empty when all of them are vested. */
async function unearned(
  context: CommandContext,
  open: OpenSecurity<Grant>,
  moved: string,
  date: string,
): Promise<Tranche[]> {
  if (!open.record.early_exercisable) return [];
  const id = String(open.record.id);
  const input = (await vestingInputs(context.tx, open.org, [id])).get(id);
  const tranches = input && tranchesFrom(input, usedOf(open.record.exercised), exact(moved));
  return tranches && tranches.some((tranche) => tranche.date > date) ? tranches : [];
}

/** Refuses: as exerciseGrant; more withheld than released (422). */
export async function releaseGrant(
  context: CommandContext,
  id: string,
  body: VerbBody<'grants.release'>,
): Promise<Row> {
  const open = await openSecurity(context, grants, id, body.date);
  if (open.record.compensation_type !== 'RSU') throw wrongKind('Options and rights are exercised, not released.');
  refuseExpired(open, body.date, 'released');
  const { moved } = movedOf(open, body.quantity);
  const withheld = parseDecimal(body.withheld ?? '0') ?? 0n;
  if (withheld >= exact(moved))
    throw invalidFields({ withheld: `This must be fewer than the ${grouped(exact(moved))} released.` });
  if (body.settlement_date && body.settlement_date < body.date)
    throw invalidFields({ settlement_date: 'This cannot be before the release date.' });
  const worth = await worthOf(context, open, body);
  return settle(context, open, {
    entry: {
      object_type: 'TX_EQUITY_COMPENSATION_RELEASE',
      quantity: moved,
      settlement_date: body.settlement_date ?? body.date,
      release_price: worth.price,
      ...given({ consideration_text: body.consideration_text }),
    },
    verb: 'released',
    moved,
    stock: formatDecimal(exact(moved) - withheld),
    ...worth,
    vestings: [],
    body,
  });
}

/** The given price, or the class's latest valuation by that day, or the class's own price. */
async function worthOf(
  context: CommandContext,
  open: OpenSecurity<Grant>,
  body: VerbBody<'grants.release'>,
): Promise<EntryPrice> {
  const classId = String(open.record.share_class_id);
  const valued = await context.tx.row<{ amount: string; currency: string }>(
    `select trim_scale(price_since_splits(org_id, share_class_id, price_per_share, effective_date, $3))::text as amount, currency::text as currency from valuation
     where org_id = $1 and share_class_id = $2 and effective_date <= $3 order by effective_date desc, id desc limit 1`,
    [open.org, classId, body.date],
  );
  if (!body.release_price && valued) return { price: valued };
  return priceOf(context, open.org, classId, body.release_price ?? null);
}

interface Settlement extends EntryPrice {
  entry: Record<string, unknown>;
  verb: 'exercised' | 'released';
  moved: string;
  /** Null when settled in cash. */
  stock: string | null;
  vestings: readonly Tranche[];
  body: { date: string; consideration_text?: string | null; certificate_number?: string | null };
}

async function settle(context: CommandContext, open: OpenSecurity<Grant>, settlement: Settlement): Promise<Row> {
  const { entry, verb, moved, stock, price, comments, vestings, body } = settlement;
  const id = String(open.record.id);
  const classId = open.source.row.stock_class_id;
  if (stock !== null && !classId)
    throw new AppError('no_class', `${open.number} does not name the share class it converts into.`, { status: 409 });
  const given = body.certificate_number?.trim() || null;
  const number = stock === null || !classId ? null : (given ?? (await takeNumbers(context, open.org, classId, 1))[0]!);
  const [transaction_id, resultId] = [context.deps.newId(), context.deps.newId()];
  await appendNative(context, open, [
    {
      ...entry,
      id: transaction_id,
      date: body.date,
      security_id: id,
      resulting_security_ids: number === null ? [] : [resultId],
    },
    ...(number === null || stock === null || !classId
      ? []
      : [
          stockFrom(context, {
            date: body.date,
            security_id: resultId,
            number,
            holder: open.holder,
            classId,
            price,
            comments,
            quantity: stock,
            vestings,
            counsel: { consideration_text: body.consideration_text ?? `From ${open.number}` },
          }),
        ]),
  ]);
  const [figure, holder] = [grouped(parseDecimal(moved)!), String(open.record.shareholder)];
  const line =
    verb === 'exercised'
      ? `exercised ${figure} of ${open.number} of ${holder}`
      : `released ${figure} of ${open.number} of ${holder}`;
  recordActivity(context, {
    text: number ? `${line}, ${number}` : line,
    resource: 'grants',
    id,
    shareholder_id: open.holder,
  });
  return {
    transaction_id,
    resulting: number === null ? [] : [await findRecord(context.tx, context.actor, certificates, resultId)],
    balance: null,
  };
}

const wrongKind = (sentence: string) => new AppError('wrong_kind', sentence, { status: 409 });
