// Consolidates several certificates of one holder and class, chosen in the list or on the page of one of them.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useGetList } from 'react-admin';
import { useController } from 'react-hook-form';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Certificate } from '#src/resources/certificates.ts';
import { messageOf } from '#src/admin/kit/form/ErrorSummary.tsx';
import { errorAriaOf, FieldMessage } from '#src/admin/kit/form/FieldShell.tsx';
import { inputId } from '#src/admin/kit/form/inputId.ts';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatDay } from '#src/admin/kit/format.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { nameOf } from './certificateFigures.ts';
import { typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import type { Values } from '#src/admin/kit/verbs/types.ts';
import { viewsOf } from '#src/admin/kit/verbs/viewsOf.ts';

const MOST = 200;
const name = 'certificate_ids';
const legend = say`Together with`;
const chosenOf = (values: Values): string[] => (Array.isArray(values[name]) ? (values[name] as string[]) : []);

/** The other open certificates of the same holding. */
function useOthers(record: Certificate) {
  const { shareholder_id, share_class_id } = record;
  const answer = useGetList<Certificate>(
    'certificates',
    {
      filter: { shareholder_id, share_class_id, status: 'active' },
      pagination: { page: 1, perPage: MOST },
      sort: { field: 'issue_date', order: 'ASC' },
    },
    { retry: false },
  );
  return { ...answer, data: answer.data?.filter(({ id }) => id !== record.id) };
}

function Others({ record }: { record: Certificate }) {
  const { field, fieldState } = useController({ name, defaultValue: [] });
  const problem = fieldState.error ? messageOf(fieldState.error) : null;
  const { data, error, isPending, refetch } = useOthers(record);
  const chosen = new Set(chosenOf({ [name]: field.value }));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    field.onChange([...next]);
  };
  if (error) return <Failed what={say`The other certificates`} error={error} retry={() => void refetch()} />;
  if (isPending || !data) return <Loading />;
  if (data.length === 0)
    return (
      <p className="mut">
        {sayAround`${record.shareholder} has no other active certificate of ${record.share_class}.`}
      </p>
    );
  return (
    <fieldset className={problem ? 'field bad boxes' : 'field boxes'}>
      <legend>{legend}</legend>
      <div className="choices">
        {data.map((each, index) => (
          <label key={each.id} className="box-choice">
            <input
              type="checkbox"
              id={index === 0 ? inputId(name) : undefined}
              {...(index === 0 ? errorAriaOf(name, problem) : {})}
              checked={chosen.has(each.id)}
              onChange={() => toggle(each.id)}
            />
            <span>
              {nameOf(each)}, {countShares(String(each.quantity))}
              <span className="mut"> · {formatDay(String(each.issue_date))}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldMessage name={name} error={problem} />
    </fieldset>
  );
}

function Joined({ record, values }: { record: Certificate; values: Values }) {
  const { data = [] } = useOthers(record);
  const ids = new Set(chosenOf(values));
  const all = [record, ...data.filter(({ id }) => ids.has(id))];
  const sum = all.reduce((total, each) => total + (typedDecimal(each.quantity) ?? 0n), 0n);
  if (all.length < 2) return null;
  return (
    <div className="preview" aria-live="polite">
      <KeyValues
        items={[
          [say`Close as consolidated`, all.map(nameOf).join(', ')],
          [say`One new certificate, next number`, countShares(formatDecimal(sum))],
          [say`Legends`, say`of all of them`],
        ]}
      />
    </div>
  );
}

export const consolidateVerb = viewsOf<Certificate & { chosen?: readonly string[] }>({
  'certificates.consolidate': {
    Extra: Others,
    extra: { [name]: legend },
    // The certificates chosen in the list are in `chosen`.
    starts: ({ chosen = [] }) => ({ [name]: chosen }),
    check: (values) => (chosenOf(values).length === 0 ? { [name]: say`Choose at least one other certificate.` } : {}),
    Preview: Joined,
    body: (values, record) => ({ date: values.date, [name]: [record.id, ...chosenOf(values)] }),
  },
});
