import type { CoinJoinFinding } from '@trailmark/core/cluster';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { assertKnownRules, describeRule, parseParams, type RuleParams } from '../parse-params.ts';
import { COINJOIN_DETECTORS } from './catalogue.ts';
import type { DetectionContext } from './detector.ts';

export interface CoinJoinDetectionOptions {
  /** The part of a chain id before the hyphen: `btc`. */
  readonly asset: string;
  /** By detector id; what is left out has its published default. */
  readonly params?: RuleParams | undefined;
}

export interface CoinJoinDetection {
  /** Detectors in force, with versions and parameters. */
  readonly version: string;
  /** The strongest finding; undefined where no detector fires or what it needs is not known. */
  detect(record: TransactionRecord, context: DetectionContext): CoinJoinFinding | undefined;
}

/** Every detector that fits the asset, ready to run over each transaction of a chain. Throws `invalid` for unknown parameters. */
export function createCoinJoinDetection({ asset, params = {} }: CoinJoinDetectionOptions): CoinJoinDetection {
  assertKnownRules(
    params,
    COINJOIN_DETECTORS.map(({ id }) => id),
  );
  const detectors = COINJOIN_DETECTORS.filter(({ assets }) => assets.includes(asset)).map((detector) => ({
    detector,
    params: parseParams(detector.id, detector.params, params[detector.id]),
  }));
  const fewestInputs = Math.min(...detectors.map(({ detector }) => detector.minimumInputs));
  const fewestOutputs = Math.min(...detectors.map(({ detector }) => detector.minimumOutputs));
  return {
    version: detectors.map((each) => describeRule(each.detector.id, each.detector.version, each.params)).join(' '),
    detect(record, context) {
      const inputs = record.inputs.length;
      const outputs = record.outputs.length;
      if (outputs < fewestOutputs || inputs < fewestInputs || record.isCoinbase) return undefined;
      let strongest: CoinJoinFinding | undefined;
      for (const { detector, params: limits } of detectors) {
        if (inputs < detector.minimumInputs || outputs < detector.minimumOutputs) continue;
        const finding = detector.detect(record, limits, context);
        if (finding && finding.confidence > (strongest?.confidence ?? -1)) strongest = finding;
      }
      return strongest;
    },
  };
}
