// Why a pending payment waits. The reasons are worked out at every read, so that what is supplied releases it at once.
import { say } from '#src/words/say.ts';
import { parseDecimal, ZERO } from '../figures/decimal.ts';

export const HOLD_REASONS = {
  no_bank_details: {
    label: say`No bank account`,
    company: say`There is no bank account for this holder.`,
    holder: say`Enter your bank account on your details page. The payment is then released.`,
  },
  no_tax_form: {
    label: say`No tax form`,
    company: say`There is no valid tax form of this holder.`,
    holder: say`Sign a tax form on your details page. The payment is released when the company has confirmed it.`,
  },
  below_minimum: {
    label: say`Below the minimum`,
    company: say`The amount is below the least that the company pays.`,
    holder: say`The amount is below the least that the company pays.`,
  },
  blocked: {
    label: say`Blocked`,
    company: say`An administrator blocked this payment.`,
    holder: say`The company holds this payment back. Ask the company.`,
  },
  disputed: {
    label: say`Disputed`,
    company: say`The holder says that a holding of this class is recorded wrong, and the dispute is open.`,
    holder: say`You said that a holding is recorded wrong. The payment is released when that is settled.`,
  },
  bank_change: {
    label: say`Bank account changes`,
    company: say`The bank account of this holder is being changed.`,
    holder: say`Your bank account was changed or removed a short time ago. The payment waits so that there is time to object.`,
  },
} as const;
export type HoldReason = keyof typeof HOLD_REASONS;
export const holdReasonNames = Object.keys(HOLD_REASONS) as [HoldReason, ...HoldReason[]];

export interface PaymentStanding {
  method: string;
  net: string;
  has_bank_account: boolean;
  /** The bank account is being changed, or was less than 24 hours ago. */
  is_bank_changing: boolean;
  /** It was approved without a valid tax form, where the company then holds it. */
  awaits_tax_form: boolean;
  is_blocked: boolean;
  /** A holding of the class is disputed. */
  is_disputed: boolean;
}

export interface HoldTerms {
  require_bank_details: boolean;
  minimum_payment: string | null;
}

/** In the order in which they are told. */
export function holdReasonsOf(standing: PaymentStanding, terms: HoldTerms): HoldReason[] {
  const holds = {
    no_bank_details: terms.require_bank_details && isPaidToAccount(standing.method) && !standing.has_bank_account,
    no_tax_form: standing.awaits_tax_form,
    below_minimum: terms.minimum_payment !== null && units(standing.net) < units(terms.minimum_payment),
    blocked: standing.is_blocked,
    disputed: standing.is_disputed,
    bank_change: standing.is_bank_changing,
  } satisfies Record<HoldReason, boolean>;
  return holdReasonNames.filter((name) => holds[name]);
}

const isPaidToAccount = (method: string) => method === 'bank_transfer' || method === 'wire';
const units = (text: string) => parseDecimal(text) ?? ZERO;
