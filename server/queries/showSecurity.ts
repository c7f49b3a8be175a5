// A grant, convertible or warrant with where it came from, what became of it, how it ended, and what counsel filed with it.
import type { Neighbour, SecurityDetails } from '#src/contract/securityPages.ts';
import { dateOf, isObject, listOf, textOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { reasonInWords } from '#src/domain/serviceEnd.ts';
import type { Convertible } from '#src/resources/convertibles.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import type { Grant } from '#src/resources/grants.ts';
import type { Warrant } from '#src/resources/warrants.ts';
import { orgOf } from '../auth/actor.ts';
import { replacedLines } from '../data/replacedLine.ts';
import { RESOURCES } from '../data/securityResources.ts';
import type { Tx } from '../db/database.ts';
import type { CommandContext } from '../commands/core/context.ts';
import { madeBy } from '../commands/ledger/listedEntry.ts';
import { acknowledgementShown } from '../commands/acknowledgements/said.ts';
import { securityHistory } from './ledgerHistory.ts';
import { issuanceOf } from '../commands/securities/openSecurity.ts';

export async function showSecurity<R extends Grant | Convertible | Warrant>(
  context: CommandContext,
  record: R,
): Promise<R & SecurityDetails & { issuance: OcfObject }> {
  const { tx, actor } = context;
  const org = orgOf(actor);
  const neighbours = (mine: string, other: string) =>
    tx.rows<{ kind: string } & SecurityDetails['became'][number]>(
      `select s.security_id as id, s.kind, s.custom_id as number, h.name as shareholder, trim_scale(coalesce(s.quantity, s.amount)::numeric)::text as quantity, s.issued_on as date, r.is_balance
       from resulting r join security s on s.org_id = r.org_id and s.security_id = r.${other} left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
       where r.org_id = $1 and r.${mine} = $2 order by r.is_balance, s.issued_on, s.custom_id`,
      [org, record.id],
    );
  const named = <N extends Neighbour>(rows: (N & { kind: string })[]) =>
    rows.map(({ kind, ...row }) => ({ ...row, resource: RESOURCES[kind]! }));
  const ended = await tx.row<NonNullable<SecurityDetails['ended']>>(
    `select t.verb, t.on_date as date, trim_scale(t.quantity::numeric)::text as quantity, l.id as transaction_id, coalesce(l.ocf->>'reason_text', l.ocf->>'consideration_text') as reason
     from termination t join ledger_tx l on l.org_id = t.org_id and l.seq = t.tx_seq where t.org_id = $1 and t.security_id = $2`,
    [org, record.id],
  );
  const reductions = await tx.rows<SecurityDetails['reductions'][number]>(
    `select d.why, d.on_date as date, trim_scale(d.quantity::numeric)::text as quantity from reduction d where d.org_id = $1 and d.security_id = $2 order by d.on_date, d.tx_seq`,
    [org, record.id],
  );
  const issuance = await issuanceOf(context, record.id);
  const line = await before(tx, org, record.id);
  const papers = await tx.rows<{ id: string }>(
    'select id from document where org_id = $1 and security_id = any ($2) order by created_at, id',
    [org, line.map(({ id }) => id)],
  );
  const details: SecurityDetails & { issuance: OcfObject } = {
    before: named(line),
    earlier_documents: papers.map(({ id }) => id),
    came_from: named(await neighbours('result_security_id', 'from_security_id')),
    became: named(await neighbours('from_security_id', 'result_security_id')),
    ended: ended ? { ...ended, reason: ended.reason === null ? null : reasonInWords(ended.reason) } : null,
    ...(await retractableShown(context, record.id)),
    reductions,
    ...counselShown(issuance),
    ...(await acknowledgementShown(context, record)),
    history: await securityHistory(context, record.id),
    issuance,
  };
  return { ...record, ...details };
}

/** What decides whether it may be retracted. */
export async function retractableShown(
  { tx, actor }: CommandContext,
  id: string,
): Promise<Pick<SecurityDetails, 'accepted_on' | 'recorded_by'>> {
  const org = orgOf(actor);
  const row = await tx.row<{ accepted_on: string | null }>(
    'select min(effective_date) as accepted_on from acceptance where org_id = $1 and security_id = $2',
    [org, id],
  );
  return {
    accepted_on: row?.accepted_on ?? null,
    // Of another's security it came from, a holder learns nothing.
    recorded_by: isHolder(actor.role) ? null : await madeBy(tx, org, id),
  };
}

/** A line that is longer than anybody's history is cut at its newest end. */
const LINE_MAX = 60;

/** What it replaces, the first of them first. */
async function before(
  tx: Tx,
  org: string,
  id: string,
): Promise<({ kind: string } & SecurityDetails['before'][number])[]> {
  const line = (await replacedLines(tx, org, [id])).get(id) ?? [];
  return tx.rows(
    `select s.security_id as id, s.kind, s.custom_id as number, h.name as shareholder, trim_scale(coalesce(s.quantity, s.amount)::numeric)::text as quantity,
            s.issued_on as date, t.verb as ended
     from security s
     left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
     left join termination t on t.org_id = s.org_id and t.security_id = s.security_id
     where s.org_id = $1 and s.security_id = any ($2) order by array_position($2, s.security_id::text)`,
    [org, line.slice(-LINE_MAX).map(({ security_id }) => security_id)],
  );
}

/** The exemptions that counsel filed with an issuance. */
export const exemptionsOf = (issuance: OcfObject) =>
  listOf(issuance, 'security_law_exemptions')
    .filter(isObject)
    .map((each) => ({ description: textOf(each, 'description'), jurisdiction: textOf(each, 'jurisdiction') }));

function counselShown(issuance: OcfObject) {
  return {
    consideration_text: textOf(issuance, 'consideration_text'),
    board_approval_date: dateOf(issuance, 'board_approval_date'),
    stockholder_approval_date: dateOf(issuance, 'stockholder_approval_date'),
    security_law_exemptions: exemptionsOf(issuance),
  };
}
