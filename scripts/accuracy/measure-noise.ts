import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCOUNT_NOISE, classifyMoves, NOISE_PARAMS } from '@trailmark/analysis/account-noise/classify-moves';
import { indexLookAlikes } from '@trailmark/analysis/account-noise/look-alikes';
import { describeRule } from '@trailmark/analysis/parse-params';
import type { StoredMove } from '@trailmark/core/account-ledger';
import type { TokenMetadata, TokenReader } from '@trailmark/core/asset';
import { toPosition } from '@trailmark/core/position';
import { readAccountTable } from '../../packages/ingest/src/account-bundled/account-table.ts';
import { loadTokenLists } from '../../packages/ingest/src/tokens/token-list.ts';
import type { Share } from './wilson.ts';

export const PAYOFFS = 'evm/address-poisoning/payoff_transfers_ethereum.csv';
export const COUNTERFEITS = 'evm/address-poisoning/counterfeit_tokens.csv';

/** What cases from outside the repository say. */
export interface NoiseCases {
  /** Confirmed victims' payments whose recipient the rule flags, by how many digits must agree. */
  readonly payoffs: readonly { readonly digits: string; readonly found: Share }[];
  /** Counterfeits found by their symbol alone, with the list of counterfeits put aside. */
  readonly counterfeits: Share;
}

/** What the bundled blocks and token lists say. */
export interface NoiseReport {
  /** Addresses in bundled blocks that share the digits with another, and their transactions. */
  readonly alike: { readonly addresses: number; readonly alike: number; readonly transactions: readonly string[] };
  /** Known tokens of other chains whose symbol is taken for that of another known token or of the coin. */
  readonly falseImitations: Share;
  /** Token transfers of bundled blocks, seen from both sides: those of nothing, and those folded. */
  readonly blocks: { readonly views: number; readonly zero: number; readonly spoofed: number; readonly folded: number };
}

function readRows(path: string): Record<string, string>[] {
  const [head, ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const names = head?.split(',') ?? [];
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
  });
}

const toKey = (text: string | undefined): string => (text ?? '').toLowerCase().replace(/^0x/, '');

function createMove(more: Partial<StoredMove>): StoredMove {
  return {
    ...{
      kind: 'token',
      asset: '',
      from: '',
      to: '',
      amount: 1n,
      tokenId: undefined,
      logIndex: 0,
      tracePath: undefined,
    },
    ...{ flags: 0, slot: 0, position: toPosition(0, 0) },
    ...more,
  };
}

/** Each victim's history: the address it meant, and everything else it paid in the file. */
function measurePayoffs(
  rows: readonly Record<string, string>[],
  tokens: TokenReader,
  first: number,
  last: number,
): Share {
  const hits = rows.filter((row) => {
    const [address, to] = [toKey(row.topics_from_addr), toKey(row.topics_to_addr)];
    const [verdict] = classifyMoves({
      ...{ chain: 'eth', address, tokens, metadata: new Map(), params: { firstDigits: first, lastDigits: last } },
      moves: [createMove({ asset: toKey(row.addr), from: address, to, amount: 10n ** 12n })],
      senderOf: () => address,
      counterparties: [toKey(row.intended_addr)],
    });
    return verdict?.flags.includes('look-alike') && verdict.folded === undefined;
  });
  return { hits: hits.length, total: rows.length };
}

function isImitation(tokens: TokenReader, contract: string, symbol: string): boolean {
  const metadata = new Map<string, TokenMetadata>([
    [contract, { contract, symbol, name: undefined, decimals: 18, height: undefined }],
  ]);
  const [verdict] = classifyMoves({
    ...{ chain: 'eth', address: 'a'.repeat(40), tokens, metadata, counterparties: [] },
    moves: [createMove({ asset: contract, from: 'b'.repeat(40), to: 'a'.repeat(40) })],
    senderOf: () => 'b'.repeat(40),
  });
  return verdict?.flags.includes('imitation') ?? false;
}

function withoutCounterfeits(tokens: TokenReader): TokenReader {
  return {
    version: `${tokens.version}, no counterfeits`,
    find: tokens.find.bind(tokens),
    list: tokens.list.bind(tokens),
    counterfeitOf: () => undefined,
  };
}

