import type { AddressKey, Transfer } from '@trailmark/core/ledger';
import type { BehaviourSubject, SeenTransaction } from '@trailmark/core/screening/behaviour';
import { indexLookAlikes } from '../../account-noise/look-alikes.ts';
import { defineBehaviour } from './behaviour-rule.ts';
import { DUST_MONEY, type Flow, type History, isOwnAct } from './history.ts';
import { DAY } from './slide.ts';
import { formatCount, formatSums } from './wording.ts';

interface Bait {
  readonly transaction: SeenTransaction;
  readonly time: number;
  readonly other: AddressKey;
}

const MOVING: ReadonlySet<string> = new Set(['native', 'internal', 'token', 'nft', 'multi-token', 'trc10']);

/** What all addresses of a chain begin with; people compare what follows. */
const COMMON_START = /^(?:[a-z]+1[a-z0-9]|[a-z]+:[a-z]|.)/;

/** The text people compare: the key itself where the address is its digits. */
function createSpelling({ formatAddress, self }: BehaviourSubject): (key: AddressKey) => string {
  const isHex = formatAddress(self).toLowerCase().endsWith(self);
  const spelled = new Map<AddressKey, string>();
  return (key) => {
    if (isHex) return key;
    const text = spelled.get(key) ?? formatAddress(key).replace(COMMON_START, '');
    spelled.set(key, text);
    return text;
  };
}

/** Moves next to nothing, or a token nobody prices. */
function isBait({ asset, amount, kind, basis }: Transfer, { subject, coin }: History, time: number): boolean {
  if (!MOVING.has(kind) || basis !== 'fact') return false;
  if (amount === 0n) return true;
  const money = subject.moneyOf(asset, amount, time);
  return money === undefined ? asset !== coin : money < DUST_MONEY;
}

/** Others on the far side of transfers of next to nothing that the subject did not start. */
function listBaits(history: History): Bait[] {
  const { self } = history.subject;
  let time = Number.NEGATIVE_INFINITY;
  return history.transactions.flatMap((transaction) => {
    time = Math.max(time, transaction.time);
    if (isOwnAct(transaction, self)) return [];
    const others = transaction.transfers
      .filter((transfer) => isBait(transfer, history, transaction.time))
      .map(({ from, to }) => (to === self ? from[0] : to));
    const found = [...new Set(others)].flatMap((other) => (other === undefined || other === self ? [] : [other]));
    return found.map((other) => ({ transaction, time, other }));
  });
}

/** Baits whose address looks like one with which value was exchanged in the days before. */
function findPoison(
  baits: readonly Bait[],
  flows: readonly Flow[],
  look: (key: AddressKey) => AddressKey | undefined,
  seconds: number,
): Bait[] {
  const lastSeen = new Map<AddressKey, number>();
  let next = 0;
  return baits.filter(({ time, other }) => {
    for (; next < flows.length && (flows[next]?.time ?? 0) <= time; next++) {
      const flow = flows[next];
      if (flow) lastSeen.set(flow.other, flow.time);
    }
    const model = look(other);
    const since = model === undefined ? undefined : lastSeen.get(model);
    return since !== undefined && time - since <= seconds && !lastSeen.has(other);
  });
}

/** Somebody sent bait from an address made to look like one it uses. The loss, where it then paid that address, is in the sentence. */
export const addressPoisoning = defineBehaviour({
  id: 'address-poisoning',
  version: 1,
  title: 'Target of address poisoning',
  nature: 'obstruction',
  limits: { firstDigits: 3, lastDigits: 4, windowDays: 7 },
  needsWhole: false,
  look(history, { firstDigits, lastDigits, windowDays }) {
    const baits = listBaits(history);
    if (baits.length === 0) return undefined;
    const { subject, paid, received } = history;
    const flows = [...paid, ...received].sort((a, b) => a.time - b.time);
    const keys = flows.map(({ other }) => other);
    const index = indexLookAlikes(keys, firstDigits, lastDigits, createSpelling(subject));
    const poison = findPoison(baits, flows, index.find, windowDays * DAY);
    if (poison.length === 0) return undefined;
    const firstBait = new Map<AddressKey, number>();
    for (const { other, time } of poison) if (!firstBait.has(other)) firstBait.set(other, time);
    const lost = paid.filter(({ other, time }) => time >= (firstBait.get(other) ?? Number.POSITIVE_INFINITY));
    const loss = lost.length === 0 ? '' : ` It then paid ${formatSums(lost, subject)} to them.`;
    return {
      sentence: `${formatCount(poison.length, 'transfer')} of next to nothing, which it did not start, from or to ${formatCount(firstBait.size, 'address', 'addresses')} with the same first ${firstDigits} and last ${lastDigits} characters as one it had dealt with in the ${windowDays} days before.${loss}`,
      transactions: [...poison, ...lost].map(({ transaction }) => transaction),
    };
  },
});
