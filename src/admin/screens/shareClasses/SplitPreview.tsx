// The effect of a split in parts: holders first, with the cash for fractions, then everything else that changes.
import { inSentence } from '#src/words/inSentence.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useGetMany } from 'react-admin';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { containsLetters } from '#src/domain/letters.ts';
import { priceSourceWord } from '#src/domain/priceSource.ts';
import { formatDay, formatMoney, formatShares, groupDigits, plural } from '#src/admin/kit/format.ts';
import { Unknown } from '#src/admin/kit/parts/Card.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { UnnamedConversions } from '../shared/UnnamedConversions.tsx';
import type { SplitAnswer, SplitHeld, SplitRight } from '#src/contract/split.ts';
import styles from './shareClasses.module.css';

/** Rows drawn at a time: the search box above the table finds the others. */
const SHOWN = 100;

interface Row {
  key: string;
  /** The text that the search matches. */
  name: string;
  cells: ReactNode[];
}
interface Part {
  title: string;
  columns: string[];
  /** Columns of text before the figures start. */
  words: number;
  rows: Row[];
  foot?: ReactNode[];
}

export function SplitPreview({ answer, currency }: { answer: SplitAnswer; currency: unknown }) {
  const parts = [
    holders(answer, currency),
    held(say`Certificates`, answer.certificates),
    rights(say`Grants`, answer.grants, currency),
    rights(say`Warrants`, answer.warrants, currency),
    useRest(answer, currency),
  ].filter(({ rows }) => rows.length > 0);
  const [chosen, setChosen] = useState(0);
  const part = parts[chosen] ?? parts[0];
  const unnamed = (
    <UnnamedConversions names={answer.unnamed_conversions} follows={say`this split leaves the ratio as it is`} />
  );
  if (!part)
    return (
      <>
        <p className="mut">{say`Nobody holds anything of this class on that day. Only the split itself will be recorded.`}</p>
        {unnamed}
      </>
    );
  return (
    <>
      <p className={styles.splitSum}>{inWords(answer, currency)}</p>
      {unnamed}
      <fieldset className="seg fit" aria-label={say`What changes`}>
        {parts.map(({ title, rows }, index) => (
          <button key={title} type="button" aria-pressed={part.title === title} onClick={() => setChosen(index)}>
            {title} {groupDigits(rows.length)}
          </button>
        ))}
      </fieldset>
      <PartTable key={part.title} part={part} />
    </>
  );
}

function inWords(
  { holders: all, total_cash_in_lieu, price: before, price_after }: SplitAnswer,
  currency: unknown,
): string {
  const fractions = all.filter(({ cash_in_lieu }) => cash_in_lieu === null || /[1-9]/.test(cash_in_lieu)).length;
  const cash =
    total_cash_in_lieu === null
      ? say`${groupDigits(fractions)} of them ${fractions === 1 ? say`has` : say`have`} a fraction of a share. Enter a price to see the cash for it.`
      : /[1-9]/.test(total_cash_in_lieu)
        ? say`${formatMoney(total_cash_in_lieu, currency)} of cash in lieu of fractions, to ${groupDigits(fractions)} of them.`
        : say`No fractions are left over.`;
  const from =
    before && before.source !== 'entered'
      ? say` (${formatMoney(before.per_share, currency)} before: ${inSentence(priceSourceWord(before.source))}${before.on === null ? '' : say` of ${formatDay(before.on)}`})`
      : '';
  const price = price_after === null ? '' : say` A share is then worth ${formatMoney(price_after, currency)}${from}.`;
  return `${plural(all.length, say`holder`, say`holders`)}. ${cash}${price}`;
}

const sum = (values: string[]) =>
  formatShares(formatDecimal(values.reduce((total, value) => total + (parseDecimal(value) ?? 0n), 0n)));
const money = (value: string | null, currency: unknown, why?: string) =>
  value === null ? <Unknown why={why} /> : formatMoney(value, currency);

function holders({ holders: all, total_cash_in_lieu }: SplitAnswer, currency: unknown): Part {
  const why = say`A fraction of a share is left over and no price is known.`;
  return {
    title: say`Holders`,
    columns: [say`Holder`, say`Before`, say`After`, say`Cash in lieu`],
    words: 1,
    rows: all
      .toSorted((a, b) => a.shareholder.localeCompare(b.shareholder))
      .map((each) => ({
        key: each.shareholder_id,
        name: each.shareholder,
        cells: [
          each.shareholder,
          formatShares(each.before),
          formatShares(each.after),
          money(each.cash_in_lieu, currency, why),
        ],
      })),
    foot: [
      say`All holders`,
      sum(all.map(({ before }) => before)),
      sum(all.map(({ after }) => after)),
      money(total_cash_in_lieu, currency, why),
    ],
  };
}

