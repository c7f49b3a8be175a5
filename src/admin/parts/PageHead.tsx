// The head of every page: the way back, one h1, one line of what this is, and the verbs. It also names the browser tab.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../icons.tsx';
import { usePageTitle } from './usePageTitle.ts';

interface PageHeadProps {
  title: string;
  /** Beside the title: the status. */
  chip?: ReactNode;
  about?: ReactNode;
  back?: { to: string; label: string };
  children?: ReactNode;
}

export function PageHead({ title, chip, about, back, children }: PageHeadProps) {
  usePageTitle(title);
  return (
    <>
      {back && (
        <Link className="crumb" to={back.to}>
          <Icon name="left" small />
          {back.label}
        </Link>
      )}
      <div className="head">
        <div>
          <div className="title">
            <h1>{title}</h1>
            {chip}
          </div>
          {about && <p>{about}</p>}
        </div>
        {children && <div className="acts">{children}</div>}
      </div>
    </>
  );
}
