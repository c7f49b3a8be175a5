// What each holder would receive, recomputed from the ledger at each view until the approval. A distribution
// cancelled after its approval keeps the approved lines.
import { inSentence } from '#src/words/inSentence.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { DistributionDraft } from '#src/contract/distributions/distributionPreview.ts';
import type { DistributionPage } from '#src/contract/recordPages.ts';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatDay, formatMoney, formatShares, groupDigits, plural, signOf } from '#src/admin/kit/format.ts';
import { Card, Strip } from '#src/admin/kit/parts/Card.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { useIsPhone } from '#src/admin/kit/parts/useMediaQuery.ts';
import { showPath } from '#src/admin/paths.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { columnTotal } from '../capTable/capTableRules.ts';
import { LINES_SHOWN, previewUrl } from './distributionPreview.ts';
import type { DistributionPreview, PreviewRow } from './distributionPreview.ts';
import styles from './distributions.module.css';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { HOLD_REASONS } from '#src/domain/distribution/holdReasons.ts';
import type { HoldReason } from '#src/domain/distribution/holdReasons.ts';
import { useClasses } from './useClasses.ts';
import { ByClass, Warnings } from './DistributionSums.tsx';
import { DistributionOrder, NotEntitled } from './DistributionOrder.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';

export function DistributionLines({ record }: { record: DistributionPage }) {
  const [limit, setLimit] = useState(LINES_SHOWN);
  const read = useRead<DistributionPreview>(previewUrl(record.id, limit));
  // The lines that are there stay while more are on their way.
  const [last, setLast] = useState<DistributionPreview | undefined>(undefined);
  if (read.data !== undefined && read.data !== last) setLast(read.data);
  const data = read.data ?? (read.isPending ? last : undefined);
  if (read.error) return <Failed what={say`The preview`} error={read.error} retry={() => void read.refetch()} />;
  if (data === undefined) return <Loading />;
  const isCancelled = record.status === 'cancelled';
  const isBroughtIn = record.origin === 'brought_in';
  const isPaid = isBroughtIn || record.status === 'paid';
  return (
    <>
      <Warnings warnings={data.warnings} without_country={data.without_country} />
      <Figures preview={data} netLabel={netLabel(record)} rounding={roundingOf(record)} isBroughtIn={isBroughtIn} />
      <Card
        title={
          isCancelled && !isBroughtIn ? say`What was approved` : isPaid ? say`Who was paid what` : say`Who gets what`
        }
        about={say`${isBroughtIn ? broughtInBasis(record) : say`${basisOf(record.status)} the record date, ${formatDay(record.record_date)}`}; one line for each holder and class, sorted by holder, then class`}
        flush
        className={`padtop ${styles.linesCard}`}
      >
        <Lines preview={data} />
        {data.counts.lines > data.rows.length && (
          <p className="sect">
            <span className="small mut">
              {sayAround`${data.rows.length} of ${plural(data.counts.lines, say`line`, say`lines`)}. The totals are of all.`}
            </span>{' '}
            <button
              type="button"
              className="btn"
              onClick={() => setLimit(limit + LINES_SHOWN)}
              disabled={read.isPending}
            >
              {say`Show more`}
            </button>
          </p>
        )}
      </Card>
      <ByClass draft={data} />
      <DistributionOrder steps={data.steps} />
      <NotEntitled preview={data} />
    </>
  );
}

function basisOf(status: unknown): string {
  if (status === 'pending') return say`A preview as of`;
  if (status === 'cancelled')
    return say`It was cancelled after approval, and its payments will not be made. Frozen as of`;
  return say`Frozen at approval, as of`;
}

function broughtInBasis({ status, record_date }: DistributionPage): string {
  return status === 'cancelled'
    ? say`As stated in the file. Its import was undone, so its payments no longer count`
    : say`As stated in the file, not computed here. Record date ${formatDay(String(record_date))}`;
}

function Figures({
  preview,
  netLabel,
  rounding,
  isBroughtIn,
}: {
  preview: DistributionPreview;
  netLabel: string;
  rounding: string | null;
  isBroughtIn: boolean;
}) {
  const { holders, payments, withheld } = preview.counts;
  return (
    <Strip
      items={[
        {
          label: say`Gross`,
          figure: formatMoney(preview.total_gross, preview.currency),
          context: plural(holders, say`holder`, say`holders`),
        },
        ...(withheld > 0
          ? [
              {
                label: say`Withheld`,
                figure: formatMoney(preview.total_tax, preview.currency),
                context: plural(withheld, say`line`, say`lines`),
              },
            ]
          : []),
        {
          label: netLabel,
          figure: formatMoney(preview.total_net, preview.currency),
          context: plural(payments, say`payment`, say`payments`),
        },
        ...(isBroughtIn
          ? []
          : [
              {
                label: say`Rounding difference`,
                figure: formatMoney(preview.rounding_difference, preview.currency),
                context: rounding,
              },
            ]),
      ]}
    />
  );
}

function netLabel({ status, origin }: DistributionPage): string {
  if (status === 'cancelled') return origin === 'brought_in' ? say`Net, taken back` : say`Net, not paid`;
  return status === 'paid' ? say`Net paid` : say`Net to pay`;
}

