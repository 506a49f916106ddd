import type { RecordOutput, TransactionRecord } from '@trailmark/core/output-ledger';

/** Numbers of the spendable outputs that fit, ascending. */
export function listFitting(
  { outputs }: TransactionRecord,
  fits: (output: RecordOutput, vout: number) => boolean,
): number[] {
  const fitting: number[] = [];
  for (let vout = 0; vout < outputs.length; vout++) {
    const output = outputs[vout] as RecordOutput;
    if (output.owner && fits(output, vout)) fitting.push(vout);
  }
  return fitting;
}

/** As `listFitting`, but undefined where all or none fit: then the rule does not distinguish outputs. */
export function listDistinguished(
  record: TransactionRecord,
  fits: (output: RecordOutput, vout: number) => boolean,
): number[] | undefined {
  let spendable = 0;
  const fitting = listFitting(record, (output, vout) => {
    spendable++;
    return fits(output, vout);
  });
  return fitting.length === 0 || fitting.length === spendable ? undefined : fitting;
}

/** The smallest input; undefined where a value is not known or there is none. */
export function findSmallestInput(record: TransactionRecord): bigint | undefined {
  let smallest: bigint | undefined;
  for (const { value } of record.inputs) {
    if (value === undefined) return undefined;
    if (smallest === undefined || value < smallest) smallest = value;
  }
  return smallest;
}

/** The one script form of all input owners; undefined where there are several or one is not known. */
export function findInputForm(record: TransactionRecord): string | undefined {
  const form = record.inputs[0]?.owner?.type;
  return record.inputs.every(({ owner }) => owner?.type === form) ? form : undefined;
}
