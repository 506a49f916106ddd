import type { AssetKey } from '@trailmark/core/asset';
import type { AccountStep, OutputStep, Trace, TracePart } from '@trailmark/core/trace/trace';

/**
 * What a line does to its step. `in`: the trail brings it; `out`: the trail continues with it. Backward a trail runs against the
 * payments, so that there what was paid out comes in.
 */
export type AuditSide = 'in' | 'added' | 'got' | 'out' | 'given' | 'fee' | 'ended' | 'cut';

export interface AuditLine {
  readonly side: AuditSide;
  readonly ref: string;
  readonly place: string | null;
  /** Null where it is not indexed. */
  readonly amount: bigint | null;
  readonly tainted: bigint;
}

/** What must add up to nothing: a transaction of the Bitcoin family, or an account in one asset. */
export interface AuditGroup {
  readonly title: string;
  readonly asset: AssetKey;
  readonly height: number | null;
  readonly hop: number | null;
  readonly lines: readonly AuditLine[];
}

const INCOMING: readonly AuditSide[] = ['in', 'added', 'got'];

/** What came in less what went out: 0n, or the trace is wrong. */
export function differenceOf({ lines }: AuditGroup): bigint {
  return lines.reduce((sum, { side, tainted }) => (INCOMING.includes(side) ? sum + tainted : sum - tainted), 0n);
}

function toLines(side: AuditSide, parts: readonly TracePart[]): AuditLine[] {
  return parts.map(({ ref, address, amount, tainted }) => ({ side, ref, place: address, amount, tainted }));
}

function figure(side: AuditSide, tainted: bigint, amount: bigint | null = tainted): AuditLine[] {
  return tainted === 0n ? [] : [{ side, ref: '', place: null, amount, tainted }];
}

function groupOfOutputs(step: OutputStep, isForward: boolean): AuditGroup {
  const [incoming, outgoing] = isForward ? [step.inputs, step.outputs] : [step.outputs, step.inputs];
  const lines = [
    ...toLines('in', incoming),
    ...figure('added', step.added),
    ...toLines('out', outgoing),
    ...figure('fee', step.feeTainted, step.fee),
  ];
  return { title: step.txid, asset: '', height: step.height, hop: step.hop, lines };
}

function accountKey(address: string, asset: AssetKey): string {
  return JSON.stringify([address, asset]);
}

interface AccountLines {
  readonly title: string;
  readonly asset: AssetKey;
  hop: number;
  readonly lines: AuditLine[];
}

/** Lines of accounts, in the order the trace names them. */
class AccountGroups {
  readonly #groups = new Map<string, AccountLines>();

  add(
    address: string | null,
    asset: AssetKey,
    hop: number,
    line: Omit<AuditLine, 'place'>,
    other: string | null,
  ): void {
    if (address === null) return;
    const key = accountKey(address, asset);
    const group = this.#groups.get(key) ?? { title: address, asset, hop, lines: [] };
    group.hop = Math.min(group.hop, hop);
    group.lines.push({ ...line, place: other });
    this.#groups.set(key, group);
  }

