// Granting options, units or rights: the pool and the vesting dates are previewed as the user types.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useGetList } from 'react-admin';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import { priceWarnings } from '#src/domain/valuationAge.ts';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import type { EquityPlanPage } from '#src/contract/recordPages.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import type { Valuation } from '#src/resources/valuations.ts';
import { currencyOr, formatDay, formatMoney, formatShares, withDays } from '#src/admin/kit/format.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { CharterRoomOf } from '../shared/CharterRoom.tsx';
import { Loading } from '#src/admin/kit/parts/states.tsx';
import { VestingChart } from '#src/admin/kit/parts/VestingChart.tsx';
import { useWholeRecord } from '#src/admin/session/useWholeRecord.ts';
import { amountOf, left, typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import { grantIssuance } from '#src/resources/issuances/grants.ts';
import { useFollowing } from '#src/admin/kit/form/useFollowing.ts';
import { typedWindowWarnings, windowRows, windowValues } from '#src/resources/issuances/windows.ts';
import { IssuanceForm } from '../shared/IssuanceForm.tsx';
import { typedTranches } from '../shared/typedTranches.ts';
import { PreviewCard } from '#src/admin/kit/parts/PreviewCard.tsx';

export default function GrantCreate() {
  return <IssuanceForm issuance={grantIssuance} Aside={Preview} />;
}

function Preview({ values }: { values: Values }) {
  const { record: plan, isLoading } = useWholeRecord('equity-plans', values.equity_plan_id);
  const { record: holder } = useWholeRecord('shareholders', values.shareholder_id);
  useOnlyClass(plan, values.share_class_id);
  useFollowing('vesting_start', 'date', values.date);
  useWindowsOf(plan);
  return (
    <PreviewCard title={say`If you grant this`}>
      {isLoading ? (
        <Loading />
      ) : plan ? (
        <PoolSection plan={plan} quantity={values.quantity} />
      ) : (
        <p className="sect t13 mut">{say`Choose a plan to see what remains available.`}</p>
      )}
      <VestingSection values={values} />
      {typedWindowWarnings(values).map((warning) => (
        <p key={warning} className="sect small err">
          {warning}
        </p>
      ))}
      <ClassSection values={values} plan={plan} />
      <HolderSection holder={holder} values={values} />
    </PreviewCard>
  );
}

/** A plan that grants one class needs no choice. */
function useOnlyClass(plan: EquityPlanPage | undefined, chosen: unknown) {
  const { setValue } = useFormContext();
  const ids = plan?.share_class_ids ?? [];
  const only = ids.length === 1 ? ids[0] : undefined;
  useEffect(() => {
    if (only && (chosen === undefined || chosen === '')) setValue('share_class_id', only);
  }, [only, chosen, setValue]);
}

/** The windows of the chosen plan, where nobody has typed others. */
function useWindowsOf(plan: EquityPlanPage | undefined) {
  const { setValue, getFieldState } = useFormContext();
  useEffect(() => {
    if (!plan) return;
    const told = windowValues(plan.exercise_windows ?? []);
    // A length that somebody typed keeps what it was counted in.
    for (const inputs of windowRows())
      if (!inputs.some((name) => getFieldState(name).isDirty)) for (const name of inputs) setValue(name, told[name]);
  }, [plan, setValue, getFieldState]);
}

function PoolSection({ plan, quantity }: { plan: EquityPlanPage; quantity: unknown }) {
  const asked = typedDecimal(quantity) ?? 0n;
  const rest = left(plan.available, asked);
  const [reserved, available] = [typedDecimal(plan.reserved) ?? 1n, typedDecimal(plan.available) ?? 0n];
  const share = (part: bigint) => `${(Number(part) / Math.max(1, Number(reserved))) * 100}%`;
  return (
    <div className="sect">
      <h3>
        {plan.name}
        {rest !== null && say` after this: ${formatShares(rest)} available`}
      </h3>
      {rest === null ? (
        <p className="small err">
          {sayAround`More than the ${formatShares(plan.available ?? '0')} that are available today. Enlarge the reserve first.`}
        </p>
      ) : (
        <p className="small mut">
          {sayAround`${formatShares(plan.available ?? '0')} available now, ${formatShares(formatDecimal(asked))} granted by this, of ${formatShares(plan.reserved)} reserved.`}
        </p>
      )}
      {/* Floats only draw the bar; the figures above it are exact. */}
      <div className="meter" aria-hidden="true">
        <span style={{ width: share(reserved - available) }} />
        <span className="new" style={{ width: share(asked) }} />
      </div>
    </div>
  );
}

function VestingSection({ values }: { values: Values }) {
  const tranches = values.schedule === 'standard' ? typedTranches(values, values.date) : null;
  const quantity = typedDecimal(values.quantity);
  return (
    <div className="sect">
      <h3>{say`Vesting`}</h3>
      {values.schedule === 'none' && <p className="small mut">{say`All of it vests on the grant date.`}</p>}
      {values.schedule === 'terms' && (
        <p className="small mut">{say`By the chosen schedule. The grant will show the vesting dates.`}</p>
      )}
      {values.schedule === 'standard' && !tranches && (
        <p className="small mut">{say`Enter the quantity and the months to see the vesting dates.`}</p>
      )}
      {tranches && quantity !== null && <VestingChart tranches={tranches} total={formatDecimal(quantity)} />}
    </div>
  );
}

/** A plan's pool already keeps its shares; a grant outside a plan keeps them from now on. */
function ClassSection({ values, plan }: { values: Values; plan: EquityPlanPage | undefined }) {
  const id = typeof values.share_class_id === 'string' ? values.share_class_id : '';
  const isKept = plan?.share_class_ids.includes(id);
  const promised = isKept ? 0n : (typedDecimal(values.quantity) ?? 0n);
  if (id === '') return null;
  return (
    <div className="sect">
      <h3>{isKept ? say`The class now` : say`The class`}</h3>
      {isKept && (
        <p className="small mut">
          {say`The plan’s pool already keeps these shares, so the number free to issue does not change.`}
        </p>
      )}
      <CharterRoomOf id={id} change={{ promised }} />
    </div>
  );
}

function HolderSection({ holder, values }: { holder: Shareholder | undefined; values: Values }) {
  const { worth, isReady } = useLatestValuation(values.share_class_id, values.date);
  const [quantity, price] = [typedDecimal(values.quantity), typedDecimal(values.exercise_price)];
  const isRight = values.compensation_type !== 'RSU' && price !== null;
  const known = worth && {
    effective_date: worth.effective_date,
    later_round_on: worth.later_round_on,
    price: String(worth.price_today ?? worth.price_per_share),
    currency: currencyOr(worth.currency),
  };
  const day = typeof values.date === 'string' ? values.date : '';
  const warnings =
    isRight && isReady && day !== '' && values.share_class_id
      ? priceWarnings({ date: day, price: formatDecimal(price), currency: currencyOr(null) }, known ?? null)
      : [];
  return (
    <div className="sect">
      <h3>{holder ? holder.name : say`The holder`}</h3>
      <KeyValues
        items={[
          [
            say`To exercise all of it`,
            quantity === null || price === null ? '–' : formatMoney(amountOf(quantity, price)),
          ],
          [
            say`Latest valuation of the class`,
            worth
              ? `${formatMoney(String(worth.price_today ?? worth.price_per_share), worth.currency)}, ${formatDay(String(worth.effective_date))}${recordedAs(worth)}`
              : values.share_class_id
                ? say`none recorded`
                : '–',
          ],
        ]}
      />
      {warnings.map((warning) => (
        <p key={warning} className="small err">
          {withDays(warning)}
        </p>
      ))}
    </div>
  );
}

/** The recorded price, if a split has changed it since. */
const recordedAs = ({ price_today, price_per_share, currency }: Valuation): string =>
  price_today === undefined || price_today === price_per_share
    ? ''
    : say`, recorded as ${formatMoney(String(price_per_share), currency)} before a split`;

/** The latest valuation on the grant date. */
function useLatestValuation(classId: unknown, date: unknown): { worth: Valuation | undefined; isReady: boolean } {
  const id = typeof classId === 'string' ? classId : '';
  const isDay = typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date);
  const { data } = useGetList<Valuation>(
    'valuations',
    {
      filter: { share_class_id: id, ...(isDay ? { effective_date_lte: date } : {}) },
      sort: { field: 'effective_date', order: 'DESC' },
      pagination: { page: 1, perPage: 1 },
    },
    { enabled: id !== '', retry: false },
  );
  return { worth: id === '' ? undefined : data?.[0], isReady: data !== undefined };
}
