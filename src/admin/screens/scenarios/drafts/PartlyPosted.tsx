// Of a scenario some of whose drafts were posted: how many are left, and the dialog in which they are posted or deleted.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { lazy, useState } from 'react';
import { scenarios } from '#src/resources/scenarios.ts';
import { plural } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { useMay } from '#src/admin/session/useMe.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import type { ScenarioRecord } from '../scenarioRecord.ts';
import { draftsPath } from './draftsPath.ts';
import type { ListedDraft } from './draftsPath.ts';
import styles from '../scenarios.module.css';

const DraftsDialog = lazy(() => import('./DraftsDialog.tsx'));

interface PartlyPostedProps {
  record: ScenarioRecord;
  onPosted: () => Promise<void>;
}

export function PartlyPosted({ record: { id, as_of }, onPosted }: PartlyPostedProps) {
  const may = useMay();
  const { data: drafts } = useRead<ListedDraft[]>(draftsPath(id));
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const left = drafts?.filter(({ posted_at }) => posted_at === null).length;
  return (
    <div className={`alert warning ${styles.note}`}>
      <Icon name="warning" />
      <div>
        <p>
          {sayAround`${
            left === undefined
              ? say`Some of its drafts were posted, and others are left.`
              : say`${plural(drafts!.length - left, say`draft`, say`drafts`)} of this scenario ${drafts!.length - left === 1 ? say`was` : say`were`} posted, and ${plural(left, say`is`, say`are`)} left.`
          } What was posted is in the ledger.`}
        </p>
        {may('update', scenarios) && (
          <button type="button" className="btn sm" onClick={() => setOpen(true)}>
            {say`Review what is left`}
          </button>
        )}
      </div>
      {isOpen && (
        <LazyPart what={say`The dialog`} onClose={close}>
          <DraftsDialog id={id} day={String(as_of)} isFixed onClose={close} onPosted={onPosted} />
        </LazyPart>
      )}
    </div>
  );
}
