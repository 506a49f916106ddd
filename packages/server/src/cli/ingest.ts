import {
  ACCOUNT_CHAIN_IDS,
  type AccountChainId,
  CHAIN_IDS,
  type ChainId,
  isAccountChainId,
  OUTPUT_CHAIN_IDS,
  type OutputChainId,
  parseChainId,
} from '@trailmark/core/chain';
import { DEPTHS, type Depth } from '@trailmark/ingest/account/depth';
import { defineCommand, type GivenWords } from './define-command.ts';
import { readNumber, readText, readTexts, refuseWords } from './given-words.ts';

const NAME = 'ingest';

interface CommonOptions {
  readonly rpcUser: string | undefined;
  readonly to: number | undefined;
  /** Seconds between looks at the node while following. */
  readonly pollSeconds: number | undefined;
  /** Continues with new blocks until stopped. */
  readonly follow: boolean;
}

/** Where an ingest of a chain of outputs reads blocks from. */
export interface UtxoIngestOptions extends CommonOptions {
  readonly family: 'utxo';
  readonly chain: OutputChainId;
  /** URL of a node's RPC, without credentials; undefined where block files are read. */
  readonly rpc: string | undefined;
  /** The node's cookie file. */
  readonly rpcCookie: string | undefined;
  /** First height where the chain is not read from its first block; `first` is the first one the source has. */
  readonly from: number | 'first' | undefined;
  /** The node's block filters instead of whole blocks. */
  readonly filters: boolean;
  /** Folder of `blk*.dat` files. */
  readonly blocks: string | undefined;
  /** Network magics in addition to the chain's own that frame blocks in the files, 8 hex digits each. */
  readonly magics: readonly string[];
  /** Memory for unspent outputs, MiB. */
  readonly cacheMib: number | undefined;
}

/** Where an ingest of an account chain reads blocks from. */
export interface AccountIngestOptions extends CommonOptions {
  readonly family: 'account';
  readonly chain: AccountChainId;
  readonly rpc: string;
  /** First height where nothing of a node is indexed yet. */
  readonly from: number | 'latest' | undefined;
  readonly depth: Depth;
}

export type IngestOptions = UtxoIngestOptions | AccountIngestOptions;

const UTXO_ONLY = ['rpc-cookie', 'blocks', 'magic', 'cache', 'filters'] as const;
const ACCOUNT_ONLY = ['depth'] as const;

function toMagics(magics: readonly string[]): readonly string[] {
  if (magics.every((magic) => /^[0-9a-f]{8}$/i.test(magic))) return magics.map((magic) => magic.toLowerCase());
  return refuseWords(NAME, '--magic takes eight hexadecimal digits, such as f9beb4d9.');
}

function readDepth(given: GivenWords): Depth {
  const text = readText(given, 'depth') ?? 'traces';
  const depth = DEPTHS.find((known) => known === text);
  return depth ?? refuseWords(NAME, `--depth is ${DEPTHS.join(', ')}: "${text.slice(0, 40)}" is none of them.`);
}

function refuseOptions(given: GivenWords, names: readonly string[], chain: ChainId): void {
  const misplaced = names.find((name) => given.values[name] !== undefined);
  if (misplaced !== undefined) refuseWords(NAME, `--${misplaced} has no meaning for ${chain}.`);
}

function parseAccount(given: GivenWords, chain: AccountChainId, common: CommonOptions): AccountIngestOptions {
  refuseOptions(given, UTXO_ONLY, chain);
  const rpc = readText(given, 'rpc') ?? refuseWords(NAME, 'Give the address of a node with --rpc.');
  const from = readText(given, 'from') === 'latest' ? 'latest' : readNumber(NAME, given, 'from');
  return { ...common, family: 'account', chain, rpc, from, depth: readDepth(given) };
}

