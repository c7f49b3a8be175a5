// A distribution is paid on the holdings at its record date. An entry on or before that day would make its frozen lines wrong,
// so it is refused; a package with such entries gets a finding. A distribution that was imported has the lines of its file,
// which no holding computed. Source: equity mathematics, section 5.
import { isFixedSql } from '#server/data/rules/fixedDistributions.ts';
import { AppError } from '#src/domain/errors.ts';
import type { FrozenDistribution } from '#src/domain/sheets/ledgerFindings.ts';
import type { Tx } from '#server/db/database.ts';

/** Of a distribution d: its lines do not change any more, and holdings computed them. */
const FROZEN = `${isFixedSql('d')} and d.brought_in_by is null`;

type Frozen = { name: string; record_date: string; status: string };

/** For each class of stock, the first day on which an entry moves its shares (`stockDays`). */
type Days = ReadonlyMap<string, string>;

async function frozenDistribution(tx: Tx, org: string, days: Days): Promise<Frozen | undefined> {
  if (days.size === 0) return undefined;
  return tx.row<Frozen>(
    `select d.name, d.record_date, d.status from distribution d
     where d.org_id = $1 and ${FROZEN}
       and exists (select 1 from distribution_class c join unnest($2::text[], $3::date[]) as m (class_id, on_date) on m.class_id = c.share_class_id
                   where c.org_id = d.org_id and c.distribution_id = d.id and m.on_date <= d.record_date)
     order by d.record_date desc, d.id limit 1`,
    [org, [...days.keys()], [...days.values()]],
  );
}

/** Refuses: record_date_frozen (409). */
export async function refuseUpToRecordDate(tx: Tx, org: string, days: Days): Promise<void> {
  const frozen = await frozenDistribution(tx, org, days);
  if (!frozen) return;
  const { name, record_date } = frozen;
  const sentence =
    frozen.status === 'approved'
      ? `${name} was approved for the holdings at the end of ${record_date}. Cancel it first and declare it again afterwards, or date this entry after that day.`
      : `${name} was approved for the holdings at the end of ${record_date}. Date this entry after that day.`;
  throw new AppError('record_date_frozen', sentence, {
    status: 409,
    fields: { date: `Enter a day after ${record_date}.` },
  });
}

/** Every distribution whose lines do not change any more. */
export const frozenDistributions = (tx: Tx, org: string): Promise<FrozenDistribution[]> =>
  tx.rows<FrozenDistribution>(
    `select d.name, d.record_date, array_agg(c.share_class_id order by c.share_class_id) as share_class_ids
     from distribution d join distribution_class c on c.org_id = d.org_id and c.distribution_id = d.id
     where d.org_id = $1 and ${FROZEN} group by d.id, d.name, d.record_date order by d.record_date desc, d.id`,
    [org],
  );

/** A finding for an import, or null. */
export async function recordDateFinding(tx: Tx, org: string, days: Days): Promise<string | null> {
  const frozen = await frozenDistribution(tx, org, days);
  return frozen === undefined
    ? null
    : `${frozen.name} was approved for the holdings at the end of ${frozen.record_date}. Entries of this package on or before that day change those holdings. The approved payments stay unchanged.`;
}
