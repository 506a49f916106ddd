import { type ChainId, parseChainId } from '@trailmark/core/chain';
import { readVersion } from './command-process.ts';
import { defineCommand } from './define-command.ts';
import { readNumber, readText, readTexts, refuseWords } from './given-words.ts';

const NAME = 'scan-seed';

/** How a seed is scanned. What it is comes through the terminal or a pipe, and is no option. */
export interface ScanSeedOptions {
  /** Chains to look at; empty: all that are indexed. */
  readonly chains: readonly ChainId[];
  readonly gapLimit: number | undefined;
  readonly hasPassphrase: boolean;
  readonly isJson: boolean;
  readonly output: string | undefined;
}

/** Derives the addresses of a seed phrase or key on this machine, and looks for them in the own index. */
export const scanSeedCommand = defineCommand<ScanSeedOptions>({
  name: NAME,
  summary: 'Look for the addresses of a seed phrase or key in the index',
  help: `trailmark scan-seed [options]

Asks for a seed phrase or a key without showing it, or reads it from a pipe, derives the addresses of all usual wallets on this
machine, and looks for the addresses in the own index. The phrase is not sent, stored or logged: a running server gets addresses.
Reads phrases of BIP 39 in ten languages and of Electrum, extended keys, descriptors, WIF keys and 64 hexadecimal digits.

  --passphrase            asks for the passphrase of BIP 39 too ("25th word"); from a pipe it is the second line
  --chain <chain>         one chain, or several by repeating it; all indexed chains unless given
  --gap-limit <n>         unused addresses in a row that end a branch: 20 unless given, at most 1,000
  --json                  what was found as JSON, with every branch that was searched
  --output <file>         writes there instead of to the terminal

Never give a phrase as an argument or in the environment: both are visible to others and are kept in histories.
Exit codes: 0 addresses were found; 1 none was seen in this index, which does not mean that the wallet is unused.`,
  options: {
    chain: { type: 'string', multiple: true },
    'gap-limit': { type: 'string' },
    json: { type: 'boolean' },
    output: { type: 'string' },
    passphrase: { type: 'boolean' },
  },
  parse: (given) => {
    // The words are not repeated: they may be the phrase.
    if (given.positionals.length > 0) {
      return refuseWords(NAME, 'A phrase or key is never an argument: it would stay in the history of the terminal.');
    }
    return {
      chains: readTexts(given, 'chain').map(parseChainId),
      gapLimit: readNumber(NAME, given, 'gap-limit'),
      hasPassphrase: given.values.passphrase === true,
      isJson: given.values.json === true,
      output: readText(given, 'output'),
    };
  },
  run: async (options, readSettings) => {
    const { runScanSeedCommand } = await import('./scan-seed-command.ts');
    return runScanSeedCommand(readSettings(), options, readVersion());
  },
});
