// The ordinary form of a shareholder. Setting one inactive ends their access, so a dialog asks first.
import { lazy } from 'react';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { ResourceEdit } from '#src/admin/kit/form/ResourceForm.tsx';
import type { EditQuestion } from '#src/admin/kit/form/ResourceForm.tsx';

const question: EditQuestion = {
  isAsked: (record, values) => record.is_active === true && values.is_active === false,
  Dialog: lazy(() => import('./SetInactive.tsx')),
};

export default function ShareholderEdit({ resource }: { resource: Resource }) {
  return <ResourceEdit resource={resource} question={question} />;
}
