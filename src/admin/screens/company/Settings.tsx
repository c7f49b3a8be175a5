// The company's settings, a page for each topic, which are tabs of one another.
import { say } from '#src/words/say.ts';
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
import { listPath } from '#src/admin/paths.ts';
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
    title: say`Company`,
    about: say`Its name, legal form, currency and time zone.`,
    content: (company) => (
      <>
        <CompanyForm company={company} topic="company" title={say`Company`} />
        <Logo />
      </>
    ),
  },
  access: {
    title: say`Shareholder access`,
    about: say`What shareholders see when they sign in.`,
    content: (company) => (
      <CompanyForm
        company={company}
        topic="access"
        title={say`Cap table`}
        about={say`Everybody sees their own certificates, grants, payments and documents.`}
      />
    ),
  },
  payments: {
    title: say`Payment rules`,
    about: say`Who approves what is paid, what is held back, and from which account.`,
    content: (company) => (
      <>
        <CompanyForm company={company} topic="payments" title={say`Payments`} />
        <BankAccounts />
      </>
    ),
  },
  tax: {
    title: say`Tax`,
    about: say`What is withheld from distributions, and what happens where a form is missing.`,
    content: (company) => (
      <>
        <CompanyForm company={company} topic="tax" title={say`Tax forms`} />
        <WithholdingRules company={company} />
      </>
    ),
  },
  notifications: {
    title: say`Notifications to holders`,
    about: say`Whom holders can ask, and what did not reach them.`,
    content: (company) => (
      <>
        <CompanyForm company={company} topic="notifications" title={say`Contact`} />
        <Card
          title={say`Undelivered mail`}
          about={say`Mails are tried for three days. What never arrives is listed with the reason, and can be sent again.`}
        >
          <div className="acts">
            <Link className="btn" to={listPath('undelivered-messages')}>
              {say`Show undelivered mail`}
            </Link>
          </div>
        </Card>
      </>
    ),
  },
  data: {
    title: say`Data`,
    about: say`Import from a file or another product, and take everything with you.`,
    content: (company, role) => (
      <>
        <Card
          title={say`Import`}
          about={say`Spreadsheets, exports of other products and Open Cap Format packages. Nothing is written before you have seen it.`}
        >
          <div className="acts">
            <Link className="btn" to={listPath('imports')}>
              {say`Import`}
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
  if (isHolder(role)) return <Denied what={say`the settings of the company`} />;
  if (!topic)
    return (
      <div className="card">
        <Blank icon="settings" title={say`There are no such settings`}>
          {say`Choose a page of the settings in the menu.`}
        </Blank>
      </div>
    );
  if (tab !== 'company' && !administrators.includes(role)) return <Denied what={say`these settings`} />;
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
            <Failed what={say`The company`} error={error} retry={() => void refetch()} />
          </div>
        ) : isPending ? (
          isEnabled && <Loading />
        ) : mayEdit ? (
          <LazyPart what={say`These settings`} fallback={<Loading />}>
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
    <Card title={say`Company`} about={say`Owners and administrators can change these.`}>
      <Facts
        items={[
          { label: say`Display name`, value: organization.client_display_name },
          { label: say`Legal name`, value: organization.legal_name ?? <Unknown /> },
          {
            label: say`Formed`,
            value: organization.formation_date ? formatDay(organization.formation_date) : <Unknown />,
          },
          { label: say`Country`, value: organization.country ?? <Unknown /> },
          { label: say`Currency`, value: organization.currency },
          { label: say`Time zone`, value: organization.time_zone?.replaceAll('_', ' ') ?? 'UTC' },
          { label: say`Contact for shareholders`, value: contactOf(organization) ?? <Unknown /> },
        ]}
      />
    </Card>
  );
}

const contactOf = ({ holder_contact_name, holder_contact_email, holder_contact_phone }: Organization) =>
  [holder_contact_name, holder_contact_email, holder_contact_phone].filter(Boolean).join(', ') || null;
