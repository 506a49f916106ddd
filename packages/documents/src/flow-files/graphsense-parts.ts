import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { type FlowColour, MAX_FLOW_NODES } from '@trailmark/core/flow/flow-document';
import { nearestFlowColour } from './flow-rgb.ts';
import { capForeignText, type ForeignNode, type Refused } from './foreign-flow.ts';
import { GRAPHSENSE_CHAINS } from './write-graphsense.ts';

const UNKNOWN = 'This .gs file is not built as GraphSense builds them';

/** The parts of a file, read one after the other; what cannot be taken is kept with its reason. */
export class GraphsenseParts {
  readonly nodes = new Map<string, ForeignNode>();
  readonly refused: Refused[] = [];

  refuse(what: string, reason: string): void {
    this.refused.push({ what: capForeignText(what, 120) ?? 'something without a name', reason });
  }

  /** A network of ours by GraphSense's name, or undefined, kept with the reason. */
  readChain(network: unknown, what: string): ChainId | undefined {
    const name = typeof network === 'string' ? network.toLowerCase() : '';
    const chain = GRAPHSENSE_CHAINS.find((id) => id === name);
    if (!chain) this.refuse(what, `There is no chain "${capForeignText(network, 20) ?? ''}" here.`);
    return chain;
  }

  add(node: ForeignNode): void {
    if (this.nodes.has(node.key)) this.refuse(node.text, 'It stands in the file more than once and is drawn once.');
    else if (this.nodes.size >= MAX_FLOW_NODES) this.refuse(node.text, `A canvas holds ${MAX_FLOW_NODES} nodes.`);
    else this.nodes.set(node.key, node);
  }
}

export function readList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new AppError('invalid', `${UNKNOWN}: ${what} is not a list.`);
  return value;
}

/** Four numbers from 0 to 1 as the marker colour nearest to them. */
export function readColour(value: unknown): FlowColour | null {
  if (!Array.isArray(value)) return null;
  const [r, g, b] = value.slice(0, 3).map((part) => (typeof part === 'number' ? part * 255 : Number.NaN));
  if (r === undefined || g === undefined || b === undefined || Number.isNaN(r + g + b)) return null;
  return nearestFlowColour(r, g, b);
}
