/** Height and time of blocks of Bitcoin, from their own headers: data/btc/PROVENANCE names where the blocks are from. */
const HEADERS: readonly (readonly [height: number, time: number])[] = [
  [0, 1231006505],
  [131025, 1308140963],
  [227835, 1364140153],
  [363703, 1435963905],
  [413567, 1464307123],
  [481815, 1503534323],
  [540107, 1536190243],
  [574200, 1556771671],
  [700000, 1631333672],
  [758000, 1665392084],
  [818677, 1701075201],
  [832918, 1709441666],
  [866342, 1729334970],
];

/**
 * Height on Bitcoin's main chain at a time in seconds, interpolated between known headers and continued after the last with ten
 * minutes a block. Some hundred blocks off at most, enough to know whether a protocol was in use.
 */
export function estimateHeight(time: number): number {
  const next = HEADERS.findIndex(([, at]) => at > time);
  const [height, at] = HEADERS.at(next < 0 ? -1 : Math.max(0, next - 1)) ?? [0, 0];
  const after = next < 0 ? undefined : HEADERS[next];
  const seconds = after ? (after[1] - at) / (after[0] - height) : 600;
  return Math.max(0, height + Math.floor((time - at) / seconds));
}
