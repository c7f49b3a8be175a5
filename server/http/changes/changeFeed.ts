// Tells open consoles what has changed: asks twice a second, for all of this process, what the chains of their companies note, so that
// it works behind a pooler and for any number of processes. Each person is told in their own context.
import { AppError } from '#src/domain/errors.ts';
import type { Changed, Note, Seen } from '#server/queries/changes/changedRecords.ts';
import { changedRecords, idsSeen, NAMED_MAX, withdrawableOf } from '#server/queries/changes/changedRecords.ts';
import { watching } from '#server/db/readingAs.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { resourceNamed } from '#src/resources/index.ts';

const TICK_MS = 500;
const COMMENT_MS = 10_000;
/** Of each company, at once. What is beyond comes with the next tick. */
const NOTES_MAX = 500;
const KEYS_MAX = 5_000;
/** Told at the same time, so that others keep connections. */
const AT_ONCE = 3;
/** Places behind the foremost, of a company and at once. */
const LAGGING_MAX = 5;
/** A row is written a moment before its transaction commits. */
const LATE_MS = 5_000;

/** How far a console has been told: of the company's chain, and of its ledger. */
export interface Place {
  seq: number;
  ledger_seq: number;
}

export interface Listener {
  tokenHash: string;
  account_id: string;
  /** Null: no company is open, and nothing is told. */
  org_id: string | null;
  place: Place;
  /** Of a shareholder: the records that they may lose sight of, by list, as they were seen last. Null: of the company's people. */
  seen: Seen | null;
  /** It was told that its session is about to end. */
  isEnding?: boolean;
  send(event: 'change' | 'editing' | 'reset' | 'ending' | 'kept' | 'end', data: object, place: Place): void;
  comment(): void;
  close(): void;
}

interface Noted extends Note {
  org_id: string;
  /** The place from which it was asked for. */
  after: string;
  seq: string;
}
interface Editing {
  org_id: string;
  resource: string;
  record_id: string;
  account_id: string;
  since: string;
}

interface OpenSession {
  token: string;
  /** Seconds. */
  ends_in: number;
  /** Using it puts the end off. */
  may_stay: boolean;
}

/** Long enough to read it, and to press a button (WCAG 2.2.1 asks for twenty seconds). */
const ENDING_SECONDS = 120;

function tellOfEnd(listener: Listener, { ends_in, may_stay }: OpenSession): void {
  const isEnding = ends_in <= ENDING_SECONDS;
  if (isEnding === (listener.isEnding ?? false)) return;
  listener.isEnding = isEnding;
  if (isEnding) listener.send('ending', { in_seconds: ends_in, may_stay }, listener.place);
  else listener.send('kept', {}, listener.place);
}

export class ChangeFeed {
  readonly #deps: Deps;
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | undefined;
  #commentedAt = 0;
  /** Companies whose people are being told: they are asked about again when that is done, so that none waits for another. */
  readonly #busy = new Set<string>();
  /** When a company was asked about last. */
  readonly #askedAt = new Map<string, number>();
  /** Editing that was told already, by company. */
  readonly #told = new Map<string, Set<string>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  countOf(account_id: string): number {
    return [...this.#listeners].filter((each) => each.account_id === account_id).length;
  }

