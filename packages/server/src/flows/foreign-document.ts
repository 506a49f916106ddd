import { parseAddress } from '@trailmark/chains/chain-address';
import { traitsOf } from '@trailmark/chains/chain-traits';
import { parseUnits } from '@trailmark/core/amount';
import { formatAssetId, STATED_PRICE, STATED_USD } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import { describeFlowAsset } from '@trailmark/core/flow/flow-asset';
import {
  createFlowDocument,
  type FlowDocument,
  type FlowMark,
  type FlowPlace,
} from '@trailmark/core/flow/flow-document';
import {
  addressNodeId,
  type FlowAsset,
  type FlowEdge,
  type FlowNode,
  transactionNodeId,
} from '@trailmark/core/flow/flow-graph';
import type { ForeignFlow, ForeignNode, ForeignPayment, Refused } from '@trailmark/documents/flow-files/foreign-flow';
import { hashContent } from '../answers/content-hash.ts';
import { checkNodeText } from './flow-node-text.ts';

const MAX_REFS = 50;
const MAX_RULE = 120;
const CLAIMS = 'Payments of the imported file are claims: no ledger was read for them.';

/** What is known of a token by its asset id; undefined where its decimals are not known. */
export type FindToken = (assetId: string) => FlowAsset | undefined;

function reasonOf(error: unknown): string {
  if (error instanceof AppError && error.kind === 'invalid') return error.message;
  throw error;
}

/** Collects what a foreign file brings; whatever cannot be taken is kept with its reason. */
class DocumentBuilder {
  readonly nodes: Record<string, FlowNode> = {};
  readonly edges: Record<string, FlowEdge> = {};
  readonly places: Record<string, FlowPlace> = {};
  readonly marks: Record<string, FlowMark> = {};
  readonly assets: Record<string, FlowAsset> = {};
  readonly refused: Refused[];
  readonly #ids = new Map<string, string>();
  #count = 0;
  readonly #file: string;
  readonly #findToken: FindToken;

  constructor(file: string, refused: readonly Refused[], findToken: FindToken) {
    this.#file = file;
    this.refused = [...refused];
    this.#findToken = findToken;
  }

