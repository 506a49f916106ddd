import { CHAIN_IDS, type ChainId, parseChainId } from '@trailmark/core/chain';
import { defineCommand, type GivenWords } from './define-command.ts';
import { readNumber, readText, readTexts, refuseWords } from './given-words.ts';

const NAME = 'ingest';

/** Where an ingest reads blocks from. */
export interface IngestOptions {
  readonly chain: ChainId;
  /** URL of a node's RPC, without credentials; undefined where block files are read. */
  readonly rpc: string | undefined;
  readonly rpcUser: string | undefined;
  /** The node's cookie file. */
  readonly rpcCookie: string | undefined;
  /** Folder of `blk*.dat` files. */
  readonly blocks: string | undefined;
  /** Network magics beside the chain's own that frame blocks in the files, 8 hex digits each. */
  readonly magics: readonly string[];
  readonly to: number | undefined;
  /** Memory for unspent outputs, MiB. */
  readonly cacheMib: number | undefined;
  /** Seconds between looks at the node while following. */
  readonly pollSeconds: number | undefined;
  /** Goes on with new blocks until stopped. */
  readonly follow: boolean;
}

function toMagics(magics: readonly string[]): readonly string[] {
  if (magics.every((magic) => /^[0-9a-f]{8}$/i.test(magic))) return magics.map((magic) => magic.toLowerCase());
  return refuseWords(NAME, '--magic takes eight hexadecimal digits, such as f9beb4d9.');
}

function parse(given: GivenWords): IngestOptions {
  const [chain, ...more] = given.positionals;
  if (chain === undefined) return refuseWords(NAME, `Which chain? Known chains: ${CHAIN_IDS.join(', ')}.`);
  if (more.length > 0) refuseWords(NAME, `One chain at a time: "${more[0]}" is one too many.`);
  const [rpc, blocks] = [readText(given, 'rpc'), readText(given, 'blocks')];
  if ((rpc === undefined) === (blocks === undefined)) refuseWords(NAME, 'Give either --rpc or --blocks, not both.');
  return {
    chain: parseChainId(chain),
    rpc,
    rpcUser: readText(given, 'rpc-user'),
    rpcCookie: readText(given, 'rpc-cookie'),
    blocks,
    magics: toMagics(readTexts(given, 'magic')),
    to: readNumber(NAME, given, 'to'),
    cacheMib: readNumber(NAME, given, 'cache'),
    pollSeconds: readNumber(NAME, given, 'poll'),
    follow: given.values.follow === true,
  };
}

/** Reads blocks of a chain into the index. */
export const ingestCommand = defineCommand<IngestOptions>({
  name: NAME,
  summary: 'Read blocks of a chain into the index',
  help: `trailmark ingest <chain> --rpc <url> [--rpc-cookie <file> | --rpc-user <name>] [--follow]
trailmark ingest <chain> --blocks <folder>

Reads blocks from a node's RPC or from its block files. Nothing counts before its proof of work, parent and Merkle root are
checked. --follow goes on with new blocks and unconfirmed transactions until it is stopped. The password of --rpc-user is
taken from TRAILMARK_RPC_PASSWORD. While a server runs on the same data folder, it does the work and reports here.

  --to <height>      stop there
  --cache <MiB>      memory for unspent outputs, 144 unless said; more is faster on a whole main chain
  --poll <seconds>   how often to look at the node while following, 5 unless said
  --magic <hex>      accept another network magic in block files; may be given more than once

Chains: ${CHAIN_IDS.join(', ')}`,
  options: {
    rpc: { type: 'string' },
    'rpc-user': { type: 'string' },
    'rpc-cookie': { type: 'string' },
    blocks: { type: 'string' },
    magic: { type: 'string', multiple: true },
    to: { type: 'string' },
    cache: { type: 'string' },
    poll: { type: 'string' },
    follow: { type: 'boolean' },
  },
  parse,
  run: async (options, readSettings) => {
    const { ingest } = await import('../compose.ts');
    await ingest(readSettings(), options);
    return 0;
  },
});
