// The last step of an import: what applying does, and the checkboxes that accept errors and tell the holders.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
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
  const label = isBusy ? say`Applying…` : errors > 0 && accepts ? say`Apply anyway` : say`Apply import`;
  return (
    <section className={`card ${styles.apply}`} aria-label={say`Apply`}>
      <p className="mut">
        {say`Writes all the new objects or none of them. Your choices are kept with the import, and the original file is stored. You can undo the import as long as nothing later depends on it.`}
      </p>
      {unchosen > 0 && <p>{sayAround`Choose a version for ${plural(unchosen, say`record`, say`records`)} first.`}</p>}
      {differing > 0 && (
        <p>
          {sayAround`${plural(differing, say`total`, say`totals`)} of the tie-out ${differing === 1 ? say`differs` : say`differ`} from your figures.`}
        </p>
      )}
      {finals > 0 && (
        <p>
          {sayAround`${plural(finals, say`entry`, say`entries`)} above ${finals === 1 ? say`prevents` : say`prevent`} the import and cannot be accepted. Resolve this first, then apply.`}
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
          {sayAround`Apply anyway and accept ${plural(errors, say`error`, say`errors`)}`}
        </label>
      )}
      <label className="box-choice">
        <input type="checkbox" checked={notifies} onChange={(event) => setNotifies(event.target.checked)} />
        {say`Notify shareholders who have access to the portal`}
      </label>
      {check.error !== null && (
        <p className="alert error" role="alert">
          <span>
            {sayAround`Your choices could not be checked. ${isOutcomeUnknown(check.error) ? say`Check the connection and try again.` : sentenceOf(check.error)}`}
          </span>
          <button type="button" className="btn small" onClick={check.retry}>
            {say`Retry`}
          </button>
        </p>
      )}
      <div className="acts">
        <span aria-live="polite">
          {isBusy ? progress : check.isChecking && (check.progress ?? say`Checking again with your choices…`)}
        </span>
        <button type="button" className="btn primary" disabled={isBusy || isBlocked} onClick={onApply}>
          {label}
        </button>
      </div>
      {(isBusy || check.isChecking) && (
        <progress className="progress" aria-label={isBusy ? say`Applying` : say`Checking again`} />
      )}
    </section>
  );
}
