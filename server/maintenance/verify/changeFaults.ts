// Checks the change chain of a company or of the installation: each link and its seal, and the recorded changes against the
// present rows. Read by the schema's owner. Does not trust the database's own functions and catalog: hashes are computed here,
// tables and keys come from coveredTables.ts, and only PostgreSQL's built-in functions are called.
import { sha256 } from '#server/data/sha256.ts';
import { isSealed } from '#server/data/seals.ts';
import type { Sign } from '#server/data/seals.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { COVERED } from './coveredTables.ts';
import type { Covered } from './coveredTables.ts';

/** The installation's chain: accounts, and which companies exist. */
export const INSTALLATION = '00000000-0000-0000-0000-000000000000';

export interface ChainHead {
  seq: string;
  hash: string;
}
export interface ChainReport {
  head: ChainHead;
  faults: string[];
}

/** The hash before the first link. */
const NOTHING = '0'.repeat(64);
/** The links read at once, and the faults reported of one kind. */
const LINKS_AT_ONCE = 2000;
const FAULTS_MAX = 100;

/**
 * Out: the head, to be kept elsewhere, and a sentence for each fault, which names the link or the row. `from`: the links up to
 * it were verified before and are not read again. Rows are always compared with their last note, whenever it was written.
 */
export async function changeFaults(
  tx: Tx,
  chain: string,
  sign: Sign,
  from: ChainHead = { seq: '0', hash: NOTHING },
): Promise<ChainReport> {
  await tx.rows(
    `select set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true), set_config('search_path', 'pg_catalog, public', true)`,
  );
  const { head, faults } = await linkFaults(tx, chain, sign, from);
  faults.push(...(await shadows(tx)));
  faults.push(...(await ledgerFaults(tx, chain)));
  const kind = chain === INSTALLATION ? 'installation' : 'company';
  faults.push(...(await silentTables(tx, kind)));
  for (const table of [...COVERED[kind], ...(await addedTables(tx, kind))])
    faults.push(...(await rowFaults(tx, chain, kind, table)));
  return { head, faults };
}

/** Checks that a saved head is still a link of the chain. Returns null, or a sentence about the fault. */
export async function keptHeadFault(tx: Tx, chain: string, kept: ChainHead): Promise<string | null> {
  const there = await tx.row<{ hash: string }>(
    `select encode(hash, 'hex') as hash from sealed_change where org_id = $1 and seq = $2`,
    [chain, kept.seq],
  );
  if (!there) return `The chain of changes no longer reaches change ${kept.seq}, whose head was saved.`;
  return there.hash === kept.hash ? null : `Change ${kept.seq} differs from the saved head.`;
}

/** A function or operator that shadows one of PostgreSQL's own, by a closer parameter match, could return anything. */
async function shadows(tx: Tx): Promise<string[]> {
  const found = await tx.rows<{ what: string }>(
    `select 'The function ' || p.oid::regprocedure as what from pg_catalog.pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and exists (select from pg_catalog.pg_proc own where own.pronamespace = 'pg_catalog'::regnamespace and own.proname = p.proname)
     union all
     select 'The operator ' || o.oid::regoperator from pg_catalog.pg_operator o where o.oprnamespace = 'public'::regnamespace order by 1`,
  );
  return found.map(({ what }) => `${what} shadows one of PostgreSQL's own, so this comparison cannot be trusted.`);
}

type Link = {
  seq: string;
  hash: Buffer;
  table_name: string;
  at: string;
  /** In the form that is hashed. */
  instant: string;
  account_id: string | null;
  operation: string;
  columns: string | null;
  rows: string;
  /** Of the seal of the transaction whose last link this is. */
  first_seq: string | null;
  seal: Buffer | null;
};

/** The same as change_hash() in the migrations. */
function hashOf(chain: string, prev: Buffer, link: Link): Buffer {
  const { seq, instant, account_id, table_name, operation, columns, rows } = link;
  const text = ['', chain, seq, instant, account_id ?? '', table_name, operation, columns ?? '', rows].join('\n');
  return sha256(Buffer.concat([prev, Buffer.from(text)]));
}

