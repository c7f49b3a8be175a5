// Sums and words of the portfolio. Every figure is an exact decimal in text; nothing is converted between currencies.
import { say } from '#src/words/say.ts';
import type { PortfolioCompany, PortfolioHolding } from '#src/contract/portfolio.ts';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import { sumsByCurrency } from '#src/domain/holdingValue.ts';
import { priceSourceWord } from '#src/domain/priceSource.ts';
import { convertibles } from '#src/resources/convertibles.ts';
import { grants } from '#src/resources/grants.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import { formatDay, formatMoney, plural } from '#src/admin/kit/format.ts';

/** The value of all companies together, one sum per currency; the currency of the first company comes first. */
export const totalsOf = (companies: readonly PortfolioCompany[]) =>
  sumsByCurrency(
    companies.flatMap(({ values }) => values),
    companies[0]?.currency ?? null,
  );

/** What all companies paid, this year or ever, one sum per currency. */
export const paidOf = (companies: readonly PortfolioCompany[], when: 'this_year' | 'total') =>
  sumsByCurrency(
    companies.flatMap(({ paid }) => paid.map((each) => ({ currency: each.currency, value: each[when] }))),
    companies[0]?.currency ?? null,
  );

export const resourceOf = ({ kind }: Pick<PortfolioHolding, 'kind'>): string => `${kind}s`;

/** "Option (ISO), Common", "SAFE", "Warrant, Common". */
export function kindWords({ kind, security_type, share_class }: PortfolioHolding): string {
  const { compensation_type } = grants.fields;
  const field = kind === 'grant' ? compensation_type : kind === 'convertible' ? convertibles.fields.kind : null;
  const word = field ? wordOf(field, String(security_type)) : kind === 'warrant' ? say`Warrant` : null;
  return [word, share_class].filter((part) => part !== null).join(', ');
}

/** "Valuation of 3 Mar 2026". */
export function priceSource({ price_source, is_issue_price, price_date }: PortfolioHolding): string {
  const source = is_issue_price ? say`Your issue price` : priceSourceWord(price_source ?? 'last_round');
  return price_date ? `${source}, ${formatDay(price_date)}` : source;
}

/** What the sum leaves out, in words; null when it leaves out nothing. */
export function leftOut(holdings: readonly PortfolioHolding[]): string | null {
  const count = (of: (holding: PortfolioHolding) => boolean) => holdings.filter(of).length;
  const unpriced = count(({ kind, value }) => value === null && kind !== 'convertible' && kind !== 'warrant');
  const unvested = count(
    ({ kind, value, quantity, vested }) =>
      kind === 'grant' && value !== null && quantity !== null && vested !== null && decimal(quantity) > decimal(vested),
  );
  const parts = [
    [unpriced, plural(unpriced, say`holding without a value`, say`holdings without a value`)],
    [unvested, say`what has not vested of ${plural(unvested, say`grant`, say`grants`)}`],
    [
      count(({ kind }) => kind === 'convertible'),
      plural(
        count(({ kind }) => kind === 'convertible'),
        say`convertible`,
        say`convertibles`,
      ),
    ],
    [
      count(({ kind }) => kind === 'warrant'),
      plural(
        count(({ kind }) => kind === 'warrant'),
        say`warrant`,
        say`warrants`,
      ),
    ],
  ] as const;
  const named = parts.flatMap(([number, words]) => (number > 0 ? [words] : []));
  return named.length === 0 ? null : say`Not included: ${listed(named)}.`;
}

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : say`${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;

/** Shares of grants: vested and not. Null when nothing vests. Stock is owned whole, also while it vests. */
export function vestingOf(holdings: readonly PortfolioHolding[]): { vested: string; unvested: string } | null {
  const vesting = holdings.filter(({ quantity, vested }) => quantity !== null && vested !== null);
  if (vesting.length === 0) return null;
  const sum = (of: 'quantity' | 'vested') => vesting.reduce((total, each) => total + decimal(each[of]!), 0n);
  return { vested: formatDecimal(sum('vested')), unvested: formatDecimal(sum('quantity') - sum('vested')) };
}

/** A part of a whole for drawing, as per cent. Floats only draw: the figures beside them are exact. */
export const drawnShare = (part: string, whole: string): number =>
  decimal(whole) === 0n ? 0 : (Number(decimal(part)) / Number(decimal(whole))) * 100;

/** "$1,234.00", or "$1,234.00 and €50.00". */
export const moneyWords = (sums: readonly { currency: string; value: string }[], currency: string): string =>
  sums.length === 0
    ? formatMoney('0.00', currency)
    : listed(sums.map((each) => formatMoney(each.value, each.currency)));
