import type { ItemEvent } from '@trailmark/core/nft';
import { ApprovalBook } from './open-approvals.ts';
import { defineTheftPattern, type TheftFinding } from './theft-pattern.ts';

/** The owner gave a permission to somebody who is no market; then a transaction of somebody else took the item, and nothing was paid. */
export const approvalDrain = defineTheftPattern({
  id: 'approval-drain',
  version: 1,
  title: 'Approval, then taken by another',
  innocent: 'A service that the owner uses on purpose, such as a vault, a game or a rental, and that no list names.',
  find({ events, approvals, isMarket }): TheftFinding[] {
    const book = new ApprovalBook(approvals);
    const lastMoved = new Map<string, number>();
    const found: TheftFinding[] = [];
    events.forEach((event, i) => {
      const key = `${event.contract}/${event.tokenId}`;
      const since = lastMoved.get(key) ?? 0;
      lastMoved.set(key, event.position);
      if (!isTaken(event)) return;
      const used = book
        .openAt(event, since)
        .find(({ spender }) => (spender === event.sender || spender === event.called) && !isMarket(spender));
      if (!used) return;
      const note = `The transaction was sent by another address, and its permission was given before.`;
      found.push({ pattern: this.id, event: i, victim: event.from, taker: event.to, approval: used, note });
    });
    return found;
  },
});

function isTaken({ kind, from, to, sender }: ItemEvent): boolean {
  return kind === 'transfer' && from !== '' && to !== '' && sender !== '' && sender !== from;
}
