// Beside the form: what each holder would receive under the terms as they are typed.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import { isIsoDate } from '#src/domain/dates.ts';
import { HttpError } from '#src/httpClient.ts';
import type { DistributionDraft } from '#src/contract/distributions/distributionPreview.ts';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import { formatDay, formatMoney, plural, withDays } from '#src/admin/kit/format.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { sentenceOf } from '#src/admin/kit/parts/states.tsx';
import { useMediaQuery } from '#src/admin/kit/parts/useMediaQuery.ts';
import { PhoneLines } from './DistributionLines.tsx';
import { useClasses } from './useClasses.ts';
import { OrderList } from './DistributionOrder.tsx';
import { ClassBars, Warnings } from './DistributionSums.tsx';
import { useDraftPreview } from './useDraftPreview.ts';

const FIRST_LINES = 5;

/** In: the body that saving would send. */
export function DraftPreview({ values, body }: { values: Values; body: Values }) {
  const lacking = missing(body);
  const { data, error, isCurrent } = useDraftPreview(lacking === null ? body : null);
  // While a day is being typed, the form has what is no day yet.
  const day = isIsoDate(values.record_date) ? values.record_date : null;
  return (
    <section
      className="card prev"
      aria-live="polite"
      aria-busy={lacking === null && !isCurrent}
      aria-label={say`Who gets what`}
    >
      <div className="sect">
        <h2>{say`Who gets what`}</h2>
        <p className="small mut">
          {sayAround`Holders of shares at the end of ${day ? formatDay(day) : say`the record date`} are entitled.`}{' '}
          {lacking ?? (isCurrent ? say`Live preview. Nothing is saved yet.` : say`Calculating…`)}
        </p>
      </div>
      {lacking === null && isCurrent && error && (
        <p className="sect t13 err" role="alert">
          {reasonOf(error)}
        </p>
      )}
      {lacking === null && data && !(error && isCurrent) && <Answer draft={data} />}
    </section>
  );
}

function missing(body: Values): string | null {
  if (!body.amount_per_share && !body.total_amount) return say`Enter the amount to see each line.`;
  if (!Array.isArray(body.share_class_ids) || body.share_class_ids.length === 0)
    return say`Choose the share classes to see each line.`;
  if (!body.record_date || !body.payment_date) return say`Enter the dates to see each line.`;
  return null;
}

function reasonOf(error: unknown): string {
  const fields = error instanceof HttpError ? Object.values(error.body.errors ?? {}) : [];
  return fields.length > 0 ? withDays([...new Set(fields)].join(' ')) : sentenceOf(error);
}

function Answer({ draft }: { draft: DistributionDraft }) {
  const { nameOf: className } = useClasses();
  const money = (amount: string) => formatMoney(amount, draft.currency);
  const { lines, payments, not_paid } = draft.counts;
  // On a narrow screen the preview is above the form's button, which many lines would push far down.
  const isNarrow = useMediaQuery('(max-width: 74.9375em)');
  const [isWhole, setWhole] = useState(false);
  const rows = isNarrow && !isWhole ? draft.rows.slice(0, FIRST_LINES) : draft.rows;
  return (
    <>
      <Warnings warnings={draft.warnings} without_country={draft.without_country} />
      <div className="sect">
        <KeyValues
          items={[
            [say`Gross`, money(draft.total_gross)],
            ...(Number(draft.total_tax) > 0 ? ([[say`Withheld`, money(draft.total_tax)]] as [string, string][]) : []),
            [say`Net, ${plural(payments, say`payment`, say`payments`)}`, money(draft.total_net)],
            ...(not_paid > 0 ? ([[say`Lines that pay nothing`, String(not_paid)]] as [string, string][]) : []),
            [say`Rounding difference`, money(draft.rounding_difference)],
          ]}
        />
      </div>
      {draft.steps.some(({ kind }) => kind !== 'rest') && (
        <div className="sect">
          <h3>{say`Who comes first`}</h3>
          <OrderList steps={draft.steps} />
        </div>
      )}
      {draft.by_class.length > 1 && (
        <div className="sect">
          <h3>{say`By class`}</h3>
          <ClassBars draft={draft} />
        </div>
      )}
      <PhoneLines preview={{ ...draft, rows }} className={className} />
      {isNarrow && draft.rows.length > FIRST_LINES && (
        <p className="sect">
          <button type="button" className="btn" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {sayAround`Show ${isWhole ? say`the first` : say`all`} ${plural(isWhole ? FIRST_LINES : draft.rows.length, say`line`, say`lines`)}`}
          </button>
        </p>
      )}
      {lines > draft.rows.length && (
        <p className="sect small mut">{sayAround`And ${plural(lines - draft.rows.length, say`more line`, say`more lines`)}.`}</p>
      )}
    </>
  );
}
