// What each holder would receive, recomputed from the ledger at each view until the approval. A distribution
// cancelled after its approval keeps the approved lines.
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import type { DistributionDraft } from '../../../contract/distributionPreview.ts';
import type { DistributionPage } from '../../../contract/recordPages.ts';
import type { ShareClass } from '../../../resources/shareClasses.ts';
import { countShares, formatDay, formatMoney, formatShares, groupDigits, plural, signOf } from '../../kit/format.ts';
import { Card, Strip } from '../../kit/parts/Card.tsx';
import { Failed, Loading } from '../../kit/parts/states.tsx';
import { ToneChip } from '../../kit/parts/ToneChip.tsx';
import { useMediaQuery } from '../../kit/parts/useMediaQuery.ts';
import { showPath } from '../../kit/paths.ts';
import { useRead } from '../../session/useRead.ts';
import { columnTotal } from '../capTable/capTableRules.ts';
import { previewUrl } from './distributionPreview.ts';
import type { DistributionPreview, PreviewRow } from './distributionPreview.ts';
import styles from './distributions.module.css';
import { TableHead } from '../../kit/parts/TableHead.tsx';
import { HOLD_REASONS } from '../../../domain/distribution/holdReasons.ts';
import type { HoldReason } from '../../../domain/distribution/holdReasons.ts';
import { DistributionOrder, NotEntitled } from './DistributionOrder.tsx';
import { ScrollBox } from '../../kit/parts/ScrollBox.tsx';

export function DistributionLines({ record }: { record: DistributionPage }) {
  const { data, error, isPending, refetch } = useRead<DistributionPreview>(previewUrl(record.id));
  if (error) return <Failed what="The preview" error={error} retry={() => void refetch()} />;
  if (isPending) return <Loading />;
  const isCancelled = record.status === 'cancelled';
  const isBroughtIn = record.origin === 'brought_in';
  return (
    <>
      <Figures
        preview={data}
        isCancelled={isCancelled}
        isByTotal={record.total_amount !== null}
        isBroughtIn={isBroughtIn}
      />
      <Card
        title={isBroughtIn ? 'Who was paid what' : isCancelled ? 'What was approved' : 'Who gets what'}
        about={`${isBroughtIn ? broughtInBasis(record) : `${basisOf(record.status)} the record date, ${formatDay(String(record.record_date))}`}; one line for each holder and class, sorted by holder, then class`}
        flush
        className={`padtop ${styles.linesCard}`}
      >
        <Lines preview={data} />
      </Card>
      <DistributionOrder steps={data.steps} />
      <NotEntitled preview={data} />
    </>
  );
}

function basisOf(status: unknown): string {
  if (status === 'pending') return 'A preview as of';
  if (status === 'cancelled') return 'It was cancelled after approval, and its payments will not be made. Frozen as of';
  return 'Frozen at approval, as of';
}

function broughtInBasis({ status, record_date }: DistributionPage): string {
  return status === 'cancelled'
    ? 'As the file said it. Its import was undone, so its payments no longer count'
    : `As the file says it, and not computed here. Record date ${formatDay(String(record_date))}`;
}

function Figures({
  preview,
  isCancelled,
  isByTotal,
  isBroughtIn,
}: {
  preview: DistributionPreview;
  isCancelled: boolean;
  isByTotal: boolean;
  isBroughtIn: boolean;
}) {
  const paid = preview.rows.filter((row) => !row.excluded_reason);
  const holders = new Set(paid.map((row) => row.shareholder_id)).size;
  return (
    <Strip
      items={[
        {
          label: 'Gross',
          figure: formatMoney(preview.total_gross, preview.currency),
          context: plural(holders, 'holder'),
        },
        ...(taxed(paid) > 0
          ? [
              {
                label: 'Withheld',
                figure: formatMoney(preview.total_tax, preview.currency),
                context: plural(taxed(paid), 'line'),
              },
            ]
          : []),
        {
          label: netLabel(isCancelled, isBroughtIn),
          figure: formatMoney(preview.total_net, preview.currency),
          context: plural(paid.length, 'payment'),
        },
        ...(isBroughtIn
          ? []
          : [
              {
                label: 'Rounding difference',
                figure: formatMoney(preview.rounding_difference, preview.currency),
                context: isByTotal ? 'Cents left over go to the largest fractions' : 'Each line is rounded to the cent',
              },
            ]),
      ]}
    />
  );
}

