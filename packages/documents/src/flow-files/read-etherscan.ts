import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { MAX_FLOW_EDGES, MAX_FLOW_NODES } from '@trailmark/core/flow/flow-document';
import { type ChainNumbers, ETHERSCAN_FIELDS, ETHERSCAN_MAX_HASHES } from './etherscan-case.ts';
import {
  capForeignText,
  type ForeignFlow,
  type ForeignNode,
  type ForeignPayment,
  type Refused,
  readCoordinate,
  spellForeign,
} from './foreign-flow.ts';

type Fields = Readonly<Record<string, unknown>>;

const MAX_LABEL = 120;
const MAX_NOTE = 500;
const MAX_ROLE = 60;
const MAX_GAPS = 100;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readNatural(value: unknown, most: number): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most ? value : null;
}

/** Seconds of an ISO 8601 time with its zone. */
function readTime(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(value)) {
    return null;
  }
  const milliseconds = Date.parse(value);
  return Number.isNaN(milliseconds) || milliseconds < 0 ? null : Math.floor(milliseconds / 1000);
}

/** Reads a case, keeping what it cannot take with the reason. */
class CaseReader {
  readonly nodes = new Map<string, ForeignNode>();
  readonly payments: ForeignPayment[] = [];
  readonly refused: Refused[] = [];
  #unknownFields = 0;
  readonly #chains: ChainNumbers;

  constructor(chains: ChainNumbers) {
    this.#chains = chains;
  }

  refuse(what: unknown, reason: string): void {
    this.refused.push({ what: capForeignText(what, 120) ?? 'something without a name', reason });
  }

  countUnknown(fields: Fields, known: readonly string[]): void {
    this.#unknownFields += Object.entries(fields).filter(
      ([name, value]) => value !== null && !known.includes(name),
    ).length;
  }

  describeUnknown(): void {
    if (this.#unknownFields > 0) {
      this.refuse(`${this.#unknownFields} fields`, 'They have no place in a coin flow here and were left out.');
    }
  }

  #chainOf(fields: Fields): ChainId | undefined {
    const number = readNatural(fields.chainid, Number.MAX_SAFE_INTEGER);
    return number === null ? undefined : this.#chains.find(number);
  }

  addNode(value: unknown): void {
    if (!isFields(value)) {
      this.refuse(null, 'A node is not an object.');
      return;
    }
    this.countUnknown(value, ETHERSCAN_FIELDS.node);
    const [key, text] = [capForeignText(value.id, 12), capForeignText(value.address, 64)];
    const chain = this.#chainOf(value);
    const fault = this.#faultOfNode(key, text, chain, value);
    if (fault !== undefined || key === null || text === null || !chain) {
      this.refuse(value.address ?? value.id, fault ?? 'It has no address.');
      return;
    }
    const [x, y] = [readCoordinate(value.x), readCoordinate(value.y)];
    const notes = [capForeignText(value.subLabel, MAX_LABEL), capForeignText(value.notes, MAX_NOTE)];
    const hop = readNatural(value.hop, 10_000);
    this.nodes.set(key, {
      key,
      kind: 'address',
      chain,
      text,
      place: x === null || y === null ? null : { x, y },
      isSeed: hop === 0,
      hop,
      label: capForeignText(value.label, MAX_LABEL),
      note: notes.filter((part) => part !== null).join('. ') || null,
      role: capForeignText(value.role, MAX_ROLE),
      colour: null,
    });
  }

  #faultOfNode(key: string | null, text: string | null, chain: ChainId | undefined, value: Fields): string | undefined {
    if (key === null) return 'It has no id.';
    if (text === null) return 'It has no address.';
    if (!chain)
      return `There is no chain with the number ${capForeignText(spellForeign(value.chainid), 20) ?? ''} here.`;
    if (this.nodes.has(key)) return 'Its id stands in the file more than once.';
    return this.nodes.size >= MAX_FLOW_NODES ? `A canvas holds ${MAX_FLOW_NODES} nodes.` : undefined;
  }

  addEdge(value: unknown): void {
    if (!isFields(value)) {
      this.refuse(null, 'A payment is not an object.');
      return;
    }
    this.countUnknown(value, ETHERSCAN_FIELDS.edge);
    const name = `payment ${capForeignText(value.id, 12) ?? ''}`;
    const [from, to] = [capForeignText(value.source, 12), capForeignText(value.target, 12)];
    const chain = this.#chainOf(value);
    if (from === null || to === null || !this.nodes.has(from) || !this.nodes.has(to)) {
      this.refuse(name, 'One of its ends is not drawn.');
    } else if (!chain) this.refuse(name, 'Its chain is not known here.');
    else if (typeof value.amount !== 'string' || !/^\d{1,60}(?:\.\d{1,60})?$/.test(value.amount)) {
      this.refuse(name, 'The file does not say how much was paid.');
    } else if (this.payments.length >= MAX_FLOW_EDGES) this.refuse(name, `A canvas holds ${MAX_FLOW_EDGES} payments.`);
    else this.payments.push(toPayment(value, { name, from, to, chain, amount: value.amount }));
  }
}

