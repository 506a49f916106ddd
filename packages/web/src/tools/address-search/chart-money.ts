/** What is drawn: the coin of a chain, or one asset. */
export interface ChartMoney {
  readonly symbol: string;
  readonly decimals: number;
  /** What is counted: "transaction", or "move" of one asset. */
  readonly counted: string;
}
