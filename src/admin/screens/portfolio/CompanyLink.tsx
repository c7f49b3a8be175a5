// A link to a page of one of the account's companies. Where another company is open, it is switched to first.
import { say } from '#src/words/say.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { PortfolioCompany } from '#src/contract/portfolio.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { useSwitch } from '#src/admin/session/useSwitch.ts';

interface CompanyLinkProps {
  company: Pick<PortfolioCompany, 'client_name' | 'client_display_name'>;
  to: string;
  className?: string;
  label?: string;
  children: ReactNode;
}

export function CompanyLink({ company, to, className = 'link', label, children }: CompanyLinkProps) {
  const { active } = useMe();
  const { switchTo, isSwitching } = useSwitch();
  if (active === company.client_name)
    return (
      <Link className={className} to={to} aria-label={label}>
        {children}
      </Link>
    );
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      title={say`Opens ${company.client_display_name}`}
      disabled={isSwitching}
      onClick={() => void switchTo(company.client_name, to)}
    >
      {children}
    </button>
  );
}
