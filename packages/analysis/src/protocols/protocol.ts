import type { AccountKey, AccountLog } from '@trailmark/core/account-block';
import type { AccountTransactionRecord, StoredMove } from '@trailmark/core/account-ledger';
import type { AccountChainId } from '@trailmark/core/chain';
import type { ActionKind, ProtocolAction } from '@trailmark/core/protocol-action';

/** One transaction as a protocol reads it. Logs that became moves (Transfer, deposits of the wrapped coin) are not in `logs`. */
export interface ProtocolInput {
  readonly chain: AccountChainId;
  readonly transaction: AccountTransactionRecord;
  readonly moves: readonly StoredMove[];
  readonly logs: readonly AccountLog[];
}

/** A rule that recognises what one protocol did in one transaction. Pure: the same transaction, the same actions. */
export interface Protocol {
  /** Also the name of its page, docs/methods/protocol-<id>.md. */
  readonly id: string;
  /** Counts up with every change that can change an action. */
  readonly version: number;
  readonly name: string;
  readonly kinds: readonly ActionKind[];
  readonly chains: 'all' | readonly AccountChainId[];
  /** Cheap gate: it is run only on transactions with a log whose first topic is one of these; `moves`: of all. */
  readonly topics: 'moves' | readonly string[];
  find(input: ProtocolInput): ProtocolAction[];
  /** Addresses a log of its topics speaks of, so that their own histories find it. */
  mentions?(log: AccountLog, chain: AccountChainId): AccountKey[];
}

/** Identity with types. */
export function defineProtocol(protocol: Protocol): Protocol {
  return protocol;
}

type ActionDraft = Pick<ProtocolAction, 'kind' | 'note'> & Partial<Omit<ProtocolAction, 'kind' | 'note'>>;

/** An action of a protocol with what was left out empty. */
export function createAction(protocol: Pick<Protocol, 'id' | 'version' | 'name'>, draft: ActionDraft): ProtocolAction {
  return {
    rule: `${protocol.id}/${protocol.version}`,
    protocol: protocol.name,
    account: undefined,
    given: [],
    got: [],
    about: [],
    parties: [],
    counterpart: undefined,
    evidence: [],
    ...draft,
  };
}
