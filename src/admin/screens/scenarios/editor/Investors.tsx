// Who invests in a round: an amount, by a pro rata right the part of the new shares that they have of the table, or another part.
import { say } from '#src/words/say.ts';
import { useContext, useRef } from 'react';
import { decimal } from '#src/domain/figures/decimal.ts';
import { percentage } from '#src/domain/figures/largestRemainder.ts';
import type { RunTable } from '#src/domain/model/scenario/runScenario.ts';
import type { Investor } from '#src/domain/model/scenario/steps.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { HolderField, knownId, SelectField } from './boxes.tsx';
import { FigureField } from './FigureField.tsx';
import { OfLedger } from './holderSearch.ts';
import { faultsUnder } from './fieldsProps.ts';
import type { RoundFieldsProps } from './fieldsProps.ts';
import styles from './editor.module.css';

/** Somebody whose name is typed. */
const OTHER = 'another';

export function Investors({ step, before, faults, onChange }: RoundFieldsProps) {
  const { investors } = step;
  const isOfLedger = useContext(OfLedger);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (investor: Investor) => onChange({ ...step, investors: [...investors, investor] });
  const names = new Set(investors.map(({ name }) => name.trim()));
  const holders = before.rows.filter(
    ({ shareholder_id, name, total }) => shareholder_id !== null && total !== '0' && !names.has(name),
  );
  return (
    <fieldset className={styles.group}>
      <legend>{say`Investors`}</legend>
      {faults.investors && <p className="err small">{faults.investors}</p>}
      {investors.map((each, index) => (
        <OneInvestor
          // oxlint-disable-next-line react/no-array-index-key -- lines have no identity of their own.
          key={index}
          number={index + 1}
          value={each}
          before={before}
          faults={faultsUnder(faults, `investors.${index}`)}
          onChange={(next) => onChange({ ...step, investors: investors.with(index, next) })}
          onRemove={() => {
            onChange({ ...step, investors: investors.toSpliced(index, 1) });
            addButton.current?.focus();
          }}
        />
      ))}
      <div className={styles.adds}>
        <button ref={addButton} type="button" className="btn sm" onClick={() => add({ name: '', amount: '500000' })}>
          <Icon name="plus" />
          {say`Investor`}
        </button>
        {(holders.length > 0 || isOfLedger) && (
          <select
            className="input"
            aria-label={say`Add an investor pro rata`}
            value=""
            onChange={(event) => {
              if (event.target.value === OTHER) add({ name: '', pro_rata: 'held' });
              const row = holders.find((each) => each.shareholder_id === event.target.value);
              if (row) add({ shareholder_id: knownId(row.shareholder_id!), name: row.name, pro_rata: 'held' });
            }}
          >
            <option value="">{say`Pro rata of…`}</option>
            {holders.map(({ shareholder_id, name }) => (
              <option key={shareholder_id} value={shareholder_id!}>
                {name}
              </option>
            ))}
            {isOfLedger && <option value={OTHER}>{say`Another shareholder…`}</option>}
          </select>
        )}
      </div>
    </fieldset>
  );
}

type By = 'amount' | 'held' | 'part';
const byOf = ({ pro_rata }: Investor): By =>
  pro_rata === null || pro_rata === undefined ? 'amount' : pro_rata === 'held' ? 'held' : 'part';

function paying({ shareholder_id, name }: Investor, by: By): Investor {
  const who = { ...(shareholder_id && { shareholder_id }), name };
  if (by === 'amount') return { ...who, amount: '500000' };
  return { ...who, pro_rata: by === 'held' ? 'held' : '0.1' };
}

interface OneInvestorProps {
  number: number;
  value: Investor;
  before: RunTable;
  faults: Readonly<Record<string, string>>;
  onChange: (value: Investor) => void;
  onRemove: () => void;
}

function OneInvestor({ number, value, before, faults, onChange, onRemove }: OneInvestorProps) {
  const by = byOf(value);
  return (
    <fieldset className={styles.part} aria-label={value.name || say`Investor ${number}`}>
      <div className={styles.line}>
        <HolderField
          label={say`Investor ${number}`}
          name={value.name}
          id={value.shareholder_id}
          before={before}
          fault={faults.name ?? faults.shareholder_id}
          onChange={(holder) => onChange({ ...value, ...holder })}
        />
        <SelectField
          label={say`Pays`}
          value={by}
          choices={[
            ['amount', say`An amount`],
            ['held', say`Pro rata`],
            ['part', say`A percentage`],
          ]}
          fault={by === 'held' ? faults.pro_rata : undefined}
          help={by === 'held' ? heldPart(value, before) : undefined}
          onChange={(next) => onChange(paying(value, next as By))}
        />
        <button
          type="button"
          className={`btn text ${styles.remove}`}
          aria-label={say`Remove investor ${number}`}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      </div>
      {by === 'amount' && (
        <FigureField
          label={say`Money`}
          unit="money"
          value={value.amount}
          slider={{ min: 10_000, max: 100_000_000, isLogarithmic: true }}
          fault={faults.amount}
          onChange={(amount) => onChange({ ...value, amount })}
        />
      )}
      {by === 'part' && (
        <FigureField
          label={say`Percentage of the new money`}
          unit="percent"
          value={value.pro_rata}
          slider={{ min: 0, max: 0.5 }}
          fault={faults.pro_rata}
          onChange={(pro_rata) => onChange({ ...value, pro_rata })}
        />
      )}
    </fieldset>
  );
}

/** "14.2857 % of the new shares, as of the table before." */
function heldPart({ shareholder_id, name }: Investor, { rows, total }: RunTable): string | undefined {
  const row = rows.find((each) =>
    shareholder_id ? each.shareholder_id === shareholder_id : each.name === name.trim(),
  );
  return row && say`${percentage(decimal(row.total), decimal(total), 4)} % of the new shares, as in the table before.`;
}
