// Opens the one dialog that confirms who is asking, wherever a call needs it.
import { say } from '#src/words/say.ts';
import { lazy, useEffect, useState } from 'react';
import { askToConfirm } from '#src/httpClient.ts';
import { LazyPart } from '../kit/parts/LazyPart.tsx';

const StepUpDialog = lazy(() => import('./StepUpDialog.tsx'));

type End = (isConfirmed: boolean) => void;

export function StepUp() {
  const [end, setEnd] = useState<End | null>(null);
  useEffect(() => {
    let open: Promise<boolean> | null = null;
    // Calls that need it at the same time share one dialog.
    return askToConfirm(() => {
      open ??= new Promise<boolean>((resolve) => setEnd(() => resolve)).finally(() => {
        open = null;
        setEnd(null);
      });
      return open;
    });
  }, []);
  if (!end) return null;
  return (
    <LazyPart what={say`The confirmation`} onClose={() => end(false)}>
      <StepUpDialog onEnd={end} />
    </LazyPart>
  );
}
