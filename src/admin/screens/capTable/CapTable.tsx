// Who owns the company on a day: by holder or by class, with the definition of what is counted beside the figures, and
// the entries behind every figure.
import { inSentence } from '#src/words/inSentence.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { lazy, useState } from 'react';
import { basisWords } from '#src/domain/captable/capTableBasis.ts';
import { formatDay, today } from '#src/admin/kit/format.ts';
import { certificates } from '#src/resources/certificates.ts';
import { BringIn } from '#src/admin/kit/list/BringIn.tsx';
import { CreateButton } from '#src/admin/kit/list/CreateButton.tsx';
import { Icon } from '#src/admin/kit/icons.tsx';
import { Instant } from '#src/admin/kit/parts/Instant.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { useAsked } from '#src/admin/kit/parts/useAsked.ts';
import { Blank, Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { membershipStatus, useMe, useRole } from '#src/admin/session/useMe.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { CapTableChange } from './CapTableChange.tsx';
import { CapTableCharts } from './CapTableCharts.tsx';
import { CapTableControls } from './CapTableControls.tsx';
import { CapTableFiles } from './CapTableFiles.tsx';
import { ByClass } from './CapTableByClass.tsx';
import { ByHolder } from './CapTableByHolder.tsx';
import { Convertibles, OwnTable } from './CapTableOwn.tsx';
import { TotalsTable } from './CapTableTotals.tsx';
import { hasTotals, isWhole } from './capTableAnswer.ts';
import type { CapTable as Answer, WholeCapTable } from './capTableAnswer.ts';
import { capTablePath, viewOf } from './capTableRules.ts';
import type { Asked, Figure, View } from './capTableRules.ts';
import { useKnownAt } from './useKnownAt.ts';
import type { Known } from './useKnownAt.ts';
import styles from './capTable.module.css';

const CapTableEntries = lazy(() => import('./CapTableEntries.tsx'));

export default function CapTable() {
  const { user } = useMe();
  const role = useRole();
  // Before admission the server would refuse the request.
  const isAdmitted = membershipStatus(user) === 'active';
  const [search, set] = useAsked();
  const view = viewOf(search);
  const known = useKnownAt(view);
  const isReady = isAdmitted && !known.isPending && !known.error;
  const path = capTablePath({ as_of: view.asOf, basis: view.basis, known_at: known.seq });
  const { data, error, isPending, refetch } = useRead<Answer>(isReady ? path : null);
  const [figure, setFigure] = useState<Figure | null>(null);
  // A shareholder sees their own holdings, and what the company shows of the rest.
  const reads = !isHolder(role)
    ? 'company'
    : !data
      ? 'own'
      : isWhole(data)
        ? 'full'
        : hasTotals(data)
          ? 'totals'
          : 'own';
  const isOwn = reads === 'own' || reads === 'totals';
  const day = formatDay(data?.as_of ?? (view.asOf || today()));
  const company = user.client_display_name || say`the company`;
  const asked: Asked = { as_of: data?.as_of ?? (view.asOf || today()), basis: view.basis, known_at: known.seq };
  return (
    <>
      <PageHead
        title={isOwn ? say`What you own` : say`Cap table`}
        about={say`${isOwn ? say`Your stake in` : say`Who owns`} ${company} on ${day}.`}
      >
        {reads === 'company' && <CapTableFiles asked={asked} rows={view.rows} isReady={data !== undefined} />}
        <button type="button" className="btn" onClick={() => window.print()}>
          <Icon name="print" />
          {say`Print`}
        </button>
      </PageHead>
      <CapTableControls view={view} reads={reads} table={data && isWhole(data) ? data : null} set={set} />
      {known.seq !== null && !isOwn && <PastKnowledge known={known} set={set} />}
      {!isAdmitted ? (
        <div className="card">
          <Blank icon="capTable" title={say`Nothing to show yet`}>
            {say`The cap table appears when your membership is active.`}
          </Blank>
        </div>
      ) : (error ?? known.error) ? (
        <div className="card">
          <Failed
            what={say`The cap table`}
            error={error ?? known.error}
            retry={() => (known.error ? known.retry() : void refetch())}
          />
        </div>
      ) : isPending || known.isPending ? (
        <Loading />
      ) : isWhole(data) ? (
        <Table table={data} view={view} asked={asked} open={reads === 'company' ? setFigure : undefined} />
      ) : hasTotals(data) ? (
        <TotalsTable table={data} />
      ) : (
        <OwnTable table={data} />
      )}
      {figure && (
        <LazyPart what={say`The entries behind this figure`} onClose={() => setFigure(null)}>
          <CapTableEntries figure={figure} asked={asked} onClose={() => setFigure(null)} />
        </LazyPart>
      )}
    </>
  );
}

/** Warns that the table shows what was known earlier, not now. */
function PastKnowledge({ known, set }: { known: Known; set: (changes: Record<string, string>) => void }) {
  if (known.isPending || known.error) return null;
  return (
    <output className={`alert warning ${styles.past}`}>
      <Icon name="transactions" />
      <p>
        <b>{say`Historical view.`}</b>{' '}
        {known.entry ? (
          <>
            {sayAround`This is the table as it was known after entry No. ${known.entry.seq}, recorded ${(<Instant at={known.entry.recorded_at} />)}. Entries recorded or taken back later are left out.`}
          </>
        ) : (
          say`Nothing had been recorded by then.`
        )}
      </p>
      <button type="button" className="btn sm" onClick={() => set({ known_at: '', known_on: '' })}>
        {say`Show what is known now`}
      </button>
    </output>
  );
}

interface TableProps {
  table: WholeCapTable;
  view: View;
  asked: Asked;
  open: ((figure: Figure) => void) | undefined;
}

function Table({ table, view, asked, open }: TableProps) {
  if (table.rows.length === 0 && table.classes.length === 0) {
    return (
      <div className="card">
        <Blank
          icon="capTable"
          title={say`Nobody holds shares on this day`}
          actions={
            <>
              <CreateButton resource={certificates} />
              <BringIn by="imports" />
            </>
          }
        >
          {say`Create a share class and issue a certificate, or import a cap table. The table then appears here.`}
        </Blank>
      </div>
    );
  }
  const label = say`Cap table, ${inSentence(basisWords[table.basis].label)}`;
  return (
    <div className="stack">
      {view.compare && open && <CapTableChange compare={view.compare} asked={asked} />}
      <section className="card long" aria-label={label}>
        {view.rows === 'holder' ? <ByHolder table={table} open={open} /> : <ByClass table={table} open={open} />}
      </section>
      {table.convertibles.length > 0 && (
        <Convertibles
          table={table}
          about={say`Money that may become shares. Not in the percentages above.`}
          open={open}
        />
      )}
      <CapTableCharts table={table} />
    </div>
  );
}
