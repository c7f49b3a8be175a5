// Which reminder letters are made, and whether the contact logs say that they went out.
import { useId, useState } from 'react';
import { useNotify } from 'react-admin';
import { useQueryClient } from '@tanstack/react-query';
import type { UnclaimedAnswer } from '../../../contract/unclaimed.ts';
import { today } from '../../kit/format.ts';
import { ConsoleDialog } from '../../kit/parts/ConsoleDialog.tsx';
import { saveFile } from '../../kit/parts/saveFile.ts';
import { failureOf } from '../../kit/parts/states.tsx';
import { useMe } from '../../session/useMe.ts';
import { useConsoleData } from '../../session/useRead.ts';

interface LettersDialogProps {
  states: UnclaimedAnswer['states'];
  onClose: () => void;
}

export function LettersDialog({ states, onClose }: LettersDialogProps) {
  const data = useConsoleData();
  const notify = useNotify();
  const { user } = useMe();
  const queryClient = useQueryClient();
  const [days, setDays] = useState('30');
  const [state, setState] = useState('');
  const [isSent, setSent] = useState(false);
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const named = [...new Map(states.flatMap((each) => (each.state ? [[each.state, each.name]] : [])))];
  const make = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const body = {
        unpaid_days_gte: Number(days),
        ...(state === '' ? {} : { state }),
        ...(isSent ? { sent_on: today() } : {}),
      };
      saveFile(
        await data.download('/api/unclaimed/letters', body),
        `${user.client_name ?? 'company'}-letters-${today()}.pdf`,
      );
      notify(isSent ? 'The letters were made and noted' : 'The letters were made', { type: 'success' });
      void queryClient.invalidateQueries();
      onClose();
    } catch (error) {
      console.error('The letters could not be made', error);
      setProblem(failureOf('No letter was made.', error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConsoleDialog title="Reminder letters" onClose={onClose} isBusy={isBusy}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <div className="dialog-text">
          <p>
            One PDF with a letter for each holder, with all their unclaimed payments. Addresses fit a window envelope.
          </p>
        </div>
        {problem && (
          <p className="alert error" role="alert">
            {problem}
          </p>
        )}
        <div className="form">
          <div className="field">
            <label htmlFor={`${id}-1`}>Unpaid for at least (days)</label>
            <input
              id={`${id}-1`}
              type="number"
              className="input"
              min={0}
              max={40000}
              required
              value={days}
              onChange={(event) => setDays(event.target.value)}
            />
          </div>
          <div className="field">
            <label htmlFor={`${id}-2`}>State</label>
            <select id={`${id}-2`} className="input" value={state} onChange={(event) => setState(event.target.value)}>
              <option value="">All, and other countries</option>
              {named.map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <label className="box-choice">
            <input type="checkbox" checked={isSent} onChange={(event) => setSent(event.target.checked)} />
            <span>They go out today: note it in the contact log of each payment</span>
          </label>
        </div>
        <div className="acts">
          <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={isBusy}>
            {isBusy ? 'Making them…' : 'Make letters'}
          </button>
        </div>
      </form>
    </ConsoleDialog>
  );
}
