// The companies of the account, one row each; a row opens to its holdings.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { Fragment } from 'react';
import type { PortfolioCompany } from '#src/contract/portfolio.ts';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import { formatDay, formatMoney, formatShares } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { Card, Unknown } from '#src/admin/kit/parts/Card.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { HoldingsTable } from './PortfolioHoldings.tsx';
import { Statement } from './Statement.tsx';
import { drawnShare, vestingOf } from './portfolioRules.ts';
import styles from './portfolio.module.css';

interface CompaniesProps {
  companies: PortfolioCompany[];
  opened: string | null;
  open: (clientName: string | null) => void;
}

export function PortfolioCompanies({ companies, opened, open }: CompaniesProps) {
  return (
    <Card title={say`Your companies`} about={say`Open one to see what you hold in it`} flush className="padtop">
      <ScrollBox label={say`Your companies, table`}>
        <table className={`dense roomy ${styles.companies}`}>
          <TableHead
            columns={[
              say`Company`,
              [say`Vested`, 'r'],
              [say`Paid this year`, 'r'],
              [say`Next payment`, 'r'],
              [say`Value`, 'r'],
            ]}
          />
          <tbody>
            {companies.map((company) => {
              const isOpen = opened === company.client_name;
              return (
                <Fragment key={company.client_name}>
                  <CompanyRow
                    company={company}
                    isOpen={isOpen}
                    toggle={() => open(isOpen ? null : company.client_name)}
                  />
                  {isOpen && (
                    <tr className={styles.within}>
                      <td colSpan={5}>
                        <HoldingsTable company={company} />
                        <Statement company={company} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}

function CompanyRow({ company, isOpen, toggle }: { company: PortfolioCompany; isOpen: boolean; toggle: () => void }) {
  const { next_distribution: next, currency } = company;
  return (
    <tr>
      <td>
        <button type="button" className={`link ${styles.opener}`} aria-expanded={isOpen} onClick={toggle}>
          <Icon name={isOpen ? 'down' : 'right'} small />
          {company.client_display_name}
        </button>
      </td>
      <td className="r" data-label={say`Vested`}>
        <CompanyVesting company={company} />
      </td>
      <td className="r" data-label={say`Paid this year`}>
        {formatMoney(company.paid_this_year, currency)}
      </td>
      <td className="r" data-label={say`Next payment`}>
        {next ? (
          <>
            {formatMoney(next.net, next.currency)}
            <small>{formatDay(next.payment_date)}</small>
          </>
        ) : (
          <Unknown why={say`No payment is announced`} />
        )}
      </td>
      <td className="r" data-label={say`Value`}>
        {company.values.length === 0 ? (
          <Unknown why={say`Nothing has a price`} />
        ) : (
          company.values.map(({ currency: each, value }) => (
            <span key={each} className={styles.sum}>
              {formatMoney(value, each)}
            </span>
          ))
        )}
        {!company.value_is_whole && company.values.length > 0 && <small>{say`not everything has a value`}</small>}
      </td>
    </tr>
  );
}

function CompanyVesting({ company }: { company: PortfolioCompany }) {
  const vesting = vestingOf(company.holdings);
  if (!vesting) return <Unknown why={say`Nothing vests`} />;
  const whole = formatDecimal(decimal(vesting.vested) + decimal(vesting.unvested));
  return (
    <>
      {formatShares(vesting.vested)} <span className="dim">{sayAround`of ${formatShares(whole)}`}</span>
      <span className={`meter ${styles.vested}`} aria-hidden="true">
        <span style={{ width: `${drawnShare(vesting.vested, whole)}%` }} />
      </span>
    </>
  );
}
