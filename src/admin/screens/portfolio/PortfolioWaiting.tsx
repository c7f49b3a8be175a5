// What waits for the shareholder, company by company. Absent when nothing does.
import { say } from '#src/words/say.ts';
import type { PortfolioCompany } from '#src/contract/portfolio.ts';
import { plural } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import type { IconName } from '#src/admin/kit/icons.tsx';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { listPath, showPath } from '#src/admin/paths.ts';
import { missingInWords, missingPath } from '../shared/missingDetailWords.ts';
import { CompanyLink } from './CompanyLink.tsx';
import { resourceOf } from './portfolioRules.ts';

interface Waiting {
  icon: IconName;
  title: string;
  text: string;
  to: string;
  verb: string;
}

export function PortfolioWaiting({ companies }: { companies: PortfolioCompany[] }) {
  const waiting = companies.flatMap((company) => waitingAt(company).map((item) => ({ company, item })));
  if (waiting.length === 0) return null;
  return (
    <Card title={say`Waiting for you`} end={<span className="dim">{waiting.length}</span>} flush>
      <ul className="rows">
        {waiting.map(({ company, item: { icon, title, text, to, verb } }) => (
          <li key={`${company.client_name} ${title}`}>
            <span className="ico warning">
              <Icon name={icon} />
            </span>
            <div>
              <p className="ttl">{title}</p>
              <p>{companies.length > 1 ? `${company.client_display_name} · ${text}` : text}</p>
            </div>
            <span className="acts">
              <CompanyLink company={company} className="btn sm" to={to} label={`${verb}: ${title}`}>
                {verb}
              </CompanyLink>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function waitingAt({
  shareholder_id,
  missing_details,
  holdings,
  to_confirm,
  open_tasks,
  unread_threads,
}: PortfolioCompany): Waiting[] {
  const unconfirmed = holdings.find(({ acknowledgement }) => acknowledgement === null);
  return [
    // Nothing is paid without them.
    ...missing_details.map((each) => ({
      icon: 'payments' as const,
      ...missingInWords(each),
      to: missingPath(shareholder_id, each.detail),
      verb: say`Enter`,
    })),
    ...(unconfirmed && to_confirm > 0
      ? [
          {
            icon: 'certificates' as const,
            title: to_confirm === 1 ? say`Is ${unconfirmed.label} right?` : say`Are ${to_confirm} holdings right?`,
            text: say`Say whether the company recorded what you hold correctly. Open each holding to agree or dispute.`,
            to: showPath(resourceOf(unconfirmed), unconfirmed.id),
            verb: say`Review`,
          },
        ]
      : []),
    ...(open_tasks > 0
      ? [
          {
            icon: 'tasks' as const,
            title: plural(open_tasks, say`open task`, say`open tasks`),
            text: say`The company asked you for something.`,
            to: listPath('tasks'),
            verb: say`Open`,
          },
        ]
      : []),
    ...(unread_threads > 0
      ? [
          {
            icon: 'messages' as const,
            title: plural(unread_threads, say`conversation with new messages`, say`conversations with new messages`),
            text: say`You have not read everything in them yet.`,
            to: listPath('messages'),
            verb: say`Read`,
          },
        ]
      : []),
  ];
}
