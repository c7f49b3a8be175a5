// Inputs of a round that no single field declares: the convertibles to convert, and the button for another investor.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useEffect, useId } from 'react';
import { useGetList, useGetOne } from 'react-admin';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { isIsoDate } from '#src/domain/dates.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Convertible } from '#src/resources/convertibles.ts';
import { messageOf } from '#src/admin/kit/form/ErrorSummary.tsx';
import { FieldMessage } from '#src/admin/kit/form/FieldShell.tsx';
import { inputId } from '#src/admin/kit/form/inputId.ts';
import { currencyOr, formatDay, formatMoney, ofHundred, today } from '#src/admin/kit/format.ts';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import { investorCount, MOST_INVESTORS } from './roundForm.ts';
import styles from './convertibles.module.css';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { AddAndRemove } from '#src/admin/kit/form/AddAndRemove.tsx';

/** Maximum convertibles in a round. */
const MOST = 100;

/** All convertibles outstanding at the end of the round's day take part, except those that the user unticks. */
export function ConvertibleBoxes() {
  const { setValue } = useFormContext();
  const values = useWatch();
  const day = isIsoDate(values.date) ? values.date : today();
  const { field, fieldState } = useController({ name: 'left_out', defaultValue: [] });
  const chosen = useController({ name: 'chosen' });
  const { data, total, error, isPending, refetch } = useGetList<Convertible>(
    'convertibles',
    {
      filter: { status: 'outstanding', as_of: day },
      pagination: { page: 1, perPage: MOST },
      sort: { field: 'date', order: 'ASC' },
    },
    { retry: false },
  );
  const currency = useRoundCurrency(values.share_class_id);
  const leftOut = new Set<string>(Array.isArray(field.value) ? (field.value as string[]) : []);
  const taking = data?.filter((each) => !leftOut.has(each.id) && whyNot(each, currency) === null).map(({ id }) => id);
  const text = JSON.stringify(taking);
  useEffect(() => {
    setValue('chosen', text === undefined ? undefined : JSON.parse(text));
  }, [text, setValue]);
  const toggle = (id: string) => {
    const next = new Set(leftOut);
    if (!next.delete(id)) next.add(id);
    field.onChange([...next]);
  };
  if (error) return <Failed what={say`The convertibles`} error={error} retry={() => void refetch()} />;
  if (isPending) return <Loading />;
  const fault = chosen.fieldState.error ?? fieldState.error;
  const problem = fault ? messageOf(fault) : null;
  return (
    <fieldset
      className={problem ? 'field bad boxes' : 'field boxes'}
      aria-describedby={problem ? `${inputId('chosen')}-error` : undefined}
    >
      <legend className="vh">{say`Convertibles that take part`}</legend>
      {data.length === 0 && <p className="help">{sayAround`No convertible is outstanding on ${formatDay(day)}.`}</p>}
      {(total ?? 0) > MOST && (
        <p className="help">{sayAround`Only the oldest ${MOST} are listed: a round can convert no more at once.`}</p>
      )}
      {data.length > 0 && (
        <table className={`roomy ${styles.roundLines}`}>
          <TableHead columns={[say`Convertible`, [say`Amount`, 'r'], say`Terms`]} />
          <tbody>
            {data.map((record, index) => (
              <Line
                key={record.id}
                record={record}
                reason={whyNot(record, currency)}
                inputId={index === 0 ? inputId('chosen') : undefined}
                isChecked={!leftOut.has(record.id)}
                toggle={() => toggle(record.id)}
              />
            ))}
          </tbody>
        </table>
      )}
      <FieldMessage name="chosen" error={problem} />
    </fieldset>
  );
}

interface LineProps {
  record: Convertible;
  /** Why it cannot take part; null where it can. */
  reason: string | null;
  inputId: string | undefined;
  isChecked: boolean;
  toggle: () => void;
}

function Line({ record, reason, inputId: id, isChecked, toggle }: LineProps) {
  const reasonId = useId();
  const interest = formatMoney(record.accrued_interest ?? '0', record.currency);
  return (
    <tr>
      <td>
        <label className="box-choice">
          <input
            type="checkbox"
            aria-label={`${record.convertible_number}, ${record.shareholder}`}
            aria-describedby={reason === null ? undefined : reasonId}
            id={id}
            disabled={reason !== null}
            checked={isChecked && reason === null}
            onChange={toggle}
          />
          <span>
            <span className={styles.whole}>{record.convertible_number}</span>
            <small>{record.shareholder}</small>
          </span>
        </label>
      </td>
      <td className="r">
        {formatMoney(record.amount, record.currency)}
        {hasInterest(record) && (
          <small>
            {isPaidInCash(record) ? say`${interest} interest, paid in cash` : say`and ${interest} interest`}
          </small>
        )}
      </td>
      <td>
        {reason === null ? (
          termsOf(record)
        ) : (
          <span id={reasonId} className="mut">
            {reason}
          </span>
        )}
      </td>
    </tr>
  );
}

/** The currency of the class, in which the round's shares are priced. */
function useRoundCurrency(classId: unknown): string {
  const id = typeof classId === 'string' ? classId : '';
  const { data } = useGetOne<Convertible>('share-classes', { id }, { enabled: id !== '', retry: false });
  return currencyOr(data?.currency);
}

/** The same rule as the server's refusal. */
function whyNot({ converts_by, currency }: Convertible, own: string): string | null {
  if (converts_by === 'NONE') return say`It has no conversion right: cancel it and issue the shares instead.`;
  if (converts_by === 'OTHER') return say`It has its own conversion terms: convert it separately.`;
  if (currencyOr(currency) === own) return null;
  return say`It is in ${currencyOr(currency)} and the round in ${own}: convert it separately.`;
}

const isPaidInCash = ({ interest_payout }: Convertible) => interest_payout === 'CASH';
const hasInterest = ({ accrued_interest }: Convertible) => (typedDecimal(accrued_interest) ?? 0n) > 0n;

const capWords = (cap: string, isPostMoney: boolean) =>
  isPostMoney ? say`${cap} post-money cap` : say`${cap} pre-money cap`;

function termsOf({ valuation_cap, cap_basis, discount, mfn, currency }: Convertible): string {
  const cap = typedDecimal(valuation_cap);
  const off = typedDecimal(discount) ?? 0n;
  const parts = [
    ...(cap === null ? [] : [capWords(formatMoney(formatDecimal(cap), currency), cap_basis === 'POST_MONEY')]),
    ...(off > 0n ? [say`${ofHundred(String(discount))}% discount`] : []),
    ...(mfn === true ? [say`most favoured nation`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : say`Price of the round`;
}

export function InvestorButtons() {
  const count = investorCount(useWatch());
  return <AddAndRemove noun="investor" count={count} mayAdd={count < MOST_INVESTORS} beside={['amount']} />;
}
