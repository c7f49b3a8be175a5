// What issuing these shares would change: the class and its authorized number, the holder, the money.
import { formatDecimal } from '../../domain/decimal.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { formatMoney, formatShares } from '../format.ts';
import { KeyValues } from '../parts/Card.tsx';
import { amountOf, left, typedDecimal } from '../verbs/figures.ts';

interface IssuePreviewProps {
  shareClass: AnyRecord | undefined;
  holder: AnyRecord | undefined;
  quantity: unknown;
  price: unknown;
}

export function IssuePreview({ shareClass, holder, quantity, price }: IssuePreviewProps) {
  return (
    <section className="card prev" aria-live="polite" aria-label="If you issue this">
      <div className="sect">
        <h2>If you issue this</h2>
        <p className="small mut">Follows what you type. Nothing is recorded yet.</p>
      </div>
      {shareClass ? (
        <ClassSection shareClass={shareClass} quantity={quantity} />
      ) : (
        <p className="sect t13 mut">Choose a share class to see what stays authorized.</p>
      )}
      <HolderSection holder={holder} quantity={quantity} price={price} />
    </section>
  );
}

function ClassSection({ shareClass, quantity }: { shareClass: AnyRecord; quantity: unknown }) {
  const outstanding = typedDecimal(shareClass.outstanding ?? '0') ?? 0n;
  const added = typedDecimal(quantity) ?? 0n;
  const after = outstanding + added;
  const authorized = String(shareClass.authorized_shares ?? '');
  const isBounded = /^\d/.test(authorized);
  const free = left(authorized, after);
  return (
    <div className="sect">
      <h3>
        {String(shareClass.name)} after this: {formatShares(formatDecimal(after))} shares
      </h3>
      <p className="small mut">
        {formatShares(formatDecimal(outstanding))} now, {formatShares(formatDecimal(added))} new.
      </p>
      {!isBounded && <p className="small mut">The charter sets no limit for this class.</p>}
      {isBounded && free !== null && (
        <>
          <p className="small mut">
            {formatShares(free)} of {formatShares(authorized)} authorized left.
          </p>
          <Meter now={outstanding} added={added} whole={typedDecimal(authorized) ?? 1n} />
        </>
      )}
      {isBounded && free === null && (
        <p className="small err">
          More than the {formatShares(authorized)} authorized: {formatShares(left(authorized, outstanding) ?? '0')} are
          left. Change the authorized shares first.
        </p>
      )}
    </div>
  );
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

function HolderSection({ holder, quantity, price }: Omit<IssuePreviewProps, 'shareClass'>) {
  const shares = typedDecimal(quantity);
  const perShare = typedDecimal(price);
  return (
    <div className="sect">
      <h3>{holder ? String(holder.name) : 'The holder'}</h3>
      <KeyValues
        items={[
          ['Receives', shares === null ? '–' : `${formatShares(formatDecimal(shares))} shares`],
          ['Pays', shares === null || perShare === null ? '–' : formatMoney(amountOf(shares, perShare))],
        ]}
      />
    </div>
  );
}
