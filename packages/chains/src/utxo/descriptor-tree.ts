import type { UtxoChain } from './chain-definition.ts';
import { compareBytes, countPush, parseMultisigArguments, splitArguments } from './descriptor-arguments.ts';
import { invalidDescriptor, type KeyExpression, parseKeyExpression } from './key-expression.ts';
import { OP } from './opcode.ts';
import { branchHash, leafHash, toXOnly } from './taproot.ts';

/** What a script tree commits to, for one branch and index. */
export interface ScriptTree {
  readonly keys: readonly KeyExpression[];
  readonly hash: (branch: number, index: number) => Uint8Array;
}

/** Deeper trees have no valid control block (BIP 341). */
const DEEPEST = 128;
const MOST_KEYS = 999;
const CHECKSIGADD = 0xba;
const NUMEQUAL = 0x9c;

function pushKey(key: Uint8Array): number[] {
  return [32, ...toXOnly(key)];
}

/** `multi_a(…)` and `sortedmulti_a(…)` (BIP 387). */
function multisigScript(required: number, keys: readonly Uint8Array[]): Uint8Array {
  const checks = keys.flatMap((key, i) => [...pushKey(key), i === 0 ? OP.CHECKSIG : CHECKSIGADD]);
  return Uint8Array.from([...checks, ...countPush(required), NUMEQUAL]);
}

function parseLeaf(chain: UtxoChain, text: string): ScriptTree {
  const [, name = '', inside = ''] = /^([a-z_]+)\((.*)\)$/s.exec(text) ?? invalidDescriptor('"name(…)" is expected');
  if (name === 'pk') {
    const key = parseKeyExpression(chain, inside, 'x-only');
    const script = (branch: number, index: number) =>
      Uint8Array.from([...pushKey(key.at(branch, index).key), OP.CHECKSIG]);
    return { keys: [key], hash: (branch, index) => leafHash(script(branch, index)) };
  }
  if (name !== 'multi_a' && name !== 'sortedmulti_a') {
    return invalidDescriptor(`"${name}" is not supported in a script tree: pk, multi_a and sortedmulti_a are`);
  }
  const { required, keys } = parseMultisigArguments(chain, { name, inside, most: MOST_KEYS, form: 'x-only' });
  return {
    keys,
    hash: (branch, index) => {
      const points = keys.map((key) => toXOnly(key.at(branch, index).key));
      return leafHash(multisigScript(required, name === 'multi_a' ? points : points.toSorted(compareBytes)));
    },
  };
}

/** Reads the tree of `tr(KEY,TREE)`: a script, or `{TREE,TREE}` (BIP 386). Throws `invalid`. */
export function parseScriptTree(chain: UtxoChain, text: string, depth = 0): ScriptTree {
  if (depth > DEEPEST) return invalidDescriptor(`a script tree has at most ${DEEPEST} levels`);
  if (!text.startsWith('{')) return parseLeaf(chain, text);
  const parts = text.endsWith('}') ? splitArguments(text.slice(1, -1)) : [];
  const [first, second] = parts;
  if (first === undefined || second === undefined || parts.length > 2) {
    return invalidDescriptor('a branch of a script tree is "{", a tree, a comma, a tree and "}"');
  }
  const [left, right] = [parseScriptTree(chain, first, depth + 1), parseScriptTree(chain, second, depth + 1)];
  return {
    keys: [...left.keys, ...right.keys],
    hash: (branch, index) => branchHash(left.hash(branch, index), right.hash(branch, index)),
  };
}
