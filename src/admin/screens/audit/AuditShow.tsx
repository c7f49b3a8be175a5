// One row of the trail: what was done, what changed, and how it is chained to the row before.
import { say } from '#src/words/say.ts';
import type { AuditEntry } from '#src/resources/audit.ts';
import { Link } from 'react-router-dom';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { Card, Facts } from '#src/admin/kit/parts/Card.tsx';
import type { Fact } from '#src/admin/kit/parts/Card.tsx';
import { FactsCard, RecordHead, RecordScreen } from '#src/admin/kit/show/ResourceShow.tsx';
import { doneBy, pathOf, whoOf } from './AuditRow.tsx';
import { Compared, comparedOf } from './Compared.tsx';

const SHOWN_ELSEWHERE = ['summary', 'before', 'after', 'prev_hash', 'hash', 'account_id', 'resource_id'];

export default function AuditShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<AuditEntry & Record<string, unknown>> resource={resource}>
      {(entry) => {
        const compared = comparedOf(entry);
        return (
          <div className="stack">
            <RecordHead resource={resource} record={entry} title={`${whoOf(entry)} ${doneBy(entry)}`} />
            <FactsCard resource={resource} record={entry} omit={SHOWN_ELSEWHERE} extra={recordFact(entry)} />
            {compared.length > 0 && (
              <Card title={entry.before && entry.after ? say`What changed` : say`Values`}>
                <Compared entry={entry} fields={compared} />
              </Card>
            )}
            <Card
              title={say`Seal`}
              about={say`Computed from this row and the seal of the row before, so that neither can be changed unnoticed.`}
            >
              <Facts
                one
                items={[
                  { label: say`Seal`, value: <code>{entry.hash}</code> },
                  { label: say`Seal of the row before`, value: <code>{entry.prev_hash}</code> },
                ]}
              />
            </Card>
          </div>
        );
      }}
    </RecordScreen>
  );
}

function recordFact({ resource, resource_id, action }: AuditEntry): Fact[] {
  const path = action === 'delete' ? null : pathOf(resource, resource_id);
  return path
    ? [
        {
          label: say`Record`,
          value: (
            <Link className="link" to={path}>
              {say`Open the record`}
            </Link>
          ),
        },
      ]
    : [];
}