/** Tokens known on other chains, of another symbol than any known here: none of them imitates anything. */
function measureFalseImitations(tokens: TokenReader): Share {
  const here = new Set([...tokens.list('eth').map(({ symbol }) => symbol), 'ETH']);
  const others = (['arbitrum', 'avalanche', 'base', 'bsc', 'optimism', 'polygon', 'trx'] as const)
    .flatMap((chain) => tokens.list(chain))
    .filter(({ symbol, contract }) => !here.has(symbol) && tokens.find('eth', contract) === undefined);
  const unique = [...new Map(others.map((token) => [token.symbol, token])).values()];
  const taken = unique.filter(({ contract, symbol }) => isImitation(tokens, contract, symbol));
  return { hits: taken.length, total: unique.length };
}

interface BlockMove {
  readonly move: StoredMove;
  readonly sender: string;
  readonly hash: string;
}

async function readBlockMoves(): Promise<BlockMove[]> {
  const found: BlockMove[] = [];
  for (const id of ['eth-15000000', 'eth-17173049']) {
    const file = new URL(`../../data/eth/${id}/facts.jsonl.gz`, import.meta.url);
    for await (const blocks of readAccountTable(file, id)) {
      for (const { height, transactions } of blocks) {
        for (const { index, from, hash, moves } of transactions) {
          const position = toPosition(height, index);
          found.push(...moves.map((move, slot) => ({ move: { ...move, position, slot }, sender: from, hash })));
        }
      }
    }
  }
  return found;
}

function measureAlike(moves: readonly BlockMove[]): NoiseReport['alike'] {
  const addresses = [...new Set(moves.flatMap(({ move }) => [move.from, move.to]))].filter((address) => address !== '');
  const { firstDigits, lastDigits } = NOISE_PARAMS.parse({});
  const index = indexLookAlikes(addresses, firstDigits, lastDigits);
  const alike = new Set(addresses.filter((address) => index.find(address) !== undefined));
  const hashes = moves.filter(({ move }) => alike.has(move.from) || alike.has(move.to)).map(({ hash }) => hash);
  return { addresses: addresses.length, alike: alike.size, transactions: [...new Set(hashes)] };
}

function measureBlocks(moves: readonly BlockMove[], tokens: TokenReader): NoiseReport['blocks'] {
  const token = moves.filter(({ move }) => ['token', 'nft', 'multi-token'].includes(move.kind));
  const verdicts = token.flatMap(({ move, sender }) =>
    [...new Set([move.from, move.to])]
      .filter((address) => address !== '')
      .flatMap((address) =>
        classifyMoves({
          ...{ chain: 'eth', address, tokens, moves: [move], metadata: new Map(), counterparties: [] },
          senderOf: () => sender,
        }),
      ),
  );
  return {
    views: verdicts.length,
    zero: verdicts.filter(({ flags }) => flags.includes('zero-value')).length,
    spoofed: verdicts.filter(({ flags }) => flags.includes('spoofed')).length,
    folded: verdicts.filter(({ folded }) => folded !== undefined).length,
  };
}

/** The rule as it is named in answers, with its parameters. */
export function noiseVersion(): string {
  return describeRule(ACCOUNT_NOISE.id, ACCOUNT_NOISE.version, NOISE_PARAMS.parse({}));
}

/** Measures false alarms, and how often the rule fires. */
export async function measureNoise(): Promise<NoiseReport> {
  const tokens = loadTokenLists();
  const moves = await readBlockMoves();
  return {
    alike: measureAlike(moves),
    falseImitations: measureFalseImitations(withoutCounterfeits(tokens)),
    blocks: measureBlocks(moves, tokens),
  };
}

/** Measures recall on the cases that others confirmed. Throws where the files are absent. */
export function measureNoiseCases(data: string): NoiseCases {
  const tokens = loadTokenLists();
  const payoffs = readRows(join(data, PAYOFFS));
  const fakes = readRows(join(data, COUNTERFEITS));
  const plain = withoutCounterfeits(tokens);
  const caught = fakes.filter((row) => isImitation(plain, toKey(row.token_address), row.token_symbol ?? ''));
  const digits = [
    [3, 4],
    [4, 4],
  ];
  return {
    payoffs: digits.map(([first = 0, last = 0]) => ({
      digits: `${first} first and ${last} last`,
      found: measurePayoffs(payoffs, tokens, first, last),
    })),
    counterfeits: { hits: caught.length, total: fakes.length },
  };
}
