// What issuing these shares would change: the class and its authorized number, the holder, the money.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { priceWarning } from '#src/domain/round/priceOfClass.ts';
import type { ShareClassPage } from '#src/contract/recordPages.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatMoney, formatShares } from '#src/admin/kit/format.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { CharterRoom } from '../shared/CharterRoom.tsx';
import { Loading } from '#src/admin/kit/parts/states.tsx';
import { VestingChart } from '#src/admin/kit/parts/VestingChart.tsx';
import type { ShownTranche } from '#src/admin/kit/parts/VestingChart.tsx';
import { amountOf, left, plainDecimal, typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import { PreviewCard } from '#src/admin/kit/parts/PreviewCard.tsx';

interface IssuePreviewProps {
  shareClass: ShareClassPage | undefined;
  /** The class is chosen, but its figures have not arrived. */
  isLoading: boolean;
  holder: Shareholder | undefined;
  quantity: unknown;
  price: unknown;
  /** The total paid, if entered. */
  cost: unknown;
  schedule: string;
  /** The vesting dates, once a schedule is typed. */
  tranches: ShownTranche[] | null;
}

export function IssuePreview(props: IssuePreviewProps) {
  const { shareClass, isLoading, quantity } = props;
  return (
    <PreviewCard title={say`If you issue this`}>
      {isLoading ? (
        <Loading />
      ) : shareClass ? (
        <ClassSection shareClass={shareClass} quantity={quantity} price={props.price} />
      ) : (
        <p className="sect t13 mut">{say`Choose a share class to see how many authorized shares are left.`}</p>
      )}
      <VestingSection {...props} />
      <HolderSection {...props} />
    </PreviewCard>
  );
}

interface ClassSectionProps {
  shareClass: ShareClassPage;
  quantity: unknown;
  price: unknown;
}

function ClassSection({ shareClass, quantity, price }: ClassSectionProps) {
  const outstanding = typedDecimal(shareClass.outstanding ?? '0') ?? 0n;
  const added = typedDecimal(quantity) ?? 0n;
  const after = outstanding + added;
  const authorized = String(shareClass.authorized_shares ?? '');
  const isBounded = /^\d/.test(authorized);
  const free = left(authorized, after);
  return (
    <div className="sect">
      <h3>{sayAround`${String(shareClass.name)} after this: ${countShares(formatDecimal(after))}`}</h3>
      <p className="small mut">
        {sayAround`${formatShares(formatDecimal(outstanding))} now, ${formatShares(formatDecimal(added))} new.`}
      </p>
      {!isBounded && <p className="small mut">{say`The charter sets no limit for this class.`}</p>}
      {isBounded && free !== null && (
        <>
          <p className="small mut">
            {sayAround`${formatShares(free)} of ${formatShares(authorized)} authorized left.`}
          </p>
          <Meter now={outstanding} added={added} whole={typedDecimal(authorized) ?? 1n} />
        </>
      )}
      {isBounded && free === null && (
        <p className="small err">
          {sayAround`More than the ${formatShares(authorized)} authorized: ${formatShares(left(authorized, outstanding) ?? '0')} are left. Change the authorized shares first.`}
        </p>
      )}
      <CharterRoom record={shareClass} change={{ issued: added }} />
      <OtherPrice shareClass={shareClass} shares={added} price={price} />
    </div>
  );
}

/** Preferred stock that is sold at another price than its class has is paid another preference than what is paid in. */
function OtherPrice({ shareClass, shares, price }: { shareClass: ShareClassPage; shares: Decimal; price: unknown }) {
  const paid = typedDecimal(price);
  if (shareClass.class_type !== 'PREFERRED' || paid === null || shares <= 0n) return null;
  const { name, price_per_share, liquidation_preference_multiple: multiple, currency } = shareClass;
  const terms = { name: String(name), price: price_per_share, multiple, currency };
  const warning = priceWarning(terms, { price: paid, shares });
  return warning === null ? null : <p className="small err">{warning}</p>;
}

/** Floats only draw the bar; the figures beside it are exact. */
function Meter({ now, added, whole }: { now: bigint; added: bigint; whole: bigint }) {
  const share = (part: bigint) => `${(Number(part) / Math.max(1, Number(whole))) * 100}%`;
  return (
    <div className="meter" aria-hidden="true">
      <span style={{ width: share(now) }} />
      <span className="new" style={{ width: share(added) }} />
    </div>
  );
}

function VestingSection({ quantity, schedule, tranches }: IssuePreviewProps) {
  const whole = typedDecimal(quantity);
  if (schedule === 'none') return null;
  return (
    <div className="sect">
      <h3>{say`Vesting`}</h3>
      {schedule === 'terms' && (
        <p className="small mut">{say`By the chosen schedule. The certificate will show the vesting dates.`}</p>
      )}
      {schedule === 'standard' && !tranches && (
        <p className="small mut">{say`Enter the quantity and the months to see the vesting dates.`}</p>
      )}
      {tranches && whole !== null && <VestingChart tranches={tranches} total={formatDecimal(whole)} />}
    </div>
  );
}

/** The price that the server will record: the given one, else the class's price, else its par value. */
function recordedPrice(
  price: unknown,
  shareClass: ShareClassPage | undefined,
): { amount: string; source: string } | null {
  const given = plainDecimal(price);
  if (given) return { amount: given, source: '' };
  if (!shareClass || (price !== undefined && price !== null && price !== '')) return null;
  const own = plainDecimal(shareClass.price_per_share);
  if (own) return { amount: own, source: say`, the class’s price` };
  const par = plainDecimal(shareClass.par_value);
  return par
    ? { amount: par, source: say`, the par value` }
    : { amount: '0', source: say`, as the class has no price` };
}

function HolderSection({ holder, shareClass, quantity, price, cost }: IssuePreviewProps) {
  const shares = typedDecimal(quantity);
  const recorded = recordedPrice(price, shareClass);
  const inAll = plainDecimal(cost);
  const perShare = recorded && typedDecimal(recorded.amount);
  const product =
    shares === null || perShare === null ? '–' : formatMoney(amountOf(shares, perShare), shareClass?.currency);
  return (
    <div className="sect last">
      <h3>{holder ? holder.name : say`The holder`}</h3>
      <KeyValues
        items={[
          [say`Receives`, shares === null ? '–' : countShares(formatDecimal(shares))],
          [
            say`Price recorded`,
            recorded ? `${formatMoney(recorded.amount, shareClass?.currency)}${recorded.source}` : '–',
          ],
          [say`Pays`, inAll ? formatMoney(inAll, shareClass?.currency) : recorded?.source ? say`Unknown` : product],
        ]}
      />
    </div>
  );
}
