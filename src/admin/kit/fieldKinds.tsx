// The React half of the field kinds: how each reads in a column and in a fact (form/FieldInput.tsx edits it). A kind that is
// missing here does not compile.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { headNamed } from '#src/resources/heads/headNamed.ts';
import { hasPages } from '#src/resources/kit/recordState.ts';
import type { ReactNode } from 'react';
import { shownEmail } from '#src/domain/shownEmail.ts';
import { readUser } from '#src/auth/session.ts';
import { dayOfMidnight } from '#src/domain/dates.ts';
import { exceptionOf, wordOf } from '#src/resources/kit/defineResource.ts';
import { decimal, parseDecimal, toFixed } from '#src/domain/figures/decimal.ts';
import type { Field, FieldKind, TextField } from '#src/resources/kit/fields.ts';
import { formatFileSize } from './fileSize.ts';
import { ofHundred, formatDay, formatCompanyDay, formatMoney, formatShares, shortId, withDays } from './format.ts';
import { Unknown } from './parts/Card.tsx';
import { Instant } from './parts/Instant.tsx';
import { StatusChip, ToneChip } from './parts/ToneChip.tsx';
import { RecordLink, ReferenceName } from './parts/ReferenceName.tsx';

export type AnyRecord = Record<string, unknown> & { id: string };

export interface ValueProps {
  name: string;
  field: Field;
  record: AnyRecord;
}

interface KindView {
  /** In a cell of a list: short. */
  Column: (props: ValueProps) => ReactNode;
  /** Beside its label on a detail page. */
  Field: (props: ValueProps) => ReactNode;
}

const valueOf = ({ record, name }: ValueProps) => record[name];
const isNone = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === '';

/** The reader's own actions show "You", as in the histories that the server writes. */
export const isReader = (account: unknown): boolean => Boolean(account) && account === readUser()?.id;

/** One way to show a value in cells and facts alike. */
function same(
  show: (value: string | number, props: ValueProps) => ReactNode,
  none: (field: Field) => ReactNode = () => <Unknown />,
): KindView {
  const View = (props: ValueProps) => {
    const value = valueOf(props);
    return isNone(value) ? none(props.field) : show(value as string | number, props);
  };
  return { Column: View, Field: View };
}

/** The status of a record, on any page. */
export function RecordStatus({ field, record }: { field: Field; record: AnyRecord }) {
  const except = exceptionOf(field, record);
  if (except) return <ToneChip tone={except.tone}>{except.label}</ToneChip>;
  return <StatusChip field={field} value={String(record.status)} />;
}

const chosen = (props: ValueProps) => {
  const value = valueOf(props);
  if (isNone(value)) return <Unknown />;
  const { field, name } = props;
  if (field.kind === 'choice' && field.says) return field.says(props.record, formatCompanyDay);
  if (name === 'status') return <RecordStatus field={field} record={props.record} />;
  const isChip = field.kind === 'status' || (field.kind === 'choice' && field.tones);
  return isChip ? <StatusChip field={field} value={String(value)} /> : wordOf(field, String(value));
};

const yesOrNo = (props: ValueProps) => {
  const value = valueOf(props);
  if (isNone(value)) return <Unknown />;
  const words = (props.field.kind === 'boolean' && props.field.words) || ([say`Yes`, say`No`] as const);
  return <ToneChip tone={value ? 'success' : 'neutral'}>{value ? words[0] : words[1]}</ToneChip>;
};

const reference = (props: ValueProps) => {
  const value = valueOf(props);
  const { field, record } = props;
  if (isNone(value) || field.kind !== 'reference') return <Unknown why={say`None`} />;
  const shown = field.shows ? record[field.shows] : undefined;
  if (typeof shown !== 'string' || shown === '') return <ReferenceName to={field.to} id={String(value)} />;
  return !hasPages(headNamed(field.to)) ? (
    shown
  ) : (
    <RecordLink to={field.to} id={String(value)}>
      {shown}
    </RecordLink>
  );
};

