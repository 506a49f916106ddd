import { AppError } from '@trailmark/core/errors';
import { addressItem } from './address.ts';
import { alertItem } from './alert.ts';
import { clusterItem } from './cluster.ts';
import { exchangeAnswerItem } from './exchange-answer.ts';
import { exportItem } from './export.ts';
import { flowExportItem } from './flow-export.ts';
import { flowVersionItem } from './flow-version.ts';
import type { ItemKind } from './item-kind.ts';
import { labelItem } from './label.ts';
import { nftCollectionItem } from './nft-collection.ts';
import { nftTokenItem } from './nft-token.ts';
import { nftWalletItem } from './nft-wallet.ts';
import { reportVersionItem } from './report-version.ts';
import { requestPacketItem } from './request-packet.ts';
import { screeningItem } from './screening.ts';
import { screeningBatchItem } from './screening-batch.ts';
import { statementItem } from './statement.ts';
import { transactionItem } from './transaction.ts';
import { victimLossesItem } from './victim-losses.ts';

/** Kinds of results that a case can hold. */
export const ITEM_KINDS: readonly ItemKind[] = [
  addressItem,
  alertItem,
  clusterItem,
  exchangeAnswerItem,
  exportItem,
  flowExportItem,
  flowVersionItem,
  labelItem,
  nftCollectionItem,
  nftTokenItem,
  nftWalletItem,
  requestPacketItem,
  reportVersionItem,
  screeningItem,
  screeningBatchItem,
  statementItem,
  transactionItem,
  victimLossesItem,
];

export function findItemKind(id: string): ItemKind | undefined {
  return ITEM_KINDS.find((kind) => kind.id === id);
}

/** Throws `invalid`, naming the kinds there are. */
export function getItemKind(id: string): ItemKind {
  const kind = findItemKind(id);
  if (kind) return kind;
  throw new AppError(
    'invalid',
    `There is no kind of item “${id}”. There are: ${ITEM_KINDS.map(({ id }) => id).join(', ')}.`,
  );
}
