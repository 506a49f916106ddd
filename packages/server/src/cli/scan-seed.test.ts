import { PassThrough } from 'node:stream';
import { checkWalletAddresses } from '@trailmark/api/contract/wallet-key';
import { getChain } from '@trailmark/chains/catalogue';
import { parseOwner } from '@trailmark/chains/utxo/address';
import { ownerScript } from '@trailmark/chains/utxo/script';
import { type OpenedSecret, openSecret } from '@trailmark/chains/wallet/open-secret';
import { AppError } from '@trailmark/core/errors';
import { describe, expect, test } from 'vitest';
import { createLedgers } from '../ledger/ledgers.ts';
import { buildLedger } from '../testing/ledger-builder.ts';
import { coinbase } from '../testing/sample-ledger.ts';
import { askHidden, readPipedLines } from './hidden-input.ts';
import { parseCommand } from './parse-command.ts';
import { answerAddressesQuestion, describeFault, scanSecret } from './scan-seed-command.ts';
import { formatScan } from './scan-seed-lines.ts';

const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

function open(text = PHRASE): OpenedSecret {
  const opened = openSecret(text);
  if ('fault' in opened) throw new Error(opened.fault.message);
  return opened;
}

function addressAt(path: string, index: number, account = 0): string {
  const branch = open()
    .branches('btc', account)
    .find((each) => each.path === path);
  return branch?.derive(index)[0]?.address ?? '';
}

const scriptOf = (address: string): Uint8Array =>
  ownerScript(parseOwner(getChain('btc'), address)) ?? new Uint8Array(0);

/** A phrase whose segwit wallet was paid at 0/2 and, in its second account, at 1/0. */
const USED = [addressAt("m/84'/0'/0'/0/*", 2), addressAt("m/84'/0'/1'/1/*", 0, 1)] as const;
const ledgers = createLedgers({
  readers: new Map([
    [
      'btc',
      buildLedger('btc', [
        { height: 0, transactions: [coinbase(0, { to: scriptOf(USED[0]), coins: 50 })] },
        { height: 1, transactions: [coinbase(1, { to: scriptOf(USED[1]), coins: 50 })] },
      ]),
    ],
  ]),
  overlays: new Map(),
  ingestStatus: () => null,
  software: 'Trailmark test',
});

/** The index as the command reaches it, with every query that was made. */
function createAsk() {
  const asked: string[] = [];
  const shape = checkWalletAddresses.output;
  const ask: Parameters<typeof scanSecret>[2] = async (chains) => {
    asked.push(JSON.stringify(chains));
    const text = await answerAddressesQuestion({ deps: { ledgers } }, { chains }, new AbortController().signal);
    const { indexed } = JSON.parse(text) as { indexed: string[] };
    return { ...shape.parse(JSON.parse(text)), indexed };
  };
  return { ask, asked };
}

/** No two words of the phrase follow each other in a text, whatever is between them. */
function expectNoPhrase(text: string): void {
  const words = PHRASE.split(' ');
  for (const [i, word] of words.slice(1).entries()) expect(text).not.toMatch(new RegExp(`${words[i]}\\W{1,6}${word}`));
}

