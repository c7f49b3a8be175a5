// A plan: its pool as figures and as a bar, the grants made from it, and how its reserve changed.
import { say } from '#src/words/say.ts';
import { Link } from 'react-router-dom';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { grants } from '#src/resources/grants.ts';
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import type { EquityPlanPage } from '#src/contract/recordPages.ts';
import { formatDay, formatShares } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { Card, Strip } from '#src/admin/kit/parts/Card.tsx';
import { createPath } from '#src/admin/paths.ts';
import { useMay } from '#src/admin/session/useMe.ts';
import { BesideHistory } from '#src/admin/kit/show/RecordHistory.tsx';
import { FactsCard, RecordHead, RecordScreen } from '#src/admin/kit/show/ResourceShow.tsx';
import { RelatedTable } from '#src/admin/kit/list/RelatedTable.tsx';
import { WindowsCard } from '../shared/WindowsCard.tsx';
import styles from './plans.module.css';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';

const figures = ['reserved', 'outstanding', 'exercised', 'available'] as const;

export default function EquityPlanShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<EquityPlanPage> resource={resource}>
      {(record) => (
        <>
          <RecordHead
            resource={resource}
            record={record}
            about={aboutOf(record)}
            extra={<GrantButton plan={record} />}
          />
          <div className="stack">
            {record.reserved !== null && <Pool record={record} />}
            <BesideHistory record={record}>
              <Card title={say`Grants from this plan`} flush className="padtop">
                <RelatedTable
                  resource={grants}
                  filter={{ equity_plan_id: record.id }}
                  columns={['grant_number', 'shareholder', 'compensation_type', 'quantity', 'outstanding', 'status']}
                />
              </Card>
              <Reserve record={record} />
              <FactsCard resource={resource} record={record} omit={figures} />
              <WindowsCard of="plan" windows={record.exercise_windows} warnings={record.window_warnings} />
            </BesideHistory>
          </div>
        </>
      )}
    </RecordScreen>
  );
}

function aboutOf(record: EquityPlanPage): string {
  const classes = record.share_classes ?? say`No share class`;
  return record.date === null ? classes : say`${classes}, adopted ${formatDay(record.date)}`;
}

function GrantButton({ plan }: { plan: EquityPlanPage }) {
  const may = useMay();
  if (!may('create', grants)) return null;
  return (
    <Link className="btn" to={`${createPath('grants')}?equity_plan_id=${encodeURIComponent(plan.id)}`}>
      <Icon name="plus" />
      {say`Grant from this plan`}
    </Link>
  );
}

function Pool({ record }: { record: EquityPlanPage }) {
  const text = (name: (typeof figures)[number]) => formatShares(String(record[name] ?? '0'));
  return (
    <>
      <Strip
        items={[
          { label: say`Reserved`, figure: text('reserved'), context: say`set aside by the board` },
          { label: say`Outstanding`, figure: text('outstanding'), context: say`granted, not yet exercised` },
          { label: say`Exercised`, figure: text('exercised'), context: say`exercised, released or issued` },
          { label: say`Available`, figure: text('available'), context: say`free to grant` },
        ]}
      />
      <PoolBar record={record} />
    </>
  );
}

/** Floats only draw the bar; the figures above it are exact. */
function PoolBar({ record }: { record: EquityPlanPage }) {
  const figure = (name: (typeof figures)[number]) => Number(parseDecimal(String(record[name] ?? '0')) ?? 0n);
  const width = (name: (typeof figures)[number]) => `${(figure(name) / Math.max(1, figure('reserved'))) * 100}%`;
  return (
    <div className={`card ${styles.poolBar}`}>
      <div className={`meter ${styles.tall}`} aria-hidden="true">
        <span style={{ width: width('exercised') }} />
        <span className="new" style={{ width: width('outstanding') }} />
      </div>
      <p className="small mut">{say`Filled: exercised. Hatched: outstanding. Empty: free to grant.`}</p>
    </div>
  );
}

function Reserve({ record }: { record: EquityPlanPage }) {
  const changes = record.reserve;
  if (changes.length === 0) return null;
  return (
    <Card title={say`Changes to the reserve`} flush className="padtop">
      <ScrollBox label={say`Changes to the reserve, table`}>
        <table className="dense">
          <TableHead columns={[say`From`, [say`Shares`, 'r'], say`Reason`]} />
          <tbody>
            {changes.map((change, index) => (
              <tr key={`${change.date ?? ''} ${index}`}>
                <td>{change.date === null ? '–' : formatDay(change.date)}</td>
                <td className="r">{formatShares(change.reserved)}</td>
                <td>{change.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}
