import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { COINJOIN_FILES, MEMPOOL_ARCHIVE } from './coinjoin-samples.ts';
import { COUNTERFEITS, PAYOFFS } from './measure-noise.ts';
import { TRACED_FILES } from './measure-traces.ts';
import { EMULATIONS, emulationFile } from './owned-ledger.ts';

/** Ground truth from outside the repository. */
export interface DataSet {
  readonly name: string;
  /** Below the data folder. */
  readonly files: readonly string[];
  readonly source: string;
  readonly licence: string;
  readonly use: string;
}

const CROCS = 'github.com/crocs-muni/pets26_coinjoin_analysis, commit 47e25b6bc8cb5075f8d0a65cbe8756870c8911fe';

export const DATA_SETS: readonly DataSet[] = [
  {
    name: 'Scanner files',
    files: COINJOIN_FILES,
    source: `${CROCS}: fixtures of the Dumplings scanner, half of its Whirlpool and other files, and the published lists of false positives`,
    licence: 'MIT',
    use: 'Detectors. The class of a transaction is the file it stands in.',
  },
  {
    name: 'Emulations',
    files: [...new Set(EMULATIONS.map(({ file }) => emulationFile(file)))],
    source: `${CROCS}: runs of EmuCoinJoin, real Wasabi 2 and JoinMarket programs on a test chain`,
    licence: 'MIT',
    use: 'Detectors and clusters. The clients list their own keys, so ownership is known.',
  },
  {
    name: 'Mempool of 2024',
    files: [MEMPOOL_ARCHIVE],
    source: 'github.com/SummerOfBitcoin/code-challenge-2024, commit 87012720eaf5c55d46a1c770fd955166c15d8ea2',
    licence: 'none stated; not part of this repository',
    use: 'How often detectors fire on whatever people send. Nobody says what the transactions are; some were altered.',
  },
  {
    name: 'Address poisoning',
    files: [PAYOFFS, COUNTERFEITS],
    source:
      'github.com/monteccarlos/ethereum-poisoning-detector, commit 299726797e20a17926b0a45f0ba337c078984c8a: confirmed payments to look-alike addresses on Ethereum, and counterfeit tokens',
    licence: 'MIT',
    use: 'Noise on account chains.',
  },
  {
    name: 'Verified flows of three thefts',
    files: TRACED_FILES,
    source: 'github.com/AnonymousMFTracer/dataset, commit 371b2ef28fb00766aaad8b43b37e407cd7f2989e',
    licence: 'MIT',
    use: 'Traces. Payments, sources and ends were verified by hand; payments of anybody else are not in it.',
  },
];

/** Files of a set that are not in the data folder. */
export function absentFiles(data: string, { files }: DataSet): string[] {
  return files.filter((file) => !existsSync(join(data, file)));
}
