import { describe, expect, test } from 'vitest';
import { createKeyRing } from '../casework/key-ring.ts';
import { openSourceKey, sealSourceKey } from './source-key.ts';
import { Turns } from './turns.ts';

const keys = createKeyRing(Buffer.alloc(32, 7));

describe('the key of a source', () => {
  test('opens in its own row and under its own master key only', () => {
    const box = sealSourceKey(keys, 'etherscan-eth', 'abc');
    expect(box).not.toContain('abc');
    expect(sealSourceKey(keys, 'etherscan-eth', 'abc')).not.toBe(box);
    expect(openSourceKey(keys, 'etherscan-eth', box)).toBe('abc');
    expect(() => openSourceKey(keys, 'etherscan-bsc', box)).toThrow(/Set it again/);
    expect(() => openSourceKey(createKeyRing(Buffer.alloc(32, 8)), 'etherscan-eth', box)).toThrow(/Set it again/);
    // Not the last character: some of its bits encode nothing.
    const damaged = `${box.slice(0, -5)}${box.at(-5) === 'A' ? 'B' : 'A'}${box.slice(-4)}`;
    expect(() => openSourceKey(keys, 'etherscan-eth', damaged)).toThrow(/Set it again/);
  });
});

describe('turns', () => {
  const never = new AbortController().signal;

  test('of one name come one after the other, also after a failure; those of others do not wait', async () => {
    const turns = new Turns();
    const log: string[] = [];
    const gate = Promise.withResolvers<void>();
    const first = turns.take('a', never, async () => {
      log.push('first begins');
      await gate.promise;
      log.push('first fails');
      throw new Error('broken');
    });
    const second = turns.take('a', never, async () => log.push('second'));
    await turns.take('b', never, async () => log.push('other'));
    gate.resolve();
    await expect(first).rejects.toThrow('broken');
    await second;
    expect(log).toEqual(['first begins', 'other', 'first fails', 'second']);
  });

  test('that are cancelled while they wait do no work', async () => {
    const turns = new Turns();
    const gate = Promise.withResolvers<void>();
    const controller = new AbortController();
    const first = turns.take('a', never, () => gate.promise);
    let worked = false;
    const second = turns.take('a', controller.signal, async () => {
      worked = true;
    });
    controller.abort();
    gate.resolve();
    await first;
    await expect(second).rejects.toMatchObject({ kind: 'unavailable' });
    expect(worked).toBe(false);
  });
});
