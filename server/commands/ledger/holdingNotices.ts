// Tells holders that an entry recorded or changed what they hold.
import { withSeparators } from '#src/domain/figures/decimal.ts';
import { textOf, textsOf, typeOf } from '#src/domain/ledger/core/fields.ts';
import type { Interpretation } from '#src/domain/ledger/core/interpret.ts';
import type { OcfObject, SecurityRow } from '#src/domain/ledger/core/types.ts';
import type { NoticeWords } from '#src/resources/notices.ts';
import { addNotices } from '#server/data/notices.ts';
import type { Notice } from '#server/data/notices.ts';
import { RESOURCES } from '#server/data/securityResources.ts';
import type { CommandContext } from '../core/context.ts';

/** The pool gets shares back: the cancellation beside it is what its holder hears of. */
const OF_THE_COMPANY = 'TX_STOCK_PLAN_RETURN_TO_POOL';

/**
 * One notice for each holder, however many of their securities a command touches. In: what is recorded, as interpreted, and the
 * ledger's last entry before it.
 */
export function holdingNotices({ ordered, effects, state }: Interpretation, lastSeq: string): Notice[] {
  const fresh = new Map(effects.securities.map((row) => [row.security_id, row]));
  const touched = ordered
    .filter(({ transaction }) => typeOf(transaction) !== OF_THE_COMPANY)
    .flatMap(({ transaction }) => securitiesOf(transaction))
    .filter((id) => !fresh.has(id))
    .flatMap((id) => state.securities.get(id)?.row ?? []);
  const changed = Map.groupBy(new Set(touched), (row) => row.stakeholder_id);
  const recorded = Map.groupBy(
    [...fresh.values()].filter((row) => !changed.has(row.stakeholder_id)),
    (row) => row.stakeholder_id,
  );
  const event = `after entry ${lastSeq}`;
  return [...noticesOf('holding_changed', event, changed), ...noticesOf('holding_recorded', event, recorded)];
}

const securitiesOf = (transaction: OcfObject) => {
  const one = textOf(transaction, 'security_id');
  return [...(one === null ? [] : [one]), ...textsOf(transaction, 'security_ids')];
};

function noticesOf(
  kind: 'holding_changed' | 'holding_recorded',
  event: string,
  byHolder: ReadonlyMap<string, SecurityRow[]>,
): Notice[] {
  const told = [...byHolder].map(([holder, rows]) => {
    const [{ security_id: id, custom_id, kind: family }] = rows as [SecurityRow];
    const words: NoticeWords = { number: custom_id };
    if (rows.length > 1) words.more = withSeparators(String(rows.length - 1));
    return { resource: RESOURCES[family]!, id, holder, words };
  });
  return [...Map.groupBy(told, ({ resource }) => resource)].map(([resource, of]) => ({
    kind,
    resource,
    event,
    told: of.map(({ id, holder, words }) => ({ id, holder, words })),
  }));
}

export async function tellHolders(context: CommandContext, notices: readonly Notice[]): Promise<void> {
  for (const notice of notices) await addNotices(context, notice);
}
