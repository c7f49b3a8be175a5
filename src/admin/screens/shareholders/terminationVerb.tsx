// The end of somebody's service: the last day and the reason, which grants lapse and which are kept until when, and what is
// repurchased at which price, in one dialog.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import { isIsoDate } from '#src/domain/dates.ts';
import { choice, money } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import { shareholderVerbs } from '#src/resources/verbs/shareholders.ts';
import { countOf } from '#src/admin/kit/counts.ts';
import { formatDay, formatMoney, formatShares } from '#src/admin/kit/format.ts';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { Loading, sentenceOf } from '#src/admin/kit/parts/states.tsx';
import { useRead } from '#src/admin/session/useRead.ts';
import type { TerminationAnswer } from '#src/contract/termination.ts';
import { amountOf, plainDecimal, typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import type { Values } from '#src/admin/kit/verbs/types.ts';
import { viewsOf } from '#src/admin/kit/verbs/viewsOf.ts';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';

type Stock = TerminationAnswer['repurchasable'][number];
const LISTED = 'repurchasable';
const stockOf = (values: Values): Stock[] => (Array.isArray(values[LISTED]) ? (values[LISTED] as Stock[]) : []);
const names = (index: number) => ({ which: `buy_${index}`, price: `price_${index}` });
/** Stock that went to a trust or a spouse before it had vested is named with its present holder. */
const nameOf = ({ certificate_number, shareholder_id, shareholder }: Stock, { id }: Shareholder) =>
  shareholder_id === id ? certificate_number : say`${certificate_number} of ${shareholder}`;
const wholeOf = ({ quantity, vested }: Stock) => formatDecimal(decimal(quantity) + decimal(vested));
/** How many shares of a certificate are repurchased by what was chosen; null for none. */
const boughtOf = (stock: Stock, which: unknown) =>
  which === 'all' ? wholeOf(stock) : which === 'unvested' ? stock.quantity : null;

function fields(record: Shareholder, values: Values): Fields {
  const asked: Fields = { ...shareholderVerbs.terminate.fields };
  for (const [index, stock] of stockOf(values).entries()) {
    const { which, price } = names(index);
    const all = say`All ${formatShares(wholeOf(stock))}, also the ${formatShares(stock.vested)} that have vested`;
    asked[which] = choice(['unvested', ...(stock.vested === '0' ? [] : ['all']), 'none'], {
      required: true,
      label: say`Repurchase of ${nameOf(stock, record)}`,
      labels: {
        unvested: countOf(stock.quantity, say`unvested shares`, say`unvested share`),
        all,
        none: say`None: they keep all of them`,
      },
    });
    if (boughtOf(stock, values[which]) !== null)
      asked[price] = money({ required: true, scale: 10, label: say`Price per share of ${nameOf(stock, record)}` });
  }
  return asked;
}

/** Each certificate's answer and price share a row. */
function rows(all: string[]): string[][] {
  const answers = all.filter((name) => name.startsWith('buy_'));
  return [
    ['date'],
    ['reason'],
    ...answers.map((name) => [name, name.replace('buy_', 'price_')].filter((each) => all.includes(each))),
  ];
}

function useTermination(record: Shareholder, values: Values) {
  const day = isIsoDate(values.date) ? values.date : null;
  const why = typeof values.reason === 'string' ? values.reason : '';
  const read = useRead<TerminationAnswer>(
    day &&
      `/api/shareholders/${encodeURIComponent(record.id)}/termination?date=${day}&reason=${encodeURIComponent(why)}`,
  );
  return { day, ...read };
}

/** Puts the unvested stock of the chosen day into the form: all of it is repurchased at the price paid, unless chosen otherwise. */
function UnvestedStock({ record }: { record: Shareholder }) {
  const { setValue, getValues } = useFormContext();
  const { data } = useTermination(record, useWatch());
  const stock = data?.repurchasable;
  useEffect(() => {
    if (!stock) return;
    const before = stockOf(getValues()).map(({ certificate_id }) => certificate_id);
    for (const [index, each] of stock.entries()) {
      if (before[index] === each.certificate_id) continue;
      setValue(names(index).which, 'unvested');
      setValue(names(index).price, each.price_per_share ?? '');
    }
    setValue(LISTED, stock);
  }, [stock, setValue, getValues]);
  return null;
}

function untilOf({ keeps, exercise_until }: TerminationAnswer['grants'][number]): string {
  if (keeps === '0') return '–';
  return exercise_until ? formatDay(exercise_until) : say`no end`;
}

function Consequences({ record, values }: { record: Shareholder; values: Values }) {
  const { day, data, error, isPending } = useTermination(record, values);
  if (day === null) return null;
  if (error) return <p className="err">{sayAround`The grants could not be loaded. ${sentenceOf(error)}`}</p>;
  if (isPending) return <Loading />;
  return (
    <div className="preview" aria-live="polite">
      {data.grants.length === 0 ? (
        <p className="mut">{say`There are no open grants on that day.`}</p>
      ) : (
        <ScrollBox label={say`Open grants, table`}>
          <table className="dense">
            <TableHead columns={[say`Grant`, [say`Lapses`, 'r'], [say`Keeps`, 'r'], say`Exercise until`]} />
            <tbody>
              {data.grants.map((grant) => (
                <tr key={grant.grant_id}>
                  <td>{grant.grant_number}</td>
                  <td className="r">{formatShares(grant.lapses)}</td>
                  <td className="r">{formatShares(grant.keeps)}</td>
                  <td>
                    {untilOf(grant)}
                    {grant.remark && <small className="mut"> {grant.remark}</small>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {data.repurchasable.length > 0 && <Repurchased record={record} stock={data.repurchasable} values={values} />}
    </div>
  );
}

type Repurchase = { record: Shareholder; stock: readonly Stock[]; values: Values };
function Repurchased({ record, stock, values }: Repurchase) {
  return (
    <ScrollBox label={say`Stock, table`}>
      <table className="dense">
        <TableHead columns={[say`Certificate`, [say`Repurchased`, 'r'], [say`For`, 'r'], [say`Keeps`, 'r']]} />
        <tbody>
          {stock.map((each, index) => {
            const bought = boughtOf(each, values[names(index).which]) ?? '0';
            const price = typedDecimal(values[names(index).price]);
            const cost = bought === '0' || price === null ? null : amountOf(decimal(bought), price);
            return (
              <tr key={each.certificate_id}>
                <td>{nameOf(each, record)}</td>
                <td className="r">{formatShares(bought)}</td>
                <td className="r">{cost === null ? '–' : formatMoney(cost, each.currency ?? undefined)}</td>
                <td className="r">{formatShares(formatDecimal(decimal(wholeOf(each)) - decimal(bought)))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function body({ date, reason, ...values }: Values): Values {
  const repurchase = stockOf(values).flatMap((stock, index) => {
    const quantity = boughtOf(stock, values[names(index).which]);
    const price = values[names(index).price];
    return quantity === null
      ? []
      : [{ certificate_id: stock.certificate_id, quantity, price_per_share: plainDecimal(price) ?? price }];
  });
  return { date, reason, ...(repurchase.length > 0 ? { repurchase } : {}) };
}

/** `repurchase.1.price_per_share`, of the lines that were sent: the input of its certificate. */
function fieldOf(field: string, values: Values): string {
  const [, line, member] = /^repurchase\.(\d+)\.(\w+)$/.exec(field) ?? [];
  if (line === undefined) return field;
  const sent = stockOf(values).flatMap((stock, index) =>
    boughtOf(stock, values[names(index).which]) === null ? [] : [index],
  );
  const index = sent[Number(line)];
  if (index === undefined) return field;
  const { which, price } = names(index);
  return member === 'price_per_share' ? price : which;
}

export const terminationVerb = viewsOf<Shareholder>({
  'shareholders.terminate': {
    fields,
    rows,
    Extra: UnvestedStock,
    extra: { [LISTED]: say`Stock` },
    Preview: Consequences,
    body,
    fieldOf,
    submit: (_, values) =>
      Object.entries(values).some(([name, which]) => name.startsWith('buy_') && which !== 'none')
        ? say`End service and repurchase`
        : say`End service`,
  },
});
