// Whose share of the connections a call uses: of the person and of the company of its session, or of its network where nobody knows
// yet whose session it is, or it has none.
import { requestNow } from '#server/running/requestNow.ts';
import { BUSY, ConnectionQuota } from './connectionQuota.ts';
import { Loads } from './loads.ts';
import type { Begun } from './session.ts';

/** The parts of the connections that each holds at most at a time, and when it has just used a lot. */
const SHARES = {
  company: { most: 2 / 3, whenBusy: 1 / 4 },
  person: { most: 1 / 2, whenBusy: 1 / 6 },
  network: { most: 1 / 2, whenBusy: 1 / 6 },
};
/** Where all together have used more than this part, a company that used more than half a connection is busy. */
const MUCH = 1 / 3;
/** The number of sessions whose company and account are remembered; those without a company share connections as one. */
const SESSIONS_KNOWN_MAX = 10_000;
const NO_COMPANY = 'none';

export class Shares {
  readonly #companies: ConnectionQuota;
  readonly #people: ConnectionQuota;
  readonly #networks: ConnectionQuota;
  readonly #connections: number;
  readonly #ofCompanies: Loads;
  /** What another process answers for them counts as what they use here. */
  readonly #elsewhere: Loads;
  /** The company and the account of each session at its last request. */
  readonly #sessions = new Map<string, { company: string; person: string }>();
  /** The first calls of sessions that are not known yet: others of the same session wait for them. */
  readonly #firstCalls = new Map<string, PromiseWithResolvers<void>>();

  /** `now`: as Loads has it. */
  constructor(connections: number, patienceMs: number, now?: () => number) {
    const quotaOf = ({ most, whenBusy }: { most: number; whenBusy: number }, loads = new Loads(now)) =>
      new ConnectionQuota(
        { most: Math.ceil(connections * most), whenBusy: Math.ceil(connections * whenBusy) },
        patienceMs,
        loads,
      );
    this.#connections = connections;
    [this.#ofCompanies, this.#elsewhere] = [new Loads(now), new Loads(now)];
    this.#companies = quotaOf(SHARES.company, this.#ofCompanies);
    this.#people = quotaOf(SHARES.person);
    this.#networks = quotaOf(SHARES.network);
  }

  /** Out: a function that gives the connection back, once. False: none became free in time. */
  async take(tokenHash: string): Promise<(() => void) | false> {
    while (!this.#sessions.has(tokenHash) && this.#firstCalls.has(tokenHash))
      await this.#firstCalls.get(tokenHash)!.promise;
    const known = this.#sessions.get(tokenHash);
    if (!known) {
      // Nobody knows yet whose share it is of, so one call finds out and others of the session wait for that.
      this.#firstCalls.set(tokenHash, Promise.withResolvers());
      const ofNetwork = await this.takeOfNetwork();
      if (!ofNetwork) {
        this.#endFirstCall(tokenHash);
        return false;
      }
      return () => {
        ofNetwork();
        this.#endFirstCall(tokenHash);
      };
    }
    const ofPerson = await this.#people.take(known.person);
    if (!ofPerson) return false;
    const ofCompany = await this.#companies.take(known.company);
    if (!ofCompany) {
      ofPerson();
      return false;
    }
    return () => {
      ofCompany();
      ofPerson();
    };
  }

  /** For what no session is known to ask. Sharebook itself has no network, and waits for nobody. Out: as above. */
  async takeOfNetwork(): Promise<(() => void) | false> {
    const request = requestNow();
    return request ? this.#networks.take(request.network) : () => undefined;
  }

  /** Whether a company has just used so much that others notice: what it reads has its turn after theirs. */
  isBusy(company: string): boolean {
    const used = this.#ofCompanies.of(company) + this.#elsewhere.of(company);
    return used > BUSY || (used > BUSY / 3 && this.#ofCompanies.all + this.#elsewhere.all > this.#connections * MUCH);
  }

  /** Another process answers a request of a company. Out: to be called when it has. */
  passedOn(company: string): () => void {
    this.#elsewhere.hold(company, 1);
    return () => this.#elsewhere.hold(company, -1);
  }

  /** The company of a session at its last request, if it had one. */
  companyOf(tokenHash: string): string | undefined {
    return this.#sessions.get(tokenHash)?.company;
  }

  /** Whose session it is; undefined: of nobody. */
  note(tokenHash: string, begun: Begun | undefined): void {
    this.#sessions.delete(tokenHash);
    if (!begun) return;
    const company = (begun.membership_status === 'active' && begun.org_id) || NO_COMPANY;
    this.#sessions.set(tokenHash, { company, person: begun.account_id });
    if (this.#sessions.size > SESSIONS_KNOWN_MAX) this.#sessions.delete(this.#sessions.keys().next().value!);
    this.#endFirstCall(tokenHash);
  }

  #endFirstCall(tokenHash: string): void {
    this.#firstCalls.get(tokenHash)?.resolve();
    this.#firstCalls.delete(tokenHash);
  }

  /** The database is not responding: fails the waiters at once. */
  refuseWaiting(): void {
    for (const quota of [this.#people, this.#companies, this.#networks]) quota.refuseWaiting();
  }
}
