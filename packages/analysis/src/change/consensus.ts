import type { LinkRule } from '@trailmark/core/cluster';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { z } from 'zod';
import { assertKnownRules, describeRule, parseParams, type RuleParams } from '../parse-params.ts';
import { CHANGE_HEURISTICS } from './catalogue.ts';
import type { ChangeContext, ChangeHeuristic } from './heuristic.ts';

/** What the heuristics together state about one transaction. */
export interface ChangeVerdict {
  /** What each heuristic that had something to say named. */
  readonly opinions: readonly { readonly rule: LinkRule; readonly candidates: readonly number[] }[];
  /** The output considered change; undefined where none is named alone, or where heuristics contradict each other and none is sure. */
  readonly vout: number | undefined;
  /**
   * The rules a link to that output is based on: they name exactly it and nothing else. Empty where the output is named but
   * the evidence is too thin to join anybody.
   */
  readonly rules: readonly LinkRule[];
  /** A heuristic leaves out the output that another one names alone. */
  readonly isDisputed: boolean;
}

export interface ChangeConsensus {
  /** Heuristics in force, with versions and parameters. */
  readonly version: string;
  decide(record: TransactionRecord, context: ChangeContext): ChangeVerdict;
}

/** Parameters of the consensus itself, under the id `consensus`. */
export const CONSENSUS_PARAMS = z.object({
  minimumSupport: z
    .int()
    .min(0)
    .default(1)
    .describe('Supporting heuristics that must name the same output alone before a link is made.'),
});
/** Counts up with every change of how the opinions are combined. */
export const CONSENSUS_VERSION = 1;

interface Opinion {
  readonly rule: LinkRule;
  readonly effect: ChangeHeuristic['effect'];
  readonly candidates: readonly number[];
}

/** A coinbase has no change, and nothing is reported for a transaction whose inputs are not all known. */
function isJudgeable({ isCoinbase, inputs }: TransactionRecord): boolean {
  return !isCoinbase && inputs.every(({ owner, value }) => owner !== undefined && value !== undefined);
}

/** Of a heuristic that is sure of what it names, because the ledger shows it: an output to an address of the inputs. */
const SURE = 100;

/** The output that every opinion admits and at least one names alone; a sure opinion overrules all others. */
function findAgreed(opinions: readonly Opinion[]): { vout: number | undefined; isDisputed: boolean } {
  const alone = opinions.filter(({ candidates }) => candidates.length === 1);
  const sure = alone.find(({ rule }) => rule.confidence === SURE);
  const named = (sure ?? alone[0])?.candidates[0];
  if (named === undefined) return { vout: undefined, isDisputed: false };
  const isDisputed = opinions.some(({ candidates }) => !candidates.includes(named));
  return { vout: isDisputed && !sure ? undefined : named, isDisputed };
}

/** One false change link joins giants (BlockSci issue 167 reports 139 million addresses), so one rule is never enough. */
function listLinkRules(opinions: readonly Opinion[], minimumSupport: number): LinkRule[] {
  const alone = opinions.filter(({ candidates }) => candidates.length === 1);
  const support = alone.filter(({ effect }) => effect === 'support');
  if (support.length < minimumSupport || !alone.some(({ effect }) => effect === 'link')) return [];
  return alone.filter(({ effect }) => effect !== 'label').map(({ rule }) => rule);
}

/**
 * Runs every change heuristic and returns what they agree on. A link needs one-time change, the support of a heuristic that
 * looks at something else, and nobody against it. Throws `invalid` for unknown parameters.
 */
export function createChangeConsensus(params: RuleParams = {}): ChangeConsensus {
  assertKnownRules(params, [...CHANGE_HEURISTICS.map(({ id }) => id), 'consensus']);
  const own = parseParams('consensus', CONSENSUS_PARAMS, params.consensus);
  const heuristics = CHANGE_HEURISTICS.map((heuristic) => ({
    heuristic,
    rule: { id: heuristic.id, version: heuristic.version, confidence: heuristic.confidence },
    params: parseParams(heuristic.id, heuristic.params, params[heuristic.id]),
  }));
  const parts = heuristics.map(({ rule, params: limits }) => describeRule(rule.id, rule.version, limits));
  return {
    version: [...parts, describeRule('consensus', CONSENSUS_VERSION, own)].join(' '),
    decide(record, context) {
      const opinions: Opinion[] = [];
      if (!isJudgeable(record)) return { opinions, vout: undefined, rules: [], isDisputed: false };
      for (const { heuristic, rule, params: limits } of heuristics) {
        const candidates = heuristic.candidates(record, limits, context);
        if (candidates) opinions.push({ rule, effect: heuristic.effect, candidates });
      }
      const { vout, isDisputed } = findAgreed(opinions);
      return {
        opinions: opinions.map(({ rule, candidates }) => ({ rule, candidates })),
        vout,
        rules: vout === undefined || isDisputed ? [] : listLinkRules(opinions, own.minimumSupport),
        isDisputed,
      };
    },
  };
}
