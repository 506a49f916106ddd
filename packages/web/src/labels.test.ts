import type { AddressLabels } from '@trailmark/api/contract/label';
import type { NetworkId } from '@trailmark/core/network';
import { describe, expect, it } from 'vitest';
import { createLabelLoader } from './labels.ts';

function createLabels(network: NetworkId, address: string): AddressLabels & { input: string } {
  return { network, address, input: address, sanctions: 'not-listed', claims: [], isContradictory: false };
}

describe('the label loader', () => {
  it('asks once for everything that is wanted in one tick, each address once', async () => {
    const calls: (readonly string[])[] = [];
    const load = createLabelLoader(async (network, addresses) => {
      calls.push(addresses);
      return addresses.map((address) => createLabels(network, address));
    });
    const answers = await Promise.all([load('btc', 'a', false), load('btc', 'b', false), load('btc', 'a', false)]);
    expect(answers.map((answer) => answer?.address)).toEqual(['a', 'b', 'a']);
    expect(calls).toEqual([['a', 'b']]);
  });

  it('keeps what visitors may see apart from what analysts may', async () => {
    const calls: string[] = [];
    const load = createLabelLoader(async (network, addresses, publicOnly) => {
      calls.push(`${addresses.join()} ${publicOnly}`);
      return addresses.map((address) => createLabels(network, address));
    });
    await Promise.all([load('btc', 'a', false), load('btc', 'a', true)]);
    expect(calls).toEqual(['a false', 'a true']);
  });

  it('splits more than a thousand addresses over several calls', async () => {
    const sizes: number[] = [];
    const load = createLabelLoader(async (network, addresses) => {
      sizes.push(addresses.length);
      return addresses.map((address) => createLabels(network, address));
    });
    const answers = await Promise.all(Array.from({ length: 2500 }, (_, i) => load('btc', `a${i}`, false)));
    expect(sizes).toEqual([1000, 1000, 500]);
    expect(answers.at(-1)?.address).toBe('a2499');
  });

  it('answers null for what the server refused, and passes failures on', async () => {
    const refusing = createLabelLoader(async () => []);
    expect(await refusing('btc', 'nonsense', false)).toBeNull();
    const failing = createLabelLoader(async () => {
      throw new Error('away');
    });
    await expect(failing('btc', 'a', false)).rejects.toThrow('away');
  });
});
