// The fields of the issue form: holder, class and number, then approvals, exemptions and vesting.
import { choice, date, money, reference, shares, text } from '../../../resources/kit/fields.ts';
import type { Fields } from '../../../resources/kit/fields.ts';
import type { Values } from '../../kit/form/CommandForm.tsx';
import { countShares } from '../../kit/format.ts';
import { plainDecimal } from '../../kit/verbs/figures.ts';
import { checkGrant, grantDefaults, scheduleFields, scheduleRows, tranchesTyped } from '../grants/grantForm.ts';
import { answered, answeredFigures } from '../shared/SecurityForm.tsx';
import { limits } from '../../../resources/kit/limits.ts';
import { issuanceWords } from '../../../resources/certificates.ts';
import { ISSUANCE_TYPES } from '../../../domain/keywords.ts';

export const LEGENDS = '@legends';
export const EXEMPTIONS = '@exemptions';
export const FILES = '@files';
const MOST_EXEMPTIONS = 10;

export const issueDefaults: Values = {
  ...answered(grantDefaults, ['months', 'cliff_months', 'allocation_type', 'day_of_month']),
  schedule: 'none',
  exemptions: 1,
};

export const exemptionCount = ({ exemptions }: Values) =>
  Math.min(typeof exemptions === 'number' && exemptions > 0 ? exemptions : 1, MOST_EXEMPTIONS);
export const mayAddExemption = (values: Values) => exemptionCount(values) < MOST_EXEMPTIONS;
const exemptionNames = (values: Values) =>
  Array.from({ length: exemptionCount(values) }, (_, index) => [`exemption_${index + 1}`, `jurisdiction_${index + 1}`]);

export function issueFields(values: Values): Fields {
  const exemptions = exemptionNames(values).flatMap(([exemption, jurisdiction], index) => [
    [
      exemption!,
      text({
        max: limits.exemption,
        label: index === 0 ? 'Securities exemption' : `Securities exemption ${index + 1}`,
        ...(index === 0 && { help: 'Such as "Rule 701" or "Regulation D, 506(b)".' }),
      }),
    ],
    [
      jurisdiction!,
      text({
        max: limits.jurisdiction,
        label: index === 0 ? 'Jurisdiction' : `Jurisdiction ${index + 1}`,
        ...(index === 0 && { help: 'Such as US or US-CA.' }),
      }),
    ],
  ]);
  return {
    shareholder_id: reference('shareholders', { required: true, label: 'Holder' }),
    share_class_id: reference('share-classes', { required: true, label: 'Share class' }),
    quantity: shares({ required: true, positive: true, label: 'Number of shares' }),
    price_per_share: money({
      scale: 10,
      label: 'Price per share',
      help: 'If empty, the entry uses the class’s price and the cost is recorded as unknown.',
    }),
    issue_date: date({ required: true, label: 'Issue date', help: 'The day ownership starts.' }),
    certificate_number: text({
      max: limits.securityNumber,
      label: 'Certificate number',
      help: 'Leave empty to take the next number.',
    }),
    consideration_text: text({
      max: limits.remark,
      label: 'Consideration',
      help: 'Describe what is given for the shares.',
    }),
    cost_basis: money({
      scale: 10,
      label: 'Total paid',
      help: 'If it differs from price times number of shares.',
    }),
    board_approval_date: date({ label: 'Board approval' }),
    stockholder_approval_date: date({ label: 'Stockholder approval' }),
    ...(Object.fromEntries(exemptions) as Fields),
    issuance_type: choice(ISSUANCE_TYPES, {
      label: 'Kind of stock',
      help: 'Only for restricted stock.',
      labels: issuanceWords,
    }),
    equity_plan_id: reference('equity-plans', {
      label: 'Plan',
      help: 'If the shares come out of a plan’s reserve.',
    }),
    schedule: choice(['none', 'standard', 'terms'], {
      required: true,
      default: 'none',
      label: 'Vesting',
      labels: { none: 'All at once', standard: 'Over a number of months', terms: 'By an existing schedule' },
    }),
    ...scheduleFields(values),
  };
}

export function issueRows(values: Values): string[][] {
  return [
    ['shareholder_id'],
    ['share_class_id'],
    ['quantity', 'price_per_share'],
    ['issue_date', 'certificate_number'],
    ['+Approvals and exemptions'],
    ['consideration_text'],
    ['board_approval_date', 'stockholder_approval_date'],
    ...exemptionNames(values),
    [EXEMPTIONS],
    [LEGENDS],
    ['issuance_type', 'equity_plan_id'],
    ['cost_basis'],
    ['+Vesting'],
    ['schedule'],
    ...scheduleRows(values),
    ['+Documents'],
    [FILES],
  ];
}

export function checkIssue(values: Values): Record<string, string> {
  const errors: Record<string, string> = { ...checkGrant(values) };
  for (const [exemption, jurisdiction] of exemptionNames(values))
    if (values[exemption!] && !values[jurisdiction!]) errors[jurisdiction!] = 'Enter the exemption’s jurisdiction.';
  return errors;
}

/** The second exemption's description is the input `exemption_2`. */
export function issueInput(name: string): string | undefined {
  const [, index, part] = /^security_law_exemptions\.(\d+)\.(description|jurisdiction)$/.exec(name) ?? [];
  if (index === undefined) return undefined;
  return `${part === 'description' ? 'exemption' : 'jurisdiction'}_${Number(index) + 1}`;
}

const plainNames = [
  'shareholder_id',
  'share_class_id',
  'issue_date',
  'certificate_number',
  'consideration_text',
  'board_approval_date',
  'stockholder_approval_date',
  'issuance_type',
  'equity_plan_id',
];

/** The request body: figures without separators, without empty answers. */
export function issueBody(values: Values): Values {
  const exemptions = exemptionNames(values)
    .map(([exemption, jurisdiction]) => ({ description: values[exemption!], jurisdiction: values[jurisdiction!] }))
    .filter(({ description }) => typeof description === 'string' && description.trim() !== '');
  const legends = Array.isArray(values.stock_legend_ids) ? values.stock_legend_ids : [];
  return {
    ...answered(values, plainNames),
    ...answeredFigures(values, ['quantity', 'price_per_share', 'cost_basis']),
    ...(exemptions.length > 0 ? { security_law_exemptions: exemptions } : {}),
    ...(legends.length > 0 ? { stock_legend_ids: legends } : {}),
    ...(values.schedule === 'terms' ? answered(values, ['vesting_terms_id', 'vesting_start']) : {}),
    ...(values.schedule === 'standard'
      ? { vesting: answered(values, ['vesting_start', 'months', 'cliff_months', 'allocation_type', 'day_of_month']) }
      : {}),
  };
}

/** "Issue 10,000 shares", once there is a number. */
export function issueLabel(values: Values): string {
  const quantity = plainDecimal(values.quantity);
  return quantity && quantity !== '0' ? `Issue ${countShares(quantity)}` : 'Issue certificate';
}

/** The vesting dates of the typed schedule; null until it is complete. */
export const issueTranches = (values: Values) => tranchesTyped({ ...values, date: values.issue_date });
