// The family of a certificate, several steps back and on: what each security came from and what became of it.
import type { Chain, ChainNode } from '#src/contract/securityPages.ts';
import type { Tx } from '../db/database.ts';
import { RESOURCES } from '../data/securityResources.ts';

/** How many steps are followed each way, and how many links are shown: a picture, not the ledger. */
const STEPS = 6;
const LINKS = 60;

type Link = { from_id: string; to_id: string; is_balance: boolean };

/**
 * Out: `links`, nearest first, and `nodes` by id with the certificate itself among them; `is_cut` when there is more.
 * Whatever the actor may not see is left out, and so is every link to it.
 */
export async function chainOf(tx: Tx, org: string, id: unknown): Promise<Chain> {
  const found = await tx.rows<Link & { near: number }>(
    `with recursive up (from_id, to_id, near) as (
       select r.from_security_id, r.result_security_id, 1 from resulting r where r.org_id = $1 and r.result_security_id = $2
       union
       select r.from_security_id, r.result_security_id, u.near + 1 from up u
       join resulting r on r.org_id = $1 and r.result_security_id = u.from_id where u.near <= $3),
     down (from_id, to_id, near) as (
       select r.from_security_id, r.result_security_id, 1 from resulting r where r.org_id = $1 and r.from_security_id = $2
       union
       select r.from_security_id, r.result_security_id, d.near + 1 from down d
       join resulting r on r.org_id = $1 and r.from_security_id = d.to_id where d.near <= $3),
     beside (from_id, to_id, near) as (
       select r.from_security_id, r.result_security_id, 2 from resulting r
       where r.org_id = $1 and r.from_security_id in (select from_id from up where near = 1)),
     every (from_id, to_id, near) as (
       select from_id, to_id, min(near) from (select * from up union all select * from down union all select * from beside) each
       group by 1, 2)
     select e.from_id, e.to_id, e.near, r.is_balance from every e
     join resulting r on r.org_id = $1 and r.result_security_id = e.to_id and r.from_security_id = e.from_id
     join security a on a.org_id = $1 and a.security_id = e.from_id join security b on b.org_id = $1 and b.security_id = e.to_id
     order by e.near, r.is_balance, b.issued_on, b.custom_id, a.custom_id limit $4`,
    [org, id, STEPS, LINKS + 1],
  );
  const links = found.filter(({ near }) => near <= STEPS).slice(0, LINKS);
  const nodes = await tx.rows<ChainNode & { kind: string }>(
    `select s.security_id as id, s.kind, s.custom_id as number, h.name as shareholder, trim_scale(coalesce(s.quantity, s.amount)::numeric)::text as quantity,
            s.issued_on as date, status_today(s.issued_on, t.verb, t.on_date) as status,
            case when t.on_date <= current_date then t.on_date end as ended_on
     from security s left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
     left join termination t on t.org_id = s.org_id and t.security_id = s.security_id
     where s.org_id = $1 and s.security_id = any ($2) order by s.issued_on, s.custom_id, s.security_id`,
    [org, [...new Set([String(id), ...links.flatMap((link) => [link.from_id, link.to_id])])]],
  );
  return {
    nodes: nodes.map(({ kind, ...node }) => ({ ...node, resource: RESOURCES[kind]! })),
    links: links.map(({ from_id, to_id, is_balance }) => ({ from: from_id, to: to_id, is_balance })),
    is_cut: found.length > links.length,
  };
}
