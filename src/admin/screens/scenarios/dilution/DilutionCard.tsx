// Who is diluted by what: one holder's part of the company from the start to the last step, as a waterfall and as a table.
import { inSentence } from '#src/words/inSentence.ts';
import { say } from '#src/words/say.ts';
import { decimal, toFixed } from '#src/domain/figures/decimal.ts';
import { dilutionOf } from '#src/domain/model/scenario/dilution.ts';
import type { DilutionBar } from '#src/domain/model/scenario/dilution.ts';
import type { Run } from '#src/domain/model/scenario/runScenario.ts';
import type { Step } from '#src/domain/model/scenario/steps.ts';
import { formatShares } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { pointsText } from '../parts.ts';
import styles from './dilution.module.css';

/** As the domain writes them. */
const PLACES = 4;

const CAUSE_WORDS: Record<DilutionBar['cause'], string> = {
  start: say`Before`,
  conversions: say`Conversions`,
  pool_increase: say`Pool increase`,
  new_money: say`New money`,
  grant: say`Grant`,
  pool: say`Pool increase`,
  convertible: say`Convertible`,
  warrant: say`Warrant`,
  split: say`Split`,
  exit: say`Exit`,
};

interface DilutionCardProps {
  run: Run;
  steps: readonly Step[];
  /** The name of a step, by its number. */
  stepName: (step: number) => string;
  holders: readonly { id: string; name: string }[];
  chosen: string;
  onChoose: (id: string) => void;
}

export function DilutionCard({ run, steps, stepName, holders, chosen, onChoose }: DilutionCardProps) {
  const bars = dilutionOf(run, steps, chosen);
  const labelOf = ({ step, cause }: DilutionBar) =>
    step === 0 ? CAUSE_WORDS.start : `${stepName(step)}: ${inSentence(CAUSE_WORDS[cause])}`;
  return (
    <Card
      title={say`Who is diluted by what`}
      about={say`Percentage of all shares, fully diluted. In a round, what converts comes first, then the pool, then the new money.`}
      className={styles.dilution}
      end={
        <select
          className="input"
          aria-label={say`Holder`}
          value={chosen}
          onChange={(event) => onChoose(event.target.value)}
        >
          {holders.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </select>
      }
    >
      {bars.length === 1 && <p className="mut">{say`No step changes this holder’s percentage.`}</p>}
      {bars.length > 1 && (
        <ScrollBox label={say`Dilution, table`}>
          <table className="dense">
            <TableHead columns={['', ['%', 'r'], [say`Change`, 'r'], [say`Shares`, 'r'], [say`Of`, 'r']]} />
            <tbody>
              {bars.map((bar) => (
                <tr key={`${bar.step} ${bar.cause}`}>
                  <td>
                    {labelOf(bar)}
                    <Bar bar={bar} bars={bars} />
                  </td>
                  <td className="r">{toFixed(decimal(bar.percent), PLACES)}</td>
                  <td className="r">{bar.cause === 'start' ? '' : pointsText(bar.change, PLACES)}</td>
                  <td className="r">{formatShares(bar.own)}</td>
                  <td className="r">{formatShares(bar.total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </Card>
  );
}

/** From where the part was to where it is, on one scale for all bars. */
function Bar({ bar, bars }: { bar: DilutionBar; bars: readonly DilutionBar[] }) {
  const most = Math.max(...bars.map(({ percent }) => Number(percent)), 1e-9);
  const to = Number(bar.percent);
  const from = bar.cause === 'start' ? 0 : to - Number(bar.change);
  const [left, right] = [Math.min(from, to), Math.max(from, to)];
  return (
    <span className={styles.track} aria-hidden="true">
      {bar.cause !== 'start' && <span className={styles.rest} style={{ width: `${(left / most) * 100}%` }} />}
      <span
        className={bar.cause === 'start' ? styles.first : to < from ? styles.less : styles.more}
        style={{ left: `${(left / most) * 100}%`, width: `${((right - left) / most) * 100}%` }}
      />
    </span>
  );
}
