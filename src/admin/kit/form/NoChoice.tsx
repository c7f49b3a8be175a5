// Shown under a choice without options: says why and what to do. Without it, an empty list and a failed one look alike.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { manyOf } from '#src/resources/kit/defineResource.ts';
import { Link } from 'react-router-dom';
import type { ResourceHead } from '#src/resources/heads/heads.ts';
import { createPath } from '#src/admin/paths.ts';
import { useMay } from '#src/admin/session/useMe.ts';
import styles from './form.module.css';

interface NoChoiceProps {
  of: ResourceHead;
  hasFailed: boolean;
  retry: () => void;
}

export function NoChoice({ of: resource, hasFailed, retry }: NoChoiceProps) {
  const may = useMay();
  if (hasFailed)
    return (
      <output className={styles.noneToChoose}>
        {sayAround`The ${manyOf(resource)} could not be loaded. ${(
          <button type="button" className="link" onClick={retry}>
            {say`Retry`}
          </button>
        )}`}
      </output>
    );
  return (
    <p className={styles.noneToChoose}>
      {sayAround`There is no ${resource.singular} yet.`}{' '}
      {resource.createLabel && may('create', resource) && (
        <Link className="link" to={createPath(resource.name)}>
          {resource.createLabel}
        </Link>
      )}
    </p>
  );
}
