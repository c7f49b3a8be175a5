// The next twelve months on a line with today marked, and the same as a list: what vests, is paid, ends and matures.
import { readerFormats } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import type { PortfolioCompany, Upcoming } from '#src/contract/portfolio.ts';
import { addMonths } from '#src/domain/dates.ts';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatDay, formatMoney } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { showPath } from '#src/admin/paths.ts';
import { CompanyLink } from './CompanyLink.tsx';
import styles from './portfolio.module.css';

const MONTHS = 12;
/** The line begins a month before today, so that today is on it. */
const MONTHS_BEFORE = 1;
const LISTED = 6;

const dots: Record<Upcoming['kind'], string> = {
  vesting: `${styles.dot}`,
  payment: `${styles.dot} ${styles.payment}`,
  expiry: `${styles.dot} ${styles.expiry}`,
  maturity: `${styles.dot} ${styles.maturity}`,
};

type Event = Upcoming & { company: PortfolioCompany };
/** What a security vests again and again is one line. */
type Listed = Event & { later: Event[] };

export function PortfolioYear({ companies }: { companies: PortfolioCompany[] }) {
  const [isWhole, setWhole] = useState(false);
  const events = companies
    .flatMap((company) => company.upcoming.map((each): Event => ({ ...each, company })))
    .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
  if (events.length === 0) return null;
  const lines = linesOf(events);
  const listed = isWhole ? lines : lines.slice(0, LISTED);
  return (
    <Card
      title={say`The next twelve months`}
      about={say`What vests, is paid, ends or matures`}
      flush
      className="padtop"
    >
      <Line events={events} today={companies[0]!.as_of} />
      <ul className="rows">
        {listed.map((event) => (
          <li key={`${event.company.client_name} ${event.kind} ${event.id} ${event.date}`}>
            <span className={dots[event.kind]} aria-hidden="true" />
            <div>
              <p className="ttl t13">
                <CompanyLink company={event.company} to={showPath(event.resource, event.id)}>
                  {wordsOf(event)}
                </CompanyLink>
              </p>
              {(event.later.length > 0 || companies.length > 1) && (
                <p>
                  {[companies.length > 1 ? event.company.client_display_name : '', laterWords(event)]
                    .filter((words) => words !== '')
                    .join(' · ')}
                </p>
              )}
            </div>
            <time dateTime={event.date}>{formatDay(event.date)}</time>
          </li>
        ))}
      </ul>
      {lines.length > LISTED && (
        <p className="note">
          <button type="button" className="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? say`Show fewer` : say`Show all ${lines.length}`}
          </button>
        </p>
      )}
    </Card>
  );
}

function linesOf(events: readonly Event[]): Listed[] {
  const lines = new Map<string, Listed>();
  for (const event of events) {
    const key = `${event.company.client_name} ${event.kind} ${event.id}`;
    const line = lines.get(key);
    if (line) line.later.push(event);
    else lines.set(key, { ...event, later: [] });
  }
  return [...lines.values()];
}

/** "Then 11 more times, the last on 1 Nov 2027: 4,000 shares in all". */
function laterWords({ later, quantity }: Listed): string {
  const last = later.at(-1);
  if (!last) return '';
  const sum = [quantity, ...later.map((each) => each.quantity)].reduce(
    (total, each) => total + decimal(each ?? '0'),
    0n,
  );
  const times = later.length === 1 ? say`once more` : say`${later.length} more times`;
  return say`Then ${times}, the last on ${formatDay(last.date)}: ${countShares(formatDecimal(sum))} in all`;
}

function wordsOf({ kind, label, quantity, amount, currency, resource }: Event): string {
  switch (kind) {
    case 'vesting':
      return say`${countShares(quantity ?? '0')} of ${label} vest`;
    case 'payment':
      return say`${formatMoney(amount ?? '0.00', currency)} of ${label}`;
    case 'maturity':
      return say`${label} matures${amount ? `, ${formatMoney(amount, currency)}` : ''}`;
    case 'expiry':
      return say`${label} can be ${resource === 'grants' ? say`exercised` : say`used`} until this day`;
  }
}

function Line({ events, today }: { events: readonly Event[]; today: string }) {
  const time = (day: string) => Date.parse(`${day}T00:00:00Z`);
  const from = addMonths(today, -MONTHS_BEFORE);
  const [start, end] = [time(from), time(addMonths(today, MONTHS))];
  // Floats only draw.
  const place = (day: string) => `${(((time(day) - start) / (end - start)) * 100).toFixed(2)}%`;
  const months = Array.from({ length: MONTHS + MONTHS_BEFORE }, (_, index) => {
    const day = `${addMonths(`${from.slice(0, 7)}-01`, index + 1)}`;
    return { day, name: monthName.format(new Date(`${day}T12:00:00Z`)) };
  }).filter(({ day }) => time(day) <= end);
  return (
    <div className={styles.line} aria-hidden="true">
      {months.map(({ day, name }) => (
        <span key={day} className={styles.month} style={{ left: place(day) }}>
          {name}
        </span>
      ))}
      <span className={styles.today} style={{ left: place(today) }}>
        {say`Today`}
      </span>
      {events.map((event) => (
        <span
          key={`${event.company.client_name} ${event.kind} ${event.id} ${event.date}`}
          className={dots[event.kind]}
          style={{ left: place(event.date) }}
        />
      ))}
    </div>
  );
}

const monthName = new Intl.DateTimeFormat(readerFormats(), { month: 'short', timeZone: 'UTC' });
