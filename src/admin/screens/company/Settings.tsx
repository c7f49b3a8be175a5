// Settings: the company, the signed-in person, and the removal of the sample company.
import { administrators, owners } from '#src/resources/kit/access.ts';
import { lazy } from 'react';
import { Card, Facts, Unknown } from '#src/admin/kit/parts/Card.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { formatDay } from '#src/admin/kit/format.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { useOrganization } from '#src/admin/session/useOrganization.ts';
import type { Organization } from '#src/resources/organization.ts';
import { AccountSections } from './Account.tsx';
import styles from './company.module.css';

const CompanyForm = lazy(() => import('./CompanyForm.tsx'));
const WithholdingRules = lazy(() => import('./WithholdingRules.tsx'));
const Logo = lazy(() => import('./Logo.tsx'));
const SampleData = lazy(() => import('./SampleData.tsx'));

export default function Settings() {
  const role = useRole();
  const { data, error, isPending, isEnabled, refetch } = useOrganization();
  const mayEdit = administrators.includes(role);
  return (
    <>
      <PageHead title="Settings" about="The company and your own account." />
      <div className={`stack ${styles.settings}`}>
        {error ? (
          <div className="card">
            <Failed what="The company" error={error} retry={() => void refetch()} />
          </div>
        ) : isPending ? (
          isEnabled && <Loading />
        ) : (
          <>
            {mayEdit ? (
              <LazyPart what="The company form" fallback={<Loading />}>
                <CompanyForm company={data} />
                <Logo />
                <WithholdingRules company={data} />
              </LazyPart>
            ) : (
              <CompanyFacts organization={data} />
            )}
          </>
        )}
        <AccountSections />
        {data?.is_sample && owners.includes(role) && (
          <LazyPart what="The sample company section">
            <SampleData />
          </LazyPart>
        )}
      </div>
    </>
  );
}

function CompanyFacts({ organization }: { organization: Organization }) {
  return (
    <Card title="Company" about="Owners and administrators can change these.">
      <Facts
        items={[
          { label: 'Display name', value: organization.client_display_name },
          { label: 'Legal name', value: organization.legal_name ?? <Unknown /> },
          {
            label: 'Formed',
            value: organization.formation_date ? formatDay(organization.formation_date) : <Unknown />,
          },
          { label: 'Country', value: organization.country ?? <Unknown /> },
          { label: 'Currency', value: organization.currency },
          { label: 'Time zone', value: organization.time_zone?.replaceAll('_', ' ') ?? 'UTC' },
          { label: 'Contact for shareholders', value: contactOf(organization) ?? <Unknown /> },
        ]}
      />
    </Card>
  );
}

const contactOf = ({ holder_contact_name, holder_contact_email, holder_contact_phone }: Organization) =>
  [holder_contact_name, holder_contact_email, holder_contact_phone].filter(Boolean).join(', ') || null;
