// An exit at one price in several scenarios: who is paid what in each, and the difference to the first.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CompareAnswer } from '#src/contract/scenarios/scenarios.ts';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import { percentage } from '#src/domain/figures/largestRemainder.ts';
import { parseFigure } from '#src/domain/model/figures.ts';
import { HttpError } from '#src/httpClient.ts';
import { useSettled } from '#src/admin/kit/form/useSettled.ts';
import { formatAmount, formatMoney } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { FigureField } from '../editor/FigureField.tsx';
import styles from './exit.module.css';

interface Price {
  proceeds: string;
  costs: string;
  debt: string;
}

/** After the last change, so that a slider does not ask at each of its positions. */
const WAIT_MS = 200;

const bodyOf = ({ proceeds, costs, debt }: Price) => ({
  proceeds,
  ...(costs !== '' && { costs }),
  ...(debt !== '' && { debt }),
});

const isFigure = (text: string): boolean => parseFigure(text) !== null;
const NOT_A_FIGURE = say`Enter an amount such as 50,000,000.`;

/** What is wrong with a field: as it is typed, or as the server says. */
function faultsOf(price: Price, error: unknown): Partial<Record<keyof Price, string>> {
  const said = error instanceof HttpError && error.status === 422 ? error.body.errors : undefined;
  const of = (field: keyof Price, isNeeded: boolean) =>
    (isNeeded || price[field] !== '') && !isFigure(price[field])
      ? NOT_A_FIGURE
      : said && typeof said === 'object'
        ? (said as Record<string, string>)[`exit.${field}`]
        : undefined;
  const faults = { proceeds: of('proceeds', true), costs: of('costs', false), debt: of('debt', false) };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}

interface CompareExitProps {
  ids: readonly string[];
  /** Of the first scenario's own exit, where it has one. */
  first: string;
}

export function CompareExit({ ids, first }: CompareExitProps) {
  const data = useConsoleData();
  const [price, setPrice] = useState<Price>({ proceeds: first, costs: '', debt: '' });
  const [by, setBy] = useState<'class' | 'holder'>('class');
  const asked = useSettled(price, WAIT_MS);
  const isAskable = Object.keys(faultsOf(asked, null)).length === 0;
  const answer = useQuery({
    queryKey: ['scenarios', 'compare', ids, asked],
    enabled: isAskable,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: () => data.send<CompareAnswer>('POST', '/api/scenarios/compare', { ids, exit: bodyOf(asked) }),
  });
  const faults = faultsOf(price, answer.error);
  const isFaulty = Object.keys(faults).length > 0;
  return (
    <Card
      title={say`An exit at the same price`}
      about={say`What each is paid if the company is sold after the last step; below it the difference from the first.`}
      className={styles.exit}
      end={
        <fieldset className="seg sm" aria-label={say`Rows`}>
          {(['class', 'holder'] as const).map((each) => (
            <button key={each} type="button" aria-pressed={by === each} onClick={() => setBy(each)}>
              {each === 'class' ? say`By class` : say`By holder`}
            </button>
          ))}
        </fieldset>
      }
    >
      <div className={styles.terms}>
        <FigureField
          label={say`Price of the company`}
          unit="money"
          value={price.proceeds}
          slider={{ min: 100_000, max: 10_000_000_000, isLogarithmic: true }}
          fault={faults.proceeds}
          onChange={(proceeds) => setPrice({ ...price, proceeds })}
        />
        <FigureField
          label={say`Costs`}
          unit="money"
          value={price.costs}
          fault={faults.costs}
          onChange={(costs) => setPrice({ ...price, costs })}
        />
        <FigureField
          label={say`Debt`}
          unit="money"
          value={price.debt}
          fault={faults.debt}
          onChange={(debt) => setPrice({ ...price, debt })}
        />
      </div>
      {answer.error && !isFaulty ? (
        <Failed what={say`The exits`} error={answer.error} retry={() => void answer.refetch()} />
      ) : answer.data && !answer.error ? (
        <Payouts answer={answer.data} by={by} />
      ) : (
        !isFaulty && <Loading>{say`Computing the exits…`}</Loading>
      )}
    </Card>
  );
}

function Payouts({ answer, by }: { answer: CompareAnswer; by: 'class' | 'holder' }) {
  const { scenarios } = answer;
  const rows = by === 'class' ? answer.exit_classes : answer.exit_holders;
  const posted = scenarios.filter(({ is_posted }) => is_posted);
  return (
    <>
      <ScrollBox label={say`Exits, table`}>
        <table className="dense">
          <thead>
            <tr>
              <th scope="col">{by === 'class' ? say`Class` : say`Holder`}</th>
              {scenarios.map(({ id, name }) => (
                <th key={id} scope="col" className="r">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, paid }) => (
              <tr key={id ?? 'others'}>
                <td>{name}</td>
                {scenarios.map((scenario, column) => (
                  <td key={scenario.id} className="r">
                    {paid[column] ? formatAmount(paid[column]) : '–'}
                    <small>
                      {scenario.exit && partText(paid[column] ?? '0', scenario.exit.net)}
                      {scenario.exit && column > 0 && scenarios[0]!.exit && (
                        <> ({differenceText(paid[column] ?? '0', paid[0] ?? '0')})</>
                      )}
                    </small>
                    {id !== null && scenario.exit?.convert.includes(id) && <small>{say`converts into common`}</small>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="tot">
              <td>{say`Net proceeds`}</td>
              {scenarios.map(({ id, exit }) => (
                <td key={id} className="r">
                  {exit ? formatMoney(exit.net) : '–'}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
      {posted.length > 0 && (
        <p className="mut">
          {sayAround`${posted.map(({ name }) => name).join(', ')}: drafts were posted, so another exit is modelled in a new scenario from the ledger.`}
        </p>
      )}
    </>
  );
}

const partText = (paid: string, net: string): string =>
  net === '0' ? '' : `${figures(percentage(decimal(paid), decimal(net), 2))} %`;

/** "+250,000.00", "−1,000.00". */
function differenceText(paid: string, first: string): string {
  const difference = decimal(paid) - decimal(first);
  const text = formatAmount(formatDecimal(difference < 0n ? -difference : difference));
  return difference < 0n ? `−${text}` : difference > 0n ? `+${text}` : text;
}
