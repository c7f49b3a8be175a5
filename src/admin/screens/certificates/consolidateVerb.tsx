// Several certificates of one holder and class become one: chosen in the list, or beside the one whose page is open.
import { useGetList } from 'react-admin';
import { useController } from 'react-hook-form';
import { formatDecimal } from '../../../domain/figures/decimal.ts';
import { date } from '../../../resources/kit/fields.ts';
import type { AnyRecord } from '../../kit/fieldKinds.tsx';
import { messageOf } from '../../kit/form/ErrorSummary.tsx';
import { errorAriaOf, FieldMessage } from '../../kit/form/FieldShell.tsx';
import { inputId } from '../../kit/form/inputId.ts';
import { formatDay, countShares, plural, today } from '../../kit/format.ts';
import { KeyValues } from '../../kit/parts/Card.tsx';
import { Failed, Loading } from '../../kit/parts/states.tsx';
import { nameOf } from './certificateFigures.ts';
import { typedDecimal } from '../../kit/verbs/figures.ts';
import type { Values, VerbSpec } from '../../kit/verbs/types.ts';

const MOST = 200;
const name = 'certificate_ids';
const legend = 'Together with';
const chosenOf = (values: Values): string[] => (Array.isArray(values[name]) ? (values[name] as string[]) : []);

/** The other open certificates of the same holding. */
function useOthers(record: AnyRecord) {
  const { shareholder_id, share_class_id } = record;
  const answer = useGetList<AnyRecord>(
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

function Others({ record }: { record: AnyRecord }) {
  const { field, fieldState } = useController({ name, defaultValue: [] });
  const problem = fieldState.error ? messageOf(fieldState.error) : null;
  const { data, error, isPending, refetch } = useOthers(record);
  const chosen = new Set(chosenOf({ [name]: field.value }));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    field.onChange([...next]);
  };
  if (error) return <Failed what="The other certificates" error={error} retry={() => void refetch()} />;
  if (isPending || !data) return <Loading />;
  if (data.length === 0)
    return (
      <p className="mut">
        {String(record.shareholder)} has no other active certificate of {String(record.share_class)}.
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

function Joined({ record, values }: { record: AnyRecord; values: Values }) {
  const { data = [] } = useOthers(record);
  const ids = new Set(chosenOf(values));
  const all = [record, ...data.filter(({ id }) => ids.has(id))];
  const sum = all.reduce((total, each) => total + (typedDecimal(each.quantity) ?? 0n), 0n);
  if (all.length < 2) return null;
  return (
    <div className="preview" aria-live="polite">
      <KeyValues
        items={[
          ['Close as consolidated', all.map(nameOf).join(', ')],
          ['One new certificate, next number', countShares(formatDecimal(sum))],
          ['Legends', 'of all of them'],
        ]}
      />
    </div>
  );
}

export const consolidateVerb: Record<string, VerbSpec> = {
  'certificates.consolidate': {
    title: (record) => `Consolidate ${nameOf(record)} with others`,
    text: (record) => (
      <p>
        Certificates of {String(record.share_class)} held by {String(record.shareholder)} become one. The number of
        shares stays the same.
      </p>
    ),
    fields: { date: date({ required: true, label: 'Date', help: 'The day on which it takes effect.' }) },
    Extra: Others,
    extra: { [name]: legend },
    // Those chosen in the list come along in `chosen`.
    defaults: ({ chosen }) => ({ date: today(), [name]: Array.isArray(chosen) ? chosen : [] }),
    check: (values) => (chosenOf(values).length === 0 ? { [name]: 'Choose at least one other certificate.' } : {}),
    Preview: Joined,
    submit: (_, values) => {
      const count = chosenOf(values).length;
      return count === 0 ? 'Consolidate' : `Consolidate ${plural(count + 1, 'certificate')}`;
    },
    body: (values, record) => ({ date: values.date, certificate_ids: [record.id, ...chosenOf(values)] }),
    send: (data, _, body, options) => data.send('POST', '/api/certificates/consolidate', body, options),
    done: (record, values) =>
      `${plural(chosenOf(values).length + 1, 'certificate')} of ${String(record.shareholder)} consolidated`,
  },
};
