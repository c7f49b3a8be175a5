// Enters, changes or removes a tax number or bank account.
import { inSentence } from '#src/words/inSentence.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useNotify } from 'react-admin';
import type { ShareholderPage } from '#src/contract/recordPages.ts';
import { choice, country, text } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import { FormDialog } from '#src/admin/kit/form/FormDialog.tsx';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { detailLabels } from './secretDetails.ts';
import type { Detail } from './secretDetails.ts';

type Values = Record<string, unknown>;

const taxFields: Fields = {
  tax_id: text({
    max: 40,
    required: true,
    label: say`Tax number`,
    help: say`In the United States a social security number or an EIN; elsewhere the number of the tax office.`,
  }),
};
const kind = choice(['american', 'iban', 'foreign'], {
  required: true,
  default: 'american',
  label: say`Kind of account`,
  labels: {
    american: say`United States: routing and account number`,
    iban: 'IBAN',
    foreign: say`Another country: BIC and account number`,
  },
});
const american: Fields = {
  kind,
  routing_number: text({
    max: 40,
    required: true,
    label: say`Routing number`,
    help: say`Nine digits, as on a cheque.`,
  }),
  account_number: text({ max: 40, required: true, label: say`Account number` }),
  account_type: choice(['checking', 'savings'], { required: true, default: 'checking', label: say`Account type` }),
};
const iban: Fields = {
  kind,
  iban: text({ max: 60, required: true, label: 'IBAN' }),
  bic: text({ max: 20, label: say`BIC`, help: say`If the bank gives one.` }),
};

const foreign: Fields = {
  kind,
  country: country({ required: true, label: say`Country of the bank` }),
  bank: text({ max: 140, required: true, label: say`Bank` }),
  bic: text({
    max: 20,
    required: true,
    label: say`BIC`,
    help: say`Eight or eleven letters and digits, also called SWIFT code.`,
  }),
  account_number: text({
    max: 60,
    required: true,
    label: say`Account number`,
    help: say`As the bank writes it, with its branch or clearing number if that belongs to it.`,
  }),
};
const KINDS: Readonly<Record<string, Fields>> = { american, iban, foreign };

const fieldsOf = (detail: Detail, values: Values): Fields =>
  detail === 'tax_id' ? taxFields : (KINDS[String(values.kind)] ?? american);

/** The body's value: the fields of the chosen kind, without the choice and empty ones. */
function valueOf(detail: Detail, values: Values): unknown {
  if (detail === 'tax_id') return values.tax_id;
  const names = Object.keys(fieldsOf(detail, values)).filter((name) => name !== 'kind' && values[name]);
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

interface DetailDialogProps {
  record: ShareholderPage;
  detail: Detail;
  isOwn: boolean;
  onClose: () => void;
}

export default function DetailDialog({ record, detail, isOwn, onClose }: DetailDialogProps) {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const label = inSentence(detailLabels[detail]);
  const isStored = record[`${detail}_last4`] !== null && record[`${detail}_last4`] !== undefined;

  const save = async (value: unknown, done: string) => {
    const body = { [detail]: value };
    await runCommand([record.id, body], () =>
      dataProvider.send('PUT', `${shareholders.path.replace(/\/$/, '')}/${record.id}`, body),
    );
    notify(done, { type: 'success' });
    onClose();
  };

  return (
    <FormDialog
      title={say`${isStored ? say`Change` : say`Enter`} the ${label}`}
      about={
        detail === 'bank_account' &&
        isStored && (
          <p>
            {sayAround`${isOwn ? say`You are` : say`The holder is`} told of the change by mail. Payments start 24 hours later, and where the company has a second administrator, one has to approve it first.`}
          </p>
        )
      }
      fields={(values) => fieldsOf(detail, values)}
      starts={{ kind: 'american', account_type: 'checking' }}
      // The server names the members of an account under it: bank_account.iban.
      under="bank_account"
      submit={say`Save ${label}`}
      busy={say`Saving…`}
      removal={isStored ? { label: say`Remove`, remove: () => save(null, say`The ${label} was removed`) } : null}
      nothing={say`Nothing was saved.`}
      onSubmit={(values) => save(valueOf(detail, values), say`The ${label} was saved`)}
      onClose={onClose}
    />
  );
}