function netLabel(isCancelled: boolean, isBroughtIn: boolean): string {
  if (isBroughtIn) return isCancelled ? 'Net, taken back' : 'Net paid';
  return isCancelled ? 'Net, not paid' : 'Net to pay';
}

const excluded: Record<string, string> = {
  rounds_to_zero: 'rounds to zero',
  no_shares: 'no shares',
  all_withheld: 'all of it withheld',
  paid_after_preferred: 'preferred classes take the whole amount',
  nothing_due: 'no dividend is owed to this class',
};
const taxed = (rows: PreviewRow[]) => rows.filter(({ tax }) => Number(tax) > 0).length;

/** Out: the name of a class by its id. */
export function useClassNames(): (id: string) => string {
  const { data: classes = [] } = useGetList<ShareClass>('share-classes', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'name', order: 'ASC' },
  });
  return (id) => String(classes.find((one) => one.id === id)?.name ?? '…');
}

function Lines({ preview }: { preview: DistributionPreview }) {
  const className = useClassNames();
  const sign = signOf(preview.currency);
  const isPhone = useMediaQuery('(max-width: 599px)');
  // A column of zeros is left out.
  const isTaxed = taxed(preview.rows) > 0;
  if (preview.rows.length === 0) {
    return <p className="none">Nobody held shares of these classes on the record date. It cannot be approved.</p>;
  }
  if (isPhone) return <PhoneLines preview={preview} className={className} />;
  return (
    <ScrollBox label="Who gets what, table">
      <table className="dense">
        <TableHead
          columns={[
            'Shareholder',
            'Share class',
            ['Shares', 'r'],
            [`Gross, ${sign}`, 'r'],
            ...(isTaxed ? [[`Withheld, ${sign}`, 'r'] as const] : []),
            [`Net, ${sign}`, 'r'],
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
            <td colSpan={2}>Total</td>
            <td className="r">{sharesIn(preview.rows)}</td>
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
function sharesIn(rows: readonly PreviewRow[]): string {
  const known = rows.flatMap(({ shares }) => shares ?? []);
  return known.length === rows.length ? formatShares(columnTotal(known)) : '—';
}

const holdWords = (reason: string) => HOLD_REASONS[reason as HoldReason]?.label.toLowerCase() ?? reason;

/** How many of the shares are options, which are entitled only where the company says so. */
function Options({ row }: { row: PreviewRow }) {
  return Number(row.option_shares) > 0 ? (
    <small className="mut">{formatShares(row.option_shares)} as options</small>
  ) : null;
}

function Receiver({ row }: { row: PreviewRow }) {
  return (
    <>
      <Link className="link" to={showPath('shareholders', row.shareholder_id)}>
        {row.shareholder}
      </Link>{' '}
      {row.excluded_reason && (
        <ToneChip tone="warning">{`Not paid: ${excluded[row.excluded_reason] ?? row.excluded_reason}`}</ToneChip>
      )}
      {row.hold_reasons.map((reason) => (
        <ToneChip key={reason} tone="warning">{`Held: ${holdWords(reason)}`}</ToneChip>
      ))}
    </>
  );
}

/** Shows what each holder gets; its calculation is folded under it. */
export function PhoneLines({ preview, className }: { preview: DistributionDraft; className: (id: string) => string }) {
  return (
    <table className="roomy">
      <TableHead columns={['Shareholder', [`Net, ${signOf(preview.currency)}`, 'r']]} />
      <tbody>
        {preview.rows.map((row) => (
          <tr key={`${row.shareholder_id}-${row.share_class_id}`}>
            <td>
              <Receiver row={row} />
              <small>
                {row.shares !== null && `${countShares(row.shares)}, `}
                {className(row.share_class_id)}
              </small>
            </td>
            <td className="r">
              {groupDigits(row.net)}
              {Number(row.tax) > 0 && <small>{groupDigits(row.tax)} withheld</small>}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="tot">
          <td>Total</td>
          <td className="r">{groupDigits(preview.total_net)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
