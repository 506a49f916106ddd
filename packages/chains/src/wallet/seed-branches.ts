import { HDKey } from '@scure/bip32';
import type { ChainId } from '@trailmark/core/chain';
import { assert } from '@trailmark/core/errors';
import type { KeyBranch } from '@trailmark/core/statement/wallet-keys';
import { keyAddress } from './key-address.ts';
import type { SeedPath } from './seed-paths.ts';

const HARDENED = 0x8000_0000;

type Step = number | '*' | "*'";

function parseStep(text: string): Step {
  if (text === '*' || text === "*'") return text;
  const number = Number.parseInt(text, 10);
  return text.endsWith("'") ? number + HARDENED : number;
}

/** A key of `HDKey` is absent only where there is no key at all. */
function publicKeyOf(node: HDKey): Uint8Array {
  assert(node.publicKey !== null, 'A node of a key tree has a public key.');
  return node.publicKey;
}

/** Nodes that several paths pass are derived once, and overwritten together. */
export class SeedTree {
  readonly #root: HDKey;
  readonly #nodes = new Map<string, HDKey>();

  /** The seed of 16 to 64 bytes may be overwritten afterwards. */
  static fromSeed(seed: Uint8Array): SeedTree {
    return new SeedTree(HDKey.fromMasterSeed(seed));
  }

  constructor(root: HDKey) {
    this.#root = root;
  }

  #reach(steps: readonly number[]): HDKey {
    const last = steps.at(-1);
    if (last === undefined) return this.#root;
    const id = steps.join('/');
    const node = this.#nodes.get(id) ?? this.#reach(steps.slice(0, -1)).deriveChild(last);
    this.#nodes.set(id, node);
    return node;
  }

  /** A branch of addresses of a chain. Its private keys are made on the way and overwritten at once. */
  branch(chain: ChainId, { path, form, role, wallet }: SeedPath): KeyBranch {
    const steps = path.split('/').slice(1).map(parseStep);
    const star = steps.findIndex((step) => step === '*' || step === "*'");
    const before = steps.slice(0, star).map(Number);
    const after = steps.slice(star + 1).map(Number);
    const offset = steps[star] === "*'" ? HARDENED : 0;
    const derive = (index: number) => {
      const parent = this.#reach(before);
      let node = parent.deriveChild(index + offset);
      for (const step of after) {
        const next = node.deriveChild(step);
        node.wipePrivateData();
        node = next;
      }
      const address = keyAddress(chain, form, publicKeyOf(node));
      node.wipePrivateData();
      return [{ path: path.replace('*', String(index)), ...address }];
    };
    return { chain, form, role, path, wallet, isRanged: true, derive };
  }

  /** Overwrites every private key of the tree. Branches of it derive nothing afterwards. */
  wipe(): void {
    for (const node of this.#nodes.values()) node.wipePrivateData();
    this.#nodes.clear();
    this.#root.wipePrivateData();
  }
}
