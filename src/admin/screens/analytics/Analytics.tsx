// What the ledger shows over time: one question a card, with its answer, its figures and what is counted. A shareholder sees what
// the company shows them of its cap table.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { lazy, useState } from 'react';
import { bases, basisWords } from '#src/domain/captable/capTableBasis.ts';
import type { OwnershipAnswer } from '#src/contract/analytics.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { LabelledDay } from '#src/admin/kit/form/LabelledDay.tsx';
import { Icon } from '#src/admin/kit/icons.tsx';
import { BringIn } from '#src/admin/kit/list/BringIn.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { useAsked } from '#src/admin/kit/parts/useAsked.ts';
import { Blank, Denied, Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { membershipStatus, useMe, useRole } from '#src/admin/session/useMe.ts';
import { useOrganization } from '#src/admin/session/useOrganization.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import styles from './analytics.module.css';
import { analyticsPath, viewOf } from './analyticsRules.ts';
import type { Behind } from './behind.ts';
import { ConcentrationCard } from './ConcentrationCard.tsx';
import { DatesCard } from './DatesCard.tsx';
import { DilutionCard } from './DilutionCard.tsx';
import { OwnershipCard } from './OwnershipCard.tsx';
import type { OwnershipBy } from './OwnershipCard.tsx';
import { PayoutsCard } from './PayoutsCard.tsx';
import type { PayoutsBy } from './PayoutsCard.tsx';
import { PoolCard } from './PoolCard.tsx';
import { Segment } from './Segment.tsx';
import { ValueCard } from './ValueCard.tsx';
import { VestingCard } from './VestingCard.tsx';

const EntriesBehind = lazy(() => import('./EntriesBehind.tsx'));

/** What of the company the reader sees. */
type Sees = 'company' | 'full' | 'totals' | 'nothing';

export default function Analytics() {
  const { user } = useMe();
  const role = useRole();
  const isAdmitted = membershipStatus(user) === 'active';
  const { data: organization, error, isPending, refetch } = useOrganization();
  if (!isAdmitted) return <Denied what={say`the cap table over time`} />;
  if (!isHolder(role)) return <Charts sees="company" />;
  const shown = organization?.cap_table_visibility;
  if (shown === 'full' || shown === 'totals') return <Charts sees={shown} />;
  if (organization) return <Denied what={say`the cap table over time`} />;
  return isPending ? (
    <Loading />
  ) : (
    <Failed what={say`The cap table over time`} error={error} retry={() => void refetch()} />
  );
}

function Charts({ sees }: { sees: Exclude<Sees, 'nothing'> }) {
  const { user } = useMe();
  const [search, set] = useAsked();
  const view = viewOf(search);
  const [behind, setBehind] = useState<Behind | null>(null);
  // One point tells whether there is anything to show. With the totals alone a shareholder may not ask.
  const first = useRead<OwnershipAnswer>(sees === 'totals' ? null : analyticsPath('ownership', { points: 1 }));
  const isNew = first.data?.points[0]?.rows.length === 0;
  const open = sees === 'company' ? setBehind : undefined;
  const byChoices: OwnershipBy[] = sees === 'company' ? ['group', 'class', 'holder'] : ['class', 'holder'];
  const payChoices: PayoutsBy[] = sees === 'company' ? ['distribution', 'class', 'holder'] : ['distribution', 'class'];
  const chosen = <W extends string>(name: string, words: readonly W[]) =>
    words.find((word) => word === search.get(name)) ?? words[0]!;
  const dilution = (
    <DilutionCard
      view={view}
      holder={sees === 'company' ? (search.get('holder') ?? '') : null}
      choose={(holder) => set({ holder })}
      open={open}
    />
  );
  const company = user.client_display_name || say`the company`;
  return (
    <>
      <PageHead
        title={say`Over time`}
        about={
          sees === 'company'
            ? say`What the ledger of ${company} shows over time.`
            : say`Your stake in ${company} over time.`
        }
      >
        <button type="button" className="btn" onClick={() => window.print()}>
          <Icon name="print" />
          {say`Print`}
        </button>
      </PageHead>
      {isNew ? (
        <div className="card">
          <Blank icon="valuations" title={say`Nothing to show yet`} actions={<BringIn by="imports" />}>
            {say`Create a share class and issue a certificate, or import a cap table. The charts then appear here.`}
          </Blank>
        </div>
      ) : (
        <>
          <Controls view={view} set={set} hasFrom={sees !== 'totals'} />
          <div className="stack">
            {sees === 'totals' ? (
              dilution
            ) : (
              <>
                <OwnershipCard
                  view={view}
                  by={chosen('by', byChoices)}
                  choices={byChoices}
                  choose={(by) => set({ by })}
                  open={open}
                />
                {dilution}
                <div className={styles.pair}>
                  <ConcentrationCard view={view} open={open} />
                  <ValueCard view={view} open={open} />
                </div>
                <PoolCard view={view} open={open} />
                {sees === 'company' && <VestingCard />}
                <PayoutsCard
                  year={/^\d{4}$/.test(search.get('year') ?? '') ? search.get('year')! : ''}
                  by={chosen('paid', payChoices)}
                  choices={payChoices}
                  isLinked={sees === 'company'}
                  choose={({ year, by }) => set({ ...(year && { year }), ...(by && { paid: by }) })}
                />
                {sees === 'company' && <DatesCard />}
              </>
            )}
          </div>
        </>
      )}
      {behind && (
        <LazyPart what={say`The entries behind this figure`} onClose={() => setBehind(null)}>
          <EntriesBehind behind={behind} onClose={() => setBehind(null)} />
        </LazyPart>
      )}
    </>
  );
}

interface ControlsProps {
  view: ReturnType<typeof viewOf>;
  /** One holder’s steps begin with their first share. */
  hasFrom: boolean;
  set: (changes: Record<string, string>) => void;
}

function Controls({ view, hasFrom, set }: ControlsProps) {
  return (
    <section className={`card ${styles.controls}`} aria-label={say`What is counted, and when`}>
      <div className={styles.row}>
        <Segment
          label={say`Basis`}
          value={view.basis}
          options={bases.map((basis) => [basis, basisWords[basis].label] as const)}
          choose={(basis) => set({ basis })}
        />
        {hasFrom && (
          <LabelledDay
            labelClass={styles.lab}
            label={say`From`}
            value={view.from}
            max={view.to}
            choose={(from) => set({ from })}
          />
        )}
        <LabelledDay
          labelClass={styles.lab}
          label={say`To`}
          value={view.to}
          min={view.from}
          choose={(to) => set({ to })}
        />
      </div>
      <p className={styles.defn}>
        {sayAround`${(<b>{basisWords[view.basis].label}</b>)} ${basisWords[view.basis].definition} Without days: from the first issue to today.`}
      </p>
    </section>
  );
}
