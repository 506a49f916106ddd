import { isPrivateKey, PRIVATE_KEY_REASON } from '@trailmark/chains/utxo/private-key';
import { AppError } from '@trailmark/core/errors';
import type { GraphScope } from './graph-scope.ts';

const LONGEST_QUOTE = 100;

export interface RefusedItem {
  readonly text: string;
  readonly reason: string;
}

/** What was drawn, and what could not be. */
export interface Added {
  readonly scope: GraphScope;
  readonly refused: RefusedItem[];
}

/** Refuses without repeating what must not be repeated. */
export function refuseItem(text: string, reason: string): RefusedItem {
  if (isPrivateKey(text)) return { text: '(not shown)', reason: PRIVATE_KEY_REASON };
  return { text: text.slice(0, LONGEST_QUOTE), reason };
}

/** Reads one item, or says why it cannot be read. */
export function readOrRefuse<T>(text: string, refused: RefusedItem[], parse: () => T): T | undefined {
  try {
    if (isPrivateKey(text)) throw new AppError('invalid', PRIVATE_KEY_REASON);
    return parse();
  } catch (error) {
    if (!AppError.is(error, 'invalid')) throw error;
    refused.push(refuseItem(text, error.message));
    return undefined;
  }
}

/** Items once each, without blanks around them. */
export function listItems(items: readonly string[]): string[] {
  return [...new Set(items.map((text) => text.trim()))].filter((text) => text !== '');
}
