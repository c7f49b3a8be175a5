// Keywords of Open Cap Format that the ledger, a declared field, a form and the body of a command share. A choice
// lists them in this order.

/** A grant's `compensation_type`. */
export const COMPENSATION_TYPES = ['OPTION_ISO', 'OPTION_NSO', 'OPTION', 'RSU', 'SSAR', 'CSAR'] as const;

/** A certificate's `issuance_type`, for restricted stock. */
export const ISSUANCE_TYPES = ['FOUNDERS_STOCK', 'RSA'] as const;

/** The `convertible_type` of what is issued here. A package may also hold a CONVERTIBLE_SECURITY. */
export const CONVERTIBLE_KINDS = ['SAFE', 'NOTE'] as const;

/** The unit of an exercise window after the end of service. */
export const WINDOW_UNITS = ['DAYS', 'MONTHS', 'YEARS'] as const;

/** How a note's interest counts the days of a year. */
export const DAY_COUNTS = ['ACTUAL_365', '30_360'] as const;

export const COMPOUNDINGS = ['SIMPLE', 'COMPOUNDING'] as const;

/** How often a note's interest is added. */
export const ACCRUAL_PERIODS = ['DAILY', 'MONTHLY', 'QUARTERLY', 'SEMI_ANNUAL', 'ANNUAL'] as const;

/** When a note's interest is paid. */
export const INTEREST_PAYOUTS = ['DEFERRED', 'CASH'] as const;

export const CLASS_TYPES = ['COMMON', 'PREFERRED'] as const;

/** What becomes of the shares of a plan's cancelled grants. */
export const CANCELLATION_BEHAVIORS = [
  'RETURN_TO_POOL',
  'RETIRE',
  'HOLD_AS_CAPITAL_STOCK',
  'DEFINED_PER_PLAN_SECURITY',
] as const;

/** How a vesting schedule rounds. */
export const ALLOCATION_TYPES = [
  'CUMULATIVE_ROUNDING',
  'CUMULATIVE_ROUND_DOWN',
  'FRONT_LOADED',
  'BACK_LOADED',
  'FRONT_LOADED_TO_SINGLE_TRANCHE',
  'BACK_LOADED_TO_SINGLE_TRANCHE',
  'FRACTIONAL',
] as const;
