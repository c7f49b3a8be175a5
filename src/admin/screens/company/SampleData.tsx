// Removing the sample company, for good, after one clear question.
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import { leaveBanner } from '#src/auth/banner.ts';
import { clearSession } from '#src/auth/session.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { ConfirmDialog } from '#src/admin/kit/parts/ConfirmDialog.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';

export default function SampleData() {
  const dataProvider = useConsoleData();
  const [isOpen, setOpen] = useState(false);
  const { act, isBusy, problem } = useAct();
  const remove = () =>
    act(say`The sample company is still here.`, async () => {
      await dataProvider.send('DELETE', '/api/demo');
      // The sample company's accounts were deleted too, including this one.
      clearSession();
      leaveBanner({ tone: 'success', text: say`The sample company was removed, with everything in it.` });
      window.location.assign('/login');
      return 'leaving';
    });
  return (
    <Card title={say`Sample company`} about={say`Everything in it is invented.`}>
      <p className="mut">{say`When you are done looking around, remove it. Your own company is not affected.`}</p>
      <div className="acts formacts">
        <button type="button" className="btn danger" onClick={() => setOpen(true)}>
          {say`Remove sample company`}
        </button>
      </div>
      {isOpen && (
        <ConfirmDialog
          title={say`Remove the sample company?`}
          keepLabel={say`Keep it`}
          confirmLabel={say`Remove sample company`}
          busyLabel={say`Removing…`}
          isBusy={isBusy}
          problem={problem}
          onClose={() => setOpen(false)}
          onConfirm={() => void remove()}
        >
          <p>
            {say`Its holders, certificates, payments, documents and sign-ins will be deleted permanently. This cannot be undone.`}
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
