// A round as entries of the ledger, in the order of its lines: each conversion with its stock, each issue, the pool.
import { decimal, formatDecimal, grouped, ONE } from '#src/domain/figures/decimal.ts';
import { countedShares } from '#src/domain/inWords.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { plural } from '#src/domain/plural.ts';
import type { OcfTransaction } from '#src/domain/ledger/core/types.ts';
import type { PricedRound } from '#src/domain/round/pricedRound.ts';
import { recordActivity } from '#server/commands/core/context.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import type { Slice } from '#server/commands/ledger/ledgerEntry.ts';
import { conversionEntries } from '../convertibles.ts';
import { stockFrom } from '#server/commands/securities/issuance.ts';
import type { RoundBody } from './roundBody.ts';
import type { ConvertibleLine } from './roundLines.ts';
import { classAt } from './roundSeries.ts';
import type { RoundSeries } from './roundSeries.ts';

export interface RoundPlan {
  id: string;
  name: string;
  reserved_before: string;
  reserved_after: string;
}
export interface RoundWriting {
  body: RoundBody;
  slice: Slice;
  className: string;
  currency: string;
  lines: readonly ConvertibleLine[];
  round: PricedRound;
  plan: RoundPlan | null;
  series: readonly RoundSeries[];
  priceWarnings: string[];
  /** One for each conversion, then one for each issue. */
  numbers: readonly string[];
}
export interface RoundWritten {
  entries: OcfTransaction[];
  certificates: { id: string; certificate_number: string; shareholder_id: string }[];
}

export function roundEntries(context: CommandContext, writing: RoundWriting): RoundWritten {
  const { body, lines, round, plan, series, numbers, currency } = writing;
  const certificates: RoundWritten['certificates'] = [];
  const numbered = (shareholder_id: string) => {
    const certificate_number = numbers[certificates.length]!;
    const id = context.deps.newId();
    certificates.push({ id, certificate_number, shareholder_id });
    return { id, certificate_number };
  };
  const converted = lines.flatMap(({ open, trigger_id }, index) => {
    const { id, certificate_number } = numbered(open.holder);
    const { shares, price } = round.conversions[index]!;
    return conversionEntries(context, open, {
      date: body.date,
      trigger_id,
      reason: `Conversion in the round of ${body.date}`,
      result: id,
      number: certificate_number,
      classId: classAt(price, series, body.share_class_id),
      quantity: formatDecimal(shares),
      price: formatDecimal(price),
      counsel: body,
    });
  });
  const issued = body.investors.map(({ shareholder_id }, index) => {
    const { id, certificate_number } = numbered(shareholder_id);
    return stockFrom(context, {
      date: body.date,
      security_id: id,
      number: certificate_number,
      holder: shareholder_id,
      classId: body.share_class_id,
      price: { amount: formatDecimal(round.price), currency },
      quantity: formatDecimal(round.issues[index]!.shares),
      counsel: body,
    });
  });
  const pool = plan && {
    object_type: 'TX_STOCK_PLAN_POOL_ADJUSTMENT',
    id: context.deps.newId(),
    date: body.date,
    stock_plan_id: plan.id,
    shares_reserved: plan.reserved_after,
    ...(body.board_approval_date ? { board_approval_date: body.board_approval_date } : {}),
    ...(body.stockholder_approval_date ? { stockholder_approval_date: body.stockholder_approval_date } : {}),
    comments: [`Pool increase in the round of ${body.date}`],
  };
  return { entries: [...converted, ...issued, ...(pool ? [pool] : [])], certificates };
}

/** Adds one activity line for each conversion, issue and pool change, and one for the round. */
export function recordRoundActivity(context: CommandContext, writing: RoundWriting, written: RoundWritten): void {
  const { body, slice, className, lines, round, plan, series, currency } = writing;
  const nameOf = (id: string) => slice.state.holders.get(id)?.name ?? id;
  const shares = (value: bigint, name = className) => `${grouped(value)} ${name}`;
  for (const [index, { open }] of lines.entries()) {
    const { shares: made, price, cash } = round.conversions[index]!;
    const own = series.find((each) => each.price === price)?.name;
    const left = cash > 0n ? `; ${writtenMoney(formatDecimal(cash), currency)} of it gives no whole share` : '';
    recordActivity(context, {
      text: `converted ${open.number} of ${nameOf(open.holder)} into ${shares(made, own)}, ${written.certificates[index]!.certificate_number}${left}`,
      resource: 'convertibles',
      id: open.source.row.security_id,
      shareholder_id: open.holder,
    });
  }
  for (const [index, { shares: issued }] of round.issues.entries()) {
    const { id, certificate_number, shareholder_id } = written.certificates[lines.length + index]!;
    recordActivity(context, {
      text: `issued ${certificate_number}, ${shares(issued)}, to ${nameOf(shareholder_id)}`,
      resource: 'certificates',
      id,
      shareholder_id,
    });
  }
  if (plan)
    recordActivity(context, {
      text: `changed the reserve of ${plan.name} to ${grouped(decimal(plan.reserved_after))}`,
      resource: 'equity-plans',
      id: plan.id,
    });
  recordActivity(context, {
    text: `recorded a round of ${className} on ${body.date} at ${writtenMoney(formatDecimal(round.price), currency)}: ${countedShares(round.converted_shares)} of ${plural(lines.length, 'convertible')} and ${grouped(round.new_shares)} new ${round.new_shares === ONE ? 'one' : 'ones'}`,
    resource: 'share-classes',
    id: body.share_class_id,
  });
}
