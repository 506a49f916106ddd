import type { AccountLog } from '@trailmark/core/account-block';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { expect } from 'vitest';
import { findActions, findMentions } from '../catalogue.ts';
import type { ProtocolInput } from '../protocol.ts';

const WORD = 64;
const KEY = /^[0-9a-f]{40}$/;
/** Above any address, offset, count and share. */
const TOO_LARGE = 'f'.repeat(WORD);

/** A log that ends early at any word or topic, or has a word that is too large for what belongs there. */
function damage(log: AccountLog): AccountLog[] {
  const words = Array.from({ length: Math.ceil(log.data.length / WORD) }, (_, i) => i * WORD);
  const garble = (at: number) => log.data.slice(0, at) + TOO_LARGE + log.data.slice(at + WORD);
  const topics = log.topics.slice(1).map((_, i) => i + 1);
  return [
    ...words.flatMap((at) => [at, at + WORD - 2].map((end) => ({ ...log, data: log.data.slice(0, end) }))),
    ...words.map((at) => ({ ...log, data: garble(at) })),
    ...topics.map((count) => ({ ...log, topics: log.topics.slice(0, count) })),
    ...topics.map((at) => ({ ...log, topics: log.topics.with(at, TOO_LARGE) })),
  ];
}

/** How much an action states: what is in it, not what it says. */
function shapeOf({ kind, account, given, got, about, parties, counterpart }: ProtocolAction, isNamed: boolean): string {
  const named = isNamed ? [account !== undefined, parties.length] : [];
  return JSON.stringify([kind, named, given.length, got.length, about.length, counterpart?.certainty]);
}

function expectWhole(action: ProtocolAction): void {
  const { account, given, got, about, parties, counterpart, costs = [], note } = action;
  for (const key of [account, ...parties.map(({ address }) => address)])
    if (key !== undefined) expect(key).toMatch(KEY);
  for (const { asset, amount } of [...given, ...got, ...about, ...costs]) {
    expect(asset).toMatch(/^(?:[0-9a-f]{40})?$/);
    expect(amount >= 0n).toBe(true);
  }
  for (const { to } of costs) expect(to ?? '').toMatch(/^(?:[0-9a-f]{40})?$/);
  expect([counterpart?.network, counterpart?.address, counterpart?.message, note].join(' ')).not.toMatch(
    /undefined|NaN|null/,
  );
}

/**
 * Damages each log of a transaction in each place: what comes of it is nothing, or an action as whole as `shapes` (those of the logs
 * as they are, unless more are known), never half of one, and never an error. `isNamed`: both parties are in every such action.
 */
export function expectNoHalves(input: ProtocolInput, known: readonly ProtocolInput[] = [], isNamed = true): void {
  const shapes = new Set(
    [input, ...known].flatMap((each) => findActions(each)).map((action) => shapeOf(action, isNamed)),
  );
  expect(shapes.size).toBeGreaterThan(0);
  for (const [place, log] of input.logs.entries())
    for (const damaged of damage(log)) {
      const logs = input.logs.with(place, damaged);
      for (const { address } of findMentions(input.chain, logs)) expect(address).toMatch(KEY);
      for (const action of findActions({ ...input, logs })) {
        expectWhole(action);
        expect(shapes, JSON.stringify(damaged)).toContain(shapeOf(action, isNamed));
      }
    }
}
