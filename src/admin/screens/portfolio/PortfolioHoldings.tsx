// The holdings of one company: quantity, what has vested and what comes next, the price with its source and date, and the value.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import type { PortfolioCompany, PortfolioHolding } from '#src/contract/portfolio.ts';
import { formatDay, formatMoney, formatShares } from '#src/admin/kit/format.ts';
import { Card, Unknown } from '#src/admin/kit/parts/Card.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { Blank } from '#src/admin/kit/parts/states.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { showPath } from '#src/admin/paths.ts';
import { CompanyLink } from './CompanyLink.tsx';
import { Statement } from './Statement.tsx';
import { whyNoValue } from '#src/domain/whyNoValue.ts';
import { drawnShare, kindWords, priceSource, resourceOf } from './portfolioRules.ts';
import styles from './portfolio.module.css';

export function PortfolioHoldings({ company }: { company: PortfolioCompany }) {
  return (
    <Card title={say`What you own`} about={say`Held on ${formatDay(company.as_of)}`} flush className="padtop">
      <HoldingsTable company={company} />
      <Statement company={company} />
    </Card>
  );
}

export function HoldingsTable({ company }: { company: PortfolioCompany }) {
  if (company.holdings.length === 0)
    return (
      <Blank icon="certificates" title={say`No holdings are recorded for you today`}>
        {say`When the company issues or transfers shares to you, they appear here.`}
      </Blank>
    );
  return (
    <ScrollBox label={say`What you own at ${company.client_display_name}, table`}>
      <table className={`dense roomy ${styles.holdings}`}>
        <TableHead
          columns={[say`Holding`, [say`Quantity`, 'r'], [say`Vested`, 'r'], [say`Price`, 'r'], [say`Value`, 'r']]}
        />
        <tbody>
          {company.holdings.map((holding) => (
            <Holding key={`${holding.kind} ${holding.id}`} holding={holding} company={company} />
          ))}
        </tbody>
        <tfoot>
          {company.values.map(({ currency, value }) => (
            <tr key={currency} className="tot">
              <td colSpan={4}>
                {company.value_is_whole ? say`Value of what you own` : say`Value of priced holdings`}
                {company.values.length > 1 && say` in ${currency}`}
              </td>
              <td className="r">{formatMoney(value, currency)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </ScrollBox>
  );
}

function Holding({ holding, company }: { holding: PortfolioHolding; company: PortfolioCompany }) {
  return (
    <tr>
      <td>
        <span className={styles.named}>
          <CompanyLink company={company} to={showPath(resourceOf(holding), holding.id)}>
            {holding.label}
          </CompanyLink>
          <Answered holding={holding} />
        </span>
        <small>{kindWords(holding)}</small>
      </td>
      <td className="r" data-label={say`Quantity`}>
        {holding.amount !== null
          ? formatMoney(holding.amount, holding.currency)
          : holding.quantity !== null && formatShares(holding.quantity)}
      </td>
      <td className={hasVesting(holding) ? 'r' : `r ${styles.empty}`} data-label={say`Vested`}>
        <Vested holding={holding} />
      </td>
      <td
        className={holding.price === null && holding.strike === null ? `r ${styles.empty}` : 'r'}
        data-label={say`Price`}
      >
        {holding.price === null ? (
          <span className="dim">–</span>
        ) : (
          <>
            {formatMoney(holding.price, holding.currency)}
            <small>{priceSource(holding)}</small>
          </>
        )}
        {holding.strike !== null && (
          <small>{sayAround`exercise price ${formatMoney(holding.strike, holding.currency)}`}</small>
        )}
      </td>
      <td className="r" data-label={say`Value`}>
        {holding.value === null ? (
          <>
            <Unknown why={whyNoValue(holding) ?? ''} />
            <small aria-hidden="true">{whyNoValue(holding)}</small>
          </>
        ) : (
          formatMoney(holding.value, holding.currency)
        )}
      </td>
    </tr>
  );
}

function Answered({ holding: { acknowledgement } }: { holding: PortfolioHolding }) {
  if (acknowledgement === 'agreed') return <ToneChip tone="success">{say`Agreed`}</ToneChip>;
  if (acknowledgement === 'disputed') return <ToneChip tone="error">{say`Disputed`}</ToneChip>;
  return <ToneChip tone="warning">{say`To confirm`}</ToneChip>;
}

const hasVesting = ({ vested, ended_on }: PortfolioHolding) => vested !== null || ended_on !== null;

function Vested({ holding: { quantity, vested, next_vesting, ended_on } }: { holding: PortfolioHolding }) {
  if (ended_on !== null) return <small>{sayAround`ended ${formatDay(ended_on)}`}</small>;
  if (quantity === null || vested === null) return <span className="dim">–</span>;
  return (
    <>
      {formatShares(vested)}
      <span className={`meter ${styles.vested}`} aria-hidden="true">
        <span style={{ width: `${drawnShare(vested, quantity)}%` }} />
      </span>
      {next_vesting && (
        <small>{sayAround`${formatShares(next_vesting.quantity)} more on ${formatDay(next_vesting.date)}`}</small>
      )}
    </>
  );
}
