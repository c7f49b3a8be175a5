// A grant: its vested, exercised and outstanding shares, vesting dates, exercise window after leaving, and history.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { lastDayOf } from '#src/domain/exerciseWindows.ts';
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import type { GrantPage } from '#src/contract/recordPages.ts';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatDay, formatMoney, formatShares, withDays } from '#src/admin/kit/format.ts';
import { Card, Strip, Unknown } from '#src/admin/kit/parts/Card.tsx';
import type { Fact } from '#src/admin/kit/parts/Card.tsx';
import { RecordLink } from '#src/admin/kit/parts/ReferenceName.tsx';
import { VestingChart } from '#src/admin/kit/parts/VestingChart.tsx';
import { RecordPdf } from '../shared/RecordPdf.tsx';
import { FactsCard, RecordHead, RecordScreen } from '#src/admin/kit/show/ResourceShow.tsx';
import { Acknowledgement } from '../shared/Acknowledgement.tsx';
import { SecurityColumns } from '../shared/SecurityParts.tsx';
import styles from './grants.module.css';
import { WindowsCard } from '../shared/WindowsCard.tsx';
import { HolderName } from '../shared/HolderName.tsx';

const inStrip = [
  'granted',
  'exercised_total',
  'cancelled_total',
  'quantity',
  'outstanding',
  'exercised',
  'vested',
  'vested_outstanding',
  'unvested',
  'unvested_outstanding',
  'repurchased',
  'currency',
];

export default function GrantShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<GrantPage> resource={resource}>
      {(record) => (
        <>
          <RecordHead
            resource={resource}
            record={record}
            extra={<RecordPdf resource={resource} record={record} />}
            about={<AboutGrant resource={resource} record={record} />}
          />
          <Acknowledgement resource={resource} record={record} />
          <div className="stack">
            <Expired record={record} />
            <PriceWarnings record={record} />
            <Figures record={record} />
            <SecurityColumns resource={resource} record={record}>
              <Schedule record={record} />
              <FactsCard
                resource={resource}
                record={record}
                omit={[...inStrip, 'vesting_terms_id', ...(record.exercise_price_today ? ['exercise_price'] : [])]}
                extra={[...priceFact(record), ...scheduleFact(record)]}
              />
              <WindowsCard of="grant" windows={record.exercise_windows} warnings={record.window_warnings} />
            </SecurityColumns>
          </div>
        </>
      )}
    </RecordScreen>
  );
}

function AboutGrant({ resource, record }: { resource: Resource; record: GrantPage }) {
  const kind = wordOf(resource.fields.compensation_type, record.compensation_type);
  const price = record.exercise_price_today ?? record.exercise_price;
  const on = record.share_class ?? say`shares`;
  if (price === null) return <>{sayAround`${kind} on ${on}, granted to ${(<HolderName record={record} />)}`}</>;
  return (
    <>
      {sayAround`${kind} on ${on} at ${formatMoney(String(price), record.currency)}, granted to ${(<HolderName record={record} />)}`}
    </>
  );
}

/** A grant closed before a split shows its price adjusted for the split, like its figures. */
function priceFact({ exercise_price_today: price, exercise_price, currency }: GrantPage): Fact[] {
  if (price === null) return [];
  const recorded = formatMoney(String(exercise_price), currency);
  return [
    {
      label: say`Exercise price`,
      value: say`${formatMoney(price, currency)} adjusted for splits, recorded as ${recorded}`,
    },
  ];
}

/** Holders see the schedule's name; only the company may open its page. */
function scheduleFact({ schedule, vesting_terms_id }: GrantPage): Fact[] {
  const name = schedule?.name;
  if (vesting_terms_id === null || !name) return [];
  const value = (
    <RecordLink to="vesting-terms" id={vesting_terms_id}>
      {name}
    </RecordLink>
  );
  return [{ label: say`Vesting schedule`, value }];
}

/** An expired grant stays in the cap table until an entry cancels it; the note says so. */
function Expired({ record }: { record: GrantPage }) {
  const lastDay = lastDayOf({ ...record });
  if (record.status !== 'expired' || lastDay === null) return null;
  return (
    <p className="alert info">
      {sayAround`It could be ${record.compensation_type === 'RSU' ? say`released` : say`exercised`} until ${formatDay(lastDay)}. Its remaining ${countShares(record.outstanding)} will be counted until the grant is cancelled.`}
    </p>
  );
}

