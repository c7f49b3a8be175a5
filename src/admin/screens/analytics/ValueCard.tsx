// What each class's outstanding shares are worth, with the price, its source and its day.
import { inSentence } from '#src/words/inSentence.ts';
import { say } from '#src/words/say.ts';
import type { ValueAnswer } from '#src/contract/analytics.ts';
import { decimal } from '#src/domain/figures/decimal.ts';
import { priceSourceWord, whyNoPrice } from '#src/domain/priceSource.ts';
import { BarList } from '#src/admin/kit/charts/BarList.tsx';
import { ChartCard } from '#src/admin/kit/charts/ChartCard.tsx';
import type { ChartColumn } from '#src/admin/kit/charts/ChartCard.tsx';
import { classColours } from '../shared/classColours.ts';
import { formatDay, formatMoney, formatShares, plural } from '#src/admin/kit/format.ts';
import { Answered } from './Answered.tsx';
import styles from './analytics.module.css';
import { analyticsPath, definitions, heightOf } from './analyticsRules.ts';
import type { View } from './analyticsRules.ts';
import type { Behind } from './behind.ts';

type Row = ValueAnswer['rows'][number];

const TITLE = say`Value by class`;
const money = (figure: string | null, currency: string | null) =>
  figure === null ? '–' : formatMoney(figure, currency ?? undefined);
const COLUMNS: readonly ChartColumn<Row>[] = [
  { name: say`Class`, raw: ({ name }) => name },
  {
    name: say`Outstanding`,
    align: 'r',
    raw: ({ quantity }) => quantity,
    cell: ({ quantity }) => formatShares(quantity),
  },
  {
    name: say`Price`,
    align: 'r',
    raw: ({ price }) => price ?? '',
    cell: ({ price, currency }) => money(price, currency),
  },
  {
    name: say`Source`,
    raw: ({ price_source }) => (price_source ? priceSourceWord(price_source) : whyNoPrice(price_source)),
  },
  {
    name: say`Of`,
    raw: ({ price_date }) => price_date ?? '',
    cell: ({ price_date }) => price_date && formatDay(price_date),
  },
  {
    name: say`Value`,
    align: 'r',
    raw: ({ value }) => value ?? '',
    cell: ({ value, currency }) => money(value, currency),
  },
  { name: say`Currency`, raw: ({ currency }) => currency ?? '' },
];

export function ValueCard({ view, open }: { view: View; open?: ((behind: Behind) => void) | undefined }) {
  return (
    <Answered<ValueAnswer> title={TITLE} path={analyticsPath('value', { as_of: view.to })}>
      {(answer) => <Value answer={answer} open={open} />}
    </Answered>
  );
}

function Value({ answer, open }: { answer: ValueAnswer; open: ((behind: Behind) => void) | undefined }) {
  const { rows, as_of } = answer;
  const colourOf = classColours(rows);
  const held = rows.filter(({ quantity }) => quantity !== '0');
  return (
    <ChartCard
      title={TITLE}
      answer={held.length > 0 ? sentenceOf(answer) : undefined}
      definition={definitions.value}
      file="value-by-class"
      columns={COLUMNS}
      rows={held}
      empty={say`No shares are outstanding on this day.`}
      chart={
        <BarList
          label={TITLE}
          bars={held.map((row) => ({
            key: row.share_class_id,
            name: (
              <>
                {open ? (
                  <button
                    type="button"
                    className="link"
                    onClick={() =>
                      open({
                        kind: 'figure',
                        as_of,
                        basis: 'outstanding',
                        title: row.name,
                        share_class_id: row.share_class_id,
                      })
                    }
                  >
                    {row.name}
                  </button>
                ) : (
                  row.name
                )}
                <span className={styles.under}>{priceText(row)}</span>
              </>
            ),
            parts: row.value === null ? [] : [{ width: heightOf(row.value), colour: colourOf(row.share_class_id) }],
            shown: row.value === null ? say`No value` : money(row.value, row.currency),
          }))}
        />
      }
    />
  );
}

/** "1,000 at $2.50, valuation of 1 Mar 2024" */
function priceText({ quantity, price, currency, price_source, price_date }: Row): string {
  if (price === null || price_source === null) return `${formatShares(quantity)}. ${whyNoPrice(price_source)}.`;
  const source = `${inSentence(priceSourceWord(price_source))}${price_date ? say` of ${formatDay(price_date)}` : ''}`;
  return say`${formatShares(quantity)} at ${money(price, currency)}, ${source}`;
}

function sentenceOf({ rows, totals, as_of }: ValueAnswer): string {
  const unpriced = rows.filter(({ quantity, value }) => decimal(quantity) > 0n && value === null).length;
  const rest = unpriced > 0 ? say` ${plural(unpriced, say`class has`, say`classes have`)} no price and no value.` : '';
  if (totals.length === 0) return say`No class has a price on ${formatDay(as_of)}.`;
  const sums = totals.map(({ value, currency }) => formatMoney(value, currency)).join(' and ');
  return say`The outstanding shares are worth ${sums} on ${formatDay(as_of)}.${rest}`;
}
