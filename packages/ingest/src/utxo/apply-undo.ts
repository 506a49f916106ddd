import type { SpentOutput } from '@trailmark/chains/utxo/block-undo';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { describeScript } from '@trailmark/chains/utxo/script';
import { tokenPrefixLength } from '@trailmark/chains/utxo/token-prefix';
import { AppError } from '@trailmark/core/errors';
import { displayHash } from '@trailmark/core/hex';
import { encodeOwner } from '@trailmark/core/owner';
import {
  INPUT_OWNER,
  INPUT_P2PK,
  INPUT_VALUE,
  OWNER_ROW_BYTES,
  type ResolvedBlock,
} from '@trailmark/core/resolved-block';

/** Whether the value of some input is not known; a coinbase spends nothing. */
export function hasUnknownInputs(block: ResolvedBlock): boolean {
  const first = block.txFirstInput[1] ?? 0;
  return block.inFlags.subarray(first).some((flags) => (flags & INPUT_VALUE) === 0);
}

/**
 * Fills in owner and value of inputs that nothing else resolved, from the undo data of the block. The position of an output is
 * not in it, so such an input stays without a source. Throws `inconsistent` where the data is not of this block's inputs, or
 * contradicts what the index has of one.
 */
export function applyUndo(chain: UtxoChain, block: ResolvedBlock, spent: readonly (readonly SpentOutput[])[]): void {
  if (spent.length !== block.txCount - 1) refuse(chain, block, `it lists ${spent.length} transactions`);
  for (let tx = 1; tx < block.txCount; tx++) {
    const first = block.txFirstInput[tx] ?? 0;
    const outputs = spent[tx - 1] ?? [];
    if (outputs.length !== (block.txFirstInput[tx + 1] ?? 0) - first)
      refuse(chain, block, `transaction ${tx} has other inputs`);
    outputs.forEach((output, i) => {
      const isKnown = ((block.inFlags[first + i] ?? 0) & INPUT_VALUE) !== 0;
      if (!isKnown) fillInput(chain, block, first + i, output);
      else if (block.inValue[first + i] !== output.value)
        refuse(chain, block, `input ${i} of transaction ${tx} has another value`);
    });
  }
}

function refuse(chain: UtxoChain, block: ResolvedBlock, what: string): never {
  const name = `${chain.name} block ${block.height.toLocaleString('en')} (${displayHash(block.hash)})`;
  throw new AppError('inconsistent', `The undo data of ${name} does not fit it: ${what}.`, {
    context: { height: block.height },
  });
}

function fillInput({ p2sh32 }: UtxoChain, block: ResolvedBlock, input: number, { value, script }: SpentOutput): void {
  const { owner, type } = describeScript(p2sh32 ? script.subarray(tokenPrefixLength(script)) : script, { p2sh32 });
  block.inValue[input] = value;
  block.inFlags[input] = INPUT_VALUE;
  if (!owner) return;
  const [form = 0, ...payload] = encodeOwner(owner);
  const row = input * OWNER_ROW_BYTES;
  block.inOwner[row] = form;
  block.inOwner[row + 1] = payload.length;
  block.inOwner.set(payload, row + 8);
  block.inFlags[input] = INPUT_VALUE | INPUT_OWNER | (type === 'p2pk' ? INPUT_P2PK : 0);
}
