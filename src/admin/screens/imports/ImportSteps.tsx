// Where an import stands: uploaded, checked, tied out, applied.
import { say } from '#src/words/say.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import styles from './imports.module.css';

export type ImportStage = 'upload' | 'check' | 'tie-out' | 'apply' | 'done';
const order: ImportStage[] = ['upload', 'check', 'tie-out', 'apply', 'done'];
const titles = [say`Upload`, say`Check`, say`Tie out`, say`Apply`];

export function ImportSteps({ stage, notes }: { stage: ImportStage; notes: [string, string, string, string] }) {
  const current = order.indexOf(stage);
  return (
    <ol className={`card ${styles.steps}`}>
      {titles.map((title, index) => {
        const isDone = index < current;
        return (
          <li
            key={title}
            className={isDone ? styles.done : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={styles.n}>{isDone ? <Icon name="check" small /> : index + 1}</span>
            <div>
              <b>{title}</b>
              <small title={notes[index]}>{notes[index]}</small>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
