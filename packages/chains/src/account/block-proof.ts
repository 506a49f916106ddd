/** What proves transactions of one block of an account chain: what a bundle has of them, as JSON. Bytes are hexadecimal. */
export interface AccountBlockProof {
  /** The header as it is hashed. */
  readonly header: string;
  /** TRON: what the producer signed the header with. */
  readonly signature?: string;
  readonly proofs: ReadonlyMap<string, TransactionProof>;
}

export type TransactionProof = EvmProof | TronProof;

/** Nodes of the tries of transactions and receipts, from the root down. */
export interface EvmProof {
  readonly height: number;
  readonly index: number;
  readonly transaction: readonly string[];
  readonly receipt: readonly string[];
}

/** The whole transaction, with signatures and result, and its siblings from the leaf up. */
export interface TronProof {
  readonly height: number;
  readonly index: number;
  readonly transaction: string;
  readonly branch: readonly string[];
}
