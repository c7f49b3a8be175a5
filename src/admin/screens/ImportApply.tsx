// The last step of an import: what applying does, and the one way past errors, said out loud.
import { plural } from '../format.ts';
import type { ImportAnswer } from './importAnswer.ts';

interface ApplyCardProps {
  answer: ImportAnswer;
  accepts: boolean;
  setAccepts: (accepts: boolean) => void;
  isBusy: boolean;
  onApply: () => void;
  onDiscard: () => void;
}

export function ApplyCard({ answer, accepts, setAccepts, isBusy, onApply, onDiscard }: ApplyCardProps) {
  const errors = answer.findings.filter(({ severity }) => severity === 'error').length;
  const label = isBusy ? 'Applying…' : errors > 0 && accepts ? 'Apply anyway' : 'Apply import';
  return (
    <section className="card apply" aria-label="Apply">
      <p className="mut">
        Writes the new objects as one unit, or nothing. Records already here are never overwritten. The file is stored
        as it came.
      </p>
      {errors > 0 && (
        <label className="box-choice">
          <input type="checkbox" checked={accepts} onChange={(event) => setAccepts(event.target.checked)} />
          Apply anyway and accept {plural(errors, 'error')}
        </label>
      )}
      <div className="acts">
        <button type="button" className="btn" disabled={isBusy} onClick={onDiscard}>
          Discard import
        </button>
        <button type="button" className="btn primary" disabled={isBusy || (errors > 0 && !accepts)} onClick={onApply}>
          {label}
        </button>
      </div>
    </section>
  );
}
