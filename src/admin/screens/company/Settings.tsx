// The company's settings, a page for each topic, which are tabs of one another.
import { lazy } from 'react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { administrators, isHolder, owners } from '#src/resources/kit/access.ts';
import type { Role } from '#src/resources/kit/access.ts';
import type { Organization } from '#src/resources/organization.ts';
import { formatDay } from '#src/admin/kit/format.ts';
import { Card, Facts, Unknown } from '#src/admin/kit/parts/Card.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Blank, Denied, Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { listPath } from '#src/admin/kit/paths.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { useOrganization } from '#src/admin/session/useOrganization.ts';
import { ExportCards } from './ExportCards.tsx';
import styles from './company.module.css';

const CompanyForm = lazy(() => import('./CompanyForm.tsx'));
const WithholdingRules = lazy(() => import('./WithholdingRules.tsx'));
const Logo = lazy(() => import('./Logo.tsx'));
const BankAccounts = lazy(() => import('./BankAccounts.tsx'));
const SampleData = lazy(() => import('./SampleData.tsx'));

interface Topic {
  title: string;
  about: string;
  content: (company: Organization, role: Role) => ReactNode;
}

/** By the last part of their addresses. */
const topics: Record<string, Topic> = {
  company: {
    title: 'Company',
    about: 'Its name, legal form, currency and time zone.',
    content: (company) => (
      <>
        <CompanyForm company={company} topic="company" title="Company" />
        <Logo />
      </>
    ),
  },
  access: {
    title: 'Shareholder access',
    about: 'What shareholders see when they sign in.',
    content: (company) => (
      <CompanyForm
        company={company}
        topic="access"
        title="Cap table"
        about="Everybody sees their own certificates, grants, payments and documents."
      />
    ),
  },
  payments: {
    title: 'Payment rules',
    about: 'Who approves what is paid, what is held back, and from which account.',
    content: (company) => (
      <>
        <CompanyForm company={company} topic="payments" title="Payments" />
        <BankAccounts />
      </>
    ),
  },
  tax: {
    title: 'Tax',
    about: 'What is withheld from distributions, and what happens where a form is missing.',
    content: (company) => (
      <>
        <CompanyForm company={company} topic="tax" title="Tax forms" />
        <WithholdingRules company={company} />
      </>
    ),
  },
  notifications: {
    title: 'Notifications to holders',
    about: 'Whom holders can ask, and what did not reach them.',
    content: (company) => (
      <>
        <CompanyForm company={company} topic="notifications" title="Contact" />
        <Card
          title="Undelivered mail"
          about="Mails are tried for three days. What never arrives is listed with the reason, and can be sent again."
        >
          <div className="acts">
            <Link className="btn" to={listPath('undelivered-messages')}>
              Show undelivered mail
            </Link>
          </div>
        </Card>
      </>
    ),
  },
  data: {
    title: 'Data',
    about: 'Import from a file or another product, and take everything with you.',
    content: (company, role) => (
      <>
        <Card
          title="Import"
          about="Spreadsheets, exports of other products and Open Cap Format packages. Nothing is written before you have seen it."
        >
          <div className="acts">
            <Link className="btn" to={listPath('imports')}>
              Import
            </Link>
          </div>
        </Card>
        <ExportCards />
        {company.is_sample && owners.includes(role) && <SampleData />}
      </>
    ),
  },
};

export default function Settings() {
  const role = useRole();
  const { tab = '' } = useParams();
  const topic = Object.hasOwn(topics, tab) ? topics[tab] : undefined;
  if (isHolder(role)) return <Denied what="the settings of the company" />;
  if (!topic)
    return (
      <div className="card">
        <Blank icon="settings" title="There are no such settings">
          Choose a page of the settings in the menu.
        </Blank>
      </div>
    );
  if (tab !== 'company' && !administrators.includes(role)) return <Denied what="these settings" />;
  return <OneTopic key={tab} topic={topic} mayEdit={administrators.includes(role)} />;
}

function OneTopic({ topic, mayEdit }: { topic: Topic; mayEdit: boolean }) {
  const role = useRole();
  const { data, error, isPending, isEnabled, refetch } = useOrganization();
  return (
    <>
      <PageHead title={topic.title} about={topic.about} />
      <div className={`stack ${styles.settings}`}>
        {error ? (
          <div className="card">
            <Failed what="The company" error={error} retry={() => void refetch()} />
          </div>
        ) : isPending ? (
          isEnabled && <Loading />
        ) : mayEdit ? (
          <LazyPart what="These settings" fallback={<Loading />}>
            {topic.content(data, role)}
          </LazyPart>
        ) : (
          <CompanyFacts organization={data} />
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
