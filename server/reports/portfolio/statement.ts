// A holder's statement of holdings at the end of a day, as a sheet: CSV and PDF are made from it.
import type { PortfolioHolding } from '#src/contract/portfolio.ts';
import { priceSourceWord } from '#src/domain/priceSource.ts';
import { whyNoValue } from '#src/domain/whyNoValue.ts';
import { said } from '#src/words/said.ts';
import { say } from '#src/words/say.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import { resourceNamed } from '#src/resources/index.ts';
import type { Sheet, SheetRow } from '#server/paper/sheet.ts';
import { worthOf } from './portfolio.ts';

/** `currency`: the company's; the sum of each currency is a line of its own, and nothing is converted. */
export function statementSheet(holder: string, holdings: readonly PortfolioHolding[], currency: string): Sheet {
  const { values } = worthOf(holdings, currency);
  const sums = values.map((sum): SheetRow => ({
    isStrong: true,
    cells: [say`Value of priced holdings`, '', '', '', '', '', '', '', sum.value, sum.currency],
  }));
  return {
    title: say`Statement of holdings of ${holder}`,
    tab: say`Holdings`,
    columns: [
      { name: say`Holding`, kind: 'text', width: 16 },
      { name: say`Kind`, kind: 'text', width: 22 },
      { name: say`Issued`, kind: 'day', width: 10 },
      { name: say`Quantity or amount`, kind: 'number', width: 14 },
      { name: say`Vested`, kind: 'number', width: 12 },
      { name: say`Exercise price`, kind: 'number', places: 2, width: 10 },
      { name: say`Price`, kind: 'number', places: 2, width: 10 },
      { name: say`Source of the price`, kind: 'text', width: 22 },
      { name: say`Value`, kind: 'number', places: 2, width: 14 },
      { name: say`Currency`, kind: 'text', width: 8 },
    ],
    rows: [...holdings.map(lineOf), ...sums],
  };
}

const lineOf = (holding: PortfolioHolding): SheetRow => ({
  cells: [
    holding.label,
    kindOf(holding),
    holding.date ?? '',
    holding.amount ?? holding.quantity ?? '',
    holding.vested ?? '',
    holding.strike ?? '',
    holding.price ?? '',
    sourceOf(holding),
    holding.value ?? '',
    holding.currency ?? '',
  ],
});

function kindOf({ kind, security_type, share_class }: PortfolioHolding): string {
  const field = { grant: 'compensation_type', convertible: 'kind' }[kind as string];
  const word = field
    ? wordOf(resourceNamed(`${kind}s`).fields[field], String(security_type))
    : kind === 'warrant'
      ? say`Warrant`
      : say`Certificate`;
  return [word, share_class].filter((part) => part !== null).join(', ');
}

/** Where there is no price, why there is no value. */
function sourceOf(holding: PortfolioHolding): string {
  const { price, price_source, is_issue_price, price_date } = holding;
  if (price === null || price_source === null) return said(whyNoValue(holding) ?? '');
  const source = said(priceSourceWord(is_issue_price ? 'issue' : price_source));
  return price_date ? `${source}, ${price_date}` : source;
}
