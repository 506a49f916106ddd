import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { AppError } from '@trailmark/core/errors';
import { displayHash } from '@trailmark/core/hex';
import { INPUT_VALUE, type ResolvedBlock } from '@trailmark/core/resolved-block';
import { blockFees } from '@trailmark/store/facts/transaction-columns';

/** No chain of the family can ever hold a sum of 2^63 units; a larger value is an overflow (CVE-2010-5139). */
const SUM_LIMIT = 2 ** 63;

/**
 * Value balance of a block whose inputs are resolved: no transaction pays out more than it takes in, and the coinbase
 * claims no more than subsidy and fees. Returns the fees (-1n where an input value is not known). Throws `inconsistent`.
 */
export function checkValues(chain: UtxoChain, block: ResolvedBlock, options: { mayMissInputs: boolean }): bigint[] {
  refuseOverflow(chain, block);
  const fees = blockFees(block);
  let total = 0n;
  let isKnown = true;
  for (let tx = 0; tx < block.txCount; tx++) {
    const fee = fees[tx] ?? -1n;
    if (fee < 0n) isKnown = checkDeficit(chain, block, tx, fee, options);
    else total += fee;
  }
  if (isKnown && block.isWhole) checkCoinbase(chain, block, total);
  return fees;
}

/** A negative fee: an input whose value is not known, where that may be, or money from nowhere. Answers false. */
function checkDeficit(
  chain: UtxoChain,
  block: ResolvedBlock,
  tx: number,
  fee: bigint,
  options: { mayMissInputs: boolean },
): false {
  const unknown = unknownInput(block, tx);
  if (unknown < 0) refuse(chain, block, `transaction ${txid(block, tx)} pays out ${-fee} units more than it takes in.`);
  if (!options.mayMissInputs) {
    refuse(
      chain,
      block,
      `input ${unknown} of transaction ${txid(block, tx)} spends an output that no earlier transaction created, or that one spent.`,
    );
  }
  return false;
}

function checkCoinbase(chain: UtxoChain, block: ResolvedBlock, fees: bigint): void {
  let claimed = 0n;
  for (let i = 0; i < (block.txFirstOutput[1] ?? 0); i++) claimed += block.outValue[i] ?? 0n;
  const allowed = chain.subsidy(block.height).units + fees;
  if (claimed > allowed) {
    refuse(chain, block, `its coinbase claims ${claimed} units; subsidy and fees allow ${allowed}.`);
  }
}

/** The index of the first input whose value is not known, -1 when all are. */
function unknownInput(block: ResolvedBlock, tx: number): number {
  const first = block.txFirstInput[tx] ?? 0;
  for (let i = first; i < (block.txFirstInput[tx + 1] ?? 0); i++) {
    if (((block.inFlags[i] ?? 0) & INPUT_VALUE) === 0) return i - first;
  }
  return -1;
}

function refuseOverflow(chain: UtxoChain, block: ResolvedBlock): void {
  const words = new Uint32Array(block.outValue.buffer, block.outValue.byteOffset, block.outValue.length * 2);
  for (let tx = 0; tx < block.txCount; tx++) {
    let high = 0;
    for (let i = block.txFirstOutput[tx] ?? 0; i < (block.txFirstOutput[tx + 1] ?? 0); i++)
      high += words[i * 2 + 1] ?? 0;
    if (high * 2 ** 32 >= SUM_LIMIT) {
      refuse(chain, block, `the outputs of transaction ${txid(block, tx)} add up to more than any chain can hold.`);
    }
  }
}

function txid(block: ResolvedBlock, tx: number): string {
  return displayHash(block.txids.subarray(tx * 32, tx * 32 + 32));
}

function refuse(chain: UtxoChain, block: ResolvedBlock, what: string): never {
  const hash = displayHash(block.hash);
  throw new AppError(
    'inconsistent',
    `${chain.name} block ${block.height.toLocaleString('en')} (${hash}) is refused: ${what}`,
    { context: { height: block.height, hash } },
  );
}
