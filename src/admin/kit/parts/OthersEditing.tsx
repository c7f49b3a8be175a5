// Says who else is editing the record that is open.
import type { OthersEditing as Others } from '#src/contract/changes.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { useEditing } from '#src/admin/session/useEditing.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { formatInstant } from '../format.ts';

interface OthersEditingProps {
  resource: string;
  id: string;
  /** The record is open in a form, which the others are told. */
  isEditing?: boolean;
}

export default function OthersEditing({ resource, id, isEditing = false }: OthersEditingProps) {
  const others = useEditing(resource, id, { isEditing, isTold: !isHolder(useRole()) });
  return (
    <output>
      {others.length > 0 && (
        <span className="alert info">
          {sentenceOf(others)}
          {isEditing && ' If both save, the second is asked which to keep.'}
        </span>
      )}
    </output>
  );
}

function sentenceOf(others: Others): string {
  const [first, ...more] = others;
  if (more.length === 0) return `${first!.name} has been editing this since ${formatInstant(first!.since)}.`;
  return `${others.map(({ name }) => name).join(', ')} are editing this.`;
}
