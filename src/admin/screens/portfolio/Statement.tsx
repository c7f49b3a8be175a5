// The statements of holdings and payments, and the tax forms, in one company of the portfolio; of another than the open one, the way there.
import { sayAround } from '#src/words/sayAround.ts';
import type { PortfolioCompany } from '#src/contract/portfolio.ts';
import { portfolioPath } from '#src/admin/paths.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { HoldingsStatement } from '../shared/HoldingsStatement.tsx';
import { PaymentStatement } from '../shared/PaymentStatement.tsx';
import { YearlyTaxFormCopies } from '../shared/YearlyTaxFormCopies.tsx';
import { CompanyLink } from './CompanyLink.tsx';

export function Statement({ company }: { company: PortfolioCompany }) {
  const { memberships, active } = useMe();
  const own = memberships.find(({ client_name }) => client_name === company.client_name)?.shareholder_id;
  if (!own) return null;
  if (active !== company.client_name)
    return (
      <p className="note">
        {sayAround`${(
          <CompanyLink company={company} to={portfolioPath}>
            {sayAround`Open ${company.client_display_name}`}
          </CompanyLink>
        )} for statements of your holdings and payments there.`}
      </p>
    );
  const of = { holder: own, clientName: company.client_name, today: company.as_of };
  return (
    <>
      <HoldingsStatement {...of} />
      <PaymentStatement {...of} />
      <YearlyTaxFormCopies holder={own} />
    </>
  );
}