  addNode(node: ForeignNode): void {
    try {
      const text = checkNodeText(node.kind, node.chain, node.text);
      const id = node.kind === 'address' ? addressNodeId(node.chain, text) : transactionNodeId(node.chain, text);
      this.#ids.set(node.key, id);
      this.nodes[id] ??= toFlowNode(node, id, text);
      if (node.place) this.places[id] ??= node.place;
      this.marks[id] ??= toMark(node, this.#file);
    } catch (error) {
      // The text may be a private key by mistake: how it begins is enough to find it.
      this.refused.push({ what: `${node.text.slice(0, 12)}…`, reason: reasonOf(error) });
    }
  }

  addPayment(payment: ForeignPayment): void {
    const [from, to] = [this.#ids.get(payment.from), this.#ids.get(payment.to)];
    if (from === undefined || to === undefined) {
      this.refused.push({ what: payment.what, reason: 'One of its ends was refused.' });
      return;
    }
    try {
      const asset = this.#readAsset(payment);
      const amount = parseUnits(payment.amount, asset.decimals).toString();
      const plain = `${payment.kind}:${from}>${to}:${asset.id}${payment.txids[0] ? `:${payment.txids[0]}` : ''}`;
      const id = Object.hasOwn(this.edges, plain) ? `${plain}:${this.#count}` : plain;
      this.#count++;
      this.edges[id] = toEdge(payment, { id, from, to, asset: asset.id, amount, rule: this.#ruleOf(payment) });
    } catch (error) {
      this.refused.push({ what: payment.what, reason: reasonOf(error) });
    }
  }

  #ruleOf({ type }: ForeignPayment): string {
    return `${this.#file.slice(0, MAX_RULE - type.length - 2).toWellFormed()}: ${type}`;
  }

  #readAsset({ chain, token, symbol }: ForeignPayment): { readonly id: string; readonly decimals: number } {
    const coin = describeFlowAsset(undefined, chain);
    if (token === null) {
      const stated = findStatedAsset(chain, symbol);
      if (stated) return stated;
      if (symbol === null || symbol.toUpperCase() === coin.symbol) return { id: chain, decimals: coin.decimals ?? 0 };
      throw new AppError(
        'invalid',
        `The file names the token “${symbol}” without its contract, and symbols are not unique.`,
      );
    }
    if (!traitsOf(chain).hasTokens) throw new AppError('invalid', `There are no token contracts on ${chain}.`);
    const id = formatAssetId(chain, parseAddress(chain, token));
    const known = this.#findToken(id);
    if (known?.decimals === undefined || known.decimals === null) {
      throw new AppError(
        'invalid',
        `The decimals of the token ${id} are not known here, so its amount cannot be read.`,
      );
    }
    this.assets[id] = known;
    return { id, decimals: known.decimals };
  }
}

/** Amounts that a table states, which our own files name by words no token is named by here: they are no token, so no contract is missing. */
function findStatedAsset(
  chain: ForeignPayment['chain'],
  symbol: string | null,
): { readonly id: string; readonly decimals: number } | undefined {
  if (!traitsOf(chain).hasTokens || symbol === null) return undefined;
  for (const key of [STATED_USD, STATED_PRICE]) {
    const asset = describeFlowAsset(undefined, formatAssetId(chain, key));
    if (asset.symbol === symbol && asset.decimals !== null) return { id: asset.id, decimals: asset.decimals };
  }
  return undefined;
}

function toFlowNode({ kind, chain, hop, isSeed }: ForeignNode, id: string, text: string): FlowNode {
  const nothing = { party: null, fee: null, height: null, coinJoin: null, change: null, peel: null, onward: null };
  return { id, kind, chain, text, hop, firstTime: null, lastTime: null, isSeed, amounts: [], stops: [], ...nothing };
}

function toMark({ label, note, role, colour }: ForeignNode, file: string): FlowMark {
  return {
    ...(label === null ? {} : { label }),
    ...(note === null ? {} : { note, noteBy: file.slice(0, MAX_RULE).toWellFormed() }),
    ...(role === null ? {} : { role }),
    ...(colour === null ? {} : { colour }),
  };
}

type EdgeHead = Pick<FlowEdge, 'id' | 'from' | 'to' | 'asset' | 'amount' | 'rule'>;

function toEdge({ kind, count, txids, height, time }: ForeignPayment, head: EdgeHead): FlowEdge {
  return {
    ...head,
    kind,
    tainted: null,
    count,
    refs: txids.slice(0, MAX_REFS),
    firstTime: time,
    lastTime: count === 1 ? time : null,
    firstHeight: height,
    lastHeight: count === 1 ? height : null,
    basis: 'claim',
    fiat: null,
  };
}

export interface ForeignFile {
  readonly name: string;
  readonly fileHash: string;
  /** Seconds. */
  readonly at: number;
  readonly flow: ForeignFlow;
  readonly findToken: FindToken;
}

/** A document of what another program's file says: addresses checked, amounts as claims, and the import as first act of its log. */
export function buildForeignDocument({ name, fileHash, at, flow, findToken }: ForeignFile): {
  readonly document: FlowDocument;
  readonly refused: readonly Refused[];
} {
  const builder = new DocumentBuilder(name.toWellFormed(), flow.refused, findToken);
  for (const node of flow.nodes) builder.addNode(node);
  for (const payment of flow.payments) builder.addPayment(payment);
  const { nodes, edges, places, assets } = builder;
  const marks = Object.fromEntries(Object.entries(builder.marks).filter(([, mark]) => Object.keys(mark).length > 0));
  const resultHash = hashContent({ nodes, edges });
  const counts = { nodes: Object.keys(nodes).length, edges: Object.keys(edges).length };
  const request = JSON.stringify({ file: name.toWellFormed(), sha256: fileHash });
  const document: FlowDocument = {
    ...createFlowDocument(flow.title),
    nodes,
    edges,
    places,
    marks,
    assets,
    log: [{ number: 1, at, action: 'import', request, resultHash, asOf: `file ${fileHash}`, ...counts }],
    gaps: [...(flow.payments.length > 0 ? [CLAIMS] : []), ...flow.gaps],
  };
  return { document, refused: builder.refused };
}