const noDay = (field: Field): string =>
  (field.kind === 'date' || field.kind === 'datetime' ? field.none : undefined) ?? 'N/A';

export const fieldKinds = {
  id: { ...same((value) => <ShortId id={String(value)} />), Field: (props) => <code>{String(valueOf(props))}</code> },
  text: same((value, { field, record }) =>
    field.kind === 'text' ? textOf(field, String(value), record) : String(value),
  ),
  email: {
    ...same((value) => shownEmail(String(value))),
    Field: (props) => {
      const value = valueOf(props);
      if (isNone(value)) return <Unknown />;
      return (
        <a className="link" href={`mailto:${String(value)}`}>
          {shownEmail(String(value))}
        </a>
      );
    },
  },
  phone: same((value) => String(value)),
  number: same((value, { field }) =>
    field.kind === 'number' && field.isSize ? formatFileSize(Number(value)) : formatShares(value),
  ),
  shares: same((value) => formatShares(value)),
  money: same((value, { field, record }) => {
    if (field.kind === 'money' && field.isFactor) return formatShares(value);
    const amount = formatMoney(inPlaces(value, field), record.currency);
    const aside = field.kind === 'money' ? field.aside?.(record) : null;
    if (!aside) return amount;
    return (
      <>
        {amount} <small className="mut">{aside}</small>
      </>
    );
  }),
  percent: same((value, { field }) => {
    if (field.kind !== 'percent') return String(value);
    if (field.places !== undefined) return `${figures(toFixed(decimal(String(value)), field.places))}%`;
    return `${figures(field.ofOne ? ofHundred(value) : String(value))}%`;
  }),
  date: same((value) => formatDay(String(value)), noDay),
  datetime: {
    ...same((value) => formatCompanyDay(dayOfMidnight(String(value)) ?? String(value)), noDay),
    Field: (props) => (isNone(valueOf(props)) ? noDay(props.field) : instantOrDay(String(valueOf(props)))),
  },
  boolean: { Column: yesOrNo, Field: yesOrNo },
  choice: { Column: chosen, Field: chosen },
  status: { Column: chosen, Field: chosen },
  reference: { Column: reference, Field: reference },
  values: same((value, { field }) => listed(field, value)),
  file: same((value) => String(value)),
} satisfies Record<FieldKind, KindView>;

/** A list of codes in words; other values as they are. */
function listed(field: Field, value: unknown): ReactNode {
  if (field.kind !== 'values' || !Array.isArray(value)) return JSON.stringify(value);
  if (value.length === 0) return <Unknown why={say`None`} />;
  return value.map((code) => field.labels?.[String(code)] ?? String(code)).join(', ');
}

const instantOrDay = (value: string) => {
  const day = dayOfMidnight(value);
  return day ? formatDay(day) : <Instant at={value} />;
};

/** Amounts paid always show the declared number of decimal places. */
function inPlaces(value: string | number, field: Field): string | number {
  const exact = field.kind === 'money' && field.places !== undefined ? parseDecimal(String(value)) : null;
  return exact === null || field.kind !== 'money' ? value : toFixed(exact, field.places!);
}

/** An imported package may hold a word without a label: it is shown unchanged. */
function textOf(field: TextField, value: string, record: AnyRecord): string {
  if (field.person) return isReader(record[field.person]) ? say`You` : value;
  if (field.hasDays) return withDays(value);
  if (field.figure) return /^\d/.test(value) ? formatShares(value) : wordOf(null, value);
  return field.words?.(value) ?? field.labels?.[value] ?? value;
}

export function ColumnValue(props: ValueProps) {
  return fieldKinds[props.field.kind].Column(props);
}

export function FactValue(props: ValueProps) {
  return fieldKinds[props.field.kind].Field(props);
}

function ShortId({ id }: { id: string }) {
  return (
    <span className="id" title={id}>
      {shortId(id)}
    </span>
  );
}
