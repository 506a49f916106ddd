import type { ChainId } from '@trailmark/core/chain';
import type { FlowColour } from '@trailmark/core/flow/flow-document';

/** A node as another program's file names it; nothing of it has been checked yet. */
export interface ForeignNode {
  /** Its id within the file. */
  readonly key: string;
  readonly kind: 'address' | 'transaction';
  readonly chain: ChainId;
  readonly text: string;
  readonly place: { readonly x: number; readonly y: number } | null;
  readonly isSeed: boolean;
  readonly hop: number | null;
  readonly label: string | null;
  readonly note: string | null;
  readonly role: string | null;
  readonly colour: FlowColour | null;
}

/** A payment as another program's file states it. */
export interface ForeignPayment {
  readonly what: string;
  readonly kind: 'transfer' | 'swap' | 'bridge';
  readonly from: string;
  readonly to: string;
  readonly chain: ChainId;
  /** Contract of the token; null: the coin of the chain, if `symbol` does not speak of another. */
  readonly token: string | null;
  readonly symbol: string | null;
  /** Decimal text in whole coins or tokens. */
  readonly amount: string;
  readonly count: number;
  readonly txids: readonly string[];
  readonly height: number | null;
  readonly time: number | null;
  readonly type: string;
}

export interface Refused {
  readonly what: string;
  readonly reason: string;
}

/** What was read from another program's file. */
export interface ForeignFlow {
  readonly title: string;
  readonly nodes: readonly ForeignNode[];
  readonly payments: readonly ForeignPayment[];
  readonly gaps: readonly string[];
  readonly refused: readonly Refused[];
}

/** A stranger's value as text, for keys and sentences: objects have none, and may state about themselves what they like. */
export function spellForeign(value: unknown): string {
  return typeof value === 'object' || typeof value === 'function' ? '' : String(value);
}

/** A stranger's text on one line, without controls and direction marks, cut to so many characters. */
export function capForeignText(value: unknown, length: number): string | null {
  if (typeof value !== 'string') return null;
  const text = value
    .slice(0, length * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return null;
  const characters = Array.from(text);
  let cut = '';
  for (const character of characters) {
    if (cut.length + character.length > length) break;
    cut += character;
  }
  return cut;
}

/** A finite number within what a canvas can hold, or null. */
export function readCoordinate(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) <= 1e7 ? value : null;
}
