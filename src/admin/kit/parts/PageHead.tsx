// The head of every page: the back link, one h1, one line about the page, and the verbs. It also names the browser tab.
import { createContext, use, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Link, useNavigationType } from 'react-router-dom';
import { Icon } from '../icons.tsx';
import { usePageTitle } from './usePageTitle.ts';
import styles from './PageHead.module.css';

/** What the frame shows under the head of some pages: their tabs. */
export const UnderHead = createContext<ReactNode>(null);

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
  const under = use(UnderHead);
  const heading = useRef<HTMLHeadingElement>(null);
  const isFollowed = useNavigationType() !== 'POP';
  useEffect(() => {
    // The form or row that led here is gone and the focus with it; a freshly loaded page keeps the focus at its start.
    if (isFollowed && document.activeElement === document.body) heading.current?.focus();
  }, [isFollowed]);
  return (
    <>
      {back && (
        <Link className={styles.crumb} to={back.to}>
          <Icon name="left" small />
          {back.label}
        </Link>
      )}
      <div className="head">
        <div>
          <div className="title">
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {chip}
          </div>
          {about && <p>{about}</p>}
        </div>
        {children && <div className="acts">{children}</div>}
      </div>
      {under}
    </>
  );
}
