import { type ClusterRules, mayCoSpend, mayHaveChange } from '@trailmark/analysis/clusters/cluster-rules';
import { CO_SPEND } from '@trailmark/analysis/clusters/rule-sets';
import type { ClusterView, CoinJoinFinding, LinkRule } from '@trailmark/core/cluster';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { ClusterProofStep } from './cluster-proof.ts';
import { type BlockRules, checkBlock } from './proof-block.ts';
import type { ProofFindings } from './proof-report.ts';
import type { ProofTransactions } from './proof-transactions.ts';

export interface StepRules {
  readonly block: BlockRules;
  readonly cluster: ClusterRules;
  readonly transactions: ProofTransactions;
}

type Ends = NonNullable<ClusterProofStep['ends']>;

function describeEnd({ side, number }: Ends['from']): string {
  return `${side} ${number}`;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function toPlainRule({ id, version, confidence }: LinkRule): LinkRule {
  return { id, version, confidence };
}

function checkEnds(
  step: ClusterProofStep,
  ends: Ends,
  record: TransactionRecord,
  { transactions }: StepRules,
  findings: ProofFindings,
  at: number,
): void {
  for (const name of ['from', 'to'] as const) {
    const [claimed, found] = [step[name], transactions.addressAt(record, ends[name])];
    const where = `${describeEnd(ends[name])} of ${step.txid}`;
    const failed = found
      ? `The script of ${where} is that of ${found}, not of ${claimed}.`
      : `The script of ${where} is not in this file, or names no owner, so that it cannot be that of ${claimed}.`;
    findings.judge('ends', found === claimed, [`The script of ${where} is that of ${claimed}.`, failed], at);
  }
}

/** Everything that detectors and heuristics read is proven, or the transaction has too few inputs to matter. */
function isJudgeable(record: TransactionRecord): boolean {
  return mayCoSpend(record, undefined) || mayHaveChange(record, undefined);
}

/**
 * What the detectors find in the bytes of the file. Where the inputs come from is not in it, so they run twice: as if that were
 * not known, and as if every input came from something that is no mix.
 */
function detectTwice(record: TransactionRecord, { coinJoins }: ClusterRules): readonly (CoinJoinFinding | undefined)[] {
  const context = { kindAt: () => undefined };
  const elsewhere = record.inputs.map((input) => ({ ...input, source: 0 }));
  return [coinJoins.detect(record, context), coinJoins.detect({ ...record, inputs: elsewhere }, context)];
}

/** Returns what a detector finds whatever the lineage. */
function checkCoinJoin(
  record: TransactionRecord,
  { cluster }: StepRules,
  findings: ProofFindings,
  at: number,
): CoinJoinFinding | undefined {
  const [suspected, finding] = detectTwice(record, cluster);
  const { txid } = record;
  if (!isJudgeable(record)) {
    const sentence = `Some of what funds ${txid} is not in this file, so nobody can tell from it whether this is a CoinJoin.`;
    findings.add('coinjoin', 'stated', sentence, at);
  } else if (finding?.isCoinJoin) {
    const sentence = `${txid} looks like a CoinJoin (${finding.kind}): its inputs belong to several people.`;
    findings.add('coinjoin', 'failed', sentence, at);
  } else if (suspected?.isCoinJoin) {
    const sentence = `${txid} has the shape of a CoinJoin (${suspected.kind}). That its inputs come from no earlier mix is the index's word.`;
    findings.add('coinjoin', 'stated', sentence, at);
  } else {
    findings.add('coinjoin', 'passed', `No CoinJoin detector fires on ${txid}.`, at);
  }
  return finding;
}

function checkCoSpend(step: ClusterProofStep, ends: Ends, findings: ProofFindings, at: number): void {
  const isRule = isSame(step.rules.map(toPlainRule), [CO_SPEND].map(toPlainRule));
  const fits = ends.from.side === 'input' && ends.to.side === 'input' && ends.from.number !== ends.to.number;
  findings.judge(
    'rule',
    isRule && fits && step.change === null && step.confidence === CO_SPEND.confidence,
    [
      `Both are inputs of one transaction: rule ${CO_SPEND.id}, version ${CO_SPEND.version}.`,
      `This is no step of rule ${CO_SPEND.id}, version ${CO_SPEND.version}: it joins two inputs of one transaction with confidence ${CO_SPEND.confidence}.`,
    ],
    at,
  );
}

/** Decides about change again, with what the file states where raw transactions do not show it. */
function checkChange(
  step: ClusterProofStep,
  ends: Ends,
  record: TransactionRecord,
  cluster: ClusterRules,
  findings: ProofFindings,
  at: number,
): void {
  const change = step.change;
  if (!change || ![ends.from, ends.to].some(({ side, number }) => side === 'output' && number === change.vout)) {
    findings.add('rule', 'failed', 'A change step joins an input with the output that is inferred to be change.', at);
    return;
  }
  const premises = new Map(change.premises.map((premise) => [premise.vout, premise]));
  const verdict = cluster.change.decide(record, {
    isFirstUse: (vout) => premises.get(vout)?.isFirstUse ?? undefined,
    isOfInputs: (vout) => premises.get(vout)?.isOfInputs ?? false,
  });
  const opinions = verdict.opinions.map(({ rule, candidates }) => ({ rule: toPlainRule(rule), candidates }));
  const byId = (a: LinkRule, b: LinkRule): number => (a.id < b.id ? -1 : 1);
  const rules = verdict.rules.map(toPlainRule).sort(byId);
  const isHeld =
    verdict.vout === change.vout &&
    premises.size === record.outputs.length &&
    change.premises.every(({ vout }, i) => vout === i) &&
    isSame(rules, step.rules.map(toPlainRule).sort(byId)) &&
    step.confidence === Math.max(...rules.map(({ confidence }) => confidence)) &&
    isSame(
      opinions,
      change.opinions.map(({ rule, candidates }) => ({ rule: toPlainRule(rule), candidates })),
    );
  if (!isHeld) {
    findings.add('rule', 'failed', 'The change heuristics, run again, do not say what this step says.', at);
    return;
  }
  const names = rules.map(({ id, version }) => `${id} ${version}`).join(', ');
  const sentence = `Output ${change.vout} is inferred to be change by ${names}. Whether an output's owner was used before is stated by the index: a single transaction cannot show it.`;
  findings.add('rule', 'stated', sentence, at);
}

/** Checks one step of a proof from the bytes in the file. */
export function verifyProofStep(
  step: ClusterProofStep,
  view: ClusterView,
  rules: StepRules,
  findings: ProofFindings,
  at: number,
): void {
  if (view === 'conservative' && step.kind === 'change')
    findings.add('rule', 'failed', 'Change links have no place in the conservative view.', at);
  const { ends, place, txid } = step;
  if (step.unproven !== null || !ends || !place) {
    const isBare = !ends && !place && !step.change;
    const failed = 'This step is said to have no proof and carries parts of one, or the other way round.';
    const sentence = `This step cannot be proven from raw data: ${step.unproven ?? 'no reason is given'}`;
    findings.add('raw', isBare && step.unproven !== null ? 'stated' : 'failed', isBare ? sentence : failed, at);
    return;
  }
  const transaction = rules.transactions.find(txid);
  if (!transaction) {
    findings.add('raw', 'failed', `The bytes of transaction ${txid} are not in this file.`, at);
    return;
  }
  findings.add('raw', 'passed', `The bytes of transaction ${txid} hash to its id.`, at);
  checkBlock(step, place, rules.block, findings, at);
  const record = rules.transactions.toRecord(transaction, step);
  checkEnds(step, ends, record, rules, findings, at);
  const finding = checkCoinJoin(record, rules, findings, at);
  if (step.kind === 'co-spend') checkCoSpend(step, ends, findings, at);
  else if (finding) findings.add('rule', 'failed', 'Change is not looked for where a CoinJoin detector fires.', at);
  else checkChange(step, ends, record, rules.cluster, findings, at);
}
