// The page of a draft: what would be written, and where it is posted.
import { Link } from 'react-router-dom';
import type { DraftDetails } from '../../../../contract/scenarios.ts';
import { drafts } from '../../../../resources/drafts.ts';
import type { Draft } from '../../../../resources/drafts.ts';
import { Card } from '../../../kit/parts/Card.tsx';
import { showPath } from '../../../kit/paths.ts';
import type { AnyRecord } from '../../../kit/fieldKinds.tsx';
import { BesideHistory } from '../../../kit/show/RecordHistory.tsx';
import type { WithHistory } from '../../../kit/show/RecordHistory.tsx';
import { FactsCard, RecordHead, RecordScreen } from '../../../kit/show/ResourceShow.tsx';
import { DraftTerms } from './DraftTerms.tsx';

export default function DraftShow() {
  return (
    <RecordScreen<AnyRecord & Draft & DraftDetails & WithHistory> resource={drafts}>
      {(record) => (
        <>
          <RecordHead resource={drafts} record={record} />
          <BesideHistory record={record}>
            <Card
              title="Terms"
              about={
                record.posted_at === null ? (
                  <>
                    Not in the ledger until it is posted, from{' '}
                    <Link className="link" to={showPath('scenarios', String(record.scenario_id))}>
                      its scenario
                    </Link>
                    .
                  </>
                ) : (
                  'As they were posted.'
                )
              }
            >
              <DraftTerms draft={record} />
            </Card>
            <FactsCard resource={drafts} record={record} />
          </BesideHistory>
        </>
      )}
    </RecordScreen>
  );
}