const heldRow = (each: SplitHeld): Row => ({
  key: each.id,
  name: `${each.number} ${each.new_number ?? ''} ${each.shareholder}`,
  cells: [
    each.number,
    each.new_number ?? say`none`,
    each.shareholder,
    formatShares(each.before),
    formatShares(each.after),
  ],
});

function held(title: string, all: SplitHeld[]): Part {
  return {
    title,
    columns: [say`Number`, say`Becomes`, say`Holder`, say`Before`, say`After`],
    words: 3,
    rows: all.map(heldRow),
    foot: [say`All`, '', '', sum(all.map(({ before }) => before)), sum(all.map(({ after }) => after))],
  };
}

function rights(title: string, all: SplitRight[], currency: unknown): Part {
  const part = held(title, all);
  return {
    ...part,
    columns: [...part.columns, say`Strike before`, say`Strike after`],
    rows: all.map((each) => {
      const row = heldRow(each);
      return { ...row, cells: [...row.cells, money(each.price_before, currency), money(each.price_after, currency)] };
    }),
    foot: [...part.foot!, '', ''],
  };
}

function useNames(resource: string, ids: string[]): Map<string, string> {
  const { data = [] } = useGetMany<{ id: string; name: string }>(
    resource,
    { ids },
    { enabled: ids.length > 0, retry: false },
  );
  return new Map(data.map((record) => [record.id, record.name]));
}

function useRest(
  { authorized, par_value, original_issue_price, plans, conversions }: SplitAnswer,
  currency: unknown,
): Part {
  const planNames = useNames('equity-plans', [...new Set(plans.map(({ equity_plan_id }) => equity_plan_id))]);
  const classIds = conversions.flatMap((each) => [each.share_class_id, each.to_share_class_id ?? []].flat());
  const classNames = useNames('share-classes', [...new Set(classIds)]);
  const className = (id: string) => classNames.get(id) ?? '…';
  const row = (name: string, before: string, after: string): Row => ({ key: name, name, cells: [name, before, after] });
  return {
    title: say`Class and plans`,
    columns: [say`What`, say`Before`, say`After`],
    words: 1,
    rows: [
      ...(authorized
        ? [row(say`Authorized shares`, formatShares(authorized.before), formatShares(authorized.after))]
        : []),
      ...(par_value
        ? [row(say`Par value`, formatMoney(par_value.before, currency), formatMoney(par_value.after, currency))]
        : []),
      ...(original_issue_price
        ? [
            row(
              say`Original issue price`,
              formatMoney(original_issue_price.before, currency),
              formatMoney(original_issue_price.after, currency),
            ),
          ]
        : []),
      ...plans.map(({ equity_plan_id, before, after }) =>
        row(say`Reserved, ${planNames.get(equity_plan_id) ?? '…'}`, formatShares(before), formatShares(after)),
      ),
      ...conversions.map(({ share_class_id, to_share_class_id, before, after }) =>
        row(
          say`${className(share_class_id)} into ${to_share_class_id ? className(to_share_class_id) : say`common`}`,
          before,
          after,
        ),
      ),
    ],
  };
}

function PartTable({ part }: { part: Part }) {
  const [asked, setAsked] = useState('');
  const [most, setMost] = useState(SHOWN);
  const found = part.rows.filter(({ name }) => containsLetters(name, asked.trim()));
  const drawn = found.slice(0, most);
  const side = (index: number) => (index < part.words ? undefined : 'r');
  return (
    <>
      {part.rows.length > 10 && (
        <input
          type="search"
          className={`input ${styles.splitFind}`}
          aria-label={say`Find in ${inSentence(part.title)}`}
          placeholder={say`Find a name or number`}
          value={asked}
          onChange={(event) => setAsked(event.target.value)}
          // Enter here would submit the surrounding form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <ScrollBox className={`scroll ${styles.splitTable}`} label={say`${part.title}, table`}>
        <table className="dense">
          <thead>
            <tr>
              {part.columns.map((title, index) => (
                <th key={title} scope="col" className={side(index)}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, index) => (
                  <td key={part.columns[index]} className={side(index)}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {part.foot && asked === '' && (
            <tfoot>
              <tr>
                {part.foot.map((cell, index) => (
                  <td key={part.columns[index]} className={side(index)}>
                    {cell}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </ScrollBox>
      {found.length === 0 && <p className="small mut">{say`No matches.`}</p>}
      {found.length > drawn.length && (
        <button type="button" className="link" onClick={() => setMost(most + 400)}>
          {sayAround`Show more: ${groupDigits(drawn.length)} of ${groupDigits(found.length)} are shown`}
        </button>
      )}
    </>
  );
}
