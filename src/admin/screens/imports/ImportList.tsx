// Imports: choose a package, see every finding before anything is written, apply it, and look back at past ones.
import { say } from '#src/words/say.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { ResourceList } from '#src/admin/kit/list/ResourceList.tsx';
import { useMay } from '#src/admin/session/useMe.ts';
import { lazy } from 'react';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { Loading } from '#src/admin/kit/parts/states.tsx';

const ImportPanel = lazy(() => import('./ImportPanel.tsx'));

export function ImportList({ resource }: { resource: Resource }) {
  const may = useMay();
  return (
    <ResourceList
      resource={resource}
      // The package chooser is above, so an empty list needs no button.
      emptyActions={null}
      createButton={null}
    >
      {may('create', resource) && (
        <LazyPart what={say`The package chooser`} fallback={<Loading />}>
          <ImportPanel />
        </LazyPart>
      )}
    </ResourceList>
  );
}
