// A change of the charter: how many shares of the class may be outstanding.
import { lazy } from 'react';
import { shareClasses } from '../../resources/shareClasses.ts';
import { date, text } from '../../resources/kit/fields.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { formatShares, today } from '../format.ts';
import { KeyValues } from '../parts/Card.tsx';
import { left, plainDecimal, typedDecimal } from './figures.ts';
import type { Values, VerbSpec } from './types.ts';

function Room({ record, values }: { record: AnyRecord; values: Values }) {
  const outstanding = typedDecimal(record.outstanding ?? '0');
  const rest = outstanding === null ? null : left(values.authorized_shares, outstanding);
  return (
    <div className="preview" aria-live="polite">
      <KeyValues
        items={[
          ['Authorized now', shown(record.authorized_shares)],
          ['Outstanding', shown(record.outstanding)],
          ['Free to issue after this', rest === null ? '–' : formatShares(rest)],
        ]}
      />
    </div>
  );
}

function shown(value: unknown): string {
  const text = String(value ?? '–');
  return /^\d/.test(text) ? formatShares(text) : text;
}

const { definition } = shareClasses.fields.authorized_shares;

const SplitDialog = lazy(() => import('../screens/SplitDialog.tsx'));

export const shareClassVerbs: Record<string, VerbSpec> = {
  'share-classes.split': {
    title: (record) => `Split ${String(record.name)}`,
    fields: {},
    Dialog: SplitDialog,
    submit: () => 'Split',
    done: (record) => `${String(record.name)} was split`,
  },
  'share-classes.authorize': {
    title: (record) => `Change authorized shares of ${String(record.name)}`,
    text: () => <p>Record the charter amendment. Certificates that exist are not touched.</p>,
    fields: {
      // The charter is amended to a number; that a class is unlimited is said when it is created.
      authorized_shares: text({
        required: true,
        max: 40,
        pattern: /^\d{1,28}(\.\d{1,10})?$/,
        patternHelp: 'A number such as 10000000.',
        label: 'Authorized shares',
        definition,
      }),
      date: date({ required: true, help: 'The day of the amendment.' }),
      reason: text({ required: true, max: 400, help: 'Such as "Amended charter of 3 March 2026".' }),
    },
    defaults: (record) => ({ authorized_shares: plainDecimal(record.authorized_shares) ?? '', date: today() }),
    Preview: Room,
    submit: (_, values) => `Authorize ${shown(values.authorized_shares)}`,
    body: (values) => ({ ...values, authorized_shares: String(values.authorized_shares).replaceAll(',', '') }),
    done: (record) => `Authorized shares of ${String(record.name)} changed`,
  },
};
