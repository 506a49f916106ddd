import type { AccountKey } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import type { Position } from '@trailmark/core/position';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import type { StopReason } from '@trailmark/core/trace/stop-reason';
import type { TraceLeaf } from '@trailmark/core/trace/trace';
import { chooseBridge } from '../../protocols/choose-bridge.ts';
import type { AccountTrail } from './account-trail.ts';
import type { LoadedAccounts } from './loaded-accounts.ts';

export interface TrailEnd {
  readonly reason: StopReason;
  readonly detail: string;
  readonly onward: TraceLeaf['onward'];
}

/** What becomes of a traced payment: it ends, continues, or something has to be read first. */
export type Verdict =
  | { readonly kind: 'end'; readonly end: TrailEnd }
  | { readonly kind: 'on' }
  | { readonly kind: 'unread'; readonly what: 'account' | 'actions' };

const ON: Verdict = { kind: 'on' };
const DETAILS: Partial<Record<StopReason, string>> = {
  'stop-at': 'The examiner ends trails at this address.',
  sanctioned: 'This address is said to be sanctioned.',
  labelled: 'A label names this address.',
  service: 'This address is said to be of a service, which pools what it takes in.',
  mixer: 'This address is said to be of a mixer.',
  bridge: 'This address is said to be of a bridge. No message or memo in this transaction names the other side.',
  contract: 'The payment went to a contract, and no protocol known here says what became of it.',
};
const UNKNOWN_ORIGIN = 'The payment came from a contract, and no protocol known here says what it was paid for.';

function end(reason: StopReason, detail: string, onward: TraceLeaf['onward'] = null): Verdict {
  return { kind: 'end', end: { reason, detail, onward } };
}

/** Decides at each traced payment whether the trail ends there. */
export class TrailEnds {
  private readonly trail: AccountTrail;
  private readonly loaded: LoadedAccounts;

  constructor(trail: AccountTrail, loaded: LoadedAccounts) {
    this.trail = trail;
    this.loaded = loaded;
  }

  /** `near` is the account the trail comes from, `far` the one it would continue to. */
  judge(move: StoredMove, near: AccountKey, far: AccountKey, hop: number): Verdict {
    const { trail, loaded } = this;
    if (far === '') return this.judgeNobody(move, near);
    const reason = trail.parties.stopReason(far);
    if (reason === 'stop-at' || reason === 'sanctioned' || reason === 'service' || reason === 'labelled')
      return this.byParty(reason);
    const kind = trail.parties.find(far)?.kind;
    const isContract = loaded.isContract(far);
    if (isContract || kind === 'mixer' || kind === 'bridge' || kind === 'contract') {
      const actions = loaded.actions.get(move.position);
      if (!actions) return { kind: 'unread', what: 'actions' };
      const found = this.byAction(actions, move, near, far);
      if (found) return found;
    }
    if (reason) return this.byParty(reason);
    if (hop >= trail.request.stops.maxHops)
      return end(
        'hop-cap',
        `The payment is hop ${hop}, and trails are followed up to hop ${trail.request.stops.maxHops}.`,
      );
    if (isContract === undefined) return { kind: 'unread', what: 'account' };
    return isContract && trail.request.stops.contracts ? this.byParty('contract') : ON;
  }

  /** Bridges burn what they take in and mint what they pay out, so what the transaction did is read first. */
  private judgeNobody(move: StoredMove, near: AccountKey): Verdict {
    const actions = this.loaded.actions.get(move.position);
    if (!actions && move.kind === 'token') return { kind: 'unread', what: 'actions' };
    const found = actions && this.byAction(actions, move, near, '');
    if (found) return found;
    return this.trail.isForward
      ? end('destroyed', 'The amount was destroyed: the move goes to nobody.')
      : end('issued', 'The amount was newly made here: the move comes from nobody.');
  }

  private byParty(reason: StopReason): Verdict {
    const detail = !this.trail.isForward && reason === 'contract' ? UNKNOWN_ORIGIN : (DETAILS[reason] ?? '');
    return end(reason, detail);
  }

  private byAction(
    actions: readonly ProtocolAction[],
    move: StoredMove,
    near: AccountKey,
    far: AccountKey,
  ): Verdict | undefined {
    const { isForward, request } = this.trail;
    const mixing = isForward ? 'mixer-deposit' : 'mixer-withdrawal';
    const bridging = isForward ? 'bridge-out' : 'bridge-in';
    const mixer = actions.find(
      ({ kind, parties }) => kind === mixing && parties.some(({ address }) => address === far),
    );
    if (mixer && request.stops.mixers) return end('mixer', `${mixer.protocol}: ${mixer.note}`);
    const bridge = chooseBridge(actions, { kind: bridging, near, far, asset: move.asset });
    if (!bridge || !request.stops.contracts) return undefined;
    return end('bridge', `${bridge.protocol}: ${bridge.note}`, toOnward(bridge));
  }
}

function toOnward({ counterpart }: ProtocolAction): TraceLeaf['onward'] {
  if (!counterpart) return null;
  return {
    network: (counterpart.network ?? 'unknown').slice(0, 200),
    address: counterpart.address?.slice(0, 200) ?? null,
    message: counterpart.message?.slice(0, 200) ?? null,
    certainty: counterpart.certainty,
  };
}

/** The height of a position is all that a sentence about the end of the data needs. */
export function hubDetail(limit: number, all: number, position: Position, isForward: boolean): string {
  const where = isForward ? 'after' : 'before';
  const total = all > limit ? ` It has ${all} of all assets in this index.` : '';
  return `The account has more than ${limit} transfers of this asset ${where} block ${Math.floor(position / 2 ** 20)}.${total}`;
}