  add(listener: Listener): void {
    this.#listeners.add(listener);
    if (!this.#timer) this.#next();
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  /** Ends every stream, because the server stops. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const each of this.#listeners) each.close();
    this.#listeners.clear();
  }

  #next(): void {
    this.#timer = setTimeout(() => {
      void this.#tick()
        // The database may be away; the next tick asks again.
        .catch((error: unknown) => this.#deps.log.warn('Changes could not be read', { error: String(error) }))
        .finally(() => {
          if (this.#timer === undefined) return;
          this.#timer = undefined;
          if (this.#listeners.size > 0) this.#next();
        });
    }, TICK_MS);
    this.#timer.unref();
  }

  async #tick(): Promise<void> {
    const { db, config } = this.#deps;
    const all = [...this.#listeners];
    const free = all.filter(({ org_id: org }) => org !== null && !this.#busy.has(org));
    const orgs = [...new Set(free.map(({ org_id }) => org_id!))];
    const now = Date.now();
    const since = Math.min(now, ...orgs.map((org) => this.#askedAt.get(org) ?? now)) - LATE_MS;
    const places = placesOf(free);
    const { open, notes, editing } = await db.system(async (tx) => ({
      open: await tx.rows<OpenSession>('select * from open_sessions($1, $2, $3)', [
        all.map(({ tokenHash }) => tokenHash),
        config.sessionIdleSeconds,
        config.sessionMaxSeconds,
      ]),
      notes: await tx.rows<Noted>('select * from changes_after($1, $2, $3, $4)', [
        places.map(([org]) => org),
        places.map(([, seq]) => seq),
        NOTES_MAX,
        KEYS_MAX,
      ]),
      editing: await tx.rows<Editing>('select * from editing_since($1, $2)', [orgs, new Date(since).toISOString()]),
    }));
    const sessions = new Map(open.map((each) => [each.token, each]));
    for (const each of all) {
      const session = sessions.get(each.tokenHash);
      if (session) tellOfEnd(each, session);
      else this.#end(each);
    }
    // Companies that nobody has open any more.
    for (const org of this.#askedAt.keys())
      if (!all.some(({ org_id }) => org_id === org)) {
        this.#askedAt.delete(org);
        this.#told.delete(org);
      }
    for (const org of orgs) {
      this.#askedAt.set(org, now);
      const told = this.#told.get(org) ?? new Set();
      const here = editing.filter((each) => each.org_id === org);
      this.#told.set(org, new Set(here.map(keyOf)));
      const begun = here.filter((each) => !told.has(keyOf(each)));
      const news = Map.groupBy(
        notes.filter((each) => each.org_id === org),
        ({ after }) => Number(after),
      );
      if (news.size + begun.length > 0) void this.#tellCompany(org, news, begun);
    }
    if (now - this.#commentedAt < COMMENT_MS) return;
    this.#commentedAt = now;
    for (const each of this.#listeners) each.comment();
  }

  /** `news`: what was noted after a place. */
  async #tellCompany(org: string, news: ReadonlyMap<number, Noted[]>, begun: readonly Editing[]): Promise<void> {
    this.#busy.add(org);
    const here = [...this.#listeners].filter(({ org_id }) => org_id === org);
    try {
      for (let at = 0; at < here.length; at += AT_ONCE)
        await Promise.all(
          here.slice(at, at + AT_ONCE).map((each) => this.#tellOrReset(each, news.get(each.place.seq) ?? [], begun)),
        );
    } finally {
      this.#busy.delete(org);
    }
  }

  #end(listener: Listener): void {
    this.#listeners.delete(listener);
    listener.send('end', {}, listener.place);
    listener.close();
  }

  /** One that cannot be told holds up no other: it reads everything again. */
  async #tellOrReset(listener: Listener, notes: readonly Noted[], begun: readonly Editing[]): Promise<void> {
    try {
      await this.#tell(listener, notes, begun);
    } catch (error) {
      this.#deps.log.error('Changes could not be told', { error: String(error) });
      listener.place = { ...listener.place, seq: Math.max(listener.place.seq, ...notes.map(({ seq }) => Number(seq))) };
      listener.send('reset', {}, listener.place);
    }
  }

  async #tell(listener: Listener, notes: readonly Noted[], begun: readonly Editing[]): Promise<void> {
    // Who edits is for the company's people.
    const others = listener.seen ? [] : begun.filter(({ account_id }) => account_id !== listener.account_id);
    if (notes.length + others.length === 0) return;
    const entries = notes
      .filter(({ table_name: table }) => table === 'ledger_tx')
      .flatMap(({ keys }) => keys.map(Number));
    const place = {
      seq: Math.max(listener.place.seq, ...notes.map(({ seq }) => Number(seq))),
      ledger_seq: Math.max(listener.place.ledger_seq, ...entries),
    };
    const ledger = { after: listener.place.ledger_seq, to: place.ledger_seq };
    const told = await watching(this.#deps.db, listener.tokenHash, async (tx, actor) =>
      actor.org_id === listener.org_id
        ? {
            changed: await changedRecords({ tx, actor }, notes, ledger),
            now: listener.seen && (await withdrawableOf(tx, actor)),
            seen: await seenOf(tx, actor, others),
          }
        : undefined,
    ).catch((error: unknown) => {
      // The database has no time: the next tick asks again.
      if (error instanceof AppError) return null;
      throw error;
    });
    if (told === null || !this.#listeners.has(listener)) return;
    // The session is over, or its person is in this company no more.
    if (!told) return this.#end(listener);
    const events = [
      ...[...told.changed, ...lostBetween(listener.seen, told.now)].map((each) => ['change', each] as const),
      ...told.seen.map(({ resource, record_id: id }) => ['editing', { resource, id }] as const),
      ...(notes.some(({ keys }) => keys.length === KEYS_MAX) ? [['reset', {}] as const] : []),
    ];
    // Whoever hears only some of them goes on before them all.
    for (const [at, [event, data]] of events.entries())
      listener.send(event, data, at === events.length - 1 ? place : listener.place);
    listener.place = place;
    listener.seen = told.now;
  }
}

/** What a shareholder saw and sees no more: a document that was withdrawn or deleted. */
function lostBetween(before: Seen | null, now: Seen | null): Changed[] {
  return [...(before ?? [])].flatMap(([resource, ids]) => {
    const lost = [...ids].filter((id) => !now?.get(resource)?.has(id));
    return lost.length === 0 ? [] : [{ resource, ids: lost.length > NAMED_MAX ? null : lost }];
  });
}

const keyOf = (each: Editing) => `${each.resource} ${each.record_id} ${each.account_id} ${each.since}`;

/** From where each company is asked about: its foremost place first. Whoever lags behind holds up nobody, and few are asked for at once. */
function placesOf(listeners: readonly Listener[]): [org: string, seq: number][] {
  const byOrg = Map.groupBy(listeners, ({ org_id }) => org_id!);
  const sorted = [...byOrg].map(([org, of]) => {
    const seqs = [...new Set(of.map(({ place }) => place.seq))].toSorted((a, b) => b - a);
    return seqs.slice(0, 1 + LAGGING_MAX).map((seq): [string, number] => [org, seq]);
  });
  return sorted.flat();
}

/** Of what others began to edit, the records that the actor may see. */
async function seenOf(tx: Tx, actor: Actor, editing: readonly Editing[]): Promise<Editing[]> {
  const seen: Editing[] = [];
  for (const [name, of] of Map.groupBy(editing, ({ resource }) => resource)) {
    const ids = new Set(
      await idsSeen(
        tx,
        actor,
        resourceNamed(name),
        of.map(({ record_id: id }) => id),
      ),
    );
    seen.push(...of.filter(({ record_id: id }) => ids.has(id)));
  }
  return seen;
}
