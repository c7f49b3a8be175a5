// The page of a draft: what would be written, and where it is posted.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { Link } from 'react-router-dom';
import type { DraftPage } from '#src/contract/recordPages.ts';
import { drafts } from '#src/resources/drafts.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { showPath } from '#src/admin/paths.ts';
import { BesideHistory } from '#src/admin/kit/show/RecordHistory.tsx';
import { FactsCard, RecordHead, RecordScreen } from '#src/admin/kit/show/ResourceShow.tsx';
import { DraftTerms } from './DraftTerms.tsx';

export default function DraftShow() {
  return (
    <RecordScreen<DraftPage> resource={drafts}>
      {(record) => (
        <>
          <RecordHead resource={drafts} record={record} />
          <BesideHistory record={record}>
            <Card
              title={say`Terms`}
              about={
                record.posted_at === null ? (
                  <>
                    {sayAround`Not in the ledger until it is posted, from ${(
                      <Link className="link" to={showPath('scenarios', record.scenario_id)}>
                        {say`its scenario`}
                      </Link>
                    )}.`}
                  </>
                ) : (
                  say`As they were posted.`
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
