import type { BranchFinding } from '@trailmark/analysis/statement/discover-addresses';
import type { checkWalletAddresses } from '@trailmark/api/contract/wallet-key';
import type { RouteOutput } from '@trailmark/api/route';
import { traitsOf } from '@trailmark/chains/chain-traits';
import { formatUnits } from '@trailmark/core/amount';
import type { ChainId } from '@trailmark/core/chain';
import { formatCount, formatPlural } from '../answers/format-count.ts';

type Use = RouteOutput<typeof checkWalletAddresses>['chains'][number]['found'][number]['use'];

/** What was found on one chain. */
export interface ScannedChain {
  readonly chain: ChainId;
  /** Last whole block of the index; null: none. */
  readonly height: number | null;
  /** What of the chain is indexed, in words. */
  readonly coverage: string | null;
  readonly branches: readonly BranchFinding<Use>[];
}

/** What a scan found. Nothing of the phrase is in it. */
export interface ScanResult {
  readonly title: string;
  readonly gapLimit: number;
  readonly chains: readonly ScannedChain[];
}

function formatDay({ time, height }: Use['first']): string {
  return time === null ? `block ${formatCount(height)}` : new Date(time * 1000).toISOString().slice(0, 10);
}

function formatUse(chain: ChainId, { transactionCount, first, last, balance, tokenCount }: Use): string {
  const { symbol, decimals } = traitsOf(chain);
  const amount = balance === null ? 'balance not known' : `${formatUnits(balance, decimals)} ${symbol}`;
  const tokens = tokenCount === 0 ? '' : `, ${formatPlural(tokenCount, 'token')}`;
  return `${amount}${tokens}, ${formatPlural(transactionCount, 'transaction')}, ${formatDay(first)} to ${formatDay(last)}`;
}

function formatBranch({
  chain,
  wallet,
  path,
  form,
  found,
  largestGap,
  isNearLimit,
  isCut,
}: BranchFinding<Use>): string[] {
  const warnings = [
    ...(isNearLimit
      ? [
          `    Largest gap ${largestGap}: this wallet may have addresses further on. Search again with a larger --gap-limit.`,
        ]
      : []),
    ...(isCut ? ['    The search was stopped here: the branch has more addresses.'] : []),
  ];
  return [
    `  ${[wallet, form, path].filter(Boolean).join(', ')}`,
    ...found.map(({ path: steps, address, use }) => `    ${steps.padEnd(26)} ${address}  ${formatUse(chain, use)}`),
    ...warnings,
  ];
}

function formatChain({ chain, height, coverage, branches }: ScannedChain): string[] {
  const used = branches.filter(({ found }) => found.length > 0);
  const looked = branches.reduce((sum, branch) => sum + branch.looked, 0);
  const tip = height === null ? 'no whole block indexed' : `indexed to block ${formatCount(height)}`;
  const searched = `  ${formatPlural(looked, 'address', 'addresses')} of ${formatPlural(branches.length, 'branch', 'branches')} searched.`;
  const nothing =
    branches.length === 0
      ? '  This key says nothing of addresses of this chain.'
      : `${searched} None was seen in this index.`;
  return [
    `${traitsOf(chain).name} (${chain}), ${tip}`,
    ...(coverage === null ? [] : [`  ${coverage}`]),
    ...(used.length === 0 ? [nothing] : [searched, ...used.flatMap(formatBranch)]),
  ];
}

/** What a scan found, for a terminal or as JSON with amounts as decimal text in the smallest unit. */
export function formatScan(result: ScanResult, isJson: boolean): string {
  if (isJson) return JSON.stringify(result, (_, value) => (typeof value === 'bigint' ? value.toString() : value), 1);
  const note = 'An address that this index has not seen may be used all the same: see what of each chain is indexed.';
  return [
    `${result.title}. Gap limit ${result.gapLimit}.`,
    ...result.chains.flatMap((chain) => ['', ...formatChain(chain)]),
    '',
    note,
  ].join('\n');
}
