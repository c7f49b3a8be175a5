// The sign-up's progress: a list at the left on wide screens, a line of three on narrow ones.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';

const steps = { personal: say`Personal Information`, account: say`Account Setup`, verify: say`Verify Your Phone` };
export type SignupStep = keyof typeof steps;
const order = Object.keys(steps) as SignupStep[];

export function StepList({ step }: { step: SignupStep }) {
  const at = order.indexOf(step);
  return (
    <ol className="steps">
      {order.map((name, index) => (
        <li
          key={name}
          className={index === at ? 'now' : index < at ? 'done' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          <i aria-hidden="true">{index + 1}</i>
          {steps[name]}
        </li>
      ))}
    </ol>
  );
}

export function Progress({ step }: { step: SignupStep }) {
  const at = order.indexOf(step);
  return (
    <div className="progress">
      {sayAround`Step ${at + 1} of ${order.length}`}
      <div aria-hidden="true">
        {order.map((name, index) => (
          <i key={name} className={index <= at ? 'on' : undefined} />
        ))}
      </div>
    </div>
  );
}

/** The heading of a step; the wizard moves the focus here when one step replaces another. */
export function StepHeading({ step }: { step: SignupStep }) {
  return <h2 tabIndex={-1}>{steps[step]}</h2>;
}
