import type { OutputChainId } from '@trailmark/core/chain';
import type { CoinJoinFinding } from '@trailmark/core/cluster';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { assertKnownRules, describeRule, parseParams, type RuleParams } from '../parse-params.ts';
import { COINJOIN_DETECTORS } from './catalogue.ts';
import type { DetectionContext } from './detector.ts';
import { UNDATED } from './use-period.ts';

export interface CoinJoinDetectionOptions {
  /** Its asset, the part before the hyphen, decides which detectors run; dates hold on `btc` alone. */
  readonly chain: OutputChainId;
  /** By detector id; what is left out has its published default. */
  readonly params?: RuleParams | undefined;
}

export interface CoinJoinDetection {
  /** Detectors in force, with versions and parameters. */
  readonly version: string;
  /** The strongest finding; undefined where no detector fires or what it needs is not known. */
  detect(record: TransactionRecord, context: DetectionContext): CoinJoinFinding | undefined;
}

/** With the published defaults, by chain: a detection keeps nothing of what it looks at, so one serves everybody. */
const defaults = new Map<OutputChainId, CoinJoinDetection>();

/** Every detector that fits the chain, ready to run over each of its transactions. Throws `invalid` for unknown parameters. */
export function createCoinJoinDetection({ chain, params }: CoinJoinDetectionOptions): CoinJoinDetection {
  if (params) return assembleDetection(chain, params);
  const detection = defaults.get(chain) ?? assembleDetection(chain, {});
  defaults.set(chain, detection);
  return detection;
}

function assembleDetection(chain: OutputChainId, params: RuleParams): CoinJoinDetection {
  assertKnownRules(
    params,
    COINJOIN_DETECTORS.map(({ id }) => id),
  );
  const asset = chain.split('-')[0] ?? chain;
  // Heights are dates on Bitcoin's main chain only.
  const dates = chain === 'btc' ? {} : UNDATED;
  const detectors = COINJOIN_DETECTORS.filter(({ assets }) => assets.includes(asset)).map((detector) => ({
    detector,
    params: parseParams(detector.id, detector.params, { ...dates, ...params[detector.id] }),
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
