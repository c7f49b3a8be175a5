// What holds after a step: its figures, and each holder before and after. Of an exit, who is paid what.
import type { Run, RunTable } from '../../../domain/model/scenario/runScenario.ts';
import type { Step } from '../../../domain/model/scenario/steps.ts';
import { decimal, formatDecimal, parseDecimal } from '../../../domain/figures/decimal.ts';
import { formatAmount, formatShares, groupDigits } from '../../kit/format.ts';
import { Card, KeyValues } from '../../kit/parts/Card.tsx';
import { ScrollBox } from '../../kit/parts/ScrollBox.tsx';
import { TableHead } from '../../kit/parts/TableHead.tsx';
import { titleOf } from './StepList.tsx';
import styles from './scenarios.module.css';

interface AfterStepProps {
  run: Run;
  step: number;
  /** The chosen step has no answer, so an earlier one is shown. */
  isBehind: boolean;
  steps: readonly Step[];
}

export function AfterStep({ run, step, isBehind, steps }: AfterStepProps) {
  const table = run.tables[step]!;
  const before = run.tables[Math.max(0, step - 1)]!;
  const exit = run.waterfalls.find((each) => each.step === step);
  const title = step === 0 ? 'At the start' : `After ${titleOf(steps[step - 1]!)}`;
  return (
    <>
      {isBehind && (
        <p className="small err" role="alert">
          The chosen step has no answer yet. Correct the marked field.
        </p>
      )}
      {table.round && <RoundCard table={table} />}
      {exit && <ExitCard exit={exit} table={table} />}
      <Card title={title} about="Fully diluted. Percentages add up to 100." flush className="padtop">
        <ScrollBox label={title}>
          <table>
            <TableHead columns={['Holder', ['Before', 'r'], ['After', 'r'], ['Change', 'r'], ['Ownership', 'r']]} />
            <tbody>
              {table.rows.map((row) => (
                <Row key={row.shareholder_id ?? row.name} row={row} before={before} />
              ))}
              <tr className={styles.total}>
                <th scope="row">Total</th>
                <td className="r">{formatShares(before.total)}</td>
                <td className="r">{formatShares(table.total)}</td>
                <td className="r">{changed(before.total, table.total)}</td>
                <td className="r">100%</td>
              </tr>
            </tbody>
          </table>
        </ScrollBox>
      </Card>
    </>
  );
}

function Row({ row, before }: { row: RunTable['rows'][number]; before: RunTable }) {
  const was = before.rows.find((each) =>
    row.shareholder_id === null ? each.name === row.name : each.shareholder_id === row.shareholder_id,
  );
  return (
    <tr>
      <th scope="row">{row.name}</th>
      <td className="r">{was ? formatShares(was.total) : '–'}</td>
      <td className="r">{formatShares(row.total)}</td>
      <td className="r">{changed(was?.total ?? '0', row.total)}</td>
      <td className="r">
        {percent(row.percent)}
        {was && was.percent !== row.percent && <small className="mut"> from {percent(was.percent)}</small>}
      </td>
    </tr>
  );
}

/** Two places are enough to read. */
const percent = (text: string) => `${Number(text).toFixed(2)}%`;

function changed(was: string, now: string): string {
  const change = decimal(now) - decimal(was);
  if (change === 0n) return '–';
  return `${change > 0n ? '+' : '−'}${formatShares(formatDecimal(change < 0n ? -change : change))}`;
}

function RoundCard({ table }: { table: RunTable }) {
  const { price, pre_money, post_money, new_shares, pool_increase, conversions, investors } = table.round!;
  return (
    <Card title="The round">
      <KeyValues
        items={[
          ['Price per share', price],
          ['Pre-money at this price', formatAmount(pre_money)],
          ['Post-money', formatAmount(post_money)],
          ['New shares', formatShares(new_shares)],
          ['Added to the pool', formatShares(pool_increase)],
        ]}
      />
      <ul className={styles.lines}>
        {conversions.map((each) => (
          <li key={each.id}>
            <b>{formatShares(each.shares)}</b>
            <span>
              {each.name}
              {each.formula.map((line) => (
                <small key={line}>{line}</small>
              ))}
            </span>
          </li>
        ))}
        {investors.map((each) => (
          <li key={each.shareholder_id}>
            <b>{formatShares(each.shares)}</b>
            <span>
              {each.name}
              <small>
                {formatAmount(each.amount)} ÷ {price}, rounded down
                {(parseDecimal(each.left) ?? 0n) > 0n && `; ${formatAmount(each.left)} buys no whole share`}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const OTHER_CLAIMS: Record<string, string> = { options: 'Options', warrants: 'Warrants' };
const REASONS: Record<string, string> = {
  preference_paid: 'its preference is paid in full',
  cap_reached: 'it reaches its cap',
  converts: 'it is worth more converted',
  exercises: 'some are worth exercising',
};

function ExitCard({ exit, table }: { exit: Run['waterfalls'][number]; table: RunTable }) {
  const names = new Map([
    ...table.classes.map((each) => [each.share_class_id, each.name] as const),
    ...table.convertibles.map((each) => [each.id, each.name] as const),
    ...table.rows.flatMap((row) => (row.shareholder_id ? [[row.shareholder_id, row.name] as const] : [])),
  ]);
  const nameOf = (id: string) => names.get(id) ?? OTHER_CLAIMS[id.split(' ')[0]!] ?? id;
  const paid = Object.entries(exit.by_holder).sort(([, a], [, b]) => Number(b) - Number(a));
  return (
    <Card title="Who is paid what" about={`${formatAmount(exit.net)} after costs and debt`}>
      <KeyValues items={Object.entries(exit.payout).map(([id, { decimal: text }]) => [nameOf(id), cents(text)])} />
      <h3 className={styles.part}>By holder</h3>
      <KeyValues items={paid.map(([id, amount]) => [nameOf(id), formatAmount(amount)])} />
      <h3 className={styles.part}>From these proceeds on</h3>
      <ul className={styles.lines}>
        {exit.breakpoints.map(({ proceeds, reasons }) => (
          <li key={proceeds.exact}>
            <b>{cents(proceeds.decimal)}</b>
            <span>
              {[...new Set(reasons.map(({ id, what }) => `${nameOf(id)}: ${REASONS[what] ?? what}`))].join('; ')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const cents = (text: string) => groupDigits(Number(text).toFixed(2));
