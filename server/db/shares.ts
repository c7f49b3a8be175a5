// Whose share of the connections a call uses: of the person and of the company of its session.
import { ConnectionQuota } from './connectionQuota.ts';
import type { Begun } from './session.ts';

/** The parts of the connections that one company and one person hold at most at a time, and when they have just used a lot. */
const SHARES = { company: { most: 2 / 3, whenBusy: 1 / 4 }, person: { most: 1 / 2, whenBusy: 1 / 6 } };
/** The number of sessions whose company and account are remembered; those without a company share connections as one. */
const SESSIONS_KNOWN_MAX = 10_000;
const NO_COMPANY = 'none';

export class Shares {
  readonly #companies: ConnectionQuota;
  readonly #people: ConnectionQuota;
  /** The company and the account of each session at its last request. */
  readonly #sessions = new Map<string, { company: string; person: string }>();
  /** The first calls of sessions that are not known yet: others of the same session wait for them. */
  readonly #firstCalls = new Map<string, PromiseWithResolvers<void>>();

  constructor(connections: number, patienceMs: number) {
    const quotaOf = ({ most, whenBusy }: { most: number; whenBusy: number }) =>
      new ConnectionQuota(
        { most: Math.ceil(connections * most), whenBusy: Math.ceil(connections * whenBusy) },
        patienceMs,
      );
    this.#companies = quotaOf(SHARES.company);
    this.#people = quotaOf(SHARES.person);
  }

  /** Out: a function that gives the connection back, once. False: none became free in time. */
  async take(tokenHash: string): Promise<(() => void) | false> {
    while (!this.#sessions.has(tokenHash) && this.#firstCalls.has(tokenHash))
      await this.#firstCalls.get(tokenHash)!.promise;
    const known = this.#sessions.get(tokenHash);
    if (!known) {
      // Nobody knows yet whose share it is of, so one call finds out and others of the session wait for that.
      this.#firstCalls.set(tokenHash, Promise.withResolvers());
      return () => this.#endFirstCall(tokenHash);
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
    this.#people.refuseWaiting();
    this.#companies.refuseWaiting();
  }
}
