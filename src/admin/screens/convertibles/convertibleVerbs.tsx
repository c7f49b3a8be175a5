// Converts, cancels or repays a SAFE or note. The calculation is shown, and the user accepts or corrects its result.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { money, shares } from '#src/resources/kit/fields.ts';
import { useEffect, useRef } from 'react';
import { useGetList } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { exactly } from '#src/domain/figures/exactly.ts';
import { conversionArithmetic, proposedDivisor } from '#src/domain/round/convertibleTerms.ts';
import { isIsoDate } from '#src/domain/dates.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import { accruedTo, convertingInterest } from '#src/domain/round/interest.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { ShownConvertible } from '#src/contract/recordPages.ts';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatMoney, ofHundred, today, withDays } from '#src/admin/kit/format.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { CharterRoomOf } from '../shared/CharterRoom.tsx';
import { Loading, sentenceOf } from '#src/admin/kit/parts/states.tsx';
import { useRead } from '#src/admin/session/useRead.ts';
import { useWholeRecord } from '#src/admin/session/useWholeRecord.ts';
import { amountOf, left, typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import { convertibleVerbs as verbs } from '#src/resources/verbs/convertibles.ts';
import type { Values } from '#src/admin/kit/verbs/types.ts';
import { viewsOf } from '#src/admin/kit/verbs/viewsOf.ts';

const inMoney = (record: ShownConvertible, value: unknown) => formatMoney(String(value ?? '0'), record.currency);
/** The amount with interest, the price by cap and by discount, and the resulting shares, which one click fills in. */
function Arithmetic({ record, values }: { record: ShownConvertible; values: Values }) {
  const { record: whole, isLoading } = useWholeRecord('convertibles', record.id);
  const { lines, result } = arithmeticOf(whole ?? record, values);
  const { setValue } = useFormContext();
  useDivisor(whole ?? record, values);
  const [quantity, price] = [typedDecimal(values.quantity), typedDecimal(values.price_per_share)];
  return (
    <div className="preview" aria-live="polite">
      <KeyValues
        items={[
          [say`Invested`, inMoney(record, record.amount)],
          ...termsOf(record),
          [
            say`Value at the price you entered`,
            quantity === null || price === null ? '–' : inMoney(record, amountOf(quantity, price)),
          ],
        ]}
      />
      {isLoading && <Loading />}
      {(isLoading ? [] : lines).map((line) => (
        <p key={line} className="small mut">
          {withDays(line)}
        </p>
      ))}
      {!isLoading && result && (
        <button
          type="button"
          className="btn sm"
          onClick={() => {
            setValue('quantity', formatDecimal(result.shares), { shouldDirty: true });
            setValue('price_per_share', formatDecimal(result.price), { shouldDirty: true });
          }}
        >
          {sayAround`Use ${countShares(formatDecimal(result.shares))} at ${formatMoney(formatDecimal(result.price), record.currency)}`}
        </button>
      )}
      <CharterRoomOf id={values.share_class_id} change={{ issued: quantity ?? 0n }} />
    </div>
  );
}

interface Arithmetics {
  /** One line for each step, or the sentence that says what is missing. */
  lines: string[];
  result: { shares: bigint; price: bigint } | null;
}

type Converting = Pick<ShownConvertible, 'amount' | 'valuation_cap' | 'discount' | 'mechanism'>;

export function arithmeticOf(record: Converting, values: Values): Arithmetics {
  const principal = typedDecimal(record.amount);
  if (principal === null) return { lines: [], result: null };
  const interest = record.mechanism ? convertingInterest(record.mechanism as OcfObject) : null;
  const day = isIsoDate(values.date) ? values.date : today();
  const accrued = interest && accruedTo(principal, interest, day);
  const before = accrued?.formula ?? [];
  const [cap, capitalization] = [typedDecimal(record.valuation_cap), typedDecimal(values.capitalization)];
  const isCapped = cap !== null && capitalization !== null;
  const [round_price, discount] = [typedDecimal(values.round_price), typedDecimal(record.discount)];
  if (!isCapped && round_price === null) {
    const missing =
      cap === null
        ? say`Enter the price of the round to see the shares.`
        : say`Enter the price of the round, and the number of shares the cap is divided by, to see the shares.`;
    return { lines: [...before, missing], result: null };
  }
  try {
    const {
      formula,
      shares: made,
      price,
    } = conversionArithmetic({
      amount: exactly(accrued?.amount ?? principal),
      cap: isCapped ? exactly(cap) : null,
      capitalization: isCapped ? capitalization : null,
      discount: discount === null ? null : exactly(discount),
      round_price,
    });
    return { lines: [...before, ...formula], result: made > 0n ? { shares: made, price } : null };
  } catch (error) {
    return { lines: [sentenceOf(error)], result: null };
  }
}

/** Suggests the cap's divisor from the cap table of the day before the round, unless the user typed another. */
function useDivisor(record: ShownConvertible, values: Values) {
  const { setValue } = useFormContext();
  const day = isIsoDate(values.date) ? values.date : today();
  const isAsked = Boolean(record.valuation_cap);
  const table = useRead<{ total: string | null }>(isAsked ? `/api/cap-table/?basis=fully_diluted&as_of=${day}` : null);
  const { data: all } = useGetList<ShownConvertible>(
    'convertibles',
    {
      filter: { status: 'outstanding' },
      pagination: { page: 1, perPage: 100 },
      sort: { field: 'date', order: 'ASC' },
    },
    { enabled: isAsked, retry: false },
  );
  const total = typedDecimal(table.data?.total);
  const capped = (all ?? []).flatMap((each) => {
    const [amount, cap] = [typedDecimal(each.amount), typedDecimal(each.valuation_cap)];
    // Interest paid in cash does not convert.
    const earned = each.interest_payout === 'CASH' ? 0n : (typedDecimal(each.accrued_interest ?? '0') ?? 0n);
    if (amount === null || cap === null) return [];
    return [{ amount: amount + earned, cap, isPostMoney: each.cap_basis === 'POST_MONEY' }];
  });
  const proposed = total === null || !all ? null : proposedDivisor(total, record.cap_basis === 'POST_MONEY', capped);
  const text = proposed === null ? null : formatDecimal(proposed);
  const written = useRef<string | null>(null);
  const current = values.capitalization;
  useEffect(() => {
    const isOurs = current === undefined || current === '' || current === written.current;
    if (text === null || text === written.current || !isOurs) return;
    written.current = text;
    setValue('capitalization', text);
  }, [text, current, setValue]);
}

function termsOf(record: ShownConvertible): [string, string][] {
  const { valuation_cap: cap, discount } = record;
  return [
    ...(cap ? [[say`Valuation cap`, inMoney(record, cap)] as [string, string]] : []),
    ...(discount ? [[say`Discount`, `${figures(ofHundred(String(discount)))}%`] as [string, string]] : []),
  ];
}

function Rest({ record, values }: { record: ShownConvertible; values: Values }) {
  const amount = typedDecimal(values.amount || record.amount);
  const rest = amount === null ? null : left(record.amount, amount);
  return (
    <div className="preview" aria-live="polite">
      {rest === null ? (
        <p className="err">{sayAround`More than its ${inMoney(record, record.amount)}.`}</p>
      ) : (
        <KeyValues
          items={[
            [say`Remains`, rest === '0' ? say`nothing` : say`${inMoney(record, rest)}, as a new one on the same terms`],
          ]}
        />
      )}
    </div>
  );
}

export const convertibleVerbs = viewsOf<ShownConvertible>({
  'convertibles.convert': {
    // Two inputs are used only for the calculation, and are not sent.
    fields: (record) => ({
      round_price: money({
        scale: 10,
        label: say`Price of the round`,
        help: say`Used only for the calculation below.`,
      }),
      ...(record.valuation_cap
        ? {
            capitalization: shares({
              label: say`Shares the cap is divided by`,
              help: say`Suggested from the cap table: the fully diluted shares plus, for a post-money cap, all that converts at such a cap. Correct it if the agreement says otherwise.`,
            }),
          }
        : {}),
      ...verbs.convert.fields,
    }),
    Preview: Arithmetic,
    body: ({ round_price: _price, capitalization: _shares, ...values }) => values,
  },
  'convertibles.cancel': { Preview: Rest },
});
