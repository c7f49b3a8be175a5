// What left a security: the difference between what was issued and what is outstanding, in the file's own words and days.
import { ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { Convertible, Option, Security, Stock, Warrant } from '../records/records.ts';
import { NEXT_FINANCING } from './convertibles.ts';
import { lostOf } from './existing.ts';
import { money, text } from './parts.ts';
import { warnAt } from './writing.ts';
import type { Writing } from './writing.ts';

export function endingsOf(writing: Writing, security: Security): void {
  if (security.kind === 'stock') stockEnd(writing, security);
  else if (security.kind === 'option') optionEnds(writing, security);
  else if (security.kind === 'convertible') convertibleEnd(writing, security);
  else warrantEnd(writing, security);
}

function push(
  writing: Writing,
  security: Security,
  what: string,
  object_type: string,
  date: string,
  fields: OcfObject,
): void {
  writing.out.push({
    object_type,
    id: writing.idOf(`${what} ${writing.keyOf(security)}${laterPart(writing, security)}`),
    date,
    security_id: writing.securityId(security),
    ...fields,
  });
}

/** A further part of a security that lost some before has an id of its own. */
function laterPart(writing: Writing, security: Security): string {
  const lost = lostOf(writing.knownOf(security));
  return lost > 0n ? ` after ${lost}` : '';
}

/** The day of the end; the day of the table where the file has none, with a warning. */
function dayOf(writing: Writing, security: Security, day: string | null): string {
  if (day !== null) return day;
  const date = writing.day > security.date ? writing.day : security.date;
  warnAt(writing, security, 'date_missing', `The file does not say when this ended. It is imported as of ${date}.`);
  return date;
}

function stockEnd(writing: Writing, security: Stock): void {
  const left = security.outstanding ?? security.quantity - (security.cancelled ?? ZERO);
  const moved = security.quantity - left - lostOf(writing.knownOf(security));
  if (moved <= 0n) return;
  const link = writing.links.of(security);
  const date = dayOf(writing, security, security.ended_on);
  const quantity = text(moved);
  if (link?.isAccepted) {
    const resulting_security_ids = [writing.securityId(link.target)];
    if (link.as === 'transfer')
      push(writing, security, 'transfer', 'TX_STOCK_TRANSFER', date, { quantity, resulting_security_ids });
    else {
      declareRight(writing, security, link.target, moved);
      push(writing, security, 'conversion', 'TX_STOCK_CONVERSION', date, {
        quantity_converted: quantity,
        resulting_security_ids,
      });
    }
    return;
  }
  if (/conver/i.test(security.reason))
    warnAt(
      writing,
      security,
      'conversion_unlinked',
      'The file does not show what these shares became. They end, and no other shares are issued for them: enter those, or name them under “Converted to”.',
    );
  push(writing, security, 'end', 'TX_STOCK_CANCELLATION', date, {
    quantity,
    reason_text: security.reason || 'Cancelled',
  });
}

/** A class whose shares became those of another may convert into it, at the ratio that the file shows. */
export function declareRight(
  writing: Writing,
  from: { class_name: string },
  to: { class_name: string; quantity: Decimal },
  moved: Decimal,
): void {
  const share_class = writing.classes.named(from.class_name);
  if (share_class.converts.some((right) => right.to === to.class_name)) return;
  share_class.converts.push({ to: to.class_name, numerator: to.quantity, denominator: moved });
}

function optionEnds(writing: Writing, security: Option): void {
  const { exercised, forfeited, expired, rest } = losses(security, lostOf(writing.knownOf(security)));
  const link = writing.links.of(security);
  if (exercised > 0n) {
    const quantity = text(exercised);
    if (link?.isAccepted) {
      const resulting_security_ids = [writing.securityId(link.target)];
      push(writing, security, 'exercise', 'TX_EQUITY_COMPENSATION_EXERCISE', link.target.date, {
        quantity,
        resulting_security_ids,
      });
    } else {
      const date = dayOf(writing, security, link?.target.date ?? null);
      push(writing, security, 'exercise', 'TX_EQUITY_COMPENSATION_CANCELLATION', date, {
        quantity,
        reason_text: 'Exercised',
      });
      takeFromReserve(writing, security, exercised, date);
    }
  }
  const ended = security.ended_on ?? security.termination_date;
  const ways = [
    ['forfeit', forfeited, 'Forfeited'],
    ['expiry', expired, 'Expired'],
    ['end', rest, security.reason || 'Cancelled'],
  ] as const;
  const lost = ways.filter(([, quantity]) => quantity > 0n);
  if (lost.length === 0) return;
  const date = dayOf(writing, security, ended);
  for (const [what, quantity, reason_text] of lost)
    push(writing, security, what, 'TX_EQUITY_COMPENSATION_CANCELLATION', date, {
      quantity: text(quantity),
      reason_text,
    });
}

/** What left a grant in each way, without what the company's ledger knows already, first exercised, then forfeited, then expired. */
function losses(security: Option, before: Decimal) {
  let known = before;
  const without = (quantity: Decimal): Decimal => {
    const taken = quantity < known ? quantity : known;
    known -= taken;
    return quantity - taken;
  };
  const stated = security.exercised + security.forfeited + security.expired;
  const rest = security.outstanding === null ? ZERO : security.quantity - security.outstanding - stated;
  return {
    exercised: without(security.exercised),
    forfeited: without(security.forfeited),
    expired: without(security.expired),
    rest: without(rest > 0n ? rest : ZERO),
  };
}

/** Shares of an exercise that is not linked do not return to the pool: the reserve falls by them on that day. */
function takeFromReserve(writing: Writing, security: Option, exercised: Decimal, date: string): void {
  const plan = writing.plans.named(security.plan);
  if (plan !== null) writing.reserveLess(plan, { exercised, date });
}

function convertibleEnd(writing: Writing, security: Convertible): void {
  if (writing.knownOf(security)?.remaining === ZERO) return;
  const link = writing.links.of(security);
  if (security.converted_on !== null && link?.isAccepted) {
    push(writing, security, 'conversion', 'TX_CONVERTIBLE_CONVERSION', security.converted_on, {
      resulting_security_ids: [writing.securityId(link.target)],
      trigger_id: NEXT_FINANCING,
      reason_text: 'Converted',
    });
    return;
  }
  const date = security.converted_on ?? security.ended_on;
  if (date === null) return;
  if (security.converted_on !== null && !link)
    warnAt(
      writing,
      security,
      'conversion_unlinked',
      'The file does not show what this became. It ends, and no shares are issued for it: enter those, or name them under “Converted to”.',
    );
  const reason_text = security.converted_on !== null ? 'Converted' : security.reason || 'Cancelled';
  push(writing, security, 'end', 'TX_CONVERTIBLE_CANCELLATION', date, {
    amount: money(security.principal, writing.currency),
    reason_text,
  });
}

function warrantEnd(writing: Writing, security: Warrant): void {
  const left = security.outstanding ?? (security.ended_on === null ? security.quantity : ZERO);
  const moved = security.quantity - left - lostOf(writing.knownOf(security));
  if (moved <= 0n) return;
  const date = dayOf(writing, security, security.ended_on);
  if (/exercis/i.test(security.reason))
    warnAt(
      writing,
      security,
      'exercise_unlinked',
      'The warrant was exercised. It ends, and no shares are issued for it: enter those by their certificate.',
    );
  push(writing, security, 'end', 'TX_WARRANT_CANCELLATION', date, {
    quantity: text(moved),
    reason_text: security.reason || 'Cancelled',
  });
}
