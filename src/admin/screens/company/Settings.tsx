// Settings: the company, the signed-in person, and the removal of the sample company.
import { shownEmail } from '../../../domain/shownEmail.ts';
import { administrators, owners } from '../../../resources/kit/access.ts';
import { lazy } from 'react';
import { Card, Facts, Unknown } from '../../kit/parts/Card.tsx';
import { LazyPart } from '../../kit/parts/LazyPart.tsx';
import { PageHead } from '../../kit/parts/PageHead.tsx';
import { Failed, Loading } from '../../kit/parts/states.tsx';
import { formatDay } from '../../kit/format.ts';
import { roleWord, useMe, useRole } from '../../session/useMe.ts';
import { useOrganization } from '../../session/useOrganization.ts';
import type { Organization } from '../../../resources/organization.ts';
import styles from './company.module.css';

const CompanyForm = lazy(() => import('./CompanyForm.tsx'));
const WithholdingRules = lazy(() => import('./WithholdingRules.tsx'));
const Logo = lazy(() => import('./Logo.tsx'));
const Factors = lazy(() => import('./Factors.tsx'));
const NoticeMails = lazy(() => import('./NoticeMails.tsx'));
const SignInDetails = lazy(() => import('./SignInDetails.tsx'));
const Sessions = lazy(() => import('./Sessions.tsx'));
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
            <Profile />
            <LazyPart what="Your sign-in">
              <SignInDetails />
            </LazyPart>
            <LazyPart what="Your ways to confirm" fallback={<Loading />}>
              <Factors />
            </LazyPart>
            <LazyPart what="Your choice of mails" fallback={<Loading />}>
              <NoticeMails />
            </LazyPart>
            <LazyPart what="Your sessions" fallback={<Loading />}>
              <Sessions />
            </LazyPart>
            {data.is_sample && owners.includes(role) && (
              <LazyPart what="The sample company section">
                <SampleData />
              </LazyPart>
            )}
          </>
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

function Profile() {
  const { user } = useMe();
  return (
    <Card title="You" about="As entered at sign-up.">
      <Facts
        items={[
          { label: 'Name', value: `${user.first_name} ${user.last_name}`.trim() || <Unknown /> },
          { label: 'Email', value: shownEmail(user.email) },
          { label: 'Role', value: roleWord(user.role) },
          { label: 'Client name', value: user.client_name },
        ]}
      />
    </Card>
  );
}
