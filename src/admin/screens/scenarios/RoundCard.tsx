// A round's figures; each opens how it comes about.
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { roundDerivations } from '#src/domain/model/scenario/derivations.ts';
import type { RunTable } from '#src/domain/model/scenario/runScenario.ts';
import type { RoundStep } from '#src/domain/model/scenario/steps.ts';
import { formatMoney, formatShares } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import styles from './scenarios.module.css';

interface RoundCardProps {
  /** Of the round's summary of terms. */
  sheet: string;
  before: RunTable;
  after: RunTable;
  step: RoundStep;
}

interface Line {
  key: string;
  label: string;
  figure: string;
  lines: string[];
}

export function RoundCard({ sheet, before, after, step }: RoundCardProps) {
  const round = after.round;
  if (!round) return null;
  const how = roundDerivations(before, after, step);
  const lines: Line[] = [
    { key: 'price', label: say`Price of a share`, figure: formatMoney(round.price), lines: how.price },
    {
      key: 'pool',
      label: say`Added to the pool`,
      figure: formatShares(round.pool_increase),
      lines: how.pool_increase,
    },
    ...round.conversions.map((each, index) => ({
      key: `conversion ${each.id}`,
      label: say`${each.name} converts`,
      figure: formatShares(each.shares),
      lines: how.conversions[index]!,
    })),
    ...round.series.map((each) => ({
      key: `series ${each.share_class_id}`,
      label: say`${each.name} is issued`,
      figure: formatShares(each.shares),
      lines: [
        say`For what converts at ${formatMoney(each.price)} a share. It has the rights of the round’s class, and is paid ${formatMoney(each.preference)} first.`,
      ],
    })),
    ...round.investors.map((each, index) => ({
      key: `investor ${index}`,
      label: say`${each.name} buys`,
      figure: formatShares(each.shares),
      lines: how.investors[index]!,
    })),
  ];
  return (
    <Card
      title={step.name.trim() || say`Round`}
      about={say`${formatMoney(round.pre_money)} pre-money, ${formatMoney(round.post_money)} post-money, at whole shares.`}
      end={
        <Link className="btn sm" to={sheet}>
          {say`Term sheet`}
        </Link>
      }
      flush
    >
      {round.price_warnings.map((each) => (
        <p key={each} className={`alert warning ${styles.noteInCard}`}>
          <Icon name="warning" />
          {each}
        </p>
      ))}
      <ul className={styles.figures}>
        {lines.map((line) => (
          <Figure key={line.key} line={line} />
        ))}
      </ul>
    </Card>
  );
}

function Figure({ line: { label, figure, lines } }: { line: Line }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <button type="button" className={styles.figureHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span>{label}</span>
        <b className="tn">{figure}</b>
      </button>
      {isOpen && (
        <div className={styles.how}>
          {lines.map((each) => (
            <p key={each}>{each}</p>
          ))}
        </div>
      )}
    </li>
  );
}
