import type { ChainId } from '@trailmark/core/chain';
import type { TraceSeed } from '@trailmark/core/trace/trace-request';
import type { Answer } from '../../api.ts';
import { traitsOf } from '../../format/chain-traits.ts';

/** What comes after a transaction id in a pasted text: `:1` an output, `#1` a transfer. */
interface Part {
  readonly kind: 'output' | 'transfer';
  readonly number: number;
}

export interface ReadText {
  /** The text without output and transfer numbers, as the server reads identifiers. */
  readonly plain: string;
  /** By txid, 64 lower-case hexadecimal digits. */
  readonly parts: ReadonlyMap<string, readonly Part[]>;
}

const WITH_PART = /\b(?:0x)?([0-9a-fA-F]{64})(?:(:)(\d{1,10})|(#)(\d{1,7}))(?![0-9a-zA-Z])/g;

/** Takes the numbers of outputs and transfers out of a text and remembers whose they were. */
export function readParts(text: string): ReadText {
  const parts = new Map<string, Part[]>();
  const plain = text.replace(WITH_PART, (_, id: string, colon: string | undefined, vout: string, __, slot: string) => {
    const txid = id.toLowerCase();
    const part: Part = colon ? { kind: 'output', number: Number(vout) } : { kind: 'transfer', number: Number(slot) };
    const known = parts.get(txid) ?? [];
    if (!known.some(({ kind, number }) => kind === part.kind && number === part.number)) known.push(part);
    parts.set(txid, known);
    return id;
  });
  return { plain, parts };
}

type Hit = Answer<'scanText'>['found'][number];

export interface ChainChoice {
  readonly chain: ChainId;
  /** How many of the pasted things are valid there, and how many of them are indexed. */
  readonly valid: number;
  readonly held: number;
}

const canStart = ({ kind }: Hit): boolean => kind === 'address' || kind === 'transaction';

/** Chains on which something of the text can begin a trace, those that hold most first. */
export function listChainChoices(found: readonly Hit[]): readonly ChainChoice[] {
  const byChain = new Map<ChainId, { valid: number; held: number }>();
  for (const hit of found.filter(canStart)) {
    const sum = byChain.get(hit.chain) ?? { valid: 0, held: 0 };
    byChain.set(hit.chain, { valid: sum.valid + 1, held: sum.held + (hit.isIndexed ? 1 : 0) });
  }
  return [...byChain]
    .map(([chain, sum]) => ({ chain, ...sum }))
    .toSorted((a, b) => b.held - a.held || b.valid - a.valid || (a.chain < b.chain ? -1 : 1));
}

/** Digits of a transaction id as seeds write them. */
function bareTxid(id: string): string {
  return id.replace(/^0x/i, '').toLowerCase();
}

function seedOfPart(chain: ChainId, txid: string, { kind, number }: Part): TraceSeed | undefined {
  const { hasOutputs } = traitsOf(chain);
  if (kind === 'output' && hasOutputs) return { kind, txid, vout: number };
  if (kind === 'transfer' && !hasOutputs) return { kind, txid, slot: number };
  return undefined;
}

/** The seeds that a pasted text names on one chain, each once, in the order of the text. */
export function listSeeds(found: readonly Hit[], parts: ReadText['parts'], chain: ChainId): readonly TraceSeed[] {
  const seeds = new Map<string, TraceSeed>();
  for (const { kind, id } of found.filter((hit) => canStart(hit) && hit.chain === chain)) {
    if (kind === 'address') {
      seeds.set(id, { kind: 'address', address: id });
      continue;
    }
    const txid = bareTxid(id);
    const named = (parts.get(txid) ?? []).flatMap((part) => seedOfPart(chain, txid, part) ?? []);
    for (const seed of named.length > 0 ? named : [{ kind: 'transaction', txid } as const])
      seeds.set(JSON.stringify(seed), seed);
  }
  return [...seeds.values()];
}

/** One line for people: "output 1 of 4a5e…33b". */
export function describeSeed(seed: TraceSeed): { readonly words: string; readonly id: string } {
  if (seed.kind === 'address') return { words: 'Address', id: seed.address };
  if (seed.kind === 'transaction') return { words: 'Transaction', id: seed.txid };
  const part = seed.amount === undefined ? '' : `${seed.amount.toLocaleString('en')} units of `;
  const name = seed.kind === 'output' ? `output ${seed.vout} of transaction` : `transfer ${seed.slot} of transaction`;
  const words = `${part}${name}`;
  return { words: `${words.charAt(0).toUpperCase()}${words.slice(1)}`, id: seed.txid };
}
