// Issuing stock: a certificate with the next number of its class, the legal fields, and the vesting of restricted shares.
import { say } from '#src/words/say.ts';
import { z } from 'zod';
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import { ISSUANCE_TYPES } from '#src/domain/keywords.ts';
import { certificates, issuanceWords } from '../certificates.ts';
import { choice, date, money, reference, shares, text } from '../kit/fields.ts';
import { limits } from '../kit/limits.ts';
import { decimal, plainText } from '../kit/validation.ts';
import { counselFields, counselInputOf, counselInputs, counselParts, counselRows, fileRows } from './counsel.ts';
import { defineIssuance, part } from './issuance.ts';
import type { BodyOfIssuance } from './issuance.ts';
import { vestingFaults, vestingInputOf, vestingInputs, vestingParts, vestingRows, vestingStarts } from './vesting.ts';

/** Where the form shows the company's legends, to be ticked. */
export const LEGEND_BOXES = '@legends';

export const certificateIssuance = defineIssuance(certificates, {
  title: say`Issue certificate`,
  about: say`Records new shares in the ledger and creates the certificate. It can be cancelled by a later entry, never edited.`,
  failed: say`Nothing was issued.`,
  fields: {
    shareholder_id: reference('shareholders', { required: true, label: say`Holder` }),
    share_class_id: reference('share-classes', {
      required: true,
      label: say`Share class`,
      isUnfolded: true,
      takesOnly: true,
    }),
    issue_date: date({ required: true, label: say`Issue date`, help: say`The day ownership starts.` }),
    certificate_number: text({
      max: limits.securityNumber,
      label: say`Certificate number`,
      help: say`Leave empty to take the next number.`,
    }),
    price_per_share: money({
      scale: 10,
      label: say`Price per share`,
      help: say`If empty, the entry uses the class’s price and the cost is recorded as unknown.`,
    }),
    cost_basis: money({
      scale: 10,
      label: say`Total paid`,
      help: say`If it differs from price times number of shares.`,
    }),
    equity_plan_id: reference('equity-plans', {
      label: say`Plan`,
      help: say`If the shares come out of a plan’s reserve.`,
    }),
    issuance_type: choice(ISSUANCE_TYPES, {
      label: say`Kind of stock`,
      help: say`Only for restricted stock.`,
      labels: issuanceWords,
    }),
    ...counselFields,
  },
  inputs: (typed) => ({
    quantity: shares({ required: true, positive: true, label: say`Number of shares` }),
    ...vestingInputs(typed, ['none', 'standard', 'terms']),
    ...counselInputs(typed),
  }),
  parts: {
    // The specification's name for the quantity; a body gives either, or both with the same number.
    num_shares: part(decimal({ positive: true, scale: 10 }).optional(), () => undefined),
    quantity: part(decimal({ positive: true, scale: 10 }).optional(), ({ quantity }) => quantity),
    stock_legend_ids: part(
      z
        .array(plainText(200).min(1, say`Choose a legend.`), say`A list of legends.`)
        .max(20, say`At most 20.`)
        .nullish(),
      ({ stock_legend_ids }) =>
        Array.isArray(stock_legend_ids) && stock_legend_ids.length > 0 ? stock_legend_ids : undefined,
    ),
    ...vestingParts,
    ...counselParts,
  },
  rows: (typed) => [
    ['shareholder_id'],
    ['share_class_id'],
    ['quantity', 'price_per_share'],
    ['issue_date', 'certificate_number'],
    [`+${say`Approvals and exemptions`}`],
    ...counselRows(typed),
    [LEGEND_BOXES],
    ['issuance_type', 'equity_plan_id'],
    ['cost_basis'],
    [`+${say`Vesting`}`],
    ...vestingRows(typed),
    ...fileRows,
  ],
  faults: (body) => ({ ...vestingFaults(body), ...quantityFaults(body) }),
  inputOf: (member) => (member === 'num_shares' ? 'quantity' : (vestingInputOf(member) ?? counselInputOf(member))),
  starts: (today) => ({ issue_date: today, exemptions: 1, ...vestingStarts('none', today) }),
  named: ['shareholder_id', 'share_class_id'],
  pricedBy: 'share_class_id',
  submit: (typed, write) =>
    typed.quantity && typed.quantity !== '0' ? say`Issue ${write.count(typed.quantity)}` : say`Issue certificate`,
  done: (made, _typed, write) => say`${write.count(made.quantity)} issued as ${made.certificate_number}`,
});
export type CertificateBody = BodyOfIssuance<typeof certificateIssuance>;

function quantityFaults({ num_shares, quantity }: { num_shares?: string | undefined; quantity?: string | undefined }) {
  if (num_shares === undefined && quantity === undefined) return { num_shares: say`This is required.` };
  const isBoth = num_shares !== undefined && quantity !== undefined;
  return isBoth && parseDecimal(num_shares) !== parseDecimal(quantity)
    ? { num_shares: say`This differs from the quantity.` }
    : {};
}