/** An approval fills in the other amount, so that it no longer tells which of them was declared. */
function roundingOf({ amount_per_share: rate, total_amount: total }: DistributionPage): string | null {
  if (rate !== null && total !== null) return null;
  return total === null ? say`Each line is rounded to the cent` : say`Cents left over go to the largest fractions`;
}

const excluded: Record<string, string> = {
  rounds_to_zero: say`rounds to zero`,
  no_shares: say`no shares`,
  all_withheld: say`all of it withheld`,
  paid_after_preferred: say`preferred classes take the whole amount`,
  nothing_due: say`no dividend is owed to this class`,
};

function Lines({ preview }: { preview: DistributionPreview }) {
  const { nameOf: className } = useClasses();
  const sign = signOf(preview.currency);
  const isPhone = useIsPhone();
  // A column of zeros is left out.
  const isTaxed = preview.counts.withheld > 0;
  if (preview.rows.length === 0) {
    return (
      <p className="none">{say`Nobody held shares of these classes on the record date. It cannot be approved.`}</p>
    );
  }
  if (isPhone) return <PhoneLines preview={preview} className={className} />;
  return (
    <ScrollBox label={say`Who gets what, table`}>
      <table className={isTaxed ? 'dense roomy' : 'dense'}>
        <TableHead
          columns={[
            say`Shareholder`,
            say`Share class`,
            [say`Shares`, 'r'],
            [say`Gross, ${sign}`, 'r'],
            ...(isTaxed ? [[say`Withheld, ${sign}`, 'r'] as const] : []),
            [say`Net, ${sign}`, 'r'],
          ]}
        />
        <tbody>
          {preview.rows.map((row) => (
            <tr key={`${row.shareholder_id}-${row.share_class_id}`}>
              <td>
                <Receiver row={row} />
              </td>
              <td>{className(row.share_class_id)}</td>
              <td className="r">
                {row.shares === null ? '—' : formatShares(row.shares)}
                <Options row={row} />
              </td>
              <td className="r">{groupDigits(row.gross)}</td>
              {isTaxed && (
                <td className={Number(row.tax) > 0 ? `r ${styles.wh}` : 'r'}>
                  {groupDigits(row.tax)}
                  {row.withholding_reason && <small className="mut">{row.withholding_reason}</small>}
                </td>
              )}
              <td className="r">{groupDigits(row.net)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="tot">
            <td colSpan={2}>{say`Total`}</td>
            <td className="r">{sharesIn(preview.by_class)}</td>
            <td className="r">{groupDigits(preview.total_gross)}</td>
            {isTaxed && <td className="r">{groupDigits(preview.total_tax)}</td>}
            <td className="r">{groupDigits(preview.total_net)}</td>
          </tr>
        </tfoot>
      </table>
    </ScrollBox>
  );
}

/** None where a file did not say it of every line. */
function sharesIn(rows: DistributionPreview['by_class']): string {
  const known = rows.flatMap(({ shares }) => shares ?? []);
  return known.length === rows.length ? formatShares(columnTotal(known)) : '—';
}

const holdWords = (reason: string) => inSentence(HOLD_REASONS[reason as HoldReason]?.label ?? reason);

/** How many of the shares are options, which are entitled only where the company says so. */
function Options({ row }: { row: PreviewRow }) {
  return Number(row.option_shares) > 0 ? (
    <small className="mut">{sayAround`${formatShares(row.option_shares)} as options`}</small>
  ) : null;
}

function Receiver({ row }: { row: PreviewRow }) {
  return (
    <>
      <Link className="link" to={showPath('shareholders', row.shareholder_id)}>
        {row.shareholder}
      </Link>{' '}
      {row.excluded_reason && (
        <ToneChip tone="warning">{say`Not paid: ${excluded[row.excluded_reason] ?? row.excluded_reason}`}</ToneChip>
      )}
      {row.hold_reasons.map((reason) => (
        <ToneChip key={reason} tone="warning">{say`Held: ${holdWords(reason)}`}</ToneChip>
      ))}
    </>
  );
}

/** Shows what each holder gets; its calculation is folded under it. */
export function PhoneLines({ preview, className }: { preview: DistributionDraft; className: (id: string) => string }) {
  return (
    <table className="roomy">
      <TableHead columns={[say`Shareholder`, [say`Net, ${signOf(preview.currency)}`, 'r']]} />
      <tbody>
        {preview.rows.map((row) => (
          <tr key={`${row.shareholder_id}-${row.share_class_id}`}>
            <td>
              <Receiver row={row} />
              <small>
                {row.shares !== null && `${countShares(row.shares)}, `}
                {className(row.share_class_id)}
              </small>
              {row.withholding_reason && (
                <small>{sayAround`${groupDigits(row.gross)} gross. ${row.withholding_reason}`}</small>
              )}
            </td>
            <td className={`r ${styles.whole}`}>
              {groupDigits(row.net)}
              {Number(row.tax) > 0 && <small>{sayAround`${groupDigits(row.tax)} withheld`}</small>}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="tot">
          <td>{say`Total`}</td>
          <td className="r">{groupDigits(preview.total_net)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
