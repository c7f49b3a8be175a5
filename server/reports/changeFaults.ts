// The chain of changes of a company, or of the installation: each link and its seal, and what the links say of every row
// against the rows that are there. Read by the schema's owner.
import { isSealed } from '../data/seals.ts';
import type { Sign } from '../data/seals.ts';
import type { Row, Tx } from '../db/database.ts';

/** Whose chain holds accounts, and which companies there are. */
export const INSTALLATION = '00000000-0000-0000-0000-000000000000';

export interface ChainHead {
  seq: string;
  hash: string;
}
export interface ChainReport {
  head: ChainHead;
  faults: string[];
}

/** So many links are read at once, and so many faults of one table told. */
const LINKS_AT_ONCE = 2000;
const FAULTS_MAX = 100;

/** Out: the head for keeping elsewhere, and a sentence for each fault, which names the link or the row. */
export async function changeFaults(tx: Tx, chain: string, sign: Sign): Promise<ChainReport> {
  await tx.rows(`select set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true)`);
  const { head, faults } = await linkFaults(tx, chain, sign);
  faults.push(...(await ledgerFaults(tx, chain)));
  for (const table of await coveredTables(tx, chain)) faults.push(...(await rowFaults(tx, chain, table)));
  return { head, faults };
}

/** Whether a head that was kept elsewhere is still a link of the chain: null, or a sentence. */
export async function keptHeadFault(tx: Tx, chain: string, kept: ChainHead): Promise<string | null> {
  const there = await tx.row<{ hash: string }>(
    `select encode(hash, 'hex') as hash from sealed_change where org_id = $1 and seq = $2`,
    [chain, kept.seq],
  );
  if (!there) return `The chain of changes no longer reaches change ${kept.seq}, which was kept elsewhere.`;
  return there.hash === kept.hash ? null : `Change ${kept.seq} is not the one that was kept elsewhere.`;
}

type Link = {
  seq: string;
  hash: Buffer;
  seal: Buffer | null;
  follows: boolean;
  fits: boolean;
  table_name: string;
  at: string;
};

async function linkFaults(tx: Tx, chain: string, sign: Sign): Promise<ChainReport> {
  const faults: string[] = [];
  let last: { seq: string; hash: Buffer } = { seq: '0', hash: Buffer.alloc(32) };
  let links = 0;
  let unsealed = 0;
  for (;;) {
    const rows = await tx.rows<Link>(
      `select seq, hash, seal, table_name, at, prev_hash = coalesce(lag(hash) over (order by seq), $3) as follows,
              hash = change_hash(prev_hash, c, seq) as fits
       from sealed_change c where org_id = $1 and seq > $2 order by seq limit ${LINKS_AT_ONCE}`,
      [chain, last.seq, last.hash],
    );
    for (const row of rows) {
      links += 1;
      if (BigInt(row.seq) !== BigInt(last.seq) + 1n)
        faults.push(`Change ${row.seq} follows change ${last.seq}: the chain of changes has a gap.`);
      else if (!row.follows || !row.fits)
        faults.push(`Change ${row.seq} (${row.table_name}, ${row.at}) is not what was written: its hash does not fit.`);
      if (!isSealed(sign, { org_id: chain, seq: row.seq, hash: row.hash }, row.seal)) {
        unsealed += 1;
        if (unsealed <= FAULTS_MAX)
          faults.push(`Change ${row.seq} (${row.table_name}, ${row.at}) was not sealed by this Sharebook.`);
      }
      last = row;
    }
    if (rows.length < LINKS_AT_ONCE) break;
  }
  if (links > 1 && unsealed === links)
    faults.push('No change is sealed under the APP_SECRET of this start: it is not the one they were written with.');
  const head = await tx.row<{ seq: string; hash: Buffer }>('select seq, hash from sealed_head where org_id = $1', [
    chain,
  ]);
  if ((head?.seq ?? '0') !== last.seq || (head && !head.hash.equals(last.hash)))
    faults.push(
      `The chain of changes ends at change ${last.seq}, but ${head?.seq ?? 'no'} were written: the last ones are missing.`,
    );
  const open = await tx.rows<{ table_name: string; operation: string; at: string }>(
    'select table_name, operation, at from sealed_change where org_id = $1 and seq is null order by id',
    [chain],
  );
  for (const { table_name, operation, at } of open)
    faults.push(`${table_name}: an ${operation} of ${at} was not made by Sharebook: it is in no chain.`);
  return { head: { seq: last.seq, hash: last.hash.toString('hex') }, faults };
}

