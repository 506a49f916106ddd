import { findBehaviours } from '@trailmark/analysis/screening/behaviours/find-behaviours';
import { traitsOf } from '@trailmark/chains/chain-traits';
import type { AccountChainId, ChainId } from '@trailmark/core/chain';
import {
  type AddressKey,
  type AssetId,
  coinOf,
  findAssetKey,
  gaplessUntil,
  type LedgerReader,
} from '@trailmark/core/ledger';
import { networkOfChain } from '@trailmark/core/network';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { BehaviourFinding } from '@trailmark/core/screening/behaviour';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { formatAddress } from '../ledger/any-chain.ts';
import type { ServedLedger } from '../ledger/ledgers.ts';
import { readDefaultRules } from '../screening/default-rules.ts';
import { readBehavioursOf } from '../screening/read-subject.ts';
import { formatDecimal } from './decimal-text.ts';
import type { RuleWorld } from './rules/watch-rule.ts';

/** What an asset is called, and how many decimals it has; undefined for a token that nobody here knows. */
export function findAssetWords(
  { tokens }: Pick<Knowledge, 'tokens'>,
  chain: ChainId,
  asset: AssetId,
): { readonly symbol: string; readonly decimals: number } | undefined {
  if (asset === coinOf(chain)) return traitsOf(chain);
  const key = findAssetKey(chain, asset);
  return key === undefined ? undefined : tokens.find(chain as AccountChainId, key);
}

/** `6.79710128 BTC`; units without a name for a token that nobody here knows. */
export function formatAsset(
  knowledge: Pick<Knowledge, 'tokens'>,
  chain: ChainId,
  asset: AssetId,
  amount: bigint,
): string {
  const words = findAssetWords(knowledge, chain, asset);
  if (words) return `${formatDecimal(amount, words.decimals)} ${words.symbol}`;
  return `${formatDecimal(amount, 0)} units of ${asset.slice(chain.length + 1, chain.length + 13)}…`;
}

/** Whether no block below a height is missing. */
const isComplete = (reader: LedgerReader, height: number): boolean => (gaplessUntil(reader.coverage()) ?? -1) >= height;

const PAGE = 500;
/** Later transactions that are taken off a balance; more, and it is not known. */
const MOST_LATER = 5_000;

/** Balance of an address right after a transaction: its balance now without what came later. */
async function readBalanceAfter(
  reader: LedgerReader,
  { key, asset, position }: { readonly key: AddressKey; readonly asset: AssetId; readonly position: Position },
  read: ReadOptions,
): Promise<bigint | undefined> {
  const tip = reader.tip();
  if (!tip || !isComplete(reader, tip.height)) return undefined;
  const { items } = await reader.balances(key, { offset: 0, limit: 200 }, read);
  const now = items.find((each) => each.asset === asset);
  if (!now || now.unfundedSpends > 0) return undefined;
  let balance = now.received - now.sent;
  let after: Position | undefined;
  for (let seen = 0; seen < MOST_LATER; ) {
    const filter = { fromHeight: positionHeight(position), asset, order: 'newest' } as const;
    const entries = await reader.history(key, filter, { after, limit: PAGE }, read);
    for (const entry of entries) {
      if (entry.position <= position) return balance;
      const change = entry.changes.find((each) => each.asset === asset);
      if (change) balance += change.sent - change.received;
    }
    if (entries.length < PAGE) return balance;
    seen += entries.length;
    after = entries.at(-1)?.position;
  }
  return undefined;
}

/** Transfers of a watched address that patterns are looked for in: the newest. */
const MOST_SEEN = 2_000;

/** Patterns of an address over its payments up to a height: later ones change no answer, so a block read again says the same. */
async function readBehaviours(
  ledger: ServedLedger,
  knowledge: Knowledge,
  { key, height }: { readonly key: AddressKey; readonly height: number },
  { signal }: ReadOptions,
): Promise<readonly BehaviourFinding[]> {
  const { currency, reportingThresholds: thresholds } = readDefaultRules().ruleSet;
  const wanted = { peelChains: [], thresholds, currency, signal, most: MOST_SEEN };
  const subject = await readBehavioursOf(ledger, knowledge, key, wanted);
  const transactions = subject.transactions.filter((each) => each.height <= height);
  const tipTime = ledger.transfers.block(height)?.time ?? subject.tipTime;
  return findBehaviours({ ...subject, transactions, tipTime });
}

/** What rules may ask of one chain. */
export function createRuleWorld(
  ledger: ServedLedger,
  knowledge: Knowledge,
  isOwn: (key: AddressKey) => boolean,
  read: ReadOptions,
): RuleWorld {
  const { id: chain, transfers: reader } = ledger;
  const labels = knowledge.labels();
  const network = networkOfChain(chain);
  return {
    isOwn,
    decimals: (asset) => findAssetWords(knowledge, chain, asset)?.decimals,
    format: (amount, asset) => formatAsset(knowledge, chain, asset, amount),
    labelsOf: (key) => (network === undefined ? [] : labels.labelsOf(network, formatAddress(ledger, key))),
    balanceAfter: (key, asset, position) => readBalanceAfter(reader, { key, asset, position }, read),
    lastBefore: async (key, position) => {
      const [last] = await reader.history(key, { order: 'newest' }, { after: position, limit: 1 }, read);
      if (last) return reader.block(positionHeight(last.position))?.time;
      return isComplete(reader, positionHeight(position) - 1) ? null : undefined;
    },
    behavioursOf: (key, height) => readBehaviours(ledger, knowledge, { key, height }, read),
    hasPaidBefore: async (key, other, position) => {
      const found = await reader.links(key, other, { before: { position, slot: 0 }, limit: 1 }, read);
      return found.length > 0;
    },
  };
}