function parseUtxo(given: GivenWords, chain: OutputChainId, common: CommonOptions): UtxoIngestOptions {
  refuseOptions(given, ACCOUNT_ONLY, chain);
  const [rpc, blocks] = [readText(given, 'rpc'), readText(given, 'blocks')];
  if ((rpc === undefined) === (blocks === undefined)) refuseWords(NAME, 'Give either --rpc or --blocks, not both.');
  const filters = given.values.filters === true;
  const from = readText(given, 'from') === 'first' ? 'first' : readNumber(NAME, given, 'from');
  if (filters && rpc === undefined) refuseWords(NAME, '--filters needs a node: give its address with --rpc.');
  if (filters && (from === 'first' || from === 0)) {
    refuseWords(
      NAME,
      'With --filters, --from takes a height above 0; without it, following begins at the newest block.',
    );
  }
  return {
    ...common,
    family: 'utxo',
    chain,
    rpc,
    rpcCookie: readText(given, 'rpc-cookie'),
    filters,
    from,
    blocks,
    magics: toMagics(readTexts(given, 'magic')),
    cacheMib: readNumber(NAME, given, 'cache'),
  };
}

function parse(given: GivenWords): IngestOptions {
  const [name, ...more] = given.positionals;
  if (name === undefined) return refuseWords(NAME, `Which chain? Known chains: ${CHAIN_IDS.join(', ')}.`);
  if (more.length > 0) refuseWords(NAME, `One chain at a time: "${more[0]}" is one too many.`);
  const chain = parseChainId(name);
  const common = {
    rpcUser: readText(given, 'rpc-user'),
    to: readNumber(NAME, given, 'to'),
    pollSeconds: readNumber(NAME, given, 'poll'),
    follow: given.values.follow === true,
  };
  return isAccountChainId(chain) ? parseAccount(given, chain, common) : parseUtxo(given, chain, common);
}

/** Reads blocks of a chain into the index. */
export const ingestCommand = defineCommand<IngestOptions>({
  name: NAME,
  summary: 'Read blocks of a chain into the index',
  help: `trailmark ingest <chain> --rpc <url> [--rpc-cookie <file> | --rpc-user <name>] [--follow]
trailmark ingest <chain> --blocks <folder> [--from first]
trailmark ingest <chain> --rpc <url> --filters [--from <height>] [--follow]
trailmark ingest <account chain> --rpc <url> [--from <height>|latest] [--depth logs|receipts|traces] [--follow]

Reads blocks from a node's RPC or from its block files. Nothing counts before its proof of work, parent and Merkle root are
checked. --follow continues with new blocks and unconfirmed transactions until it is stopped. The password of --rpc-user is
taken from TRAILMARK_RPC_PASSWORD. While a server runs on the same data folder, it does the work and reports here.
An ingest of block files ends with what was found, used and left out, with file and byte. Exit code: 0 everything was read,
3 blocks were left out because they or blocks below them are missing or damaged, 1 the ingest failed, 2 wrong options.

  --to <height>      stop there
  --from <height>    begin there instead of at the first block, as with a pruned node; what earlier blocks paid is then known
                     from undo data (rev*.dat) or not at all. --from first: at the first block the source has
  --from latest      account chains: begin at the newest block
  --depth <depth>    account chains: how much to ask for. traces (unless said): everything the node offers; receipts: no
                     calls inside transactions; logs: token transfers only. What is not asked for is shown as a gap
  --filters          follow the block filters of the node (it was started with blockfilterindex=1) instead of whole blocks, and fetch
                     only blocks that match what is watched; begins at the newest block unless --from says otherwise, and needs a
                     running server
  --cache <MiB>      memory for unspent outputs, 144 unless said; more is faster on a whole main chain
  --poll <seconds>   how often to look at the node while following: 5 unless said, 0.5 for account chains
  --magic <hex>      accept another network magic in block files; may be given more than once

Chains: ${OUTPUT_CHAIN_IDS.join(', ')}
Account chains: ${ACCOUNT_CHAIN_IDS.join(', ')}`,
  options: {
    rpc: { type: 'string' },
    'rpc-user': { type: 'string' },
    'rpc-cookie': { type: 'string' },
    filters: { type: 'boolean' },
    blocks: { type: 'string' },
    magic: { type: 'string', multiple: true },
    to: { type: 'string' },
    from: { type: 'string' },
    depth: { type: 'string' },
    cache: { type: 'string' },
    poll: { type: 'string' },
    follow: { type: 'boolean' },
  },
  parse,
  run: async (options, readSettings) => {
    const { ingest } = await import('./ledger-commands.ts');
    return ingest(readSettings(), options);
  },
});
