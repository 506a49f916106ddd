import { AppError } from '@trailmark/core/errors';

/** Numbers of `packages/chains/kernel/fault.ts`. */
const PARTS = ['header', 'transaction count', 'version', 'inputs', 'outputs', 'witness', 'lock time'];

/** What the kernel notes of the first thing wrong in a block. */
export interface KernelFault {
  readonly code: number;
  /** Byte offset in the block. */
  readonly at: number;
  readonly part: number;
  readonly transaction: number;
  /** The offending count, flag or length. */
  readonly value: bigint;
}

function describe({ code, at, value }: KernelFault, place: string, length: number): string {
  switch (code) {
    case 1:
      return `The block is truncated: it ends at byte ${at}, within the ${place}.`;
    case 2:
      return `The count ${value} at byte ${at} in the ${place} is not in its shortest form (non-canonical varint).`;
    case 3:
      return `The count ${value} at byte ${at} in the ${place} is larger than the ${length - at} bytes left allow.`;
    case 4:
      return `A transaction has no inputs at byte ${at} in the ${place}.`;
    case 5:
      return `A transaction announces a witness, but all its stacks are empty at byte ${at} in the ${place} (superfluous witness).`;
    case 6:
      return `Unknown flag bits 0x${value.toString(16).padStart(2, '0')} at byte ${at} in the ${place}.`;
    case 7:
      return `${value} trailing bytes follow the last transaction at byte ${at}.`;
    case 8:
      return `The transaction carries an MWEB body at byte ${at} in the ${place}; only an empty one can be read.`;
    case 9:
      return `The block holds no transactions: its count at byte ${at} is zero.`;
    default:
      return `There is not enough memory for a block of ${length} bytes.`;
  }
}

/** The error for a fault of the kernel in a block of `length` bytes: `invalid`, or `unavailable` for want of memory. */
export function faultError(fault: KernelFault, length: number): AppError {
  const part = PARTS[fault.part] ?? 'block';
  const place = fault.part < 2 ? part : `${part} of transaction ${fault.transaction}`;
  const kind = fault.code >= 1 && fault.code <= 9 ? 'invalid' : 'unavailable';
  return new AppError(kind, describe(fault, place, length), {
    context: { byte: fault.at, transaction: fault.transaction },
  });
}
