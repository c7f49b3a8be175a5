// The effect of a round: the price and the shares, then each conversion with its formula, then everybody's ownership.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { HttpError } from '#src/httpClient.ts';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatMoney, formatShares, groupDigits, withDays } from '#src/admin/kit/format.ts';
import { shownPercents } from '#src/admin/kit/percents.ts';
import { showPath } from '#src/admin/paths.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { sentenceOf } from '#src/admin/kit/parts/states.tsx';
import type { RoundAnswer, RoundConversion } from '#src/contract/round.ts';
import { missing, roundBody } from './roundForm.ts';
import { useRoundPreview } from './useRoundPreview.ts';
import styles from './convertibles.module.css';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';

/** Rows drawn at first: a company may have thousands of holders. */
const SHOWN = 50;

export function RoundPreview({ values }: { values: Values }) {
  const lacking = missing(values);
  const { data, error, isCurrent } = useRoundPreview(lacking === null ? roundBody(values) : null);
  const isShown = lacking === null && data && !(error && isCurrent);
  return (
    <section
      className="card prev"
      aria-live="polite"
      aria-busy={lacking === null && !isCurrent}
      aria-label={say`The round`}
    >
      <div className="sect">
        <h2>{say`The round`}</h2>
        <p className="small mut">
          {lacking ?? (isCurrent ? say`Live preview. Nothing is recorded yet.` : say`Calculating the round…`)}
        </p>
      </div>
      {lacking === null && isCurrent && error && (
        <p className="sect t13 err" role="alert">
          {reasonOf(error)}
        </p>
      )}
      {isShown && <Answer answer={data} />}
    </section>
  );
}

function reasonOf(error: unknown): string {
  const fields = error instanceof HttpError ? Object.values(error.body.errors ?? {}) : [];
  return fields.length > 0 ? withDays([...new Set(fields)].join(' ')) : sentenceOf(error);
}

