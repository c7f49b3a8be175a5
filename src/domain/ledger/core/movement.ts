// What every entry that takes something out of a security needs: finding the security, and ending or reducing it.
import { say } from '#src/words/say.ts';
import { endingInWords } from './endingWords.ts';
import { numberOf } from './names.ts';
import { formatDecimal, grouped } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { askedFor, countedShares } from '#src/domain/inWords.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { countShares, reportError, reportWarning } from './context.ts';
import type { Answer, Context } from './context.ts';
import { textOf } from './fields.ts';
import { objectWord } from './objectWords.ts';
import type { Entry } from './entry.ts';
import { noteFraction } from './quantity.ts';
import type { SecurityState } from './state.ts';
import type { ReductionWhy, SecurityKind, TerminationVerb } from './types.ts';

const NOUNS: Record<SecurityKind, () => string> = {
  STOCK: () => say`certificate`,
  EQUITY_COMPENSATION: () => say`grant`,
  WARRANT: () => say`warrant`,
  CONVERTIBLE: () => say`convertible`,
};

/** What people call a security of that kind: a grant, a warrant. "certificate" where the kind is not known. */
export function nounOf(kind: SecurityKind | null): string {
  return NOUNS[kind ?? 'STOCK']();
}

function notActive(kind: SecurityKind | null): Answer {
  return { code: 'not_active', detail: say`This ${nounOf(kind)} is no longer active.` };
}

/** The security that an entry acts on. Reports one that does not exist or is of another kind (E2), or is issued later (E3). */
export function findSecurity(
  context: Context,
  entry: Entry,
  kind: SecurityKind | null,
  options: { securityId?: string } = {},
): SecurityState | null {
  const id = options.securityId ?? textOf(entry.transaction, 'security_id');
  const security = id === null ? undefined : context.state.securities.get(id);
  if (!security) {
    const what = id === null ? say`names no security` : say`names security ${id}, which is never issued`;
    reportError(
      context,
      entry,
      'E2',
      say`${entry.object_type} ${entry.id} ${what}. It is kept without effect.`,
      notActive(kind),
    );
    return null;
  }
  if (kind !== null && security.row.kind !== kind) {
    const message = say`${entry.object_type} ${entry.id} needs a security of the kind ${objectWord(kind).toLowerCase()}, but names one of the kind ${objectWord(security.row.kind).toLowerCase()}. It is kept without effect.`;
    reportError(context, entry, 'E2', message, notActive(kind));
    return null;
  }
  const { issued_on } = security.row;
  if (entry.date !== null && entry.date < issued_on && !entry.type?.mayPrecedeIssuance) {
    const message = say`${entry.object_type} ${entry.id} is dated ${entry.date}, before its security was issued on ${issued_on}; it counts from that day.`;
    const detail = say`The date is before this ${nounOf(security.row.kind)} was issued (${issued_on}).`;
    reportError(context, entry, 'E3', message, { code: 'before_issue_date', detail });
  }
  return security;
}

/** False, with E4, when the security has already ended: the first ending counts and this one has no effect (D1). */
export function canEnd(context: Context, entry: Entry, source: SecurityState): boolean {
  if (source.ended === null) return true;
  const { on_date, verb } = source.ended;
  const message = say`${entry.object_type} ${entry.id} ends a security that has already ended (${endingInWords(verb)} on ${on_date}). It has no effect.`;
  reportError(context, entry, 'E4', message, notActive(source.row.kind));
  return false;
}

/** False, with E2, when the security has ended, so that no part can be taken out of it. */
export function canReduce(context: Context, entry: Entry, source: SecurityState): boolean {
  if (source.ended === null) return true;
  const message = say`${entry.object_type} ${entry.id} is about a security that ended on ${source.ended.on_date}. It has no effect.`;
  reportError(context, entry, 'E2', message, notActive(source.row.kind));
  return false;
}