const LINKS = `select c.seq, c.hash, c.table_name, c.at, to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as instant,
    c.account_id, c.operation, l.columns::text, c.rows::text, s.first_seq, s.seal
  from sealed_change c left join sealed_column_list l on l.id = c.column_list
  left join change_seal s on s.org_id = c.org_id and s.last_seq = c.seq
  where c.org_id = $1 and c.seq > $2 order by c.seq limit ${LINKS_AT_ONCE}`;

async function linkFaults(tx: Tx, chain: string, sign: Sign, from: ChainHead): Promise<ChainReport> {
  const faults: string[] = [];
  let last: { seq: string; hash: Buffer } = { seq: from.seq, hash: Buffer.from(from.hash, 'hex') };
  let [links, changed] = [0, 0];
  const seals = new Seals(chain, sign);
  for (;;) {
    const rows = await tx.rows<Link>(LINKS, [chain, last.seq]);
    for (const row of rows) {
      links += 1;
      if (BigInt(row.seq) !== BigInt(last.seq) + 1n)
        faults.push(`Change ${row.seq} follows change ${last.seq}: the chain of changes has a gap.`);
      else if (!row.hash.equals(hashOf(chain, last.hash, row)) && ++changed <= FAULTS_MAX)
        faults.push(
          `Change ${row.seq} (${row.table_name}, ${row.at}) was changed after it was written: its hash does not match.`,
        );
      seals.take(row);
      last = row;
    }
    if (rows.length < LINKS_AT_ONCE) break;
  }
  faults.push(...seals.faults());
  if (links > 1 && seals.unsealed === links)
    faults.push('No change is sealed with the present APP_SECRET: the changes were written with another one.');
  const head = await tx.row<{ seq: string; hash: Buffer }>('select seq, hash from sealed_head where org_id = $1', [
    chain,
  ]);
  if ((head?.seq ?? '0') !== last.seq || (head && !head.hash.equals(last.hash)))
    faults.push(
      `The chain of changes ends at change ${last.seq}, but ${head?.seq ?? 'no'} were written: the last ones are missing.`,
    );
  const open = await tx.rows<{ table_name: string; operation: string; at: string }>(
    'select table_name, operation, at from sealed_note where org_id = $1 order by id',
    [chain],
  );
  for (const { table_name, operation, at } of open)
    faults.push(`${table_name}: an ${operation} of ${at} was not made by Sharebook: it is not in the chain.`);
  return { head: { seq: last.seq, hash: last.hash.toString('hex') }, faults };
}

/** Which links are in no seal. A seal is of the links since the one before it, so that none can be slipped in between. */
class Seals {
  unsealed = 0;
  readonly #chain: string;
  readonly #sign: Sign;
  readonly #faults: string[] = [];
  /** Since the last seal. */
  #open: Link[] = [];
  constructor(chain: string, sign: Sign) {
    this.#chain = chain;
    this.#sign = sign;
  }

  take(link: Link) {
    this.#open.push(link);
    if (link.seal === null) return;
    const first = this.#open.findIndex(({ seq }) => seq === link.first_seq);
    const seq = link.first_seq === link.seq ? link.seq : `${link.first_seq}-${link.seq}`;
    const isRight = first >= 0 && isSealed(this.#sign, { org_id: this.#chain, seq, hash: link.hash }, link.seal);
    this.#report(isRight ? this.#open.slice(0, first) : this.#open);
    this.#open = [];
  }

  faults(): string[] {
    this.#report(this.#open);
    this.#open = [];
    return this.#faults;
  }

  #report(links: readonly Link[]) {
    for (const { seq, table_name, at } of links) {
      this.unsealed += 1;
      if (this.unsealed <= FAULTS_MAX)
        this.#faults.push(`Change ${seq} (${table_name}, ${at}) was not sealed by this Sharebook.`);
    }
  }
}

/** Compares the recorded heads of the ledger with its entries: a rewritten chain has other heads. */
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
    faults.push(`The ledger ends at entry ${head.last}, but the last one noted is ${head.noted ?? '0'}.`);
  return faults;
}

