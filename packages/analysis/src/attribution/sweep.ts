import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { claimEvidence } from './direct-claim.ts';
import type { Evidence, Finding, VerdictRule } from './finding.ts';
import type { ServiceMark, SweepFacts } from './subject.ts';
import { claimLevel, nameOf, percent, plural } from './wording.ts';

/** Of what a sweep pays out, the part that goes to the service, percent. The rest may be change or a rounding. */
const SWEEP_SHARE = 95;
/** Of everything the address spent, the part that went by sweeps, percent. */
const SWEPT_SHARE = 95;
/** Of everything it received, the part that came from outside the service, percent. */
const OTHERS_SHARE = 50;
/** A sweep that gathers several owners' coins is what distinguishes a service from a person who pays it. */
const CEILING = 60;
const ONE_SWEEP_CEILING = 45;

/** What is known of the owners that a sweep may lead to. */
export interface SweepContext {
  /** The labelled service an owner is of; undefined where nothing says so. */
  serviceOf(owner: Owner): ServiceMark | undefined;
  isCoinJoin(record: TransactionRecord): boolean;
}

interface Tally {
  readonly mark: ServiceMark;
  amount: bigint;
}

function mainService(record: TransactionRecord, { serviceOf }: SweepContext): Tally | undefined {
  const tallies = new Map<string, Tally>();
  let total = 0n;
  for (const { owner, value } of record.outputs) {
    total += value;
    const mark = owner && serviceOf(owner);
    if (!mark) continue;
    const known = tallies.get(mark.key);
    if (known) known.amount += value;
    else tallies.set(mark.key, { mark, amount: value });
  }
  return [...tallies.values()].find(({ amount }) => total > 0n && percent(amount, total) >= SWEEP_SHARE);
}

function isOf(owner: Owner | undefined, id: string): boolean {
  return owner !== undefined && ownerId(owner) === id;
}

function hasOtherInputs({ inputs }: TransactionRecord, id: string): boolean {
  return inputs.some(({ owner }) => owner !== undefined && !isOf(owner, id));
}

function sumOf(sides: readonly { owner: Owner | undefined; value: bigint | undefined }[], id: string): bigint {
  return sides.reduce((sum, { owner, value }) => (isOf(owner, id) ? sum + (value ?? 0n) : sum), 0n);
}

function isFromOutside(record: TransactionRecord, id: string, key: string, context: SweepContext): boolean {
  return record.inputs.every(
    ({ owner }) => owner !== undefined && !isOf(owner, id) && context.serviceOf(owner)?.key !== key,
  );
}

interface Sweeps {
  readonly records: readonly TransactionRecord[];
  readonly mark: ServiceMark;
}

/** Spends that pay nearly everything to one service and gather other owners' coins; undefined where they disagree. */
function findSweeps(spends: readonly TransactionRecord[], id: string, context: SweepContext): Sweeps | undefined {
  const found = spends.flatMap((record) => {
    if (context.isCoinJoin(record) || !hasOtherInputs(record, id)) return [];
    const tally = mainService(record, context);
    return tally ? [{ record, mark: tally.mark }] : [];
  });
  const mark = found[0]?.mark;
  if (!mark || found.some((sweep) => sweep.mark.key !== mark.key)) return undefined;
  return { records: found.map(({ record }) => record), mark };
}

/**
 * What an address got and where it went, from all its transactions. Undefined where it never spent, or where no spend is
 * a sweep to a labelled service.
 */
export function readSweepFacts(
  subject: Owner,
  records: readonly TransactionRecord[],
  context: SweepContext,
): SweepFacts | undefined {
  const id = ownerId(subject);
  const spends = records.filter(({ inputs }) => inputs.some(({ owner }) => isOf(owner, id)));
  const sweeps = findSweeps(spends, id, context);
  if (!sweeps) return undefined;
  const { mark } = sweeps;
  const receipts = records.filter(({ outputs }) => outputs.some(({ owner }) => isOf(owner, id)));
  // Coinbases and receipts of which some input is not known come from nobody in particular.
  const deposits = receipts.filter((record) => !record.isCoinbase && isFromOutside(record, id, mark.key, context));
  const sumSides = (list: readonly TransactionRecord[], side: 'inputs' | 'outputs'): bigint =>
    list.reduce((sum, record) => sum + sumOf(record[side], id), 0n);
  return {
    service: mark,
    spends: spends.length,
    sweeps: sweeps.records.map(({ position }) => position),
    spent: sumSides(spends, 'inputs'),
    swept: sumSides(sweeps.records, 'inputs'),
    received: sumSides(receipts, 'outputs'),
    receivedFromOthers: sumSides(deposits, 'outputs'),
    deposits: deposits.map(({ position }) => position),
  };
}

function sweepEvidence(facts: SweepFacts, confidence: number): Evidence[] {
  const { service, sweeps, deposits } = facts;
  const where = service.viaCluster ? `the cluster of ${service.label.address}` : service.label.address;
  const item = { label: undefined, via: undefined };
  return [
    {
      ...item,
      kind: 'inference',
      sentence: `Sweeps gather its coins with those of other addresses and pay at least ${SWEEP_SHARE} % to one service: rule sweep-to-service, version 1.`,
      confidence,
      positions: sweeps,
    },
    {
      ...item,
      kind: 'fact',
      sentence: `${percent(facts.swept, facts.spent)} % of what it ever spent went to ${where} in ${plural(sweeps.length, 'transaction')} with inputs of others.`,
      confidence: undefined,
      positions: sweeps,
    },
    {
      ...item,
      kind: 'fact',
      sentence: `${percent(facts.receivedFromOthers, facts.received)} % of what it received came from outside, in ${plural(deposits.length, 'transaction')}.`,
      confidence: undefined,
      positions: deposits,
    },
    claimEvidence(service.label),
  ];
}

/** The address takes money from others, and all of it is gathered with others' coins to one labelled service. */
export const sweepToService: VerdictRule = {
  id: 'sweep-to-service',
  version: 1,
  name: 'Coins from others, gathered to one labelled service',
  parameters: {
    sweepShare: `${SWEEP_SHARE} %`,
    sweptShare: `${SWEPT_SHARE} %`,
    othersShare: `${OTHERS_SHARE} %`,
    ceiling: `${CEILING}, ${ONE_SWEEP_CEILING} for a single sweep`,
  },
  find({ labels, sweep, actors }): Finding | undefined {
    if (!sweep || labels.length > 0) return undefined;
    const isSwept = percent(sweep.swept, sweep.spent) >= SWEPT_SHARE;
    const isPaidByOthers = percent(sweep.receivedFromOthers, sweep.received) >= OTHERS_SHARE;
    if (!isSwept || !isPaidByOthers) return undefined;
    const { label } = sweep.service;
    const ceiling = sweep.sweeps.length === 1 ? ONE_SWEEP_CEILING : CEILING;
    const confidence = Math.min(claimLevel(label), ceiling);
    return {
      verdict: 'deposit-address',
      sentence: `Probably a deposit address of ${nameOf(label, actors)}: what others paid in was swept to that service.`,
      confidence,
      label,
      category: label.category,
      evidence: sweepEvidence(sweep, confidence),
    };
  },
};