interface EdgeHead {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly chain: ChainId;
  readonly amount: string;
}

function toPayment(value: Fields, { name, from, to, chain, amount }: EdgeHead): ForeignPayment {
  const listed = Array.isArray(value.txhashes) ? (value.txhashes as unknown[]).slice(0, ETHERSCAN_MAX_HASHES) : [];
  const hashes = [value.txhash, ...listed].flatMap((hash) =>
    typeof hash === 'string' && /^0x[0-9a-f]{64}$/i.test(hash) ? [hash.slice(2).toLowerCase()] : [],
  );
  const txids = [...new Set(hashes)];
  const type = capForeignText(value.type, 30) ?? 'transfer';
  return {
    what: name,
    kind: type === 'dex_swap' ? 'swap' : type === 'bridge' ? 'bridge' : 'transfer',
    from,
    to,
    chain,
    token: typeof value.token_address === 'string' ? capForeignText(value.token_address, 64) : null,
    symbol: capForeignText(value.token, 60),
    amount,
    count: Math.max(readNatural(value.txcount, 1e9) ?? 1, txids.length, 1),
    txids,
    height: readNatural(value.block, 2 ** 32),
    time: readTime(value.timestamp),
    type,
  };
}

function listGaps(meta: unknown): string[] {
  const gaps = isFields(meta) && Array.isArray(meta.gaps) ? (meta.gaps as unknown[]) : [];
  return gaps.slice(0, MAX_GAPS).flatMap((gap) => {
    const detail = isFields(gap) ? capForeignText(gap.detail, MAX_NOTE) : null;
    return detail === null ? [] : [`The file says: ${detail}`];
  });
}

/** Whether JSON is a case of Etherscan Flow. */
export function isEtherscanCase(value: unknown): boolean {
  return isFields(value) && Array.isArray(value.nodes) && Array.isArray(value.edges) && isFields(value._meta);
}

/** Nodes and payments as a case states them. Throws `invalid` for another schema version. */
export function readEtherscan(value: unknown, chains: ChainNumbers): ForeignFlow {
  if (!isFields(value) || !isEtherscanCase(value)) {
    throw new AppError('invalid', 'This is not an Etherscan Flow case: nodes, edges and _meta are expected.');
  }
  if (value.schemaVersion !== 1) {
    const version = capForeignText(spellForeign(value.schemaVersion), 20) ?? '';
    throw new AppError('invalid', `This Etherscan Flow case has schema version ${version}; version 1 can be read.`);
  }
  const reader = new CaseReader(chains);
  reader.countUnknown(value, ETHERSCAN_FIELDS.case);
  for (const node of value.nodes as unknown[]) reader.addNode(node);
  for (const edge of value.edges as unknown[]) reader.addEdge(edge);
  reader.describeUnknown();
  return {
    title: capForeignText(value.name, MAX_LABEL) ?? 'Etherscan Flow case',
    nodes: [...reader.nodes.values()],
    payments: reader.payments,
    gaps: listGaps(value._meta),
    refused: reader.refused,
  };
}
