import { writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { assertGapLimit, type BranchFinding, discoverAccounts } from '@trailmark/analysis/statement/discover-addresses';
import { checkWalletAddresses } from '@trailmark/api/contract/wallet-key';
import { formatAddress } from '@trailmark/chains/chain-address';
import { type OpenedSecret, openSecret, type SecretFault } from '@trailmark/chains/wallet/open-secret';
import { type ChainId, isChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { DEFAULT_GAP_LIMIT } from '@trailmark/core/statement/wallet-keys';
import { findLockHolder, takeDataLock } from '@trailmark/store/data-lock';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { LedgerHost } from '../ledger/ledger-host.ts';
import { createLedgers, type Ledgers } from '../ledger/ledgers.ts';
import { checkAddresses } from '../ledger/wallets/check-addresses.ts';
import { handOverQuestion } from './hand-over.ts';
import { askHidden, readPipedLines } from './hidden-input.ts';
import type { ScanSeedOptions } from './scan-seed.ts';
import { formatScan, type ScannedChain, type ScanResult } from './scan-seed-lines.ts';

/** Name of the question at the control socket. It carries addresses and nothing else. */
export const ADDRESSES_QUESTION = 'addresses';
const EXIT_NOTHING_FOUND = 1;

const answerShape = checkWalletAddresses.output.extend({ indexed: z.array(z.string()) });
type Answer = z.output<typeof answerShape>;
type Found = Answer['chains'][number];
type Use = Found['found'][number]['use'];

/** Asks which addresses the index has seen, chain by chain. */
type Ask = (chains: readonly { readonly chain: ChainId; readonly addresses: readonly string[] }[]) => Promise<Answer>;

/** Answers which of many addresses the index has seen, as JSON text, in the process that has the data folder open. */
export async function answerAddressesQuestion(
  { deps: { ledgers } }: { readonly deps: { readonly ledgers: Ledgers } },
  asked: unknown,
  signal: AbortSignal,
): Promise<string> {
  const parsed = checkWalletAddresses.body.safeParse(asked);
  if (!parsed.success) throw new AppError('invalid', 'These are no addresses of chains.');
  const answer = await checkAddresses(ledgers, parsed.data.chains, { signal });
  const indexed = ledgers.list().map(({ id }) => id);
  return JSON.stringify(answerShape.encode({ ...answer, indexed }));
}

async function withIndex<T>(config: Config, software: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const holder = findLockHolder(config.dataDir);
  const read = (text: string): Answer => answerShape.parse(JSON.parse(text));
  const { control } = holder ?? {};
  if (control) return work(async (chains) => read(await handOverQuestion(control, ADDRESSES_QUESTION, { chains })));
  await using opened = new AsyncDisposableStack();
  opened.adopt(takeDataLock(config.dataDir, 'scan-seed'), (lock) => lock.release());
  const host = opened.adopt(await LedgerHost.open(config), (each) => each.close());
  const { readers, overlays } = host;
  const ledgers = createLedgers({ readers, overlays, ingestStatus: () => null, software });
  const { signal } = new AbortController();
  // Awaited here: what is opened above closes as soon as this function has returned.
  return await work(async (chains) => read(await answerAddressesQuestion({ deps: { ledgers } }, { chains }, signal)));
}

/** The chains to look at, of those that are indexed. Throws `invalid` where one is not. */
function chooseChains(indexed: readonly string[], wanted: readonly ChainId[]): readonly ChainId[] {
  const all = indexed.filter(isChainId);
  if (all.length === 0) throw new AppError('invalid', 'Nothing is indexed yet, so there is nothing to look in.');
  const absent = wanted.filter((chain) => !all.includes(chain));
  if (absent.length === 0) return wanted.length === 0 ? all : [...new Set(wanted)];
  throw new AppError('invalid', `Not indexed here: ${absent.join(', ')}. Indexed: ${all.join(', ')}.`);
}

/** Looks for the addresses of an opened secret in the index that `ask` reaches. */
export async function scanSecret(
  secret: OpenedSecret,
  { chains: wanted, gapLimit = DEFAULT_GAP_LIMIT }: Pick<ScanSeedOptions, 'chains' | 'gapLimit'>,
  ask: Ask,
): Promise<ScanResult> {
  const chains = chooseChains((await ask([])).indexed, wanted);
  const about = new Map<ChainId, Found>();
  const lookUp = async (chain: ChainId, keys: readonly string[]): Promise<Map<string, Use>> => {
    const byAddress = new Map(keys.map((key) => [formatAddress(chain, key), key]));
    const [answer] = (await ask([{ chain, addresses: [...byAddress.keys()] }])).chains;
    if (answer) about.set(chain, answer);
    return new Map(
      (answer?.found ?? []).flatMap(({ address, use }) => {
        const key = byAddress.get(address);
        return key === undefined ? [] : [[key, use] as const];
      }),
    );
  };
  const branches = (account: number) =>
    account === 0 || secret.hasAccounts ? chains.flatMap((chain) => secret.branches(chain, account)) : [];
  const findings = await discoverAccounts(branches, {
    gapLimit,
    lookUp,
    pause: async () => void (await setImmediate()),
  });
  const byChain = Map.groupBy(findings, ({ chain }) => chain);
  return {
    title: secret.title,
    gapLimit,
    chains: chains.map((chain) => toScannedChain(chain, byChain.get(chain) ?? [], about.get(chain))),
  };
}

function toScannedChain(
  chain: ChainId,
  branches: readonly BranchFinding<Use>[],
  about: Found | undefined,
): ScannedChain {
  const { asOf = null, coverage = null } = about ?? {};
  return { chain, height: asOf?.height ?? null, coverage: coverage?.summary ?? null, branches };
}

/** Says why a text was not read. Words that would fit are shown at a terminal alone, never to a file or a pipe. */
export function describeFault({ message, suspects }: SecretFault, isTerminal: boolean): string {
  if (!isTerminal) return message;
  const lines = suspects
    .filter(({ near }) => near.length > 0)
    .map(({ position, near }) => `  Near word ${position} in the list: ${near.join(', ')}`);
  return [message, ...lines].join('\n');
}

async function readSecret(options: ScanSeedOptions): Promise<readonly [text: string, passphrase: string]> {
  if (!process.stdin.isTTY) {
    const [text = '', passphrase = ''] = await readPipedLines(process.stdin);
    return [text, options.hasPassphrase ? passphrase : ''];
  }
  const text = await askHidden(process.stdin, process.stderr, 'Seed phrase or key (not shown): ');
  const passphrase = options.hasPassphrase
    ? await askHidden(process.stdin, process.stderr, 'Passphrase (not shown): ')
    : '';
  return [text, passphrase];
}

/** Runs the command. The exit codes are in its help. */
export async function runScanSeedCommand(config: Config, options: ScanSeedOptions, software: string): Promise<number> {
  assertGapLimit(options.gapLimit ?? DEFAULT_GAP_LIMIT);
  const opened = openSecret(...(await readSecret(options)));
  process.stdin.destroy();
  if ('fault' in opened) throw new AppError('invalid', describeFault(opened.fault, process.stderr.isTTY === true));
  try {
    const result = await withIndex(config, software, (ask) => scanSecret(opened, options, ask));
    const text = `${formatScan(result, options.isJson)}\n`;
    if (options.output === undefined) process.stdout.write(text);
    else writeFileSync(options.output, text);
    return result.chains.some(({ branches }) => branches.some(({ found }) => found.length > 0))
      ? 0
      : EXIT_NOTHING_FOUND;
  } finally {
    opened.wipe();
  }
}
