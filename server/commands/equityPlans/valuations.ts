// Valuations and legends: OCF objects without an effect on the ledger. Each edit is a new version.
import { writtenMoney } from '#src/domain/figures/money.ts';
import { valuations } from '#src/resources/valuations.ts';
import { legends } from '#src/resources/legends.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { moneyOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { legendObjectOf, valuationObjectOf } from '#server/data/securityStatics.ts';
import { currentObject, markDeleted } from '#server/data/staticObjects.ts';
import type { Row } from '#server/db/database.ts';
import { orgOf } from '#server/auth/actor.ts';
import { checkedValues } from '../core/checked.ts';
import { conflict, recordActivity, staleEdit, whatChanged } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import type { ResourceCommands } from '../core/resourceCommands.ts';
import { currencyOf, keepStatic } from './keepStatic.ts';

type Verb = 'recorded' | 'changed';
interface Kept {
  resource: Resource;
  table: string;
  object_type: string;
  objectOf: (context: CommandContext, org: string, values: Row, before: OcfObject | null) => Promise<OcfObject>;
  /** What was done: "recorded a valuation of Common: 1.12 USD a share". */
  lineOf: (context: CommandContext, values: Row, before: OcfObject | null) => Promise<Record<Verb, string>>;
  isInUse: (context: CommandContext, current: Row) => Promise<boolean>;
}

/** Refuses: the fields at fault (422), stale_version (409), has_history (409) on deleting one that is in use. */
function commandsOf({ resource, table, object_type, objectOf, lineOf, isInUse }: Kept): ResourceCommands {
  const keep = async (context: CommandContext, values: Row, before: OcfObject | null, verb: Verb, changes = '') => {
    const org = orgOf(context.actor);
    await keepStatic(context, org, { resource, values, object: await objectOf(context, org, values, before) });
    const text = `${(await lineOf(context, values, before))[verb]}${changes}`;
    recordActivity(context, { text, resource: resource.name, id: String(values.id) });
  };
  return {
    async create(context, body) {
      const id = context.deps.newId();
      await keep(context, { ...(await checkedValues(context, resource, body)), id }, null, 'recorded');
      return id;
    },
    async update(context, current, body) {
      const org = orgOf(context.actor);
      const values = await checkedValues(context, resource, body, current);
      const locked = await context.tx.row(
        `select 1 from ${table} where org_id = $1 and id = $2 and version = $3 for update`,
        [org, current.id, current.version],
      );
      if (!locked) throw staleEdit();
      const before = await currentObject(context.tx, org, object_type, current.id);
      await keep(context, { ...values, id: current.id }, before, 'changed', whatChanged(resource, values, current));
    },
    async remove(context, current) {
      const org = orgOf(context.actor);
      if (await isInUse(context, current))
        throw conflict('has_history', `This ${resource.singular} is used by a ledger entry and cannot be deleted.`);
      await context.tx.write(`delete from ${table} where org_id = $1 and id = $2`, [org, current.id]);
      await markDeleted(context.tx, org, object_type, [current.id], context.actor.account_id);
    },
  };
}

/** A recorded price keeps its currency, even if the company's currency has changed. */
const ownCurrency = async (context: CommandContext, org: string, before: OcfObject | null) =>
  (before && moneyOf(before, 'price_per_share')?.currency) || (await currencyOf(context, org));

export const valuationCommands = commandsOf({
  resource: valuations,
  table: 'valuation',
  object_type: 'VALUATION',
  objectOf: async (context, org, values, before) =>
    valuationObjectOf(values, await ownCurrency(context, org, before), before),
  async lineOf(context, values, before) {
    const org = orgOf(context.actor);
    const row = await context.tx.row<{ name: string }>('select name from share_class where org_id = $1 and id = $2', [
      org,
      values.share_class_id,
    ]);
    const price = writtenMoney(String(values.price_per_share), await ownCurrency(context, org, before));
    const name = row?.name ?? 'a class';
    return {
      recorded: `recorded a valuation of ${name}: ${price} a share`,
      changed: `changed a valuation of ${name}: ${price} a share`,
    };
  },
  isInUse: async () => false,
});

export const legendCommands = commandsOf({
  resource: legends,
  table: 'legend',
  object_type: 'STOCK_LEGEND_TEMPLATE',
  objectOf: async (_context, _org, values, before) => legendObjectOf(values, before),
  lineOf: async (_context, { name }) => ({
    recorded: `recorded the legend ${String(name)}`,
    changed: `changed the legend ${String(name)}`,
  }),
  async isInUse({ tx, actor }, current) {
    const row = await tx.row<{ named: boolean }>(
      `select exists (select 1 from ledger_tx where org_id = $1 and object_type = 'TX_STOCK_ISSUANCE' and ocf->'stock_legend_ids' ? $2) as named`,
      [actor.org_id, current.id],
    );
    return row?.named ?? true;
  },
});
