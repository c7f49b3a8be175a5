// Brings in what the bank answered, and says in words what it changed.
import { say } from '#src/words/say.ts';
import { lazy, useState } from 'react';
import { administrators } from '#src/resources/kit/access.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { useRole } from '#src/admin/session/useMe.ts';
import type { ShownBatch } from './BatchFile.tsx';

const ResultsDialog = lazy(() => import('./ResultsDialog.tsx'));

export function BatchResultsButton({ batch, small = false }: { batch: ShownBatch; small?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const role = useRole();
  if (!administrators.includes(role) || batch.status === 'cancelled') return null;
  return (
    <>
      <button type="button" className={small ? 'btn sm' : 'btn'} onClick={() => setOpen(true)}>
        <Icon name="upload" />
        {say`Upload bank results`}
      </button>
      {isOpen && (
        <LazyPart what={say`The dialog`}>
          <ResultsDialog batch={batch} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}
