import { airdrop } from './airdrop.ts';
import { approval } from './approval.ts';
import { bridge } from './bridge.ts';
import { call } from './call.ts';
import { created } from './created.ts';
import { failedFee } from './failed-fee.ts';
import { joint } from './joint.ts';
import type { LineRule } from './line-rule.ts';
import { nftTrade } from './nft-trade.ts';
import { ownTransfer } from './own-transfer.ts';
import { stake } from './stake.ts';
import { swap } from './swap.ts';
import { wrap } from './wrap.ts';

/** Every rule that names lines, the first that says something decides. What none names is a deposit or a withdrawal. */
export const LINE_RULES: readonly LineRule[] = [
  joint,
  failedFee,
  bridge,
  wrap,
  nftTrade,
  swap,
  stake,
  created,
  airdrop,
  approval,
  ownTransfer,
  call,
];

/** Version of the rules together, for as-of. */
export const LINE_RULES_VERSION = LINE_RULES.map(({ id }) => id).join(' ');
