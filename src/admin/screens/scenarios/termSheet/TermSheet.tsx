// The summary of a round as a term sheet: what is issued, to whom and at which price, the preference, what converts, and the table
// after it. It is printed on A4 and Letter.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import type { ReactNode } from 'react';
import { decimal, toFixed } from '#src/domain/figures/decimal.ts';
import { decimalOf } from '#src/domain/model/figures.ts';
import { preferenceTerms } from '#src/domain/model/scenario/preferenceTerms.ts';
import type { PreferenceTerms } from '#src/domain/model/scenario/preferenceTerms.ts';
import type { RoundFigures } from '#src/domain/model/scenario/roundStep.ts';
import type { RunTable } from '#src/domain/model/scenario/runScenario.ts';
import type { RoundStep } from '#src/domain/model/scenario/steps.ts';
import { formatAmount, formatDay, formatMoney, formatShares } from '#src/admin/kit/format.ts';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { shownPercents } from '#src/admin/kit/percents.ts';
import { useOrganization } from '#src/admin/session/useOrganization.ts';
import { partOf } from '../parts.ts';
import styles from './termSheet.module.css';

interface TermSheetProps {
  before: RunTable;
  /** Of a round. */
  after: RunTable;
  step: RoundStep;
  /** Of the scenario. */
  name: string;
  asOf: string | null;
}

const partText = (own: string, total: string): string => toFixed(decimal(decimalOf(partOf(own, total), 2)), 2);
const toCents = (amount: string): string => toFixed(decimal(amount), 2);

const METHOD_WORDS: Record<RoundStep['method'], string> = {
  percent_ownership: say`divided by all shares before the new ones, including conversions and the larger pool`,
  pre_money: say`divided by all shares before the new ones, including the larger pool, without conversions`,
  dollars_invested: say`with the money that converts, divided by all shares before the new ones`,
};

