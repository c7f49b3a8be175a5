// The entry that Undo takes back on a record's page.
import type { ListedEntry } from '#src/contract/securityPages.ts';
import { AppError } from '#src/domain/errors.ts';
import { verbNamed } from '#src/resources/verbs/index.ts';
import { orgOf } from '../auth/actor.ts';
import type { CommandContext } from '../commands/core/context.ts';
import { listedAs } from '../commands/ledger/listedEntry.ts';
import { refuseFrozen } from '../commands/ledger/takeBack.ts';

/** What an entry `l` must be to be about the record $2. */
const ABOUT: Readonly<Record<string, string | undefined>> = {
  certificates: 'l.security_id = $2',
  grants: 'l.security_id = $2',
  convertibles: 'l.security_id = $2',
  warrants: 'l.security_id = $2',
  shareholders: `l.stakeholder_id = $2 and l.object_type = 'CE_STAKEHOLDER_STATUS'`,
};
export const isUndoneOnItsPage = (resource: string): boolean => ABOUT[resource] !== undefined;

const VALID = `voids_seq is null and not exists (select 1 from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq)`;

interface Entry {
  seq: string;
  command_seq: string;
  object_type: string;
  is_imported: boolean;
}

/**
 * The latest entry about the record, as long as no other entry names what its command changed, and no distribution was approved on
 * it. Null for who may not take it back. What rests on it in another way, such as a limit of the charter, is said when it is tried.
 */
export async function undoable(context: CommandContext, resource: string, id: unknown): Promise<ListedEntry | null> {
  const { tx, actor } = context;
  const about = ABOUT[resource];
  if (about === undefined || !verbNamed('transactions.void').roles.includes(actor.role)) return null;
  const org = orgOf(actor);
  const latest = await tx.row<Entry>(
    `select seq::text as seq, command_seq::text as command_seq, object_type, import_id is not null as is_imported
     from ledger_tx l where org_id = $1 and ${about} and ${VALID} order by l.seq desc limit 1`,
    [org, id],
  );
  if (!latest || latest.is_imported) return null;
  const unit = await tx.rows<Entry & { security_id: string | null }>(
    `select seq::text as seq, command_seq::text as command_seq, object_type, security_id
     from ledger_tx l where org_id = $1 and command_seq = $2 and import_id is null and ${VALID} order by l.seq`,
    [org, latest.command_seq],
  );
  // A split is of a whole class, and is undone in the ledger.
  if (unit.some(({ object_type }) => object_type === 'TX_STOCK_CLASS_SPLIT')) return null;
  const securities = [...new Set(unit.flatMap(({ security_id }) => (security_id === null ? [] : [security_id])))];
  const later = await tx.row(
    `select 1 from (
       select l.seq, l.command_seq from ledger_tx l where l.org_id = $1 and l.security_id = any ($2) and l.seq > $3 and ${VALID}
       union all
       select l.seq, l.command_seq from termination t join ledger_tx l on l.org_id = t.org_id and l.seq = t.tx_seq
       where t.org_id = $1 and t.security_id = any ($2) and t.tx_seq > $3) other
     where command_seq is distinct from $4::bigint limit 1`,
    [org, securities, unit[0]!.seq, latest.command_seq],
  );
  return later || (await isFrozen(context, org, unit)) ? null : listedAs(tx, org, latest.seq);
}

async function isFrozen({ tx }: CommandContext, org: string, unit: readonly Entry[]): Promise<boolean> {
  try {
    await refuseFrozen(tx, org, unit);
    return false;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}
