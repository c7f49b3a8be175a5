// Shared by the pages of grants, convertibles and warrants: where it came from and what became of it, its approvals
// and exemption, and every ledger entry about it.
import { say } from '#src/words/say.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import type { CertificatePage, ConvertiblePage, GrantPage, WarrantPage } from '#src/contract/recordPages.ts';
import type { HistoryLine, Neighbour } from '#src/contract/securityPages.ts';
import { formatDay, formatShares } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { Card, Facts } from '#src/admin/kit/parts/Card.tsx';
import { showPath } from '#src/admin/paths.ts';
import { titleOf } from '#src/admin/kit/titleOf.ts';
import { RecordHistory } from '#src/admin/kit/show/RecordHistory.tsx';
import styles from './SecurityParts.module.css';
import { exemptionWords } from './exemptionWords.ts';
import { AttachedDocuments } from '../documents/AttachedDocuments.tsx';

type SecurityPage = GrantPage | ConvertiblePage | WarrantPage;

const kinds: Record<string, string> = {
  certificates: say`Certificate`,
  grants: say`Grant`,
  convertibles: say`Convertible`,
  warrants: say`Warrant`,
};

interface SecurityColumnsProps {
  resource: Resource;
  record: SecurityPage;
  /** The cards above its approvals: its facts first. */
  children: ReactNode;
}

/** The body of a grant's, convertible's or warrant's page: its cards at the left, its ledger entries at the right. */
export function SecurityColumns({ resource, record, children }: SecurityColumnsProps) {
  return (
    <div className="cols side">
      <div className="stack">
        {children}
        <CounselCard record={record} />
        <AttachedDocuments resource={resource} record={record} />
        <SecurityChain resource={resource} record={record} />
      </div>
      <SecurityHistory record={record} />
    </div>
  );
}

function SecurityChain({ resource, record }: { resource: Resource; record: SecurityPage }) {
  const { before, became, ended } = record;
  // The security of another kind, or of another holder, that it came from.
  const from = before.length > 0 ? [] : record.came_from;
  const status = wordOf(resource.fields.status, record.status);
  return (
    <Card title={say`History of this security`} about={say`Each box is a security or an event.`}>
      <ol className={styles.chain}>
        <li>
          {from.length > 0 ? (
            from.map((one) => <Box key={one.id} one={one} />)
          ) : (
            <div className={`${styles.box} ${styles.event}`}>
              <b>{say`Issue`}</b>
              <span>{formatDay(record.date)}</span>
            </div>
          )}
        </li>
        {before.map((one) => (
          <li key={one.id}>
            <Icon name="right" small />
            <Box one={one} />
          </li>
        ))}
        <li>
          <Icon name="right" small />
          <div className={`${styles.box} ${styles.current}`} aria-current="true">
            <b>{titleOf(resource, record)}</b>
            <span>{String(record.shareholder ?? '')}</span>
            <span>{status}</span>
          </div>
        </li>
        <li>
          <Icon name="right" small />
          {became.length > 0 ? (
            <div className={styles.boxes}>
              {became.map((one) => (
                <Box key={one.id} one={one} />
              ))}
            </div>
          ) : (
            <div className={`${styles.box} ${styles.event}`}>
              <b>{ended ? status : say`Today`}</b>
              <span>{ended ? formatDay(ended.date) : say`Current`}</span>
            </div>
          )}
        </li>
      </ol>
      {ended?.reason && <p className="small mut">{ended.reason}</p>}
    </Card>
  );
}

function Box({ one }: { one: Neighbour }) {
  return (
    <Link className={styles.box} to={showPath(one.resource, one.id)}>
      <b>{one.number}</b>
      <span>
        {kinds[one.resource] ?? say`Security`}
        {one.quantity ? `, ${formatShares(one.quantity)}` : ''}
      </span>
      <span>{formatDay(one.date)}</span>
    </Link>
  );
}

/** Empty if nothing was filed. */
function CounselCard({ record }: { record: SecurityPage }) {
  const items = [
    { label: say`Board approval`, value: dayOf(record.board_approval_date) },
    { label: say`Stockholder approval`, value: dayOf(record.stockholder_approval_date) },
    {
      label: say`Exemption`,
      value: exemptionWords(record.security_law_exemptions),
    },
    { label: say`Consideration`, value: record.consideration_text ?? '' },
  ].filter(({ value }) => value !== '');
  if (items.length === 0) return null;
  return (
    <Card title={say`Approvals and exemption`}>
      <Facts items={items} />
    </Card>
  );
}

const dayOf = (value: string | null) => (value === null ? '' : formatDay(value));

/** Every ledger entry about the security and its holder's answers, newest first. */
export function SecurityHistory({ record: { history, acknowledgements } }: { record: SecurityPage | CertificatePage }) {
  const whose = acknowledgements.length > 0 ? say`, and what its holder said` : '';
  return (
    <RecordHistory
      record={{ history: merged(history, acknowledgements) }}
      about={say`Every ledger entry about it and the securities it replaces${whose}`}
    />
  );
}

/** Both lists are newest first. Entries keep their order, because those of one command share one instant. */
function merged(entries: readonly HistoryLine[], said: readonly HistoryLine[]): HistoryLine[] {
  const lines = [...entries];
  for (const line of said) {
    const at = lines.findIndex((other) => Date.parse(other.at) < Date.parse(line.at));
    lines.splice(at < 0 ? lines.length : at, 0, line);
  }
  return lines;
}
