// Work of which only so much is done at once. What must wait is taken in turns: one of each company after the other, however much
// a company asks for, and never all places are one company's or one account's. Who is not signed in has the turns of their network.
// Docs: decisions/server-and-jobs.md.
import { AppError } from '#src/domain/errors.ts';
import { requestNow } from '#server/running/requestNow.ts';
import { askerNow } from '#server/running/asker.ts';

export interface TurnLimits {
  /** How much runs at once, at least two: one place fewer for a single company or account. */
  atOnce: number;
  /** How much waits in all. */
  waiting: number;
  /** How much of one account runs and waits. */
  ofAccount: number;
}

interface Order {
  /** Or the account of who has none yet, or the network of who is not signed in; empty for Sharebook itself. */
  company: string;
  account: string | null;
  begin: () => void;
  refuse: (error: AppError) => void;
}

export class Turns {
  readonly #limits: TurnLimits;
  readonly #busySentence: string;
  /** What waits, by company. */
  readonly #waiting = new Map<string, Order[]>();
  readonly #running = new Set<Order>();
  /** When each company of these was served last, counted in orders. */
  readonly #served = new Map<string, number>();
  #count = 0;

  /** In: the limits, and what is said when too much waits. */
  constructor(limits: TurnLimits, busy: string) {
    this.#limits = limits;
    this.#busySentence = busy;
  }

  /** Refuses: too_many (429) of one account, busy (503) when too much waits already. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    const asker = askerNow();
    const account = asker?.account_id ?? null;
    const company = asker?.org_id ?? account ?? requestNow()?.network ?? '';
    const { ofAccount } = this.#limits;
    if (account !== null && this.#ofAccount(account) >= ofAccount)
      throw new AppError(
        'too_many',
        `You have ${ofAccount} of them under way, which is the most at once. Please wait for them, and try again.`,
        { status: 429, cause: { retryAfterSeconds: RETRY_SECONDS } },
      );
    const order = await this.#turn(company, account);
    try {
      return await work();
    } finally {
      this.#running.delete(order);
      this.#beginNext();
      this.#forget(company);
    }
  }

  #turn(company: string, account: string | null): Promise<Order> {
    return new Promise((resolve, reject) => {
      const order: Order = { company, account, begin: () => resolve(order), refuse: reject };
      if (this.#running.size < this.#limits.atOnce && this.#mayRun(order)) {
        return this.#begin(order);
      }
      const own = this.#waiting.get(company);
      if (this.#waitingInAll >= this.#limits.waiting && !this.#makeRoom(own?.length ?? 0)) return reject(this.#busy());
      if (own) own.push(order);
      else this.#waiting.set(company, [order]);
    });
  }

  /** Where all is full, who waits with most gives its last place to who waits with less. */
  #makeRoom(own: number): boolean {
    const most = [...this.#waiting.values()].toSorted((one, other) => other.length - one.length)[0];
    if (!most || most.length <= own + 1) return false;
    // It has at least two, so its list is not empty afterwards.
    most.pop()!.refuse(this.#busy());
    return true;
  }

  #beginNext(): void {
    while (this.#running.size < this.#limits.atOnce) {
      const next = this.#next();
      if (!next) return;
      this.#begin(next);
    }
  }

  #begin(order: Order): void {
    this.#running.add(order);
    this.#served.set(order.company, (this.#count += 1));
    order.begin();
  }

  #forget(company: string): void {
    if (!this.#waiting.has(company) && ![...this.#running].some((order) => order.company === company))
      this.#served.delete(company);
  }

  /** Of the companies with an order that may run, the first order of the one that was served longest ago. */
  #next(): Order | undefined {
    let found: { company: string; orders: Order[]; at: number; served: number } | undefined;
    for (const [company, orders] of this.#waiting) {
      const at = orders.findIndex((order) => this.#mayRun(order));
      const served = this.#served.get(company) ?? 0;
      if (at >= 0 && (!found || served < found.served)) found = { company, orders, at, served };
    }
    if (!found) return undefined;
    const [order] = found.orders.splice(found.at, 1);
    if (found.orders.length === 0) this.#waiting.delete(found.company);
    return order;
  }

  /** Sharebook itself may have all places. */
  #mayRun({ company, account }: Order): boolean {
    if (company === '') return true;
    const share = Math.max(1, this.#limits.atOnce - 1);
    const running = [...this.#running];
    return (
      running.filter((order) => order.company === company).length < share &&
      (account === null || running.filter((order) => order.account === account).length < share)
    );
  }

  get #waitingInAll(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  #ofAccount(account: string): number {
    return [...this.#running, ...[...this.#waiting.values()].flat()].filter((order) => order.account === account)
      .length;
  }

  #busy(): AppError {
    return new AppError('busy', this.#busySentence, { status: 503 });
  }
}

const RETRY_SECONDS = 5;
