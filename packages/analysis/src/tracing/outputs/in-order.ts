import type { OutputApportioning, TransactionValues } from './apportioning.ts';
import { type LinePiece, remapLine } from './line.ts';

function toPieces(values: readonly (bigint | undefined)[]): LinePiece[] {
  return values.map((length, slot) => ({ slot, length }));
}

/**
 * Methods that put the inputs of a transaction in a line of units from which the outputs take in order, and the fee what is
 * left. Exact and invertible: each unit of an output is one unit of one input.
 */
export function takeInOrder(inputPieces: (values: TransactionValues) => readonly LinePiece[]): OutputApportioning {
  return {
    keepsOrder: true,
    forward(values, tainted) {
      const moved = remapLine(inputPieces(values), tainted, toPieces(values.outputs));
      return moved && { taints: moved.taints, fee: moved.beyond, added: 0n };
    },
    backward(values, asked) {
      const moved = remapLine(toPieces(values.outputs), asked, inputPieces(values));
      // Outputs without inputs to pay for them: the facts of this transaction are not whole.
      if (!moved || moved.beyond > 0n) return undefined;
      return { taints: moved.taints, fee: 0n, added: 0n };
    },
  };
}

export const takeFromFront: OutputApportioning = takeInOrder(({ inputs }) => toPieces(inputs));

/** Units of a coin are then counted from its last one, so that the same arithmetic serves. */
export const takeFromBack: OutputApportioning = {
  ...takeInOrder(({ inputs }) => toPieces(inputs).reverse()),
  countsFromBack: true,
};
