// What is done at each step of a distribution, and what became of it.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { lazy } from 'react';
import { Link } from 'react-router-dom';
import type { DistributionPage } from '#src/contract/recordPages.ts';
import { administrators } from '#src/resources/kit/access.ts';
import { distributions } from '#src/resources/distributions.ts';
import { verbNamed } from '#src/resources/verbs/index.ts';
import { formatDay, plural } from '#src/admin/kit/format.ts';
import { listPath } from '#src/admin/paths.ts';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useRole } from '#src/admin/session/useMe.ts';
import { BatchList, useBatches } from '#src/admin/screens/batches/DistributionBatches.tsx';
import MakeBatch from '#src/admin/screens/batches/MakeBatch.tsx';
import ResultsDialog from '#src/admin/screens/batches/ResultsDialog.tsx';
import AskHolders from '../AskHolders.tsx';
import TellHolders from '../TellHolders.tsx';
import type { Standing, StepName } from './stepsOf.ts';
import styles from './steps.module.css';

const ApproveDistribution = lazy(() => import('../ApproveDistribution.tsx'));

interface PanelProps {
  record: DistributionPage;
  standing: Standing;
  onDone: () => void;
}

export default function StepPanel({ name, ...props }: PanelProps & { name: StepName }) {
  const Panel = PANELS[name];
  return <Panel {...props} />;
}

const PANELS: Record<StepName, (props: PanelProps) => React.ReactNode> = {
  declare: Declared,
  missing: Missing,
  approve: Approval,
  file: BankFile,
  results: Results,
  notify: Notify,
};

function Declared({ record }: PanelProps) {
  return (
    <p>
      {sayAround`Declared on ${formatDay(record.created_at.slice(0, 10))}, for who holds shares at the end of ${formatDay(record.record_date)}.`}{' '}
      {record.status === 'pending' && say`It can be edited or deleted until it is approved. Who gets what is below.`}
    </p>
  );
}

function Missing({ record, onDone }: PanelProps) {
  if (record.status === 'paid') return <p>{say`Everybody was paid.`}</p>;
  return <AskHolders id={record.id} onDone={onDone} />;
}

const approve = verbNamed('distributions.approve');

function Approval({ record, onDone }: PanelProps) {
  const mayApprove = administrators.includes(useRole());
  if (record.status !== 'pending')
    return (
      <p>{sayAround`Approved: the lines as of ${formatDay(record.record_date)} are fixed. The history says who approved it.`}</p>
    );
  if (!mayApprove)
    return (
      <p>
        {sayAround`Approving freezes the lines as of ${formatDay(record.record_date)} and creates the payments. Amounts cannot change afterwards. An owner or administrator approves.`}
      </p>
    );
  return <ApproveDistribution resource={distributions} record={record} verb={approve} onClose={onDone} isInPage />;
}

function BankFile({ record, standing, onDone }: PanelProps) {
  const maySend = administrators.includes(useRole());
  const { pending = 0 } = standing.counts;
  const ready = pending - (standing.held ?? 0);
  if (record.status === 'pending') return <p>{say`The payments are created when the distribution is approved.`}</p>;
  return (
    <>
      {ready === 0 && <p>{say`No payment can go to the bank now.`}</p>}
      {ready > 0 && !maySend && <p>{say`An owner or administrator makes the file.`}</p>}
      {ready > 0 && maySend && record.status === 'approved' && <MakeBatch distribution={record} onDone={onDone} />}
      {(standing.held ?? 0) > 0 && (
        <p className={styles.links}>
          <Link className="link" to={paymentsOf(record, { status: 'pending', is_held: true })}>
            {sayAround`${plural(standing.held ?? 0, say`payment`, say`payments`)} on hold`}
          </Link>
        </p>
      )}
      <Files record={record} />
    </>
  );
}

function Files({ record }: { record: DistributionPage }) {
  const { data, error, isPending, refetch } = useBatches(record.id);
  if (error) return <Failed what={say`The files`} error={error} retry={() => void refetch()} />;
  if (isPending) return <Loading />;
  return data.length > 0 && <BatchList batches={data} />;
}

function Results({ record, standing, onDone }: PanelProps) {
  const mayBringIn = administrators.includes(useRole());
  const { data, error, isPending, refetch } = useBatches(record.id);
  if (error) return <Failed what={say`The files`} error={error} retry={() => void refetch()} />;
  if (isPending) return <Loading />;
  const awaiting = data.filter(({ payments }) => payments.processing > 0);
  const [only] = awaiting;
  const isOne = awaiting.length === 1;
  const { processing = 0, failed = 0 } = standing.counts;
  return (
    <>
      {data.length === 0 && processing === 0 && <p>{say`No payment went to the bank yet.`}</p>}
      {data.length === 0 && processing > 0 && (
        <p>{say`The payments under way are in no file. Complete each once its money has arrived.`}</p>
      )}
      {isOne && only && mayBringIn && <ResultsDialog batch={only} isInPage onClose={onDone} />}
      {awaiting.length > 1 && <p>{say`Several files wait for an answer of the bank.`}</p>}
      <p className={styles.links}>
        {failed > 0 && (
          <Link className="link" to={paymentsOf(record, { status: 'failed' })}>
            {sayAround`${plural(failed, say`payment`, say`payments`)} failed: retry them`}
          </Link>
        )}
        {processing > 0 && (
          <Link className="link" to={paymentsOf(record, { status: 'processing' })}>
            {sayAround`${plural(processing, say`payment`, say`payments`)} at the bank`}
          </Link>
        )}
      </p>
      {data.length > 0 && <BatchList batches={data} withResults={!isOne} />}
    </>
  );
}

function Notify({ record, onDone }: PanelProps) {
  if (record.status === 'pending') return <p>{say`Holders are notified once the amounts are fixed.`}</p>;
  return <TellHolders id={record.id} onDone={onDone} />;
}

const paymentsOf = ({ id }: DistributionPage, filter: object) =>
  listPath('payments', { distribution_id: id, ...filter });