/** Reports moving more than the security holds (E7), or a fraction where its class has none (E16, W7). The entry still takes effect as written. */
export function checkEnough(
  context: Context,
  entry: Entry,
  source: SecurityState,
  moved: Decimal,
  field: string,
): void {
  noteFraction(context, entry, source.row.stock_class_id, moved);
  if (source.remaining === null || moved <= source.remaining) return;
  const isMoney = source.row.kind === 'CONVERTIBLE';
  const money = (amount: Decimal) => writtenMoney(formatDecimal(amount), source.row.currency ?? '');
  const left = isMoney ? money(source.remaining) : countedShares(source.remaining);
  const asked = isMoney ? say`${money(moved)} was asked for` : askedFor(moved);
  const message = say`${entry.object_type} ${entry.id}: its ${field} ${grouped(moved)} is more than the ${grouped(source.remaining)} of ${numberOf(context.state, source.row.security_id)}.`;
  reportError(context, entry, 'E7', message, {
    code: 'not_enough_shares',
    detail: say`This ${nounOf(source.row.kind)} holds ${left}, ${asked}.`,
  });
}

export function endSecurity(
  context: Context,
  entry: Entry,
  source: SecurityState,
  verb: TerminationVerb,
  end: { quantity: Decimal | null; balance: SecurityState | null },
): void {
  const on_date = entry.effective_date ?? source.row.issued_on;
  countShares(context, source, on_date, -(source.remaining ?? 0n), entry);
  source.ended = {
    security_id: source.row.security_id,
    kind: source.row.kind,
    verb,
    transaction_id: entry.id,
    on_date,
    quantity: end.quantity === null ? null : formatDecimal(end.quantity),
    balance_security_id: end.balance?.row.security_id ?? null,
  };
  source.remaining = source.remaining === null ? null : 0n;
  context.effects.terminations.push(source.ended);
}

/** Takes a part and leaves the security open. Never takes more than is left (D4). */
export function reduceSecurity(
  context: Context,
  entry: Entry,
  source: SecurityState,
  moved: Decimal,
  why: ReductionWhy,
): void {
  const taken = source.remaining !== null && moved > source.remaining ? source.remaining : moved;
  if (taken <= 0n) return;
  const on_date = entry.effective_date ?? source.row.issued_on;
  countShares(context, source, on_date, -taken, entry);
  if (source.remaining !== null) source.remaining -= taken;
  const { security_id } = source.row;
  const row = { transaction_id: entry.id, security_id, on_date, quantity: formatDecimal(taken), why };
  if (source.reduced.length === 0) source.reduced = [row];
  else source.reduced.push(row);
  context.effects.reductions.push(row);
}

/**
 * Ends the security when a balance is named or nothing is left; otherwise it carries on with the rest (D6).
 * False when it had no effect. `moved` is positive.
 */
export function takeOut(
  context: Context,
  entry: Entry,
  source: SecurityState,
  taking: {
    moved: Decimal;
    field: string;
    verb: TerminationVerb;
    why: ReductionWhy;
    balance: SecurityState | null;
    namesBalance: boolean;
  },
): boolean {
  const { moved, verb, why, balance } = taking;
  const measure = source.ended === null ? source.remaining : source.issued;
  const isPartial = !taking.namesBalance && measure !== null && moved < measure;
  if (!(isPartial ? canReduce : canEnd)(context, entry, source)) return false;
  checkEnough(context, entry, source, moved, taking.field);
  if (!isPartial) {
    endSecurity(context, entry, source, verb, { quantity: moved, balance });
    return true;
  }
  reduceSecurity(context, entry, source, moved, why);
  const rest = source.remaining === null ? say`the rest` : grouped(source.remaining);
  const { security_id } = source.row;
  reportWarning(
    context,
    entry,
    'D6',
    say`${entry.object_type} ${entry.id} takes ${grouped(moved)} and names no balance: ${numberOf(context.state, security_id)} carries on with ${rest}.`,
  );
  return true;
}
