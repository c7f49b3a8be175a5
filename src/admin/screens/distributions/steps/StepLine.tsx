// The steps of a distribution in a row. Each can be opened, to look at it again or to go ahead.
import { say } from '#src/words/say.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { STEPS, stepsAhead } from './stepsOf.ts';
import type { Step, StepName } from './stepsOf.ts';
import styles from './steps.module.css';

const LOOKS = { done: styles.done, todo: styles.todo, waiting: styles.waiting, later: styles.later };

/** Above the form of a new one: what follows. */
export const StepsAhead = () => (
  <section className={`card ${styles.card} ${styles.ahead}`} aria-label={say`Steps of the distribution`}>
    <StepLine steps={stepsAhead} open="declare" />
  </section>
);

interface StepLineProps {
  steps: readonly Step[];
  /** None while it is not known. */
  open: StepName | null | undefined;
  /** Absent before anything is saved: then there is nothing to open. */
  onOpen?: (name: StepName) => void;
  panelId?: string;
}

export function StepLine({ steps, open, onOpen, panelId }: StepLineProps) {
  return (
    <ol className={styles.line} aria-label={say`Steps`}>
      {steps.map((step, index) => {
        const isOpen = step.name === open;
        return (
          <li key={step.name} className={LOOKS[step.state]} aria-current={isOpen ? 'step' : undefined}>
            {onOpen ? (
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={isOpen ? panelId : undefined}
                onClick={() => onOpen(step.name)}
              >
                <Inside step={step} number={index + 1} />
              </button>
            ) : (
              <span>
                <Inside step={step} number={index + 1} />
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Inside({ step: { name, state, note }, number }: { step: Step; number: number }) {
  return (
    <>
      <i aria-hidden="true">{state === 'done' ? <Icon name="check" small /> : number}</i>
      <span>
        <b>{STEPS[name]}</b>
        <small>{note}</small>
      </span>
    </>
  );
}
