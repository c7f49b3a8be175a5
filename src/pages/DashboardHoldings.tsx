// What a shareholder owns, of every kind, and the value of the stock at each class's latest price on record.
import { say } from '../words/say.ts';
import { sayAround } from '../words/sayAround.ts';
import { Link } from 'react-router-dom';
import { formatDay, formatMoney, formatShares, plural } from '../admin/kit/format.ts';
import { Card, Unknown } from '../admin/kit/parts/Card.tsx';
import { Blank } from '../admin/kit/parts/states.tsx';
import { listPath, showPath } from '../admin/paths.ts';
import { whyNoPrice } from '../domain/priceSource.ts';
import { grants } from '../resources/grants.ts';
import { wordOf } from '../resources/kit/defineResource.ts';
import type { OwnHolding } from '../contract/dashboard.ts';
import { TableHead } from '../admin/kit/parts/TableHead.tsx';
import { ScrollBox } from '../admin/kit/parts/ScrollBox.tsx';

interface Props {
  holdings: OwnHolding[];
  /** One total per currency. */
  values: { currency: string; value: string }[];
  /** Whether one total covers all holdings. */
  isWhole: boolean;
}

export default function DashboardHoldings({ holdings, values, isWhole }: Props) {
  if (holdings.length === 0) {
    return (
      <Card title={say`What you own`}>
        <Blank icon="certificates" title={say`No holdings are recorded for you yet`}>
          {say`When the company issues or transfers shares to you, they appear here.`}
        </Blank>
      </Card>
    );
  }
  const hasIssuePrice = holdings.some(({ price_source }) => price_source === 'issue');
  const valueless = holdings.filter((holding) => holding.value === null).length;
  return (
    <Card
      title={say`What you own`}
      about={say`Held today, with the price used for each value`}
      flush
      className="padtop"
    >
      <ScrollBox label={say`What you own, table`}>
        <table className="dense roomy">
          <TableHead columns={[say`Holding`, [say`Quantity`, 'r'], [say`Value`, 'r']]} />
          <tbody>
            {holdings.map((holding) => (
              <tr key={`${holding.kind} ${holding.id}`}>
                <td>
                  <Link className="link" to={pathOf(holding)}>
                    {holding.label}
                  </Link>
                  <small>{kindOf(holding)}</small>
                </td>
                <td className="r">
                  {quantityOf(holding)}
                  {holding.ended_on ? (
                    <small>{sayAround`ended ${formatDay(holding.ended_on)}`}</small>
                  ) : (
                    holding.vested && <small>{sayAround`${formatShares(holding.vested)} vested`}</small>
                  )}
                </td>
                <td className="r">
                  {holding.value === null ? (
                    <>
                      <span aria-hidden="true">–</span>
                      <small>{whyNone(holding)}</small>
                    </>
                  ) : (
                    formatMoney(holding.value, holding.currency)
                  )}
                  {holding.price !== null && (
                    <small>{say`at ${formatMoney(holding.price, holding.currency)}, ${sourceOf(holding)}${recordedAs(holding)}`}</small>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {values.length === 0 && (
              <tr className="tot">
                <td colSpan={2}>{say`Value of priced holdings`}</td>
                <td className="r">
                  <Unknown why={say`Nothing here has a price`} />
                </td>
              </tr>
            )}
            {values.map(({ currency, value }) => (
              <tr key={currency} className="tot">
                <td colSpan={2}>
                  {isWhole
                    ? say`Value of what you own`
                    : say`Value of priced holdings${values.length > 1 ? say` in ${currency}` : ''}`}
                </td>
                <td className="r">{formatMoney(value, currency)}</td>
              </tr>
            ))}
          </tfoot>
        </table>
      </ScrollBox>
      <p className="note">
        {!isWhole &&
          valueless > 0 &&
          say`${plural(valueless, say`holding`, say`holdings`)} without a value here ${valueless === 1 ? say`is` : say`are`} ${values.length > 1 ? say`in no sum` : say`not in the sum`}. `}
        {values.length > 1 && say`Nothing is converted between currencies. `}
        {sayAround`A value is the number of shares times the latest price on record for their class${hasIssuePrice && say`, or where it has none, the price yours were issued at`}. It is neither an offer nor an appraisal. For a grant, the vested part counts, less its exercise price. Convertibles and warrants have no value until they become shares.`}
      </p>
    </Card>
  );
}

/** Stock links to the holder's certificates of the class, everything else to its own page. */
function pathOf({ kind, id }: OwnHolding): string {
  if (kind === 'certificate') return listPath('certificates', { share_class_id: id, status: 'active' });
  return showPath(`${kind}s`, id);
}

function kindOf({ kind, compensation_type, share_class }: OwnHolding): string {
  if (kind === 'certificate') return say`Shares`;
  if (kind === 'convertible') return say`Convertible`;
  const word = kind === 'grant' ? wordOf(grants.fields.compensation_type, String(compensation_type)) : say`Warrant`;
  return share_class ? `${word}, ${share_class}` : word;
}

function quantityOf({ quantity, amount, currency }: OwnHolding): string {
  if (amount) return formatMoney(amount, currency);
  return formatShares(quantity ?? '0');
}

/** The price shown is adjusted for later splits, the recorded one is not. */
const recordedAs = ({ price_recorded, currency }: OwnHolding) =>
  price_recorded === null ? '' : say`, recorded as ${formatMoney(price_recorded, currency)} before a split`;

function sourceOf({ price_source, price_date }: OwnHolding): string {
  if (price_date === null) return price_source === 'issue' ? say`your issue price` : say`price of the class`;
  const day = formatDay(price_date);
  const words = {
    valuation: say`valued ${day}`,
    last_round: say`last sold ${day}`,
    class_price: say`price of the class ${day}`,
    conversion_price: say`paid for a SAFE or note ${day}`,
    issue: say`your issue price of ${day}`,
  };
  return words[price_source ?? 'last_round'];
}

function whyNone({ kind, price, price_source }: OwnHolding): string {
  if (kind !== 'certificate' && kind !== 'grant') return say`No value before it becomes shares`;
  if (price !== null) return say`Its vesting schedule is not on record`;
  if (price_source === 'conversion_price') return whyNoPrice(price_source);
  return price_source === null
    ? say`No price is on record for this class`
    : say`The price of its class is in another currency`;
}
