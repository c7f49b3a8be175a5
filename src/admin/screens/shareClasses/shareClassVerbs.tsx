// Changes of the charter: how many shares of the class may be outstanding, and at which ratio they convert.
import { lazy } from 'react';
import { shareClasses } from '../../../resources/shareClasses.ts';
import { date, shares, text } from '../../../resources/kit/fields.ts';
import type { AnyRecord } from '../../kit/fieldKinds.tsx';
import { formatShares, today } from '../../kit/format.ts';
import { KeyValues } from '../../kit/parts/Card.tsx';
import { CharterRoomOf } from '../../kit/parts/CharterRoom.tsx';
import { formatDecimal, multiplyByRatio, ONE } from '../../../domain/figures/decimal.ts';
import { plainDecimal, typedDecimal } from '../../kit/verbs/figures.ts';
import type { Values, VerbSpec } from '../../kit/verbs/types.ts';

function Room({ record, values }: { record: AnyRecord; values: Values }) {
  const authorized = plainDecimal(values.authorized_shares);
  return (
    <div className="preview" aria-live="polite">
      <KeyValues items={[['Authorized now', shown(record.authorized_shares)]]} />
      <CharterRoomOf id={record.id} change={authorized === undefined ? {} : { authorized }} />
    </div>
  );
}

/** What a hundred shares come to, since a ratio alone says little. */
function Converted({ record, values }: { record: AnyRecord; values: Values }) {
  const [numerator, denominator] = [typedDecimal(values.numerator), typedDecimal(values.denominator || '1')];
  const isRatio = numerator !== null && numerator > 0n && denominator !== null && denominator > 0n;
  const into = isRatio ? multiplyByRatio(100n * ONE, { numerator, denominator }, 0, 'DOWN') : null;
  return (
    <div className="preview" aria-live="polite">
      <KeyValues
        items={[
          ['Ratio now', `${shown(record.conversion_ratio ?? '1')}:1`],
          [
            `100 shares of ${String(record.name)} then convert into`,
            into === null ? '–' : formatShares(formatDecimal(into)),
          ],
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

const SplitDialog = lazy(() => import('./SplitDialog.tsx'));

export const shareClassVerbs: Record<string, VerbSpec> = {
  'share-classes.split': {
    title: (record) => `Split ${String(record.name)}`,
    fields: {},
    Dialog: SplitDialog,
    submit: () => 'Split',
    done: (record) => `${String(record.name)} was split`,
  },
  'share-classes.adjust-ratio': {
    title: (record) => `Change the conversion ratio of ${String(record.name)}`,
    text: () => <p>From that day on its shares convert at this ratio. Tables of earlier days stay as they are.</p>,
    fields: {
      numerator: shares({ required: true, positive: true, label: 'New shares' }),
      denominator: shares({
        positive: true,
        label: 'For so many of this class',
        help: 'One, unless you say another number.',
      }),
      date: date({ required: true, help: 'The first day of the new ratio.' }),
      reason: text({ required: true, max: 400, help: 'Such as "Anti-dilution after the round of 3 March 2026".' }),
    },
    defaults: () => ({ denominator: '1', date: today() }),
    Preview: Converted,
    submit: () => 'Change the ratio',
    done: (record) => `Conversion ratio of ${String(record.name)} changed`,
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
