// A shareholder's own page: what they own in every company of their account, what it is worth with the source and date of each
// price, what they were paid, what comes next, and what waits for them.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import type { HolderContact as Contact } from '#src/contract/holderContact.ts';
import type { PortfolioCompany } from '#src/contract/portfolio.ts';
import { formatDay, formatMoney, plural } from '#src/admin/kit/format.ts';
import { HolderContact } from '#src/admin/kit/parts/HolderContact.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Blank, Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useMe } from '#src/admin/session/useMe.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { PortfolioCompanies } from './PortfolioCompanies.tsx';
import { PortfolioHoldings } from './PortfolioHoldings.tsx';
import { PortfolioWaiting } from './PortfolioWaiting.tsx';
import { PortfolioYear } from './PortfolioYear.tsx';
import { leftOut, moneyWords, paidOf, totalsOf } from './portfolioRules.ts';
import styles from './portfolio.module.css';

export default function Portfolio() {
  const { data, error, isPending, refetch } = useRead<PortfolioCompany[]>('/api/portfolio');
  return (
    <>
      <PageHead title={say`Portfolio`} about={say`What you own, what it is worth and what you were paid`} />
      {error ? (
        <div className="card">
          <Failed what={say`Your portfolio`} error={error} retry={() => void refetch()} />
        </div>
      ) : isPending ? (
        <Loading />
      ) : (
        <PortfolioShown companies={data} />
      )}
    </>
  );
}

export function PortfolioShown({ companies }: { companies: PortfolioCompany[] }) {
  const [opened, setOpened] = useState<string | null>(null);
  const [only] = companies;
  if (!only) return <NothingLinked />;
  return (
    <div className="stack">
      <PortfolioWaiting companies={companies} />
      <Figures companies={companies} />
      {companies.length === 1 ? (
        <PortfolioHoldings company={only} />
      ) : (
        <PortfolioCompanies companies={companies} opened={opened} open={setOpened} />
      )}
      <PortfolioYear companies={companies} />
      <Contacts
        companies={companies.map(({ client_display_name, holder_contact }) => [client_display_name, holder_contact])}
      />
    </div>
  );
}

function Figures({ companies }: { companies: PortfolioCompany[] }) {
  const [first, ...others] = totalsOf(companies);
  const { currency } = companies[0]!;
  const holdings = companies.flatMap((company) => company.holdings);
  const year = companies[0]!.as_of.slice(0, 4);
  const next = companies
    .flatMap(({ next_distribution, client_display_name }) =>
      next_distribution ? [{ ...next_distribution, company: client_display_name }] : [],
    )
    .toSorted((one, other) => (one.payment_date < other.payment_date ? -1 : 1))[0];
  return (
    <dl className={styles.figures}>
      <div className="card">
        <dt>{say`Value today`}</dt>
        <dd className="figure">
          {first ? formatMoney(first.value, first.currency) : <span>{say`No value without a price`}</span>}
          {others.map((each) => (
            <span key={each.currency}>{formatMoney(each.value, each.currency)}</span>
          ))}
        </dd>
        <dd className="ctx">
          {[
            leftOut(holdings),
            others.length > 0 ? say`Nothing is converted between currencies.` : null,
            holdings.some(({ is_issue_price }) => is_issue_price)
              ? say`At the latest price on record of each class, or where it has none, your issue price; neither an offer nor an appraisal.`
              : say`At the latest price on record of each class; neither an offer nor an appraisal.`,
          ]
            .filter((sentence) => sentence !== null)
            .join(' ')}
        </dd>
      </div>
      <div className="card">
        <dt>{sayAround`Paid to you in ${year}`}</dt>
        <dd className="figure">{moneyWords(paidOf(companies, 'this_year'), currency)}</dd>
        <dd className="ctx">{sayAround`${moneyWords(paidOf(companies, 'total'), currency)} since the beginning`}</dd>
      </div>
      <div className="card">
        <dt>{say`Next payment`}</dt>
        <dd className="figure">{next ? formatMoney(next.net, next.currency) : say`None announced`}</dd>
        <dd className="ctx">
          {next
            ? `${next.payment_date < companies[0]!.as_of ? say`Was due ` : ''}${formatDay(next.payment_date)}, ${next.name}${companies.length > 1 ? `, ${next.company}` : ''}`
            : say`A distribution appears here when the company has approved it.`}
        </dd>
      </div>
    </dl>
  );
}

/** Whom each company names for questions. */
function Contacts({ companies }: { companies: ReadonlyArray<readonly [string, Contact | null | undefined]> }) {
  const named = companies.flatMap(([company, contact]) => (contact ? [{ company, contact }] : []));
  if (named.length === 0) return null;
  return (
    <ul className={styles.contacts} aria-label={say`Questions`}>
      {named.map(({ company, contact }) => (
        <li key={company}>
          <HolderContact contact={contact} company={company} />
        </li>
      ))}
    </ul>
  );
}

function NothingLinked() {
  const { memberships } = useMe();
  const waiting = memberships.filter(({ status }) => status === 'pending').length;
  return (
    <div className="card">
      <Blank icon="portfolio" title={say`No holdings are linked to you yet`}>
        {waiting > 0
          ? say`${plural(waiting, say`company is`, say`companies are`)} comparing your request with the shareholders on record. What you own appears here as soon as it is approved.`
          : say`What you own appears here as soon as a company has linked your account to your record. Ask its administrator, and say which email address you sign in with.`}
      </Blank>
      <Contacts
        companies={memberships.map(({ client_display_name, holder_contact }) => [client_display_name, holder_contact])}
      />
    </div>
  );
}
