// A certificate with what it came from and what became of it.
import type { Row } from '../db/database.ts';
import type { CommandContext } from './context.ts';

export async function showCertificate({ tx, actor }: CommandContext, record: Row): Promise<Row> {
  const org = actor.org_id;
  const came_from = await tx.rows(
    `select c.id, c.certificate_number, c.shareholder, trim_scale(c.quantity)::text as quantity, c.status from resulting r join certificate c on c.org_id = r.org_id and c.id = r.from_security_id
     where r.org_id = $1 and r.result_security_id = $2 order by c.certificate_number`,
    [org, record.id],
  );
  const became = await tx.rows(
    `select c.id, c.certificate_number, c.shareholder, trim_scale(c.quantity)::text as quantity, c.status, r.is_balance from resulting r join certificate c on c.org_id = r.org_id and c.id = r.result_security_id
     where r.org_id = $1 and r.from_security_id = $2 order by r.is_balance, c.certificate_number`,
    [org, record.id],
  );
  const ended = await tx.row(
    `select t.verb, t.on_date as date, trim_scale(t.quantity)::text as quantity, l.id as transaction_id from termination t join ledger_tx l on l.org_id = t.org_id and l.seq = t.tx_seq
     where t.org_id = $1 and t.security_id = $2`,
    [org, record.id],
  );
  return { ...record, came_from, became, ended: ended ?? null };
}
