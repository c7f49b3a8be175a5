// A distribution as one way, from declaring it to telling its holders: where it stands follows from its records, so it may be left
// and taken up again by anybody. The open step shows what is to be done right there; one that was opened by hand is in the address.
import { say } from '#src/words/say.ts';
import { lazy, useEffect, useId, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { DistributionNotices } from '#src/contract/distributions/distributionNotices.ts';
import type { LackingHolders } from '#src/contract/missingDetails.ts';
import type { DistributionPage } from '#src/contract/recordPages.ts';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { Loading } from '#src/admin/kit/parts/states.tsx';
import { useRead } from '#src/admin/session/useRead.ts';
import { previewUrl } from '../distributionPreview.ts';
import type { DistributionPreview } from '../distributionPreview.ts';
import { useHeld } from '../PaymentProgress.tsx';
import { StepLine } from './StepLine.tsx';
import { currentStep, STEPS, stepsOf } from './stepsOf.ts';
import type { Standing, StepName } from './stepsOf.ts';
import styles from './steps.module.css';

const StepPanel = lazy(() => import('./StepPanel.tsx'));

const OPENED = 'step';

export function DistributionSteps({ record }: { record: DistributionPage }) {
  const [search, setSearch] = useSearchParams();
  const standing = useStanding(record);
  const steps = stepsOf(standing);
  const current = currentStep(steps);
  const asked = search.get(OPENED);
  const isAsked = asked !== null && Object.hasOwn(STEPS, asked);
  const open = isAsked ? (asked as StepName) : current;
  const panelId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const openStep = (name: StepName | null) =>
    setSearch(
      (present) => {
        const next = new URLSearchParams(present);
        if (name === null) next.delete(OPENED);
        else next.set(OPENED, name);
        return next;
      },
      { replace: true },
    );
  const shown = useRef(open);
  useEffect(() => {
    // The button that was pressed goes with its step, at once or when the code of the next has come: that one is read next.
    const { activeElement } = document;
    const isOfStepBefore = activeElement === document.body || panel.current?.contains(activeElement);
    if (shown.current !== open && isOfStepBefore) heading.current?.focus();
    shown.current = open;
  }, [open]);
  return (
    <section className={`card ${styles.card}`} aria-label={say`Steps of the distribution`}>
      <StepLine steps={steps} open={open} onOpen={openStep} panelId={panelId} />
      {open === undefined && <Loading />}
      {open && (
        <div ref={panel} className={styles.panel} id={panelId}>
          <h2 ref={heading} tabIndex={-1}>
            {STEPS[open]}
          </h2>
          <LazyPart what={say`The step`} fallback={<Loading />}>
            <StepPanel
              key={open}
              name={open}
              record={record}
              standing={standing}
              onDone={() => {
                // What was done moves the work on by itself; a step that was opened by hand is left.
                if (isAsked) openStep(null);
              }}
            />
          </LazyPart>
        </div>
      )}
    </section>
  );
}

function useStanding({ id, status, payment_sums }: DistributionPage): Standing {
  const path = `/api/distributions/${encodeURIComponent(id)}`;
  const isPending = status === 'pending';
  const counts = Object.fromEntries(payment_sums.map(({ status: of, count }) => [of, count])) as Standing['counts'];
  const { sum: held, isFailed } = useHeld(id, (counts.pending ?? 0) > 0);
  const lacking = useRead<LackingHolders>(status === 'paid' ? null : `${path}/lacking`);
  const notices = useRead<DistributionNotices>(isPending ? null : `${path}/notices`);
  const preview = useRead<DistributionPreview>(isPending ? previewUrl(id) : null);
  const approval = answerOf(preview);
  return {
    status,
    counts,
    held: isFailed ? null : held?.count,
    lacking: answerOf(lacking),
    notices: answerOf(notices),
    approval: approval && { refusal: approval.approval_refusal?.code ?? null },
  };
}

/** Null where it could not be read. */
const answerOf = <T,>({ data, error }: { data: T | undefined; error: Error | null }): T | null | undefined =>
  data ?? (error ? null : undefined);
