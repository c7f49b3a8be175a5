// Page sizes 5, 10 and 25, and the way through the pages.
import { say } from '#src/words/say.ts';
import { useListContext } from 'react-admin';
import { UNCOUNTED } from '#src/dataProvider.ts';
import { groupDigits } from '../format.ts';
import { Icon } from '../icons.tsx';
import styles from './list.module.css';

export const pageSizes = [5, 10, 25] as const;

export function Pager() {
  const { page, perPage, setPage, setPerPage, total = 0, isPending, error } = useListContext();
  const first = total === 0 ? 0 : (page - 1) * perPage + 1;
  const last = Math.min(page * perPage, total);
  const isSettled = !isPending && !error;
  const isEmpty = isSettled && total === 0;
  return (
    <>
      {/* A screen reader says what changes in an output that was there before. */}
      <output className="vh">{isEmpty && say`No rows to show.`}</output>
      {!isEmpty && (
        <div className={styles.pager}>
          <span className={styles.long} id="rows-per-page">
            {say`Rows per page`}
          </span>
          <fieldset className="seg sm" aria-label={say`Rows per page`}>
            {pageSizes.map((size) => (
              <button key={size} type="button" aria-pressed={perPage === size} onClick={() => setPerPage(size)}>
                {size}
              </button>
            ))}
          </fieldset>
          <div className={styles.pg}>
            <output className="tn">
              {isSettled &&
                say`${groupDigits(first)}–${groupDigits(last)} of ${total === UNCOUNTED ? say`more than 10,000` : groupDigits(total)}`}
            </output>
            <button
              type="button"
              className="icon-btn sm"
              aria-label={say`Previous page`}
              disabled={!isSettled || page <= 1}
              onClick={() => setPage(page - 1)}
            >
              <Icon name="left" />
            </button>
            <button
              type="button"
              className="icon-btn sm"
              aria-label={say`Next page`}
              disabled={!isSettled || last >= total}
              onClick={() => setPage(page + 1)}
            >
              <Icon name="right" />
            </button>
          </div>
        </div>
      )}
    </>
  );
}
