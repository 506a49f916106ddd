/** Above this a batch stays a log: nobody transfers so many ids, and each would become a row. */
const MAX_ITEMS = 4_096;
const WORD = 64;

/**
 * `count` arrays of uint256 as the contract ABI lays them out: offsets first, then each array with its length. Undefined
 * where an offset or a length leads out of the data or above 4,096 items: what a contract emits is a stranger's.
 */
export function readUintLists(digits: string, count: number): bigint[][] | undefined {
  if (digits.length % WORD !== 0) return undefined;
  const lists: bigint[][] = [];
  for (let i = 0; i < count; i++) {
    const offset = readSize(digits, i * WORD, digits.length / 2);
    if (offset === undefined || offset % 32 !== 0) return undefined;
    const start = offset * 2;
    const length = readSize(digits, start, MAX_ITEMS);
    if (length === undefined || start + WORD * (length + 1) > digits.length) return undefined;
    lists.push(readWords(digits, start + WORD, length));
  }
  return lists;
}

/** The word at a place as a number of at most `max`; undefined where it is larger, or not there. */
function readSize(digits: string, at: number, max: number): number | undefined {
  const word = digits.slice(at, at + WORD);
  if (word.length < WORD || !word.startsWith('0'.repeat(52))) return undefined;
  const size = Number.parseInt(word.slice(52), 16);
  return size <= max ? size : undefined;
}

function readWords(digits: string, start: number, count: number): bigint[] {
  return Array.from({ length: count }, (_, i) => BigInt(`0x${digits.slice(start + i * WORD, start + (i + 1) * WORD)}`));
}
