// Which reminder letters are made, and whether the contact logs say that they went out.
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useQueryClient } from '@tanstack/react-query';
import type { UnclaimedAnswer } from '#src/contract/unclaimed.ts';
import { choice, number } from '#src/resources/kit/fields.ts';
import { FormDialog } from '#src/admin/kit/form/FormDialog.tsx';
import { today } from '#src/admin/kit/format.ts';
import { saveFile } from '#src/admin/kit/parts/saveFile.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';

interface LettersDialogProps {
  states: UnclaimedAnswer['states'];
  onClose: () => void;
}

/** Those who live in no state are in none of them. */
const EVERYWHERE = 'all';

function fieldsOf(states: UnclaimedAnswer['states']) {
  const named = new Map(states.flatMap(({ state, name }) => (state ? [[state, name] as const] : [])));
  return {
    unpaid_days_gte: number({ required: true, min: 0, max: 40_000, label: say`Unpaid for at least (days)` }),
    state: choice([EVERYWHERE, ...named.keys()], {
      required: true,
      default: EVERYWHERE,
      label: say`State`,
      labels: { [EVERYWHERE]: say`All, and other countries`, ...Object.fromEntries(named) },
    }),
  };
}

export function LettersDialog({ states, onClose }: LettersDialogProps) {
  const data = useConsoleData();
  const notify = useNotify();
  const { user } = useMe();
  const queryClient = useQueryClient();
  const [isSent, setSent] = useState(false);
  return (
    <FormDialog
      title={say`Reminder letters`}
      about={
        <p>
          {say`One PDF with a letter for each holder, with all their unclaimed payments. Addresses fit a window envelope.`}
        </p>
      }
      fields={fieldsOf(states)}
      starts={{ unpaid_days_gte: 30, state: EVERYWHERE }}
      submit={say`Make letters`}
      busy={say`Making them…`}
      nothing={say`No letter was made.`}
      onSubmit={async ({ unpaid_days_gte, state }) => {
        const body = {
          unpaid_days_gte,
          ...(state !== EVERYWHERE && { state }),
          ...(isSent && { sent_on: today() }),
        };
        const letters = await data.download('/api/unclaimed/letters', body);
        saveFile(letters, `${user.client_name ?? 'company'}-letters-${today()}.pdf`);
        notify(isSent ? say`The letters were made and noted` : say`The letters were made`, { type: 'success' });
        void queryClient.invalidateQueries();
        onClose();
      }}
      onClose={onClose}
    >
      <label className="box-choice">
        <input type="checkbox" checked={isSent} onChange={(event) => setSent(event.target.checked)} />
        <span>{say`They go out today: note it in the contact log of each payment`}</span>
      </label>
    </FormDialog>
  );
}
