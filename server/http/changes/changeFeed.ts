// Tells open consoles what has changed: asks twice a second, for all of this process, what the chains of their companies note, so that
// it works behind a pooler and for any number of processes. Each person is told in their own context.
import { AppError } from '#src/domain/errors.ts';
import type { Note } from '#server/queries/changes/changedRecords.ts';
import { changedRecords } from '#server/queries/changes/changedRecords.ts';
import { matchingIds } from '#server/data/lists/listRecords.ts';
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
/** A row is written a moment before its transaction commits. */
const LATE_MS = 5_000;

/** How far a console has been told: of the company's chain, and of its ledger. */
export interface Place {
  seq: number;
  ledger_seq: number;
}
export const placeText = ({ seq, ledger_seq }: Place) => `${seq}.${ledger_seq}`;
/** Out: null of a text that no event had. */
export function placeIn(text: string): Place | null {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(text);
  return match && { seq: Number(match[1]), ledger_seq: Number(match[2]) };
}

export interface Listener {
  tokenHash: string;
  account_id: string;
  /** Null: no company is open, and nothing is told. */
  org_id: string | null;
  place: Place;
  send(event: 'change' | 'editing' | 'reset' | 'end', data: object, place: Place): void;
  comment(): void;
  close(): void;
}

interface Noted extends Note {
  org_id: string;
  seq: string;
}
interface Editing {
  org_id: string;
  resource: string;
  record_id: string;
  account_id: string;
  since: string;
}

export class ChangeFeed {
  readonly #deps: Deps;
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | undefined;
  #commentedAt = 0;
  #askedAt = 0;
  /** Editing that was told already. */
  #told = new Set<string>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  countOf(account_id: string): number {
    return [...this.#listeners].filter((each) => each.account_id === account_id).length;
  }

  add(listener: Listener): void {
    this.#listeners.add(listener);
    if (this.#timer) return;
    this.#askedAt = Date.now();
    this.#next();
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
    const places = new Map<string, number>();
    for (const { org_id: org, place } of all)
      if (org !== null) places.set(org, Math.min(place.seq, places.get(org) ?? Number.MAX_SAFE_INTEGER));
    const orgs = [...places.keys()];
    const since = new Date(this.#askedAt - LATE_MS).toISOString();
    const askedAt = Date.now();
    const { open, notes, editing } = await db.system(async (tx) => ({
      open: await tx.rows<{ token: string }>('select t as token from open_sessions($1, $2, $3) t', [
        all.map(({ tokenHash }) => tokenHash),
        config.sessionIdleSeconds,
        config.sessionMaxSeconds,
      ]),
      notes: await tx.rows<Noted>('select * from changes_after($1, $2, $3, $4)', [
        orgs,
        orgs.map((org) => places.get(org)),
        NOTES_MAX,
        KEYS_MAX,
      ]),
      editing: await tx.rows<Editing>('select * from editing_since($1, $2)', [orgs, since]),
    }));
    this.#askedAt = askedAt;
    const tokens = new Set(open.map(({ token }) => token));
    const ended = all.filter(({ tokenHash }) => !tokens.has(tokenHash));
    for (const each of ended) this.#end(each);
    const keyOf = (each: Editing) =>
      `${each.org_id} ${each.resource} ${each.record_id} ${each.account_id} ${each.since}`;
    const begun = editing.filter((each) => !this.#told.has(keyOf(each)));
    this.#told = new Set(editing.map(keyOf));
    const news = {
      notes: Map.groupBy(notes, ({ org_id }) => org_id),
      begun: Map.groupBy(begun, ({ org_id }) => org_id),
    };
    const waiting = all.filter((each) => !ended.includes(each) && each.org_id !== null);
    for (let at = 0; at < waiting.length; at += AT_ONCE)
      await Promise.all(
        waiting
          .slice(at, at + AT_ONCE)
          .map((each) =>
            this.#tellOrReset(each, news.notes.get(each.org_id!) ?? [], news.begun.get(each.org_id!) ?? []),
          ),
      );
    if (Date.now() - this.#commentedAt < COMMENT_MS) return;
    this.#commentedAt = Date.now();
    for (const each of this.#listeners) each.comment();
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

  async #tell(listener: Listener, all: readonly Noted[], begun: readonly Editing[]): Promise<void> {
    const notes = all.filter(({ seq }) => Number(seq) > listener.place.seq);
    const others = begun.filter(({ account_id }) => account_id !== listener.account_id);
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
        ? { changed: await changedRecords({ tx, actor }, notes, ledger), seen: await seenOf(tx, actor, others) }
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
      ...told.changed.map((each) => ['change', each] as const),
      ...told.seen.map(({ resource, record_id: id }) => ['editing', { resource, id }] as const),
      ...(notes.some(({ keys }) => keys.length === KEYS_MAX) ? [['reset', {}] as const] : []),
    ];
    // Whoever hears only some of them goes on before them all.
    for (const [at, [event, data]] of events.entries())
      listener.send(event, data, at === events.length - 1 ? place : listener.place);
    listener.place = place;
  }
}

/** Of what others began to edit, the records that the actor may see. */
async function seenOf(tx: Tx, actor: Actor, editing: readonly Editing[]): Promise<Editing[]> {
  const seen: Editing[] = [];
  for (const each of editing) {
    const ids = await matchingIds(tx, actor, resourceNamed(each.resource), {
      conditions: [],
      ids: [each.record_id],
      q: null,
    });
    if (ids.length > 0) seen.push(each);
  }
  return seen;
}
