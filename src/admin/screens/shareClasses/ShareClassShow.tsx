// A share class: its terms, its holders today, and every ledger entry about it.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { Link } from 'react-router-dom';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { ShareClassPage } from '#src/contract/recordPages.ts';
import { formatShares, groupDigits } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { CharterRoom } from '../shared/CharterRoom.tsx';
import { basename } from '#src/admin/paths.ts';
import { RecordLink } from '#src/admin/kit/parts/ReferenceName.tsx';
import { BesideHistory } from '#src/admin/kit/show/RecordHistory.tsx';
import { FactsCard, RecordHead, RecordScreen } from '#src/admin/kit/show/ResourceShow.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';

export default function ShareClassShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<ShareClassPage> resource={resource}>
      {(record) => (
        <>
          <RecordHead resource={resource} record={record} />
          <BesideHistory record={record}>
            <FactsCard resource={resource} record={record} />
            {record.kept !== null && (
              <Card title={say`Room in the charter`}>
                <CharterRoom record={record} />
              </Card>
            )}
            <Holders record={record} />
          </BesideHistory>
        </>
      )}
    </RecordScreen>
  );
}

function Holders({ record }: { record: ShareClassPage }) {
  const { holders, holder_count: count } = record;
  return (
    <Card title={say`Holders today`} flush className="padtop">
      {holders.length === 0 ? (
        <p className="none">{say`Nobody holds shares of this class.`}</p>
      ) : (
        <ScrollBox label={say`Holders, table`}>
          <table className="dense roomy">
            <TableHead columns={[say`Holder`, [say`Shares`, 'r']]} />
            <tbody>
              {holders.map(({ shareholder_id, shareholder, shares }) => (
                <tr key={shareholder_id}>
                  <td>
                    <RecordLink to="shareholders" id={shareholder_id}>
                      {shareholder}
                    </RecordLink>
                  </td>
                  <td className="r">{formatShares(shares)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {count > holders.length && (
        <p className="note">
          {sayAround`The ${holders.length} largest of ${groupDigits(count)}. ${(
            <Link className="link-quiet" to={`${basename}/cap-table`}>
              {say`See all of them in the cap table`}
            </Link>
          )}.`}
        </p>
      )}
    </Card>
  );
}
