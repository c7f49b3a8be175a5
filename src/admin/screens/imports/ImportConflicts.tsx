// Records that differ from the package: for each, our version beside the package's, and the choice between them.
import { said } from '#src/words/said.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import { groupDigits, plural } from '#src/admin/kit/format.ts';
import type { Conflict, Side } from '#src/contract/imports.ts';
import { objectWord } from '#src/domain/ledger/core/objectWords.ts';
import styles from './imports.module.css';

interface ConflictsProps {
  conflicts: Conflict[];
  sides: Record<string, Side>;
  onChoose: (ids: string[], side: Side) => void;
}

const SHOWN = 100;

export function Conflicts({ conflicts, sides, onChoose }: ConflictsProps) {
  if (conflicts.length === 0) return null;
  const ids = conflicts.map((conflict) => conflict.object_id);
  const left = ids.filter((id) => !sides[id]).length;
  return (
    <Card
      title={say`Different from your records`}
      about={say`${plural(conflicts.length, say`record`, say`records`)}, ${left === 0 ? say`all chosen` : say`${left} to choose`}. Choose a version for each before you apply. A replaced version stays in the record’s history.`}
      end={
        conflicts.length > 1 ? (
          <span className="pair">
            <button type="button" className="btn small" onClick={() => onChoose(ids, 'ours')}>
              {say`Keep all ours`}
            </button>
            <button type="button" className="btn small" onClick={() => onChoose(ids, 'theirs')}>
              {say`Take all theirs`}
            </button>
          </span>
        ) : undefined
      }
      flush
    >
      {conflicts.slice(0, SHOWN).map((conflict) => (
        <OneConflict
          key={`${conflict.object_type} ${conflict.object_id}`}
          conflict={conflict}
          side={sides[conflict.object_id]}
          onChoose={(side) => onChoose([conflict.object_id], side)}
        />
      ))}
      {conflicts.length > SHOWN && (
        <p className="note">
          {sayAround`${conflicts.length - SHOWN} more are not listed. Use the two buttons above to choose for all of them.`}
        </p>
      )}
    </Card>
  );
}

interface OneConflictProps {
  conflict: Conflict;
  side: Side | undefined;
  onChoose: (side: Side) => void;
}

function OneConflict({ conflict, side, onChoose }: OneConflictProps) {
  const { object_type, object_id, name, differences } = conflict;
  return (
    <article className={styles.finding}>
      <div>
        <h3>{name}</h3>
        <p>{said(objectWord(object_type))}</p>
        <dl className={styles.versions}>
          {differences.map(({ field, ours, theirs }) => (
            <div key={field}>
              <dt>{field.replaceAll('_', ' ').replaceAll('.', ', ')}</dt>
              <dd>
                <span>{say`Here`}</span> {shown(field, ours)}
              </dd>
              <dd>
                <span>{say`In the package`}</span> {shown(field, theirs)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <fieldset className={styles.sides}>
        <legend className="vh">{sayAround`Which version of ${name} counts`}</legend>
        <label className="box-choice">
          <input type="radio" name={`side-${object_id}`} checked={side === 'ours'} onChange={() => onChoose('ours')} />
          {say`Keep ours`}
        </label>
        <label className="box-choice">
          <input
            type="radio"
            name={`side-${object_id}`}
            checked={side === 'theirs'}
            onChange={() => onChoose('theirs')}
          />
          {say`Take theirs`}
        </label>
      </fieldset>
    </article>
  );
}

/** Formats share counts and amounts; tax numbers and postal codes stay as they are. */
const FIGURE = /(^|[._])(shares|authorized|reserved|quantity|amount|price|value)([._]|$)/;

function shown(field: string, value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value !== 'string') return JSON.stringify(value);
  return FIGURE.test(field) && parseDecimal(value) !== null ? groupDigits(value) : value;
}
