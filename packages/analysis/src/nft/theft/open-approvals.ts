import type { AccountKey } from '@trailmark/core/account-block';
import type { ItemApproval, ItemEvent } from '@trailmark/core/nft';
import type { Position } from '@trailmark/core/position';

/** Permissions by owner, in chain order. */
export class ApprovalBook {
  readonly #byOwner = new Map<AccountKey, ItemApproval[]>();

  /** Approvals in chain order. */
  constructor(approvals: readonly ItemApproval[]) {
    for (const approval of approvals) {
      const list = this.#byOwner.get(approval.owner);
      if (list) list.push(approval);
      else this.#byOwner.set(approval.owner, [approval]);
    }
  }

  /**
   * Permissions that were open when an item left, at or before a position: for all of its collection, or for the item itself since it
   * last moved (a transfer ends the permission for one item).
   */
  openAt({ contract, tokenId, from, position }: ItemEvent, since: Position): ItemApproval[] {
    const latest = new Map<string, ItemApproval>();
    for (const each of this.#byOwner.get(from) ?? []) {
      if (each.position > position || each.contract !== contract) continue;
      if (each.tokenId === undefined) latest.set(`all/${each.spender}`, each);
      else if (each.tokenId === tokenId && each.position >= since) latest.set('one', each);
    }
    return [...latest.values()].filter(({ isRevoked }) => !isRevoked);
  }

  /** Permissions for whole collections, or for single items, that nobody took back up to the end of what is indexed. */
  openNow(owner: AccountKey): ItemApproval[] {
    const latest = new Map<string, ItemApproval>();
    for (const each of this.#byOwner.get(owner) ?? [])
      latest.set(`${each.contract}/${each.tokenId ?? `all/${each.spender}`}`, each);
    return [...latest.values()].filter(({ isRevoked }) => !isRevoked);
  }
}
