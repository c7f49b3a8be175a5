// What is written of each line of a distribution, and of each payment that it makes.

export const LINE_COLUMNS = {
  distribution_id: 'uuid',
  shareholder_id: 'text',
  share_class_id: 'text',
  shares: 'numeric',
  gross: 'numeric',
  tax: 'numeric',
  net: 'numeric',
  option_shares: 'numeric',
  withholding_rate: 'numeric',
  withholding_reason: 'text',
  excluded_reason: 'text',
  is_foreign: 'boolean',
  treaty_country: 'text',
} as const;

export const PAYMENT_COLUMNS = {
  id: 'uuid',
  distribution_id: 'uuid',
  shareholder_id: 'text',
  share_class_id: 'text',
  shares: 'numeric',
  amount: 'numeric',
  gross: 'numeric',
  tax: 'numeric',
  method: 'text',
  scheduled_date: 'date',
} as const;

/** What an approval also keeps of a payment. */
export const WITHHELD_COLUMNS = {
  withholding_rate: 'numeric',
  withholding_reason: 'text',
  awaits_tax_form: 'boolean',
  is_foreign: 'boolean',
  treaty_country: 'text',
} as const;