function Answer({ answer }: { answer: RoundAnswer }) {
  const { currency, conversions, issues } = answer;
  const money = (value: string) => formatMoney(value, currency);
  return (
    <>
      <div className="sect">
        <KeyValues
          items={[
            [say`Price per share`, money(answer.price_per_share)],
            [say`Shares by conversion`, formatShares(answer.converted_shares)],
            [say`New shares`, formatShares(answer.new_shares)],
            [say`New money`, money(answer.new_money)],
            [say`Pre-money at this price`, money(answer.pre_money)],
            [say`Post-money`, money(answer.post_money)],
            ...(answer.pool
              ? ([
                  [
                    say`Reserve of ${answer.pool.name}`,
                    `${formatShares(answer.pool.reserved_before)} → ${formatShares(answer.pool.reserved_after)}`,
                  ],
                ] as [string, string][])
              : []),
          ]}
        />
        {answer.price_warnings.map((each) => (
          <p key={each} className="small err">
            {each}{' '}
            <Link className="link" to={showPath('share-classes', answer.share_class_id)}>
              {answer.share_class}
            </Link>
          </p>
        ))}
        <Charter answer={answer} />
      </div>
      <div className="sect">
        <h3>{say`What converts`}</h3>
        <ul className={styles.roundList}>
          {conversions.map((each) => (
            <Conversion key={each.id} line={each} currency={currency} />
          ))}
        </ul>
        {answer.series.map(({ name, price_per_share, authorized_shares, is_new }) => (
          <p key={name} className="small mut">
            {sayAround`${name} is ${is_new ? say`a new` : say`an existing`} series with the rights of ${answer.share_class}, an original issue price of ${money(price_per_share)}, and ${formatShares(authorized_shares)} shares authorized.`}
          </p>
        ))}
        {answer.rules.map((rule) => (
          <p key={rule} className="small mut">
            {rule}
          </p>
        ))}
      </div>
      <div className="sect">
        <h3>{say`New shares`}</h3>
        <ul className={styles.roundList}>
          {issues.map(({ shareholder_id, shareholder, shares, paid, left }, index) => (
            <li key={`${shareholder_id} ${index}`}>
              <b>{formatShares(shares)}</b>
              <span>
                {shareholder}
                <small>
                  {sayAround`for ${money(paid)}`}
                  {isMore(left) && say`; ${money(left)} buys no whole share`}
                </small>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <Ownership answer={answer} />
    </>
  );
}

const isMore = (value: string) => /[1-9]/.test(value);
const by = { cap: say`by the cap`, discount: say`by the discount`, round: say`at the price of the round` };

function Conversion({ line, currency }: { line: RoundConversion; currency: string }) {
  return (
    <li>
      <b>{formatShares(line.shares)}</b>
      <span>
        {line.convertible_number}, {line.shareholder}
        <small>
          {sayAround`${line.share_class} at ${formatMoney(line.price, currency)} a share, ${by[line.binding]}`}
          {isMore(line.cash) && say`; ${formatMoney(line.cash, currency)} is left in cash`}
        </small>
        {line.mfn && <small>{say`Most favoured nation: check whether its holder adopted later terms.`}</small>}
        <details>
          <summary>{say`How this is calculated`}</summary>
          {line.formula.map((step) => (
            <small key={step}>{withDays(step)}</small>
          ))}
        </details>
      </span>
    </li>
  );
}

function Charter({ answer: { charter, share_class: name, share_class_id } }: { answer: RoundAnswer }) {
  const { needed, free, refusal } = charter;
  // The refusal already says by how much the issued class falls short.
  const short = charter.short.filter((each) => refusal === null || each.share_class_id !== share_class_id);
  return (
    <>
      <p className="small mut">
        {sayAround`${countShares(needed)} of ${name} are issued${free === null ? say`; the charter sets no limit.` : say`; the charter leaves ${formatShares(free)}.`}`}
      </p>
      {short.map((each) => (
        <p key={each.share_class_id} className="small err">
          {sayAround`The charter then falls short by ${countShares(each.short)} of ${each.share_class}, counting those kept for conversion, options and the pool: ${formatShares(each.authorized)} authorized, ${formatShares(each.needed)} needed. ${(
            <Link className="link" to={showPath('share-classes', each.share_class_id)}>
              {say`Authorize more`}
            </Link>
          )}`}
        </p>
      ))}
      {refusal !== null && (
        <p className="small err">{sayAround`${withDays(refusal)} The round cannot be recorded until then.`}</p>
      )}
    </>
  );
}

function Ownership({ answer }: { answer: RoundAnswer }) {
  const [most, setMost] = useState(SHOWN);
  const { ownership, total_before, total_after } = answer;
  const before = shownPercents(ownership.map((each) => each.before));
  const after = shownPercents(ownership.map((each) => each.after));
  const drawn = ownership.slice(0, most);
  return (
    <div className="sect last">
      <h3>{say`Who owns what, fully diluted`}</h3>
      <ScrollBox label={say`Ownership before and after, table`}>
        <table className={`roomy ${styles.roundOwners}`}>
          <TableHead columns={[say`Holder`, [say`Before`, 'r'], [say`After`, 'r']]} />
          <tbody>
            {drawn.map((each, index) => (
              <tr key={each.shareholder_id ?? 'pool'}>
                <td>{each.name}</td>
                <td className="r">
                  {each.before === '0' ? (
                    <span className="vh">{say`none`}</span>
                  ) : (
                    <>
                      {before[index]}%<small>{formatShares(each.before)}</small>
                    </>
                  )}
                </td>
                <td className="r">
                  {after[index]}%<small>{formatShares(each.after)}</small>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>{say`All`}</td>
              <td className="r">
                100.00%<small>{formatShares(total_before)}</small>
              </td>
              <td className="r">
                100.00%<small>{formatShares(total_after)}</small>
              </td>
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
      {ownership.length > drawn.length && (
        <button type="button" className="link" onClick={() => setMost(most + 500)}>
          {sayAround`Show more: ${groupDigits(drawn.length)} of ${groupDigits(ownership.length)} are shown`}
        </button>
      )}
    </div>
  );
}
