// Shows a tax number or bank account in full, once the reader confirmed who they are.
import { inSentence } from '#src/words/inSentence.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { countryName } from '#src/domain/countries.ts';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { BankAccount } from '#src/contract/holderDetails.ts';
import type { ShareholderPage } from '#src/contract/recordPages.ts';
import { ConsoleDialog } from '#src/admin/kit/parts/ConsoleDialog.tsx';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { detailLabels } from './secretDetails.ts';
import type { Detail } from './secretDetails.ts';

interface RevealDialogProps {
  record: ShareholderPage;
  detail: Detail;
  onClose: () => void;
}

export default function RevealDialog({ record, detail, onClose }: RevealDialogProps) {
  const dataProvider = useConsoleData();
  const queryClient = useQueryClient();
  const [value, setValue] = useState<string | BankAccount | null>(null);
  const { act, isBusy, problem } = useAct();
  const label = inSentence(detailLabels[detail]);

  const show = () =>
    act(say`Nothing is shown.`, async () => {
      const path = `/api/shareholders/${record.id}/reveal`;
      const answer = await dataProvider.send<{ value: string | BankAccount }>('POST', path, { field: detail });
      setValue(answer.value);
      // The history has a new line.
      void queryClient.invalidateQueries();
    });

  return (
    <ConsoleDialog
      title={say`The ${label} of ${record.name}`}
      onClose={onClose}
      isBusy={isBusy}
      actions={
        <>
          <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
            {value === null ? say`Cancel` : say`Close`}
          </button>
          {value === null && (
            <button type="button" className="btn primary" disabled={isBusy} onClick={() => void show()}>
              {isBusy ? say`Showing…` : say`Show ${label}`}
            </button>
          )}
        </>
      }
    >
      {value === null ? (
        <div className="dialog-text">
          <p>
            {sayAround`It is recorded that you read it, and ${record.name} can see that. You may be asked to confirm that it is you.`}
          </p>
        </div>
      ) : (
        <div aria-live="polite">
          <KeyValues items={factsOf(value, detailLabels[detail])} />
        </div>
      )}
      {problem && (
        <p className="alert error" role="alert">
          {problem}
        </p>
      )}
    </ConsoleDialog>
  );
}

function factsOf(value: string | BankAccount, label: string): Array<[string, string]> {
  if (typeof value === 'string') return [[label, value]];
  if ('bank' in value)
    return [
      [say`Account number`, value.account_number],
      ['BIC', value.bic],
      [say`Bank`, value.bank],
      [say`Country`, countryName(value.country)],
    ];
  if ('iban' in value)
    return [
      ['IBAN', value.iban.replace(/(.{4})(?=.)/g, '$1 ')],
      ...(value.bic ? [['BIC', value.bic] as [string, string]] : []),
    ];
  return [
    [say`Routing number`, value.routing_number],
    [say`Account number`, value.account_number],
    [say`Account type`, value.account_type === 'savings' ? say`Savings` : say`Checking`],
  ];
}
