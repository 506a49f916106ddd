import { OWNER_ROW_BYTES } from '@trailmark/core/resolved-block';

const BUCKETS = 1 << 14;

/**
 * Gathers the slots of one transaction by owner: each distinct owner row becomes a group with its sums. Scratch memory is
 * kept between transactions, because this runs for every transaction of a chain. Sums are exact below 2^53 units,
 * which every single owner's flow in one transaction is on all chains we read but for the largest Dogecoin sums; those
 * lose nothing either, because `high` parts are kept apart.
 */
export class OwnerGroups {
  count = 0;
  /** Group of each slot, -1 for slots without an owner. */
  slotGroup = new Int32Array(1024);
  /** First slot of each group. */
  firstSlot = new Int32Array(1024);
  /** Sums as two numbers each: value = high * 2^32 + low. */
  receivedLow = new Float64Array(1024);
  receivedHigh = new Float64Array(1024);
  sentLow = new Float64Array(1024);
  sentHigh = new Float64Array(1024);
  private groupHash = new Uint32Array(1024);
  private nextInBucket = new Int32Array(1024);
  private groupRow = new Int32Array(1024);
  private groupSide = new Uint8Array(1024);
  private readonly buckets = new Int32Array(BUCKETS).fill(-1);

  begin(slots: number): void {
    for (let group = 0; group < this.count; group++) this.buckets[(this.groupHash[group] ?? 0) % BUCKETS] = -1;
    this.count = 0;
    if (slots > this.slotGroup.length) this.grow(Math.max(slots, this.slotGroup.length * 2));
  }

  /** Puts a slot into its owner's group; `side` is 0 where `row` indexes `inWords` and 1 for `outWords`. */
  add(slot: number, inWords: Uint32Array, outWords: Uint32Array, side: 0 | 1, row: number): number {
    const words = side === 0 ? inWords : outWords;
    const at = (row * OWNER_ROW_BYTES) >> 2;
    const form = words[at] ?? 0;
    if ((form & 0xff) === 0) {
      this.slotGroup[slot] = -1;
      return -1;
    }
    const hash = ((words[at + 2] ?? 0) ^ (words[at + 4] ?? 0) ^ form) >>> 0;
    const bucket = hash % BUCKETS;
    let group = this.buckets[bucket] ?? -1;
    while (group >= 0 && !this.isOwner(group, inWords, outWords, words, at)) group = this.nextInBucket[group] ?? -1;
    if (group < 0) {
      group = this.count++;
      this.groupHash[group] = hash;
      this.nextInBucket[group] = this.buckets[bucket] ?? -1;
      this.buckets[bucket] = group;
      this.groupRow[group] = row;
      this.groupSide[group] = side;
      this.firstSlot[group] = slot;
      this.receivedLow[group] = this.receivedHigh[group] = this.sentLow[group] = this.sentHigh[group] = 0;
    }
    this.slotGroup[slot] = group;
    return group;
  }

  private isOwner(group: number, inWords: Uint32Array, outWords: Uint32Array, words: Uint32Array, at: number): boolean {
    const other = this.groupSide[group] === 0 ? inWords : outWords;
    const from = ((this.groupRow[group] ?? 0) * OWNER_ROW_BYTES) >> 2;
    for (let i = 0; i < OWNER_ROW_BYTES >> 2; i++) if (other[from + i] !== words[at + i]) return false;
    return true;
  }

  private grow(size: number): void {
    const int = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(size);
      to.set(from);
      return to;
    };
    this.slotGroup = int(this.slotGroup);
    this.firstSlot = int(this.firstSlot);
    this.nextInBucket = int(this.nextInBucket);
    this.groupRow = int(this.groupRow);
    this.receivedLow = new Float64Array(size);
    this.receivedHigh = new Float64Array(size);
    this.sentLow = new Float64Array(size);
    this.sentHigh = new Float64Array(size);
    this.groupHash = new Uint32Array(size);
    this.groupSide = new Uint8Array(size);
  }
}