function PriceWarnings({ record }: { record: GrantPage }) {
  return record.price_warnings.map((warning) => (
    <p key={warning} className="alert info">
      {withDays(warning)}
    </p>
  ));
}

type FigureName =
  'granted' | 'vested' | 'unvested' | 'exercised_total' | 'cancelled_total' | 'repurchased' | 'outstanding';

function Figures({ record }: { record: GrantPage }) {
  const figure = (name: FigureName, why?: string) => {
    const value = record[name];
    return value === null || value === undefined ? <Unknown why={why} /> : formatShares(String(value));
  };
  const isClosed = record.ended !== null && record.ended !== undefined && record.outstanding === '0';
  // What was exercised early vests on as stock after the options that were left are cancelled.
  const vestsOn = record.ended?.verb === 'cancelled' && record.unvested !== '0';
  const since = formatDay(record.issued_on);
  const isReplaced = record.granted !== record.quantity;
  const before = (parseDecimal(record.exercised_total) ?? 0n) - (parseDecimal(record.exercised) ?? 0n);
  // A closed grant is adjusted for splits as a whole.
  const earlier = before > 0n && !isClosed ? say`${formatShares(formatDecimal(before))} before ${since}` : null;
  const why = say`The vesting schedule it names is not among the company’s records.`;
  return (
    <Strip
      items={[
        {
          label: say`Granted`,
          figure: figure('granted'),
          context: isReplaced ? say`${formatDay(record.date)}, in today’s shares` : formatDay(record.date),
        },
        {
          label: say`Vested`,
          figure: figure('vested', why),
          context:
            record.vested === null
              ? why
              : isClosed && !vestsOn
                ? say`when it was closed, of the total granted`
                : say`by today, of the total granted`,
        },
        ...(hasUnvestedElsewhere(record)
          ? [{ label: say`Unvested`, figure: figure('unvested'), context: say`of the total granted` }]
          : []),
        { label: say`Exercised`, figure: figure('exercised_total'), context: earlier ?? say`or released` },
        ...(isNone(record.repurchased)
          ? []
          : [{ label: say`Repurchased`, figure: figure('repurchased'), context: say`before it had vested` }]),
        ...(isNone(record.cancelled_total)
          ? []
          : [{ label: say`Lapsed`, figure: figure('cancelled_total'), context: say`or cancelled` }]),
        {
          label: say`Outstanding`,
          figure: figure('outstanding'),
          context: isClosed ? say`it is closed` : partsOf(record),
        },
      ]}
    />
  );
}

const isNone = (figure: string | null | undefined): boolean => !figure || figure === '0';

/** Whether something is unvested that the parts of what is outstanding do not name. What is to come has vested nothing by itself yet. */
const hasUnvestedElsewhere = ({ status, unvested, unvested_outstanding }: GrantPage): boolean =>
  status !== 'upcoming' && !isNone(unvested) && unvested !== unvested_outstanding;

/** The two parts of the outstanding shares, which add up to them. */
function partsOf({ vested_outstanding: vested, unvested_outstanding: unvested }: GrantPage): string {
  if (vested === null || unvested === null) return say`how much of it has vested is not known`;
  return say`${formatShares(vested)} vested, ${formatShares(unvested)} unvested`;
}

function Schedule({ record }: { record: GrantPage }) {
  const { schedule } = record;
  if (!schedule) return null;
  if (!schedule.is_known)
    return (
      <Card title={say`Vesting`}>
        <p className="mut">
          {say`The schedule this grant names is not among the company’s records, so what has vested is not known. Import it, or ask whoever made the grant.`}
        </p>
      </Card>
    );
  return (
    <Card title={say`Vesting`} about={schedule.description ?? schedule.name ?? say`All at once.`}>
      <VestingChart tranches={schedule.tranches} total={record.granted} />
      {schedule.stopped_on && (
        <p className="small mut">{sayAround`Service ended on ${formatDay(schedule.stopped_on)}.`}</p>
      )}
      {schedule.milestones.length > 0 && (
        <ul className={styles.plainList}>
          {schedule.milestones.map(({ id, words, reached_on }) => (
            <li key={id}>
              {words ?? id}: {reached_on ? say`reached on ${formatDay(reached_on)}` : say`not reached yet`}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
