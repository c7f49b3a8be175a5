// Consolidates certificates chosen in the list. Says which cannot be combined before anything is sent.
import { useListContext, useUnselectAll } from 'react-admin';
import { lazy, useState } from 'react';
import type { Resource } from '../../../resources/kit/defineResource.ts';
import type { Certificate } from '../../../resources/certificates.ts';
import { plural } from '../format.ts';
import { LazyPart } from '../parts/LazyPart.tsx';
import { focusHeading } from '../parts/focusHeading.ts';
import { lawfulVerbs } from '../../../resources/kit/verb.ts';
import { verbsOf } from '../../../resources/verbs/index.ts';
import { useRole } from '../../session/useMe.ts';
import styles from './list.module.css';

const VerbDialog = lazy(() => import('../verbs/VerbDialog.tsx').then((module) => ({ default: module.VerbDialog })));

export default function BulkConsolidate({ resource }: { resource: Resource }) {
  const { selectedIds = [], data = [] } = useListContext<Certificate>();
  const unselect = useUnselectAll(resource.name);
  const role = useRole();
  const [isOpen, setOpen] = useState(false);
  const chosen = data.filter(({ id }) => selectedIds.includes(id));
  const [first, ...others] = chosen;
  const verb = verbsOf(resource.name).find(({ name }) => name === resource.bulkVerb);
  const why = whyNot(chosen, selectedIds.length);
  if (!first || !verb) return null;
  const isLawful = lawfulVerbs([verb], first, role).length > 0;
  const close = () => setOpen(false);
  const done = () => {
    close();
    unselect();
    focusHeading();
  };
  return (
    <div className={styles.bulk}>
      <b>{plural(selectedIds.length, 'certificate')} chosen</b>
      {why && <span className="small mut">{why}</span>}
      <button type="button" className="btn text" onClick={() => unselect()}>
        Clear selection
      </button>
      <button type="button" className="btn primary" disabled={why !== null || !isLawful} onClick={() => setOpen(true)}>
        Consolidate
      </button>
      {isOpen && (
        <LazyPart what="The dialog" onClose={close}>
          <VerbDialog
            resource={resource}
            record={{ ...first, chosen: others.map(({ id }) => id) }}
            verb={verb}
            onClose={close}
            onDone={done}
          />
        </LazyPart>
      )}
    </div>
  );
}

function whyNot(chosen: Certificate[], count: number): string | null {
  const [first, ...others] = chosen;
  if (count > chosen.length) return 'Choose certificates from one page only.';
  if (!first || others.length === 0) return 'Choose a second certificate of the same holder and class.';
  const isOne = others.every(
    (each) => each.shareholder_id === first.shareholder_id && each.share_class_id === first.share_class_id,
  );
  return isOne ? null : 'Only certificates of the same holder and class can be consolidated.';
}
