import { describe, expect, it } from 'vitest';
import { filterLines, toAuditLine } from './audit-steps.ts';

const part = (tainted: bigint) => ({ ref: 'r', address: null, amount: tainted, tainted });
const step = (inputs: bigint[], outputs: bigint[], feeTainted: bigint, added = 0n) => ({
  family: 'outputs' as const,
  txid: 'ab'.repeat(32),
  height: 1,
  index: 0,
  time: 1,
  timeEstimated: false,
  hop: 1,
  feeTainted,
  added,
  inputs: inputs.map(part),
  outputs: outputs.map(part),
  fee: null,
  change: { vout: null, by: 'nobody' as const, rules: [], isDisputed: false },
  coinJoin: null,
});

describe('a line of the audit', () => {
  it('is balanced where traced in and added are traced out and fee', () => {
    expect(toAuditLine(step([70n, 30n], [95n], 5n), 'forward').difference).toBe(0n);
    expect(toAuditLine(step([70n], [100n], 0n, 30n), 'forward').difference).toBe(0n);
  });

  it('says by how much it is not', () => {
    expect(toAuditLine(step([70n], [60n], 5n), 'forward').difference).toBe(5n);
  });

  it('reads outputs as what was requested when a trace goes back', () => {
    expect(toAuditLine(step([40n], [40n], 0n), 'backward').difference).toBe(0n);
  });

  it('is found by the beginning of its transaction, and among those that differ', () => {
    const lines = [toAuditLine(step([70n], [60n], 5n), 'forward'), toAuditLine(step([5n], [5n], 0n), 'forward')];
    expect(filterLines(lines, '0xABab', false)).toHaveLength(2);
    expect(filterLines(lines, 'ff', false)).toHaveLength(0);
    expect(filterLines(lines, '', true)).toHaveLength(1);
  });
});
