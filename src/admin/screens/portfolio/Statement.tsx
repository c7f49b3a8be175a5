// The statement of holdings in one company, at any day, as PDF or CSV.
import { useState } from 'react';
import type { PortfolioCompany } from '../../../contract/portfolio.ts';
import { DownloadButton } from '../../kit/parts/DownloadButton.tsx';
import { portfolioPath } from '../../kit/paths.ts';
import { useMe } from '../../session/useMe.ts';
import { CompanyLink } from './CompanyLink.tsx';
import styles from './portfolio.module.css';

export function Statement({ company }: { company: PortfolioCompany }) {
  const { memberships, active } = useMe();
  const [day, setDay] = useState(company.as_of);
  const own = memberships.find(({ client_name }) => client_name === company.client_name)?.shareholder_id;
  if (!own) return null;
  if (active !== company.client_name)
    return (
      <p className="note">
        <CompanyLink company={company} to={portfolioPath}>
          Open {company.client_display_name}
        </CompanyLink>{' '}
        for a statement of your holdings there.
      </p>
    );
  const path = (format: string) =>
    `/api/shareholders/${encodeURIComponent(own)}/holdings-statement.${format}?as_of=${day}`;
  return (
    <div className={styles.statement}>
      <label htmlFor={`statement-${company.client_name}`}>Statement of holdings on</label>
      <input
        id={`statement-${company.client_name}`}
        type="date"
        className="input"
        value={day}
        onChange={({ target }) => setDay(target.value || company.as_of)}
      />
      {(['pdf', 'csv'] as const).map((format) => (
        <DownloadButton
          key={format}
          small
          label={format.toUpperCase()}
          what="The statement"
          path={path(format)}
          name={`${company.client_name}-holdings-${day}.${format}`}
        />
      ))}
    </div>
  );
}
