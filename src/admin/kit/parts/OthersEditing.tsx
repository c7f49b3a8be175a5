// Says who else is editing the record that is open.
import { say } from '#src/words/say.ts';
import type { OthersEditing as Others } from '#src/contract/changes.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { useEditing } from '#src/admin/session/useEditing.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { Icon } from '../icons.tsx';
import styles from './OthersEditing.module.css';

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
        <span className={`alert info ${styles.others}`}>
          <Icon name="edit" />
          <span>
            {sentenceOf(others)}
            {isEditing && say` Whoever saves second is asked which to keep.`}
          </span>
        </span>
      )}
    </output>
  );
}

function sentenceOf(others: Others): string {
  const names = others.map(({ name }) => name);
  return names.length === 1 ? say`${names[0]} is editing this.` : say`${names.join(', ')} are editing this.`;
}
