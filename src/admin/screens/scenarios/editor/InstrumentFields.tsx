// The terms of a SAFE or a note: its money, what it converts by, and the interest of a note.
import { say } from '#src/words/say.ts';
import { addMonths } from '#src/domain/dates.ts';
import { ACCRUAL_PERIODS, DAY_COUNTS } from '#src/domain/keywords.ts';
import type { WrittenInstrument, WrittenInterest } from '#src/domain/model/roundCall.ts';
import { today } from '#src/admin/kit/format.ts';
import { DayField, SelectField } from './boxes.tsx';
import { FigureField } from './FigureField.tsx';
import styles from './editor.module.css';

type Type = WrittenInstrument['type'];

const TYPE_LABELS: Record<Type, string> = {
  post_cap: say`Post-money cap`,
  pre_cap: say`Pre-money cap`,
  discount: say`Discount only`,
  round: say`At the price of the round`,
  fixed_pct: say`A fixed percentage`,
  mfn: say`Best terms of later ones (MFN)`,
};

const COMPOUNDING_LABELS: Record<WrittenInterest['compounding'], string> = {
  SIMPLE: say`Simple`,
  DAILY: say`Compounds daily`,
  MONTHLY: say`Compounds monthly`,
  QUARTERLY: say`Compounds quarterly`,
  SEMI_ANNUAL: say`Compounds every six months`,
  ANNUAL: say`Compounds yearly`,
};
const COMPOUNDINGS = ['SIMPLE', ...ACCRUAL_PERIODS] as const;

const DAY_COUNT_LABELS: Record<WrittenInterest['day_count'], string> = {
  ACTUAL_365: 'Actual/365',
  ACTUAL_360: 'Actual/360',
  '30_360': '30/360',
};

const hasCapOf = (type: Type): boolean => type === 'post_cap' || type === 'pre_cap';

/** The same money by other terms, with what those need. */
function ofType({ id, amount, interest, ...before }: WrittenInstrument, type: Type): WrittenInstrument {
  const { cap, discount, pct, better_of } = before;
  const terms: Partial<WrittenInstrument> = hasCapOf(type)
    ? { cap: cap ?? '8000000', discount: discount ?? null }
    : type === 'discount'
      ? { discount: discount ?? '0.2' }
      : type === 'fixed_pct'
        ? { pct: pct ?? '0.07' }
        : type === 'mfn'
          ? { better_of: better_of ?? [] }
          : {};
  return { id, type, amount, ...(interest && { interest }), ...terms };
}

interface InstrumentFieldsProps {
  instrument: WrittenInstrument;
  faults: Readonly<Record<string, string>>;
  /** Whose terms an MFN may take. */
  others: readonly { id: string; name: string }[];
  onChange: (instrument: WrittenInstrument) => void;
}

export function InstrumentFields({ instrument, faults, others, onChange }: InstrumentFieldsProps) {
  const { type, amount, cap, discount, pct } = instrument;
  const change = (next: Partial<WrittenInstrument>) => onChange({ ...instrument, ...next });
  return (
    <>
      <SelectField
        label={say`Terms`}
        value={type}
        choices={Object.entries(TYPE_LABELS)}
        fault={faults.type}
        onChange={(next) => onChange(ofType(instrument, next as Type))}
      />
      <FigureField
        label={say`Money`}
        unit="money"
        value={amount}
        slider={{ min: 10_000, max: 20_000_000, isLogarithmic: true }}
        fault={faults.amount}
        onChange={(next) => change({ amount: next })}
      />
      {hasCapOf(type) && (
        <FigureField
          label={say`Cap`}
          unit="money"
          value={cap}
          slider={{ min: 1_000_000, max: 200_000_000, isLogarithmic: true }}
          fault={faults.cap}
          onChange={(next) => change({ cap: next })}
        />
      )}
      {(hasCapOf(type) || type === 'discount') && (
        <FigureField
          label={say`Discount`}
          unit="percent"
          value={discount}
          slider={{ min: 0, max: 0.5 }}
          fault={faults.discount}
          onChange={(next) => change({ discount: next === '' ? null : next })}
        />
      )}
      {type === 'fixed_pct' && (
        <FigureField
          label={say`Percentage before the new money`}
          unit="percent"
          value={pct}
          slider={{ min: 0, max: 0.3 }}
          fault={faults.pct}
          onChange={(next) => change({ pct: next })}
        />
      )}
      {type === 'mfn' && <BetterOf instrument={instrument} others={others} fault={faults.better_of} change={change} />}
      <Interest instrument={instrument} faults={faults} change={change} />
    </>
  );
}