describe('a scan', () => {
  test('finds used addresses in every account, with what the index has of them', async () => {
    const { ask, asked } = createAsk();
    const secret = open();
    const result = await scanSecret(secret, { chains: [], gapLimit: undefined }, ask);
    const found = result.chains.flatMap(({ branches }) => branches.flatMap((branch) => branch.found));
    expect(found.map(({ path, address, use }) => [path, address, use.balance])).toEqual([
      ["m/84'/0'/0'/0/2", USED[0], 5_000_000_000n],
      ["m/84'/0'/1'/1/0", USED[1], 5_000_000_000n],
    ]);
    const text = formatScan(result, false);
    expect(text).toContain('Bitcoin (btc), indexed to block 1');
    expect(text).toContain(`BIP 84, p2wpkh, m/84'/0'/0'/0/*`);
    expect(text).toContain('50.00000000 BTC, 1 transaction');
    expect(JSON.parse(formatScan(result, true))).toMatchObject({ gapLimit: 20, chains: [{ chain: 'btc', height: 1 }] });
    for (const part of [...asked, text, formatScan(result, true)]) expectNoPhrase(part);
    // What leaves the process of the command is addresses.
    const sent = asked.flatMap((text) => [...text.matchAll(/"([^"]*)"/g)].map(([, word = '']) => word));
    const other = sent.filter(
      (word) => !['chain', 'btc', 'addresses'].includes(word) && !/^(?:bc1[a-z0-9]{39,59}|[13]\w{25,34})$/.test(word),
    );
    expect(other).toEqual([]);
    expect(sent.length).toBeGreaterThan(300);
  });

  test('says that unseen is not unused', async () => {
    const { ask } = createAsk();
    const other = openSecret(`${'abandon '.repeat(11)}about`) as OpenedSecret;
    const text = formatScan(await scanSecret(other, { chains: ['btc'], gapLimit: 3 }, ask), false);
    expect(text).toContain('None was seen in this index');
    expect(text).toContain('may be used all the same');
  });

  test.each([
    [{ chains: ['ltc' as const], gapLimit: undefined }, 'Not indexed here: ltc. Indexed: btc.'],
    [{ chains: [], gapLimit: 1_000_000 }, 'The gap limit is a whole number from 1 to 1,000'],
  ])('%j is refused', async (options, message) => {
    await expect(scanSecret(open(), options, createAsk().ask)).rejects.toThrow(message);
  });
});

describe('what was entered', () => {
  test('is never an argument, and is not repeated', () => {
    try {
      parseCommand(['scan-seed', ...PHRASE.split(' ')]);
      expect.unreachable();
    } catch (error) {
      expect(AppError.is(error, 'invalid')).toBe(true);
      expectNoPhrase((error as AppError).message);
      expect((error as AppError).message).not.toContain('legal');
    }
  });

  test('comes from a terminal without being shown', async () => {
    const terminal = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => modes.push(isRaw) });
    const modes: boolean[] = [];
    const shown = new PassThrough();
    const typed = askHidden(terminal, shown, 'Phrase: ');
    terminal.write('legax');
    terminal.write('\u007fl wé\u007fi');
    terminal.write('nner\r');
    expect(await typed).toBe('legal winner');
    expect(modes).toEqual([true, false]);
    expect(String(shown.read())).toBe('Phrase: \n');
  });

  test('is dropped at Ctrl-C', async () => {
    const terminal = Object.assign(new PassThrough(), { setRawMode: () => undefined });
    const typed = askHidden(terminal, new PassThrough(), '');
    terminal.write('legal winner\u0003');
    await expect(typed).rejects.toThrow('Cancelled.');
  });

  test('comes from a pipe, at most 16 KiB', async () => {
    const pipe = new PassThrough();
    pipe.end(`${PHRASE}\nTREZOR\n`);
    expect(await readPipedLines(pipe)).toEqual([PHRASE, 'TREZOR', '']);
    const long = new PassThrough();
    long.end('a'.repeat(16_385));
    await expect(readPipedLines(long)).rejects.toThrow('too long');
  });

  test('is described by places, and by near words at a terminal alone', () => {
    const opened = openSecret(PHRASE.replace('winner', 'wimner'));
    if (!('fault' in opened)) throw new Error('accepted');
    expect(describeFault(opened.fault, false)).toBe('Word 2 is not in the English word list of BIP 39.');
    expect(describeFault(opened.fault, true)).toContain('Near word 2 in the list: winner');
  });
});

test('a question that carries anything but addresses of chains is refused without being repeated', async () => {
  const asked = answerAddressesQuestion({ deps: { ledgers } }, { phrase: PHRASE }, new AbortController().signal);
  await expect(asked).rejects.toThrow('These are no addresses of chains.');
});
