// What a node may answer, before anything is believed: every field may be absent or of any shape. `decodeEvmBlock` reads
// them; nothing else should look inside.

/** `eth_getBlockByNumber` with full transactions. */
export interface RpcBlock {
  readonly number?: unknown;
  readonly hash?: unknown;
  readonly parentHash?: unknown;
  readonly timestamp?: unknown;
  readonly miner?: unknown;
  readonly difficulty?: unknown;
  readonly gasLimit?: unknown;
  readonly gasUsed?: unknown;
  readonly baseFeePerGas?: unknown;
  readonly logsBloom?: unknown;
  readonly transactions?: unknown;
  readonly withdrawals?: unknown;
  readonly [field: string]: unknown;
}

/** One full transaction of a block. */
export interface RpcTransaction {
  readonly hash?: unknown;
  readonly blockHash?: unknown;
  readonly blockNumber?: unknown;
  readonly transactionIndex?: unknown;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly value?: unknown;
  readonly input?: unknown;
  readonly nonce?: unknown;
  readonly gas?: unknown;
  readonly gasPrice?: unknown;
  readonly type?: unknown;
  readonly [field: string]: unknown;
}

/** One of `eth_getBlockReceipts`, or of `eth_getTransactionReceipt` requested for each transaction in order. */
export interface RpcReceipt {
  readonly transactionHash?: unknown;
  readonly transactionIndex?: unknown;
  readonly blockHash?: unknown;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly status?: unknown;
  readonly root?: unknown;
  readonly gasUsed?: unknown;
  readonly cumulativeGasUsed?: unknown;
  readonly effectiveGasPrice?: unknown;
  readonly blobGasUsed?: unknown;
  readonly blobGasPrice?: unknown;
  readonly l1Fee?: unknown;
  readonly contractAddress?: unknown;
  readonly logsBloom?: unknown;
  readonly logs?: unknown;
  readonly [field: string]: unknown;
}

/** One of `eth_getLogs`, or of a receipt. */
export interface RpcLog {
  readonly address?: unknown;
  readonly topics?: unknown;
  readonly data?: unknown;
  readonly blockHash?: unknown;
  readonly blockNumber?: unknown;
  readonly transactionHash?: unknown;
  readonly transactionIndex?: unknown;
  readonly logIndex?: unknown;
  readonly removed?: unknown;
}

/** One item of `trace_block`, as OpenEthereum defined it; Erigon, Nethermind, Reth, Besu and Anvil answer it. */
export interface ParityTrace {
  readonly type?: unknown;
  readonly action?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
  readonly subtraces?: unknown;
  readonly traceAddress?: unknown;
  readonly transactionHash?: unknown;
  readonly transactionPosition?: unknown;
  readonly blockHash?: unknown;
}

/** One item of `debug_traceBlockByNumber` with the tracer `callTracer`. */
export interface GethTrace {
  readonly txHash?: unknown;
  /** The root frame. */
  readonly result?: unknown;
  readonly error?: unknown;
}

/** A frame of the call tracer: `calls` holds the frames below. */
export interface GethFrame {
  readonly type?: unknown;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly value?: unknown;
  readonly error?: unknown;
  readonly revertReason?: unknown;
  readonly calls?: unknown;
}

/** The traces of one block, in whichever form the node offers. */
export type RpcTraces =
  | { readonly form: 'parity'; readonly items: readonly ParityTrace[] }
  | { readonly form: 'geth'; readonly items: readonly GethTrace[] };

/** Everything that was requested about one block; what is absent was not requested, or is not offered, and is a gap. */
export interface EvmBlockAnswers {
  readonly block: RpcBlock;
  /** One for each transaction. */
  readonly receipts?: readonly RpcReceipt[] | undefined;
  /** All logs of the block, where receipts were not requested. */
  readonly logs?: readonly RpcLog[] | undefined;
  readonly traces?: RpcTraces | undefined;
}