type Kind = keyof typeof COVERED;
const NOTED = ['insert', 'update', 'delete'];

/** A sentence for each covered table that is missing, or whose changes are no longer recorded. */
async function silentTables(tx: Tx, kind: Kind): Promise<string[]> {
  const suffix = kind === 'company' ? '' : `_${kind}`;
  const names = COVERED[kind].map(({ name }) => name);
  const there = await tx.rows<{ name: string; triggers: string[] }>(
    `select c.relname as name, array(select t.tgname::text from pg_trigger t where t.tgrelid = c.oid and t.tgenabled in ('O', 'A')) as triggers
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any ($1)`,
    [names],
  );
  const faults: string[] = [];
  for (const name of names) {
    const table = there.find((each) => each.name === name);
    if (!table) faults.push(`${name} is no longer a table.`);
    else if (!NOTED.every((verb) => table.triggers.includes(`sealed_${verb}${suffix}`)))
      faults.push(`${name}: its changes are no longer recorded, because a trigger is missing or disabled.`);
  }
  return faults;
}

/** Tables added after this list, according to their triggers. */
async function addedTables(tx: Tx, kind: Kind): Promise<Covered[]> {
  const rows = await tx.rows<{ name: string; arguments: string }>(
    `select c.relname as name, encode(t.tgargs, 'escape') as arguments from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgfoid = 'public.note_change'::regproc and t.tgname like 'sealed_insert%' and c.relname <> all ($1) order by 1`,
    [COVERED[kind].map(({ name }) => name)],
  );
  return rows
    .map(({ name, arguments: text }) => ({ name, given: text.split('\\000') as [string, string, string] }))
    .filter(({ given }) => given[2] === kind)
    .map(({ name, given }) => ({ name, keys: given[0].split(' '), leftOut: given[1].split(' ').filter(Boolean) }));
}

async function rowFaults(tx: Tx, chain: string, kind: Kind, { name, keys, leftOut }: Covered): Promise<string[]> {
  const ofChain = kind === 'company' ? `where ${name === 'organization' ? 'id' : 'org_id'} = $1` : '';
  const key =
    keys.length === 1
      ? `r ->> '${keys[0]}'`
      : `jsonb_build_array(${keys.map((each) => `r -> '${each}'`).join(', ')})::text`;
  const found = await tx.rows<{ key: string; seq: string | null; at: string | null; is: string | null } & Row>(
    `with noted as (
       select distinct on (r.key) r.key, r.value as digest, l.columns, c.seq, c.at
       from sealed_change c left join sealed_column_list l on l.id = c.column_list cross join lateral jsonb_each_text(c.rows) r
       where c.org_id = $1 and c.table_name = $2 order by r.key, c.seq desc),
     there as (
       select ${key} as key, r from (select to_jsonb(t) as r from public."${name}" t ${ofChain} offset 0) x)
     select coalesce(n.key, t.key) as key, n.seq, n.at,
            case when n.digest is null and t.key is not null then case when n.key is null then 'added' else 'back' end
                 when n.digest is not null and t.key is null then 'gone' else 'changed' end as is
     from noted n full join there t on t.key = n.key
     where case when t.key is null or n.digest is null then (t.key is null) <> (n.digest is null)
                else n.digest <> encode(sha256(convert_to((select jsonb_object_agg(k, t.r -> k) from unnest(n.columns) k)::text, 'UTF8')), 'hex')
                  or (t.r - n.columns - $3::text[]) <> '{}' end
     order by 1 limit ${FAULTS_MAX}`,
    [chain, name, leftOut],
  );
  return found.map(({ key, seq, at, is }) => {
    const row = `${name} ${key}`;
    if (is === 'added') return `${row} was added outside Sharebook: no change records it.`;
    if (is === 'back') return `${row} exists again, although change ${seq} of ${at} deleted it.`;
    if (is === 'gone') return `${row} is missing, although no change deleted it since change ${seq} of ${at}.`;
    return `${row} differs from its state after change ${seq} of ${at}.`;
  });
}
