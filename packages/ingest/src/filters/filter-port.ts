import type { LedgerPort } from '../utxo/ledger-port.ts';

/** Scripts to look for in the blocks above those that watches have read. */
export interface WatchedScripts {
  /** Which state of all watches this is. */
  readonly revision: number;
  readonly scripts: readonly Uint8Array[];
}

/** What following by filters needs of the rest of the server, in addition to the store. */
export interface FilterPort extends LedgerPort {
  /** What is indexed at a height; the hash in display order. */
  indexedBlock(
    height: number,
  ): Promise<{ readonly hash: string; readonly isWhole: boolean; readonly source: string } | undefined>;
  /** Removes what another source put at one height. */
  discardAt(height: number): Promise<void>;
  /** What is watched now; undefined while watches have not read every block up to a height: what they read may add to it. */
  watchedScripts(readTo: number): Promise<WatchedScripts | undefined>;
  /** Lets watches read from a height again, above the block with this hash; what they raised stays and is not raised twice. */
  readAgain(height: number, parentHash: string): Promise<void>;
}