/** The heads of the ledger that were noted, against its entries: a ledger that was chained anew has others. */
async function ledgerFaults(tx: Tx, chain: string): Promise<string[]> {
  const wrong = await tx.rows<{ entry: string; seq: string }>(
    `select r.key as entry, c.seq from sealed_change c cross join lateral jsonb_each_text(c.rows) r
     left join ledger_tx l on l.org_id = c.org_id and l.seq = r.key::bigint
     where c.org_id = $1 and c.table_name = 'ledger_tx' and encode(l.hash, 'hex') is distinct from r.value order by r.key::bigint limit ${FAULTS_MAX}`,
    [chain],
  );
  const faults = wrong.map(
    ({ entry, seq }) => `Entry ${entry} of the ledger is not the one that change ${seq} noted as its head.`,
  );
  const head = await tx.row<{ last: string; noted: string | null }>(
    `select o.last_seq as last, (select max(r.key::bigint) from sealed_change c cross join lateral jsonb_object_keys(c.rows) r (key)
       where c.org_id = o.id and c.table_name = 'ledger_tx') as noted from organization o where o.id = $1`,
    [chain],
  );
  if (head && (head.noted ?? '0') !== head.last)
    faults.push(`The ledger ends at entry ${head.last}, and the last one that was noted is ${head.noted ?? '0'}.`);
  return faults;
}

type Covered = { name: string; keys: string[]; chain: string };

async function coveredTables(tx: Tx, chain: string): Promise<Covered[]> {
  const rows = await tx.rows<{ name: string; arguments: string }>(
    `select tgrelid::regclass::text as name, encode(tgargs, 'escape') as arguments from pg_trigger
     where tgfoid = 'note_change'::regproc and tgname like 'sealed_insert%' order by 1`,
  );
  const kind = chain === INSTALLATION ? 'installation' : 'company';
  return rows
    .map(({ name, arguments: text }) => {
      const [keys, , of] = text.split('\\000') as [string, string, string];
      return { name, keys: keys.split(' '), chain: of };
    })
    .filter((table) => table.chain === kind);
}

async function rowFaults(tx: Tx, chain: string, { name, keys, chain: kind }: Covered): Promise<string[]> {
  const found = await tx.rows<{ key: string; seq: string | null; at: string | null; is: string | null } & Row>(
    `with noted as (
       select distinct on (r.key) r.key, r.value as digest, c.columns, c.seq, c.at
       from sealed_change c cross join lateral jsonb_each_text(c.rows) r
       where c.org_id = $1 and c.table_name = $2 and c.seq is not null order by r.key, c.seq desc),
     there as (
       select change_key(r, $3) as key, r from (select to_jsonb(t) as r from "${name}" t ${kind === 'company' ? `where ${name === 'organization' ? 'id' : 'org_id'} = $1` : ''} offset 0) x)
     select coalesce(n.key, t.key) as key, n.seq, n.at,
            case when n.digest is null and t.key is not null then case when n.key is null then 'added' else 'back' end
                 when n.digest is not null and t.key is null then 'gone' else 'changed' end as is
     from noted n full join there t on t.key = n.key
     where case when t.key is null or n.digest is null then (t.key is null) <> (n.digest is null)
                else n.digest <> change_digest((select jsonb_object_agg(k, t.r -> k) from unnest(n.columns) k)) end
     order by 1 limit ${FAULTS_MAX}`,
    [chain, name, keys],
  );
  return found.map(({ key, seq, at, is }) => {
    const row = `${name} ${key}`;
    if (is === 'added') return `${row} was added past Sharebook: no change tells of it.`;
    if (is === 'back') return `${row} is there again, though change ${seq} of ${at} took it away.`;
    if (is === 'gone') return `${row} is gone, though no change took it away since change ${seq} of ${at}.`;
    return `${row} is not as change ${seq} of ${at} left it.`;
  });
}
