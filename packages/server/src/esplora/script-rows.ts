import { AppError } from '@trailmark/core/errors';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ServedOutputs } from '../ledger/ledgers.ts';
import { isSameOwner } from '../ledger/outputs/same-owner.ts';

const PAGE = 1_000;
/** The rows of one script among those of its owner are found by reading all of them. */
const MOST_ROWS = 50_000;

/** Which outputs of an owner are meant: those of its bare key (P2PK), all others, or both. */
export type ScriptForm = 'bare-key' | 'hashed' | 'any';

/** An owner, and which of its scripts. A bare key and its address are one owner, but two scripts. */
export interface OwnerScript {
  readonly owner: Owner;
  readonly form: ScriptForm;
  /** Whether all that the chain has of the owner is of this form, so that its totals and its history are those of the script. */
  readonly isAllOfOwner: boolean;
}

/** What of a transaction belongs to a script. */
export interface ScriptSides {
  readonly record: TransactionRecord;
  readonly outputs: readonly { readonly vout: number; readonly value: bigint }[];
  readonly inputs: readonly { readonly value: bigint | undefined }[];
}

/** The outputs and inputs of a transaction that belong to a script. */
export function sidesOf(record: TransactionRecord, { owner, form }: Pick<OwnerScript, 'owner' | 'form'>): ScriptSides {
  const isMeant = (side: { readonly owner: Owner | undefined }, isBareKey: boolean): boolean =>
    side.owner !== undefined &&
    isSameOwner(side.owner, owner) &&
    (form === 'any' || (form === 'bare-key') === isBareKey);
  return {
    record,
    outputs: record.outputs.flatMap((output, vout) =>
      isMeant(output, output.type === 'p2pk') ? [{ vout, value: output.value }] : [],
    ),
    inputs: record.inputs.filter((input) => isMeant(input, input.isP2pk)),
  };
}

/** All confirmed transactions of a script, newest first. Throws `unavailable` where its owner has too many to read them all. */
export async function readScriptHistory(
  { reader }: ServedOutputs,
  script: OwnerScript,
  read: ReadOptions,
): Promise<ScriptSides[]> {
  const found: ScriptSides[] = [];
  let after: Position | undefined;
  for (let rows = 0; ; rows += PAGE) {
    if (rows >= MOST_ROWS) {
      const message = `The key of this script has more than ${MOST_ROWS} transactions, too many to tell its scripts apart. Ask for its address.`;
      throw new AppError('unavailable', message);
    }
    const entries = await reader.history(script.owner, { order: 'newest' }, { after, limit: PAGE }, read);
    const positions = entries.map(({ position }) => position);
    for (const record of await reader.records(positions, read)) {
      const sides = record && sidesOf(record, script);
      if (sides && sides.outputs.length + sides.inputs.length > 0) found.push(sides);
    }
    after = positions.at(-1);
    if (positions.length < PAGE) return found;
  }
}
