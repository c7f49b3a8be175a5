// Replaces the recovery codes, after a question.
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import type { RecoveryCodes } from '#src/contract/factors.ts';
import { ConfirmDialog } from '#src/admin/kit/parts/ConfirmDialog.tsx';
import { RecoveryCodesToKeep } from './RecoveryCodesToKeep.tsx';
import { FACTORS, useFactorChange } from './useFactorChange.ts';

export default function NewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const { change, isBusy, problem } = useFactorChange();
  const [codes, setCodes] = useState<string[] | null>(null);
  const replace = () =>
    change(say`The recovery codes stay as they are.`, say`You have new recovery codes`, async (send) =>
      setCodes((await send<RecoveryCodes>('POST', `${FACTORS}/recovery-codes`)).recovery_codes),
    );
  if (codes) return <RecoveryCodesToKeep codes={codes} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={say`Make new recovery codes?`}
      keepLabel={say`Keep the codes`}
      confirmLabel={say`Make new codes`}
      busyLabel={say`Working…`}
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onConfirm={() => void replace()}
    >
      <p>{say`You get ten new ones. Your earlier codes stop working, including any that you printed or saved.`}</p>
    </ConfirmDialog>
  );
}
