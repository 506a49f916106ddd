import type { CoinJoinKind } from '@trailmark/core/cluster';

/** A row of the confusion matrix: what the source of a transaction says it is. */
export interface TruthRow {
  readonly id: string;
  readonly title: string;
  /**
   * `none`: no mix, so that a finding is false. `open`: the source does not decide, and no score counts it. `made`: several
   * signers in a shape we wrote ourselves, which no score counts either.
   */
  readonly is: CoinJoinKind | 'none' | 'open' | 'made';
  /** Kinds that a row of no mix may still have, because its source rules out other ones only: open for these. */
  readonly mayHold?: readonly CoinJoinKind[];
}

export const TRUTH_ROWS = [
  { id: 'wasabi-1', title: 'Wasabi 1, mainnet 2018 and 2021', is: 'wasabi-1' },
  { id: 'wasabi-2', title: 'Wasabi 2, mainnet May 2024', is: 'wasabi-2' },
  { id: 'wasabi-2-emulated', title: 'Wasabi 2, emulated', is: 'wasabi-2' },
  { id: 'whirlpool-mix', title: 'Whirlpool mix, mainnet March 2024', is: 'whirlpool-mix' },
  { id: 'whirlpool-tx0', title: 'Whirlpool Tx0, mainnet 2023 and 2024', is: 'whirlpool-tx0' },
  { id: 'joinmarket-emulated', title: 'JoinMarket, emulated', is: 'joinmarket' },
  { id: 'ordinary', title: 'Blocks 100,000–102,999, winter of 2010: before any CoinJoin', is: 'none' },
  {
    id: 'block-2015',
    title: 'Block 367,891, August 2015: JoinMarket was in use, no other',
    is: 'none',
    mayHold: ['joinmarket'],
  },
  {
    id: 'block-unseen',
    title: 'Block 831,802, February 2024: Wasabi 1 had ended, every other was in use',
    is: 'none',
    mayHold: ['joinmarket', 'wasabi-2', 'whirlpool-mix', 'whirlpool-tx0'],
  },
  {
    id: 'block-2024',
    title: 'Block 866,342, October 2024: Whirlpool and Wasabi 1 had ended',
    is: 'none',
    mayHold: ['joinmarket', 'wasabi-2'],
  },
  { id: 'simulated', title: 'Simulated, one signer', is: 'none' },
  { id: 'post-mix', title: 'Spends an output of a mix', is: 'none' },
  {
    id: 'false-list',
    title: "On the scanner's list of what is no Wasabi round",
    is: 'none',
    mayHold: ['joinmarket'],
  },
  { id: 'joinmarket-simulated', title: 'Simulated JoinMarket shape', is: 'made' },
  { id: 'payjoin', title: 'Simulated PayJoin', is: 'made' },
  { id: 'wasabi-odd', title: "In the scanner's file of Wasabi 1, with another amount than its rounds", is: 'open' },
  { id: 'unlisted-mix', title: 'Of the shape of a mix, in a file of what goes into or comes out of mixes', is: 'open' },
  { id: 'equal-outputs', title: 'Other equal outputs, June 2024 (the scanner names no protocol)', is: 'open' },
  { id: 'look-alike', title: 'Look-alikes of JoinMarket (the source refuses 13 of 19)', is: 'open' },
] as const satisfies readonly TruthRow[];
export type TruthId = (typeof TRUTH_ROWS)[number]['id'];

/** Whether a finding of this kind on the row is false, open, or scored. */
export function judgeRow(row: TruthRow, kind: CoinJoinKind): 'false' | 'open' | 'scored' {
  if (row.is === 'open' || row.is === 'made' || row.mayHold?.includes(kind)) return 'open';
  return row.is === 'none' ? 'false' : 'scored';
}
