import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { atHeight, DATA_OUTPUT, ramp, repeat, sampleInputs, sampleOutputs, sampleRecord } from './sample-records.ts';

/** Two new entrants and three remixes in the pool of 0.01 bitcoin. */
export function sampleWhirlpoolMix(): TransactionRecord {
  const inputs = [...ramp(2, 1_003_000n, 200n), ...repeat(1_000_000n, 3)];
  return sampleRecord(sampleInputs(inputs), sampleOutputs(repeat(1_000_000n, 5)));
}

/** Three premix outputs for the pool of 0.01 bitcoin, the fee, change and a data output. */
export function sampleTx0(): TransactionRecord {
  const outputs = sampleOutputs([50_000n, ...repeat(1_003_400n, 3), 4_321_987n]);
  return sampleRecord(sampleInputs([7_500_000n]), [DATA_OUTPUT, ...outputs]);
}

/** A taker and three makers, each with an equal output and change; the makers earn about 2,000 units each. */
export function sampleJoinMarket(): TransactionRecord {
  const inputs = [30_000_123n, 41_000_456n, 25_000_789n, 12_000_012n, 13_000_345n];
  const change = [9_990_000n, 20_990_111n, 4_990_222n, 4_970_333n];
  return sampleRecord(sampleInputs(inputs), sampleOutputs([...repeat(20_012_345n, 4), ...change]));
}

/** Twelve participants at level 0, four outputs at level 1, eleven of change and the coordinator's. */
export function sampleWasabi1(): TransactionRecord {
  const inputs = ramp(24, 15_000_001n, 999_983n);
  const outputs = [
    ...repeat(10_989_580n, 12),
    ...repeat(21_979_160n, 4),
    ...ramp(11, 1_000_007n, 1_234_577n),
    330_003n,
  ];
  return sampleRecord(sampleInputs(inputs), sampleOutputs(outputs));
}

/** Thirty inputs, four standard amounts, and a few odd outputs. */
export function sampleWasabi2(): TransactionRecord {
  const inputs = ramp(30, 1_000_003n, 777_777n);
  const outputs = [
    ...repeat(1_594_323n, 9),
    ...repeat(262_144n, 6),
    ...repeat(5_000_000n, 4),
    ...repeat(10_000_000n, 3),
    ...ramp(4, 700_001n, 1_111_113n),
  ];
  return atHeight(sampleRecord(sampleInputs(inputs), sampleOutputs(outputs)), 800_000);
}