  list(): readonly AccountLines[] {
    return [...this.#groups.values()];
  }
}

function addStep(
  groups: AccountGroups,
  step: AccountStep,
  seeds: ReadonlyMap<string, bigint>,
  isForward: boolean,
): void {
  const [given, got]: readonly AuditSide[] = isForward ? ['given', 'got'] : ['got', 'given'];
  for (const { ref, asset, from, to, amount, tainted } of step.transfers) {
    const [near, far] = isForward ? [from, to] : [to, from];
    const line = { ref, amount, tainted };
    // The trail begins with a seed: only what money of another seed had brought there went out of where it was paid from.
    const passedOn = tainted - (seeds.get(ref) ?? 0n);
    if (passedOn > 0n) groups.add(near, asset, step.hop, { ...line, tainted: passedOn, side: 'out' }, far);
    groups.add(far, asset, step.hop, { ...line, side: 'in' }, near);
  }
  for (const { account, from, to, moreFrom = [], moreTo = [], protocol } of step.conversions) {
    const ref = step.txid;
    for (const part of [from, ...moreFrom])
      groups.add(account, part.asset, step.hop, { ref, side: given ?? 'given', ...partOf(part) }, protocol);
    for (const part of [to, ...moreTo])
      groups.add(account, part.asset, step.hop, { ref, side: got ?? 'got', ...partOf(part) }, protocol);
  }
}

function partOf({ amount, tainted }: { amount: bigint; tainted: bigint }): { amount: bigint; tainted: bigint } {
  return { amount, tainted };
}

/** Seeds that were themselves given in a trade: no transfer of a step shows them, and the trade begins with them. */
function addTradedSeeds(groups: AccountGroups, trace: Trace): void {
  const steps = trace.steps.flatMap((step) => (step.family === 'accounts' ? [step] : []));
  const byTxid = new Map(steps.toReversed().map((step) => [step.txid, step]));
  const shown = new Set(steps.flatMap(({ transfers }) => transfers.map(({ ref }) => ref)));
  const isForward = trace.request.direction === 'forward';
  for (const { ref, asset, amount, address } of trace.seeds) {
    if (shown.has(ref)) continue;
    const step = byTxid.get(ref.slice(0, ref.indexOf('#')));
    const trade = step?.conversions.find(({ from, to }) => (isForward ? from : to).asset === asset);
    if (step && trade)
      groups.add(trade.account, asset, step.hop, { ref, side: 'in', amount, tainted: amount }, address);
  }
}

interface PaidBeside {
  added: bigint;
  fee: bigint;
}

/** Fees of accounts, and what the method added in them: figures of the books, not of the lines they are checked against. */
function readBooks({ statement }: Trace): ReadonlyMap<string, PaidBeside> {
  const books = new Map<string, PaidBeside>();
  for (const { entries } of statement?.steps ?? []) {
    for (const { address, asset, added, fee } of entries) {
      const key = accountKey(address, asset);
      const known = books.get(key) ?? { added: 0n, fee: 0n };
      books.set(key, { added: known.added + added, fee: known.fee + fee });
    }
  }
  return books;
}

function groupsOfAccounts(trace: Trace): AuditGroup[] {
  const isForward = trace.request.direction === 'forward';
  const seeds = new Map(trace.seeds.map(({ ref, amount }) => [ref, amount]));
  const groups = new AccountGroups();
  for (const step of trace.steps) if (step.family === 'accounts') addStep(groups, step, seeds, isForward);
  addTradedSeeds(groups, trace);
  for (const { address, asset, hop, ref, amount } of trace.leaves) {
    groups.add(address, asset, hop, { ref, side: 'ended', amount, tainted: amount }, null);
  }
  for (const { at, asset, hop, amount } of trace.cuts) {
    groups.add(at, asset, hop, { ref: '', side: 'cut', amount, tainted: amount }, null);
  }
  const books = readBooks(trace);
  return groups.list().map(({ title, asset, hop, lines }) => {
    const { added, fee } = books.get(accountKey(title, asset)) ?? { added: 0n, fee: 0n };
    return { title, asset, height: null, hop, lines: [...lines, ...figure('fee', fee), ...figure('added', added)] };
  });
}

/**
 * Every step of a trace laid open: for the Bitcoin family what came into and out of each transaction, for account chains what
 * came into and out of each account in one asset.
 */
export function toAuditGroups(trace: Trace): AuditGroup[] {
  const isForward = trace.request.direction === 'forward';
  const ofOutputs = trace.steps.flatMap((step) => (step.family === 'outputs' ? [groupOfOutputs(step, isForward)] : []));
  return [...ofOutputs, ...groupsOfAccountsIfAny(trace)];
}

function groupsOfAccountsIfAny(trace: Trace): AuditGroup[] {
  return trace.steps.some(({ family }) => family === 'accounts') ? groupsOfAccounts(trace) : [];
}