export function TermSheet({ before, after, step, name, asOf }: TermSheetProps) {
  const { data: organization } = useOrganization();
  const round = after.round!;
  const className =
    after.classes.find(({ share_class_id: id }) => id === round.share_class_id)?.name ?? step.class_name;
  const terms = preferenceTerms(before, after, step);
  const title = step.name.trim() || say`Round`;
  return (
    <article className={`card ${styles.sheet}`} aria-label={say`Summary of terms, ${title}`}>
      <header>
        <p>{organization?.client_display_name}</p>
        <h2>{sayAround`Summary of terms: ${title}`}</h2>
        <p>
          {sayAround`A model: ${name}, ${asOf === null ? say`from figures that were typed in` : say`from the ledger on ${formatDay(asOf)}`}. Not an offer, and binding on nobody.`}
        </p>
      </header>
      <dl className={styles.terms}>
        <Term label={say`Security`}>
          {className}, {terms ? say`a new class of preferred stock` : say`an existing class`}
        </Term>
        <Term label={say`Price of a share`}>{formatMoney(round.price)}</Term>
        <Term label={say`Pre-money valuation`}>
          {formatMoney(step.pre_money)}, {METHOD_WORDS[step.method]}
        </Term>
        <Term label={say`New money`}>
          {sayAround`${formatMoney(toCents(round.new_money))} for ${formatShares(round.new_shares)} shares`}
        </Term>
        <Term
          label={say`Post-money valuation`}
        >{sayAround`${formatMoney(toCents(round.post_money))}, at whole shares`}</Term>
        <Term label={say`Option pool`}>{poolWords(after)}</Term>
        <Term label={say`Liquidation preference`}>{terms ? preferenceWords(terms) : say`As the class has it.`}</Term>
        {round.series.length > 0 && <Term label={say`What converts`}>{seriesWords(round)}</Term>}
        <Term label={say`After the preference`}>{terms ? participationWords(terms) : say`As the class has it.`}</Term>
        <Term label={say`Conversion`}>
          {terms ? say`One share into one share of common stock` : say`As the class has it.`}
        </Term>
      </dl>
      <Investors after={after} />
      {round.conversions.length > 0 && <Conversions after={after} />}
      <After before={before} after={after} />
    </article>
  );
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function poolWords({ pool_available, total, round }: RunTable): string {
  const part = partText(pool_available, total);
  const increase = decimal(round!.pool_increase);
  const more = increase === 0n ? say`Not enlarged` : say`${formatShares(round!.pool_increase)} shares added`;
  return say`${more}; ${formatShares(pool_available)} available after the round, ${part} % of all shares`;
}

function preferenceWords({ multiple, per_share, total }: PreferenceTerms): string {
  if (decimal(multiple) === 0n) return say`None`;
  return say`${figures(multiple)} times the price: ${formatMoney(per_share)} a share, ${formatMoney(total)} in all`;
}

/** What pays another price than the round's has a class of its own. */
function seriesWords({ series }: RoundFigures): string {
  const each = series.map(
    ({ name, price, preference }) =>
      say`${name}, issued at ${formatMoney(price)} a share, with a preference of ${formatMoney(preference)} in all`,
  );
  return say`${each.join('; ')}. Otherwise the rights of the class above`;
}

function participationWords({ participating, cap_per_share }: PreferenceTerms): string {
  if (!participating) return say`Does not participate: the preference, or what its shares get as common stock`;
  if (cap_per_share === null) return say`Participates with the common stock, without a cap`;
  return say`Participates with the common stock up to ${formatMoney(cap_per_share)} a share together with the preference`;
}

function Investors({ after: { round, rows, total } }: { after: RunTable }) {
  const { investors, new_money, new_shares } = round!;
  return (
    <section aria-label={say`Investors`}>
      <h3>{say`Investors`}</h3>
      <ScrollBox label={say`Investors, table`}>
        <table className="dense">
          <TableHead columns={[say`Investor`, [say`Pays`, 'r'], [say`New shares`, 'r'], [say`Holds after, %`, 'r']]} />
          <tbody>
            {investors.map(({ shareholder_id, name, paid, shares }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- one investor may have several lines.
              <tr key={index}>
                <td>{name}</td>
                <td className="r">{formatAmount(toCents(paid))}</td>
                <td className="r">{formatShares(shares)}</td>
                <td className="r">{partOfRow(rows, shareholder_id, total)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="tot">
              <td>{say`Total`}</td>
              <td className="r">{formatAmount(toCents(new_money))}</td>
              <td className="r">{formatShares(new_shares)}</td>
              <td className="r">–</td>
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
    </section>
  );
}

function Conversions({ after: { round, rows, classes } }: { after: RunTable }) {
  return (
    <section aria-label={say`Conversions`}>
      <h3>{say`What converts`}</h3>
      <ScrollBox label={say`Conversions, table`}>
        <table className="dense">
          <TableHead
            columns={[
              say`Instrument`,
              say`Holder`,
              [say`With interest`, 'r'],
              [say`Price`, 'r'],
              [say`Shares`, 'r'],
              say`Of`,
              [say`In cash`, 'r'],
            ]}
          />
          <tbody>
            {round!.conversions.map(({ id, name, shareholder_id, share_class_id, amount, price, shares, cash }) => (
              <tr key={id}>
                <td>{name}</td>
                <td>{rows.find((row) => row.shareholder_id === shareholder_id)?.name ?? name}</td>
                <td className="r">{formatAmount(toCents(amount))}</td>
                <td className="r">{price === null ? '–' : formatAmount(price)}</td>
                <td className="r">{formatShares(shares)}</td>
                <td>{classes.find((each) => each.share_class_id === share_class_id)?.name}</td>
                <td className="r">{formatAmount(toCents(cash))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

/** Rows beyond this would be no summary. */
const ROWS = 40;

function After({ before, after }: { before: RunTable; after: RunTable }) {
  const percents = shownPercents(after.rows.map(({ total }) => total));
  const had = new Map(before.rows.map((row) => [row.shareholder_id ?? row.name, row.total]));
  const shown = after.rows.slice(0, ROWS);
  const rest = after.rows.length - shown.length;
  return (
    <section aria-label={say`Table after the round`}>
      <h3>{say`Who owns what after the round, fully diluted`}</h3>
      <ScrollBox label={say`After the round, table`}>
        <table className="dense">
          <TableHead columns={[say`Holder`, [say`Before`, 'r'], [say`After`, 'r'], ['%', 'r']]} />
          <tbody>
            {shown.map((row, index) => (
              <tr key={row.shareholder_id ?? row.name}>
                <td>{row.name}</td>
                <td className="r">{formatShares(had.get(row.shareholder_id ?? row.name) ?? '0')}</td>
                <td className="r">{formatShares(row.total)}</td>
                <td className="r">{percents[index]}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="tot">
              <td>{say`Total`}</td>
              <td className="r">{formatShares(before.total)}</td>
              <td className="r">{formatShares(after.total)}</td>
              <td className="r">100.00</td>
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
      {rest > 0 && <p className="mut small">{sayAround`${formatShares(rest)} smaller rows are in the total.`}</p>}
    </section>
  );
}

const partOfRow = (rows: RunTable['rows'], id: string, total: string): string =>
  partText(rows.find(({ shareholder_id }) => shareholder_id === id)?.total ?? '0', total);
