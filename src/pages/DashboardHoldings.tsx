// What a shareholder owns and what it is worth at the price on record of each class.
import { formatMoney, formatShares } from '../admin/format.ts';
import { Card, Unknown } from '../admin/parts/Card.tsx';
import { Blank } from '../admin/parts/states.tsx';
import type { OwnHolding } from './dashboardAnswer.ts';

export default function DashboardHoldings({ holdings, value }: { holdings: OwnHolding[]; value: string | null }) {
  if (holdings.length === 0) {
    return (
      <Card title="What you own">
        <Blank icon="certificates" title="No holdings are recorded for you yet">
          When the company issues or transfers shares to you, they are here.
        </Blank>
      </Card>
    );
  }
  return (
    <Card
      title="What you own"
      about="Shares held today, at the price on record of their class"
      flush
      className="padtop"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrolls by keyboard. */}
      <div className="scroll" tabIndex={0} role="region" aria-label="What you own, table">
        <table className="dense">
          <thead>
            <tr>
              <th scope="col">Share class</th>
              <th scope="col" className="r">
                Shares
              </th>
              <th scope="col" className="r">
                Price, $
              </th>
              <th scope="col" className="r">
                Value, $
              </th>
            </tr>
          </thead>
          <tbody>
            {holdings.map((holding) => (
              <tr key={holding.share_class_id}>
                <td>{holding.share_class}</td>
                <td className="r">{formatShares(holding.shares)}</td>
                <td className="r">{amount(holding.price_per_share)}</td>
                <td className="r">{amount(holding.value)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="tot">
              <td colSpan={3}>Value of your shares</td>
              <td className="r">{amount(value)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <p className="note">
        Value is shares times the price the class was issued for, the latest on record. It is neither an offer nor an
        appraisal.
      </p>
    </Card>
  );
}

function amount(value: string | null) {
  return value === null ? <Unknown why="No price is on record for this class" /> : formatMoney(value, '');
}
