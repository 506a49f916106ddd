/**
 * Traced part of one output. `spans` are the places of its units, counted from the output's first unit: `[from, to, from, to …]`,
 * ascending, disjoint and not touching; empty for methods that keep no order.
 */
export interface CoinTaint {
  readonly amount: bigint;
  readonly spans: readonly bigint[];
}

/** Traced parts by input number or output number; what has none is absent. */
export type SlotTaints = ReadonlyMap<number, CoinTaint>;

/** What one transaction moves, in the smallest unit. Undefined: not indexed. */
export interface TransactionValues {
  readonly inputs: readonly (bigint | undefined)[];
  readonly outputs: readonly bigint[];
  /** Undefined where an input is. */
  readonly fee: bigint | undefined;
}

/** How traced money leaves a transaction: Σ given + added = Σ taints + fee, exactly. */
export interface Apportioned {
  readonly taints: SlotTaints;
  readonly fee: bigint;
  readonly added: bigint;
}

/** What the examiner and the rules state about one transaction, for methods that let people choose. */
export interface ChoiceAt {
  /** Outputs the examiner chose; undefined where nothing was chosen. */
  readonly chosen: readonly number[] | undefined;
  /** Undefined where nobody knows of change. */
  readonly change: number | undefined;
  readonly outputCount: number;
}

/** The arithmetic of a method over one transaction: pure, and exact in integers. */
export interface OutputApportioning {
  /** Coins carry `spans`. */
  readonly keepsOrder: boolean;
  /** Units of a coin are counted from its last one. */
  readonly countsFromBack?: boolean | undefined;
  /** From traced inputs to outputs and fee. Undefined where an unknown input value makes it impossible to say. */
  forward(values: TransactionValues, tainted: SlotTaints): Apportioned | undefined;
  /** From the sought parts of outputs to the inputs they came from; `fee` is 0n. Undefined as above. */
  backward(values: TransactionValues, asked: SlotTaints): Apportioned | undefined;
  /** Outputs to follow forward, for methods that leave it to people; undefined: somebody has to choose first. */
  follows?(params: Readonly<Record<string, unknown>>, choice: ChoiceAt): readonly number[] | undefined;
}
