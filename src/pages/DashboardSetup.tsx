// What is open of setting up the company: a line for each step, which leads to its screen and is done by what is there.
import { say } from '../words/say.ts';
import { sayAround } from '../words/sayAround.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Setup, SetupStep } from '../contract/setup.ts';
import { Icon } from '../admin/kit/icons.tsx';
import { Card } from '../admin/kit/parts/Card.tsx';
import { useNotifiedAct } from '../admin/kit/parts/useAct.ts';
import { basename, listPath, settingsPath, welcomePath } from '../admin/paths.ts';
import { useConsoleData } from '../admin/session/useRead.ts';
import styles from './dashboard.module.css';

const STEPS: Record<SetupStep, { title: string; text: string; to: string }> = {
  company: {
    title: say`Describe the company`,
    text: say`Its legal name and country, for certificates.`,
    to: settingsPath(),
  },
  classes: {
    title: say`Add the share classes`,
    text: say`With the shares that the charter authorizes.`,
    to: listPath('share-classes'),
  },
  holders: {
    title: say`Add the shareholders`,
    text: say`People and entities that hold something.`,
    to: listPath('shareholders'),
  },
  holdings: {
    title: say`Record what they hold`,
    text: say`Certificates, grants and convertibles.`,
    to: listPath('certificates'),
  },
  tie_out: {
    title: say`Compare the totals`,
    text: say`The cap table beside your own figures, by class and by holder.`,
    to: `${basename}/cap-table`,
  },
  documents: {
    title: say`Upload charter and agreements`,
    text: say`Consents and minutes too.`,
    to: listPath('documents'),
  },
  invite: {
    title: say`Invite people`,
    text: say`Colleagues and shareholders. No invitation is sent automatically.`,
    to: listPath('members'),
  },
};

/** With so many steps done, the rest takes one line. */
const ONE_LINE_FROM = 5;

export default function DashboardSetup({ setup, changed }: { setup: Setup; changed: () => void }) {
  const dataProvider = useConsoleData();
  const { act, isBusy } = useNotifiedAct();
  const [isUnfolded, setUnfolded] = useState(false);
  const skipped = setup.steps.filter(({ state }) => state === 'skipped').map(({ id }) => id);
  const done = setup.steps.filter(({ state }) => state !== 'open').length;
  const save = (body: object) =>
    act(say`The list was not changed.`, async () => {
      await dataProvider.send<Setup>('PUT', '/api/setup', body);
      changed();
    });
  const close = (
    <button type="button" className="btn text" disabled={isBusy} onClick={() => void save({ dismissed: true })}>
      {say`Close the list`}
    </button>
  );
  const next = setup.steps.find(({ state }) => state === 'open');
  if (next && done >= ONE_LINE_FROM && !isUnfolded)
    return (
      <section className={`card ${styles.setup} ${styles.setupLine}`} aria-label={say`Set up your company`}>
        <p>
          {sayAround`${(<b>{say`Set up your company:`}</b>)} ${done} of ${setup.steps.length} done. Next: ${(
            <Link className="link" to={STEPS[next.id].to}>
              {STEPS[next.id].title}
            </Link>
          )}`}
        </p>
        <button type="button" className="btn text" onClick={() => setUnfolded(true)}>
          {say`Show the list`}
        </button>
        {close}
      </section>
    );
  return (
    <Card
      title={say`Set up your company`}
      about={say`${done} of ${setup.steps.length} done.`}
      className={styles.setup}
      end={close}
      flush
    >
      {setup.steps.every(({ id, state }) => state === 'open' || id === 'company' || id === 'documents') && (
        <p className={styles.setupStart}>
          <Link className="btn primary" to={welcomePath}>
            {say`Start with your cap table`}
          </Link>
        </p>
      )}
      <ul className={styles.steps}>
        {setup.steps.map(({ id, state }) => {
          const { title, text, to } = STEPS[id];
          return (
            <li key={id} className={state === 'open' ? undefined : styles.stepDone}>
              <span className={styles.mark}>
                {state === 'done' ? <Icon name="check" /> : null}
                <span className="vh">
                  {state === 'done' ? say`Done:` : state === 'skipped' ? say`Left out:` : say`Open:`}
                </span>
              </span>
              <span className={styles.step}>
                <Link className="link" to={to}>
                  {title}
                </Link>
                <span className="t13 mut">{state === 'skipped' ? say`Left out.` : text}</span>
              </span>
              {state !== 'done' && (
                <button
                  type="button"
                  className="btn text"
                  disabled={isBusy}
                  onClick={() =>
                    void save({
                      skipped: state === 'skipped' ? skipped.filter((each) => each !== id) : [...skipped, id],
                    })
                  }
                >
                  {state === 'skipped' ? say`Reopen` : id === 'tie_out' ? say`Mark as checked` : say`Skip`}
                  <span className="vh">: {title}</span>
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
