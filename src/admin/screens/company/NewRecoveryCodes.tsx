// Replaces the recovery codes, after a question.
import { useState } from 'react';
import type { RecoveryCodes } from '#src/contract/factors.ts';
import { ConfirmDialog } from '#src/admin/kit/parts/ConfirmDialog.tsx';
import { RecoveryCodesToKeep } from './RecoveryCodesToKeep.tsx';
import { FACTORS, useFactorChange } from './useFactorChange.ts';

export default function NewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const { change, isBusy, problem } = useFactorChange();
  const [codes, setCodes] = useState<string[] | null>(null);
  const replace = () =>
    change('The recovery codes stay as they are.', 'You have new recovery codes', async (send) =>
      setCodes((await send<RecoveryCodes>('POST', `${FACTORS}/recovery-codes`)).recovery_codes),
    );
  if (codes) return <RecoveryCodesToKeep codes={codes} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="Make new recovery codes?"
      keepLabel="Keep the codes"
      confirmLabel="Make new codes"
      busyLabel="Working…"
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onConfirm={() => void replace()}
    >
      <p>You get ten new ones. Your earlier codes stop working, including any that you printed or saved.</p>
    </ConfirmDialog>
  );
}
