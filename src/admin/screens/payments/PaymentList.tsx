// The list of payments, which only distributions make.
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { ResourceList } from '#src/admin/kit/list/ResourceList.tsx';

export default function PaymentList({ resource }: { resource: Resource }) {
  return <ResourceList resource={resource} createButton={null} emptyActions={null} />;
}