interface PartProps {
  instrument: WrittenInstrument;
  change: (next: Partial<WrittenInstrument>) => void;
}

function BetterOf({
  instrument: { better_of },
  others,
  fault,
  change,
}: PartProps & Pick<InstrumentFieldsProps, 'others'> & { fault: string | undefined }) {
  const chosen = better_of ?? [];
  // One that was chosen and is not there any more can still be taken away.
  const gone = chosen.filter((id) => !others.some((each) => each.id === id));
  const listed = [...others, ...gone.map((id) => ({ id, name: id }))];
  return (
    <fieldset className={styles.group}>
      <legend>{say`May take the terms of`}</legend>
      {listed.length === 0 && <p className="help">{say`Add a later SAFE or note with a cap or a discount first.`}</p>}
      {listed.map(({ id, name }) => (
        <label key={id} className="box-choice">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={() =>
              change({ better_of: chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id] })
            }
          />
          {name}
        </label>
      ))}
      {fault ? (
        <p className="err small">{fault}</p>
      ) : (
        <p className="help">{say`Takes the cap and discount of one of them; with none, the price of the round.`}</p>
      )}
    </fieldset>
  );
}

function Interest({ instrument: { interest }, faults, change }: PartProps & Pick<InstrumentFieldsProps, 'faults'>) {
  const toggle = () => {
    const from = today();
    change({
      interest: interest
        ? null
        : { rate: '0.08', day_count: 'ACTUAL_365', compounding: 'SIMPLE', from, to: addMonths(from, 12) },
    });
  };
  const set = (next: Partial<WrittenInterest>) => change({ interest: { ...interest!, ...next } });
  return (
    <fieldset className={styles.group}>
      <legend>{say`Interest`}</legend>
      <label className="box-choice">
        <input type="checkbox" checked={Boolean(interest)} onChange={toggle} />
        {say`It is a note: interest converts with the money`}
      </label>
      {interest && (
        <>
          <FigureField
            label={say`Interest per year`}
            unit="percent"
            value={interest.rate}
            slider={{ min: 0, max: 0.2 }}
            fault={faults['interest.rate']}
            onChange={(rate) => set({ rate })}
          />
          <div className={styles.two}>
            <SelectField
              label={say`Compounding`}
              value={interest.compounding}
              choices={COMPOUNDINGS.map((each) => [each, COMPOUNDING_LABELS[each]])}
              fault={faults['interest.compounding']}
              onChange={(next) => set({ compounding: next as WrittenInterest['compounding'] })}
            />
            <SelectField
              label={say`Day count`}
              value={interest.day_count}
              choices={([...DAY_COUNTS, 'ACTUAL_360'] as const).map((each) => [each, DAY_COUNT_LABELS[each]])}
              fault={faults['interest.day_count']}
              onChange={(next) => set({ day_count: next as WrittenInterest['day_count'] })}
            />
          </div>
          <div className={styles.two}>
            <DayField
              label={say`From`}
              value={interest.from}
              fault={faults['interest.from']}
              onChange={(from) => set({ from })}
            />
            <DayField
              label={say`To`}
              value={interest.to}
              fault={faults['interest.to']}
              help={say`This day does not count.`}
              onChange={(to) => set({ to })}
            />
          </div>
        </>
      )}
    </fieldset>
  );
}
