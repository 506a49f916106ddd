import type { AccountLog } from '@trailmark/core/account-block';
import type { AssetKey } from '@trailmark/core/asset';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { numberAt, toAddress } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';
import { createAction, defineProtocol } from './protocol.ts';

/** Same address on every EVM chain (Uniswap Permit2, 2022). */
const PERMIT2 = '000000000022d473030f116ddee9f6b43ac78ba3';
/** From half of the largest number on, an allowance is as good as infinite: contracts count down from it. */
const UNLIMITED = 1n << 255n;
const UNLIMITED_160 = (1n << 160n) - 1n;

/** What a log states that a spender may move. */
export interface Allowance {
  readonly owner: string | undefined;
  readonly spender: string | undefined;
  readonly asset: AssetKey;
  readonly tokenId?: bigint | undefined;
  /** Undefined: everything of the contract. */
  readonly amount: bigint | undefined;
  readonly isUnlimited: boolean;
  readonly isRevoked: boolean;
  readonly via: string;
}

/** Reads a permission; undefined of any other log. Owner and spender are undefined where their words are no addresses. */
export function readAllowance({ address, topics, data }: AccountLog): Allowance | undefined {
  const amount = numberAt(data, 0);
  const [name, owner, second, third] = topics.map((topic, i) => (i === 0 ? topic : toAddress(topic)));
  const parties = { owner, spender: second, asset: address, via: 'Token contract' };
  if (name === EVENTS.APPROVAL.topic && topics.length === 3 && amount !== undefined)
    return { ...parties, amount, isUnlimited: amount >= UNLIMITED, isRevoked: amount === 0n };
  if (name === EVENTS.APPROVAL.topic && topics.length === 4) {
    const tokenId = BigInt(`0x${topics[3]}`);
    return { ...parties, tokenId, amount: 1n, isUnlimited: false, isRevoked: /^0*$/.test(second ?? '') };
  }
  if (name === EVENTS.APPROVAL_FOR_ALL.topic && topics.length === 3 && amount !== undefined)
    return { ...parties, amount: undefined, isUnlimited: true, isRevoked: amount === 0n };
  if (address !== PERMIT2 || topics.length !== 4 || amount === undefined) return undefined;
  if (name !== EVENTS.PERMIT2_APPROVAL.topic && name !== EVENTS.PERMIT2_PERMIT.topic) return undefined;
  const isUnlimited = amount >= UNLIMITED_160;
  return { owner, spender: third, asset: second ?? '', amount, isUnlimited, isRevoked: amount === 0n, via: 'Permit2' };
}

function describe({ amount, isUnlimited, isRevoked, tokenId }: Allowance): string {
  if (isRevoked) return 'A permission to move this asset was taken back, or used up. Nothing moved.';
  if (amount === undefined) return 'A spender may move everything of this collection, now and later. Nothing moved.';
  if (isUnlimited)
    return 'A spender may move any amount of this asset, now and later (unlimited approval). Nothing moved.';
  if (tokenId !== undefined) return 'A spender may move this one token. Nothing moved.';
  return 'A spender may move up to this amount. Nothing moved.';
}

/**
 * Permissions to move an account's tokens: `Approval` (ERC-20, 2015; ERC-721, 2018), `ApprovalForAll` (ERC-721 and ERC-1155,
 * 2018) and Permit2's `Approval` and `Permit` (2022). Never a transfer: what a spender then takes is a move of its own.
 */
export const tokenApproval = defineProtocol({
  id: 'token-approval',
  version: 1,
  name: 'Token approval',
  kinds: ['approval'],
  chains: 'all',
  topics: [
    EVENTS.APPROVAL.topic,
    EVENTS.APPROVAL_FOR_ALL.topic,
    EVENTS.PERMIT2_APPROVAL.topic,
    EVENTS.PERMIT2_PERMIT.topic,
  ],
  find({ logs }): ProtocolAction[] {
    return logs.flatMap((log) => {
      const allowance = readAllowance(log);
      if (!allowance?.owner || allowance.spender === undefined) return [];
      const { owner, spender, asset, amount, tokenId, via } = allowance;
      return [
        createAction(this, {
          kind: 'approval',
          protocol: via,
          account: owner,
          about: amount === undefined ? [] : [{ asset, amount, tokenId }],
          parties: [
            { role: 'spender', address: spender },
            { role: 'issuer', address: asset },
          ],
          evidence: [log.logIndex],
          note: describe(allowance),
        }),
      ];
    });
  },
  mentions(log) {
    const allowance = readAllowance(log);
    return [allowance?.owner, allowance?.spender].filter(
      (address): address is string => address !== undefined && /[1-9a-f]/.test(address),
    );
  },
});
