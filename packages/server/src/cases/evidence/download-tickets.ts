import { randomBytes } from 'node:crypto';

const LIFE_MS = 5 * 60_000;
const MOST = 10_000;

export interface TicketFor {
  readonly account: string;
  readonly item: string;
}

interface Ticket extends TicketFor {
  readonly until: number;
}

/** Permissions for one download each, by one account. They end with the server: earlier requests have to be repeated. */
export class DownloadTickets {
  readonly #tickets = new Map<string, Ticket>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  issue({ account, item }: TicketFor): string {
    const now = this.#now();
    for (const [known, { until }] of this.#tickets) {
      if (until < now || this.#tickets.size >= MOST) this.#tickets.delete(known);
      else break;
    }
    const ticket = randomBytes(24).toString('base64url');
    this.#tickets.set(ticket, { account, item, until: now + LIFE_MS });
    return ticket;
  }

  /** Whether it is good for this. It is good once. */
  redeem(ticket: string, { account, item }: TicketFor): boolean {
    const known = this.#tickets.get(ticket);
    if (!known || known.account !== account || known.item !== item) return false;
    this.#tickets.delete(ticket);
    return known.until >= this.#now();
  }
}
