import { secp256k1 } from '@noble/curves/secp256k1.js';
import { AppError } from '@trailmark/core/errors';
import { decodeHex } from '@trailmark/core/hex';
import type { UtxoChain } from './chain-definition.ts';
import { parseExtendedKey } from './extended-key.ts';

/** A key of a descriptor (BIP 380, multipath of BIP 389): fixed, or one for each branch and index. */
export interface KeyExpression {
  /** Values of its `<a;b>` step; 1 without one. */
  readonly branches: number;
  /** Whether it ends in `/*`. */
  readonly isRanged: boolean;
  readonly at: (branch: number, index: number) => { readonly key: Uint8Array; readonly path: string };
}

/** Within `tr()` keys are written with 32 bytes, and never with 65 (BIP 386). */
export type KeyPlace = 'any' | 'x-only';

type Step = number | '*' | readonly number[];

/** Throws `invalid` for a descriptor. The reason never repeats a key. */
export function invalidDescriptor(reason: string): never {
  throw new AppError('invalid', `This is not a valid descriptor: ${reason}.`);
}

const invalid = invalidDescriptor;

function parseStepNumber(text: string): number {
  if (/^[0-9]+['hH]$/.test(text)) invalid('hardened steps cannot be derived from a public key');
  const value = /^(0|[1-9][0-9]{0,9})$/.test(text) ? Number(text) : Number.NaN;
  return value < 0x8000_0000 ? value : invalid('a derivation step is not a number from 0 to 2147483647');
}

function parseStep(text: string): Step {
  if (text === '*') return '*';
  if (/^\*['hH]$/.test(text)) return invalid('hardened steps cannot be derived from a public key');
  const tuple = /^<(.*)>$/.exec(text)?.[1];
  if (tuple === undefined) return parseStepNumber(text);
  const values = tuple.split(';').map(parseStepNumber);
  if (values.length < 2 || new Set(values).size !== values.length) invalid('"<…>" holds two or more different steps');
  return values;
}

function parseSteps(parts: readonly string[]): Step[] {
  const steps = parts.map(parseStep);
  const stars = steps.filter((step) => step === '*').length;
  if (stars > 1 || (stars === 1 && steps[steps.length - 1] !== '*')) invalid('"*" is the last step and occurs once');
  if (steps.filter((step) => typeof step === 'object').length > 1) invalid('a key has at most one "<…>" step');
  return steps;
}

function parseExtended(chain: UtxoChain, text: string): KeyExpression {
  const [key = '', ...parts] = text.split('/');
  const node = parseExtendedKey(chain, key);
  const steps = parseSteps(parts);
  const tuple = steps.find((step) => typeof step === 'object');
  return {
    branches: tuple?.length ?? 1,
    isRanged: steps.includes('*'),
    at: (branch, index) => {
      // A key without a tuple takes part in every branch with the same steps.
      const values = steps.map((step) =>
        step === '*' ? index : typeof step === 'number' ? step : (step[branch] ?? 0),
      );
      return { key: node.derive(values), path: values.join('/') };
    },
  };
}

function parsePoint(hex: string, place: KeyPlace): KeyExpression {
  const key = decodeHex(hex.length === 64 ? `02${hex}` : hex);
  if (place === 'x-only' && key.length !== 33) invalid('tr() takes no uncompressed keys');
  if (!secp256k1.utils.isValidPublicKey(key)) invalid('a key is not a point of the curve');
  return { branches: 1, isRanged: false, at: () => ({ key, path: '' }) };
}

/** Reads a key expression. Private keys and hardened steps are refused; all failures are `invalid`. */
export function parseKeyExpression(chain: UtxoChain, text: string, place: KeyPlace = 'any'): KeyExpression {
  const [, origin, key = ''] = /^(\[[^\]]*\])?(.*)$/s.exec(text) ?? [];
  if (origin !== undefined && !/^\[[0-9a-fA-F]{8}(\/[0-9]{1,10}['hH]?)*\]$/.test(origin)) {
    invalid('a key origin is "[", eight hexadecimal digits, steps and "]"');
  }
  if (key === '') invalid('a key is missing');
  if (/^(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$/.test(key)) return parsePoint(key, place);
  if (place === 'x-only' && /^[0-9a-fA-F]{64}$/.test(key)) return parsePoint(key, place);
  return parseExtended(chain, key);
}
