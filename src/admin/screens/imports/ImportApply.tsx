// The last step of an import: what applying does, and the checkboxes that accept errors and tell the holders.
import { isOutcomeUnknown } from '#src/httpClient.ts';
import { plural } from '#src/admin/kit/format.ts';
import { sentenceOf } from '#src/admin/kit/parts/states.tsx';
import type { ImportCheck } from './useImportCheck.ts';
import styles from './imports.module.css';

interface ApplyCardProps {
  /** Errors that no choice settles, but that may be accepted. */
  errors: number;
  /** Errors that may not be accepted. */
  finals: number;
  /** Records for which no version is chosen yet. */
  unchosen: number;
  /** Lines of the tie-out that differ from the company's own figures. */
  differing: number;
  accepts: boolean;
  setAccepts: (accepts: boolean) => void;
  notifies: boolean;
  setNotifies: (notifies: boolean) => void;
  /** The check of the chosen versions. */
  check: ImportCheck;
  isBusy: boolean;
  progress: string | null;
  onApply: () => void;
}

export function ApplyCard(props: ApplyCardProps) {
  const { errors, finals, unchosen, differing, accepts, setAccepts, check, isBusy, progress, onApply } = props;
  const { notifies, setNotifies } = props;
  const isUnchecked = check.isChecking || check.error !== null;
  const isBlocked = unchosen > 0 || isUnchecked || (errors > 0 && !accepts);
  const label = isBusy ? 'Applying…' : errors > 0 && accepts ? 'Apply anyway' : 'Apply import';
  return (
    <section className={`card ${styles.apply}`} aria-label="Apply">
      <p className="mut">
        Writes all the new objects or none of them. Your choices are kept with the import, and the original file is
        stored. You can undo the import as long as nothing later depends on it.
      </p>
      {unchosen > 0 && <p>Choose a version for {plural(unchosen, 'record')} first.</p>}
      {differing > 0 && (
        <p>
          {plural(differing, 'total')} of the tie-out {differing === 1 ? 'differs' : 'differ'} from your figures.
        </p>
      )}
      {finals > 0 && (
        <p>
          {plural(finals, 'entry', 'entries')} above {finals === 1 ? 'prevents' : 'prevent'} the import and cannot be
          accepted. Resolve this first, then apply.
        </p>
      )}
      {errors > 0 && (
        <label className="box-choice">
          <input
            type="checkbox"
            checked={accepts}
            disabled={isUnchecked}
            onChange={(event) => setAccepts(event.target.checked)}
          />
          Apply anyway and accept {plural(errors, 'error')}
        </label>
      )}
      <label className="box-choice">
        <input type="checkbox" checked={notifies} onChange={(event) => setNotifies(event.target.checked)} />
        Notify shareholders who have access to the portal
      </label>
      {check.error !== null && (
        <p className="alert error" role="alert">
          <span>
            Your choices could not be checked.{' '}
            {isOutcomeUnknown(check.error) ? 'Check the connection and try again.' : sentenceOf(check.error)}
          </span>
          <button type="button" className="btn small" onClick={check.retry}>
            Retry
          </button>
        </p>
      )}
      <div className="acts">
        <span aria-live="polite">
          {isBusy ? progress : check.isChecking && (check.progress ?? 'Checking again with your choices…')}
        </span>
        <button type="button" className="btn primary" disabled={isBusy || isBlocked} onClick={onApply}>
          {label}
        </button>
      </div>
      {(isBusy || check.isChecking) && (
        <progress className="progress" aria-label={isBusy ? 'Applying' : 'Checking again'} />
      )}
    </section>
  );
}
