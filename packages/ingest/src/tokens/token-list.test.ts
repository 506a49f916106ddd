import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatAccount, parseAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain, listAccountChains } from '@trailmark/chains/account-catalogue';
import { parseAccountChainId } from '@trailmark/core/chain';
import { decodeQuotes } from '@trailmark/store/prices/price-files';
import { PriceTable } from '@trailmark/store/prices/price-table';
import { describe, expect, test } from 'vitest';
import { BUNDLED_TOKENS, loadTokenLists } from './token-list.ts';

const USDT = 'dac17f958d2ee523a2206206994597c13d831ec7';
const PRICES = fileURLToPath(new URL('../../../../data/prices/daily.csv.gz', import.meta.url));
const TICKERS = new PriceTable([decodeQuotes(readFileSync(PRICES), 'daily.csv.gz')]).assets;

function readList(file: string): { chain: string; tokens: { contract: string; imitates?: string }[] } {
  return JSON.parse(readFileSync(join(BUNDLED_TOKENS, file), 'utf8'));
}

describe('the bundled token lists', () => {
  const reader = loadTokenLists();
  const files = readdirSync(BUNDLED_TOKENS).filter((file) => file.endsWith('.json'));

  test('every contract is written with its checksum and is in its list once', () => {
    expect(files.length).toBe(9);
    for (const file of files) {
      const { chain, tokens } = readList(file);
      const definition = getAccountChain(parseAccountChainId(chain));
      for (const { contract } of tokens) {
        expect(formatAccount(definition, parseAccount(definition, contract)), `${file}: ${contract}`).toBe(contract);
      }
      expect(new Set(tokens.map((token) => token.contract)).size, file).toBe(tokens.length);
    }
  });

  test('every row has short plain texts, possible decimals and a source', () => {
    for (const { id } of listAccountChains()) {
      for (const token of reader.list(id)) {
        const place = `${id} ${token.symbol} ${token.contract}`;
        expect(token.symbol, place).toMatch(/^[\x21-\x7e]{1,12}$/);
        expect(token.name, place).toMatch(/^[\x20-\x7e]{1,60}$/);
        expect(Number.isInteger(token.decimals) && token.decimals >= 0 && token.decimals <= 18, place).toBe(true);
        expect(token.source, place).toMatch(/^[\w-]+\/[\w-]+(; [\w-]+\/[\w-]+)*$/);
      }
    }
  });

  test('a price is claimed only for a coin of the bundled price table, and never for two assets under one symbol', () => {
    for (const { id } of listAccountChains()) {
      const priced = reader.list(id).filter((token) => token.ticker !== undefined);
      for (const token of priced) expect(TICKERS, token.symbol).toContain(token.ticker);
      const symbols = priced.map((token) => token.symbol);
      expect(new Set(symbols).size, `${id}: ${symbols.join(' ')}`).toBe(symbols.length);
    }
  });

  test('the wrapped coin of every chain is known, priced as the coin and counted in its decimals', () => {
    for (const chain of listAccountChains()) {
      if (chain.family !== 'evm' || chain.wrappedNative === undefined || chain.isTest) continue;
      const token = reader.find(chain.id, chain.wrappedNative);
      expect(token, chain.id).toMatchObject({ decimals: chain.decimals, ticker: chain.ticker });
    }
  });

  test('the same digits on another chain are another token', () => {
    expect(reader.find('eth', USDT)).toMatchObject({ symbol: 'USDT', decimals: 6, ticker: 'USDT' });
    expect(reader.find('eth', USDT)?.balanceNote).toContain('without Transfer events');
    expect(reader.find('bsc', USDT)).toBeUndefined();
    expect(reader.find('eth-dev', USDT)).toBeUndefined();
    expect(reader.find('bsc', '55d398326f99059ff775485246999027b3197955')).toMatchObject({
      symbol: 'USDT',
      decimals: 18,
    });
    expect(reader.find('trx', 'a614f803b6fd780986a42c78ec9c7f77e6ded13c')).toMatchObject({ symbol: 'USDT' });
  });

  test('all fourteen tokens taken from the Nomad bridge are known', () => {
    const taken = 'WBTC WETH USDC FRAX USDT DAI CQT CARDS IAG C3 FXS GERO HBOT SDL'.split(' ');
    const known = new Set(reader.list('eth').map((token) => token.symbol));
    expect(taken.filter((symbol) => !known.has(symbol))).toEqual([]);
  });

  test('a listed counterfeit names the known token it imitates and is no known token itself', () => {
    const counterfeits = readList('counterfeits-eth.json').tokens;
    expect(counterfeits.length).toBe(14);
    const symbols = new Set(reader.list('eth').map((token) => token.symbol));
    for (const { contract } of counterfeits) {
      const key = parseAccount(getAccountChain('eth'), contract);
      expect(symbols, contract).toContain(reader.counterfeitOf('eth', key));
      expect(reader.find('eth', key)).toBeUndefined();
    }
    expect(reader.counterfeitOf('eth', USDT)).toBeUndefined();
    expect(reader.counterfeitOf('bsc', '479763d77cb82155a27fbb94c11f055064473e17')).toBeUndefined();
  });
});

describe('token lists of a folder', () => {
  const folder = (files: Record<string, string>): string => {
    const directory = mkdtempSync(join(tmpdir(), 'trailmark-tokens-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
    return directory;
  };
  const list = (symbol: string): string =>
    JSON.stringify({
      format: 'trailmark-tokens-1',
      chain: 'eth',
      tokens: [{ contract: `0x${USDT}`, symbol, name: symbol, decimals: 6, source: 'a/b' }],
    });

  test('the version changes with the content and not with the folder', () => {
    const version = loadTokenLists(folder({ 'eth.json': list('A') })).version;
    expect(loadTokenLists(folder({ 'eth.json': list('A') })).version).toBe(version);
    expect(loadTokenLists(folder({ 'eth.json': list('B') })).version).not.toBe(version);
  });

  test('an empty folder knows no token', () => {
    expect(loadTokenLists(folder({})).list('eth')).toEqual([]);
  });

  test.each(['', '[]', '{"format":"other","tokens":[]}', '{"format":"trailmark-tokens-1"}'])(
    'a damaged list is refused by name: %s',
    (text) => {
      expect(() => loadTokenLists(folder({ 'eth.json': text }))).toThrow(/eth\.json is damaged/);
    },
  );
});
