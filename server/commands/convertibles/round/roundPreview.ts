// What a round would do, as it is shown before and after it is recorded.
import type { CapTable } from '#src/domain/captable/capTableShown.ts';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import { divisorsInWords } from '#src/domain/round/pricedRound.ts';
import type { PricedRound } from '#src/domain/round/pricedRound.ts';
import type { RoundAnswer } from '#src/contract/round.ts';
import type { RoundWriting } from './roundEntries.ts';
import { shownDecimal } from './roundLines.ts';
import type { ConvertibleLine } from './roundLines.ts';

/** The preview; the rest of the answer is derived from it. */
export type Preview = Omit<RoundAnswer, 'recorded' | 'preview_hash' | 'certificates'>;

export function previewOf(writing: RoundWriting, before: CapTable, after: CapTable): Preview {
  const { body, lines, round, plan, series, currency, className } = writing;
  const needed = formatDecimal(neededOfClass(writing));
  const own = before.classes.find(({ share_class_id }) => share_class_id === body.share_class_id);
  return {
    date: body.date,
    share_class_id: body.share_class_id,
    share_class: className,
    currency,
    price_per_share: formatDecimal(round.price),
    pre_money: formatDecimal(round.pre_money),
    post_money: formatDecimal(round.post_money),
    post_money_divisor: formatDecimal(round.post_money_divisor),
    pre_money_divisor: formatDecimal(round.pre_money_divisor),
    rules: rulesOf(lines, round),
    series: series.map(({ name, price, shares, isNew, body: { authorized_shares } }) => ({
      name,
      price_per_share: formatDecimal(price),
      shares: formatDecimal(shares),
      authorized_shares: String(authorized_shares),
      is_new: isNew,
    })),
    conversions: lines.map((line, index) => conversionOf(writing, line, round.conversions[index]!)),
    issues: body.investors.map(({ shareholder_id }, index) => {
      const { shares, paid, left } = round.issues[index]!;
      return {
        shareholder_id,
        shareholder: nameIn(writing, shareholder_id),
        shares: formatDecimal(shares),
        paid: formatDecimal(paid),
        left: formatDecimal(left),
      };
    }),
    converted_shares: formatDecimal(round.converted_shares),
    new_shares: formatDecimal(round.new_shares),
    new_money: formatDecimal(round.new_money),
    pool: plan && {
      equity_plan_id: plan.id,
      name: plan.name,
      reserved_before: plan.reserved_before,
      reserved_after: plan.reserved_after,
    },
    total_before: before.total,
    total_after: after.total,
    ownership: ownershipOf(before, after),
    charter: {
      needed,
      free: own?.free ?? null,
      short: after.classes.flatMap(({ share_class_id, name, authorized, outstanding, kept, short }) => {
        const needed = formatDecimal(decimal(outstanding) + decimal(kept));
        return short === null ? [] : [{ share_class_id, share_class: name, authorized, needed, short }];
      }),
      refusal: null,
    },
    price_warnings: writing.priceWarnings,
  };
}

/** Of the class of the round: what series issue is authorized with them. */
export const neededOfClass = ({ round, series }: RoundWriting): bigint =>
  series.reduce((sum, { shares }) => sum - shares, round.converted_shares + round.new_shares);

const nameIn = ({ slice }: RoundWriting, id: string) => slice.state.holders.get(id)!.name;

function rulesOf(lines: readonly ConvertibleLine[], round: PricedRound): string[] {
  const { post_money, pre_money } = divisorsInWords(round);
  const has = (isPostMoney: boolean) =>
    lines.some(({ terms }) => terms.cap !== null && terms.isPostMoney === isPostMoney);
  return [...(has(true) ? [post_money] : []), ...(has(false) ? [pre_money] : [])];
}

function conversionOf(
  writing: RoundWriting,
  { open, invested, interest, formula, mfn }: ConvertibleLine,
  made: PricedRound['conversions'][number],
): Preview['conversions'][number] {
  return {
    id: open.source.row.security_id,
    convertible_number: open.number,
    kind: open.source.row.security_type ?? 'CONVERTIBLE_SECURITY',
    shareholder_id: open.holder,
    shareholder: nameIn(writing, open.holder),
    invested: formatDecimal(invested),
    interest: formatDecimal(interest),
    price_by_cap: shownDecimal(made.price_by_cap),
    price_by_discount: shownDecimal(made.price_by_discount),
    binding: made.binding,
    price: formatDecimal(made.price),
    shares: formatDecimal(made.shares),
    cash: formatDecimal(made.cash),
    share_class: writing.series.find(({ price }) => price === made.price)?.name ?? writing.className,
    mfn,
    formula: [...formula, ...made.formula],
  };
}

/** Every holder in either table, in the order of the later one. */
function ownershipOf(before: CapTable, after: CapTable): Preview['ownership'] {
  const earlier = new Map(before.rows.map((row) => [row.shareholder_id, row]));
  return after.rows
    .filter(({ total }) => total !== '0')
    .map(({ shareholder_id, name, total, percent }) => {
      const row = earlier.get(shareholder_id);
      const was = { before: row?.total ?? '0', percent_before: row?.percent ?? '0.0000' };
      return { shareholder_id, name, ...was, after: total, percent_after: percent };
    });
}
