// The company enters a holder's tax profile, such as from a form on paper. What it enters is confirmed by that.
import { say } from '#src/words/say.ts';
import { useNotify } from 'react-admin';
import type { ShareholderPage } from '#src/contract/recordPages.ts';
import { choice, country, date, percent } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { profileForms } from '#src/resources/withholding.ts';
import { FormDialog } from '#src/admin/kit/form/FormDialog.tsx';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';

const fields: Fields = {
  country: country({ required: true, label: say`Country of residence for tax` }),
  form: choice(profileForms, {
    label: say`Tax form`,
    labels: { other: say`Another form` },
    help: say`Empty means none.`,
  }),
  form_valid_until: date({
    label: say`Valid until`,
    help: say`The last day on which it counts. Empty means without end.`,
  }),
  withholding_rate: percent({
    ofOne: true,
    label: say`Rate for this holder`,
    help: say`Enter 0.15 for 15 percent. It comes before the company’s rules while the form is valid.`,
  }),
};

interface TaxProfileDialogProps {
  record: ShareholderPage;
  onClose: () => void;
}

export default function TaxProfileDialog({ record, onClose }: TaxProfileDialogProps) {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const saved = record.tax_profile as Record<string, unknown> | null | undefined;
  const starts = Object.keys(fields).map((name) => [
    name,
    saved?.[name] ?? (name === 'country' ? record.country : null),
  ]);
  return (
    <FormDialog
      title={say`${saved ? say`Change` : say`Enter`} the tax profile`}
      about={
        <p>{say`Withholding uses it at once, and payments that wait for a tax form are recomputed and released.`}</p>
      }
      fields={fields}
      starts={Object.fromEntries(starts)}
      under="tax_profile"
      submit={say`Save tax profile`}
      busy={say`Saving…`}
      nothing={say`Nothing was saved.`}
      onSubmit={async (tax_profile) => {
        await runCommand([record.id, tax_profile], (options) =>
          dataProvider.send('PUT', `/api/shareholders/${encodeURIComponent(record.id)}`, { tax_profile }, options),
        );
        notify(say`The tax profile was saved`, { type: 'success' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
