import { shorten } from '../format/identifier.ts';
import { formatCount } from '../format/number.ts';

/** One step as it is drawn: two addresses and the transaction that joins them. */
export interface GraphStep {
  readonly from: string;
  readonly to: string;
  readonly txid: string;
  readonly height: number;
  /** "co-spend v1", or several joined by commas. */
  readonly rules: string;
  readonly confidence: number;
}

export interface GraphNode {
  readonly id: string;
  readonly kind: 'address' | 'transaction';
  readonly x: number;
  readonly y: number;
  /** Address and transaction in short, the latter with its height. */
  readonly label: string;
  /** Rule and confidence of the step, below a transaction. */
  readonly note: string;
  /** The whole address or transaction id. */
  readonly value: string;
  /** Step it belongs to; the last address belongs to the last step. */
  readonly step: number;
  readonly isEnd: boolean;
  readonly isWeakest: boolean;
}

export interface GraphEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly isWeakest: boolean;
}

export interface GraphLayout {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly width: number;
  readonly height: number;
  /** One below the other, with labels at the side instead of above and below. */
  readonly isColumn: boolean;
}

export interface LayoutOptions {
  /** Pixels there are. */
  readonly width: number;
  readonly weakestStep: number | null;
}

const SLOT_PX = 132;
const WIDEST_SLOT_PX = 200;
const ROW_PX = 148;
const COLUMN_ROW_PX = 76;
const CUT = { head: 8, tail: 8, differing: [] };

type Part = Omit<GraphNode, 'x' | 'y' | 'id'>;

/** Addresses and transactions in the order of the path: A, transaction, B, transaction, C. */
function listParts(steps: readonly GraphStep[], weakestStep: number | null): readonly Part[] {
  const [first] = steps;
  if (!first) return [];
  const toAddress = (value: string, step: number, isEnd: boolean): Part => ({
    kind: 'address',
    label: shorten(value, CUT),
    note: '',
    value,
    step,
    isEnd,
    isWeakest: false,
  });
  return [
    toAddress(first.from, 0, true),
    ...steps.flatMap(({ to, txid, height, rules, confidence }, step): Part[] => {
      const isWeakest = step === weakestStep && steps.length > 1;
      const label = `${shorten(txid, CUT)}\nheight ${formatCount(height)}`;
      const note = `${rules.replaceAll(', ', '\n')}\n${confidence} of 100${isWeakest ? ', weakest' : ''}`;
      return [
        { kind: 'transaction', label, note, value: txid, step, isEnd: false, isWeakest },
        toAddress(to, step, step === steps.length - 1),
      ];
    }),
  ];
}

/**
 * Places a proof path: one row as long as it fits, then on in the opposite direction below, so that no edge crosses
 * another; one column where the page is narrow. The same path and width give the same picture.
 */
export function layoutProof(steps: readonly GraphStep[], { width, weakestStep }: LayoutOptions): GraphLayout {
  const parts = listParts(steps, weakestStep);
  const slots = Math.max(1, Math.min(parts.length, Math.floor(width / SLOT_PX)));
  const isColumn = slots < 3;
  const perRow = isColumn ? 1 : slots;
  const pitch = isColumn ? 0 : Math.min(WIDEST_SLOT_PX, width / perRow);
  const left = (width - perRow * pitch) / 2;
  const nodes = parts.map((part, i): GraphNode => {
    const row = Math.floor(i / perRow);
    const place = i % perRow;
    const column = row % 2 === 0 ? place : perRow - 1 - place;
    const x = isColumn ? 28 : left + pitch / 2 + column * pitch;
    const y = isColumn ? 28 + row * COLUMN_ROW_PX : ROW_PX / 2 + row * ROW_PX;
    return { ...part, id: `n${i}`, x, y };
  });
  const edges = nodes.slice(1).map((node, i): GraphEdge => {
    const before = nodes[i];
    const isWeakest = node.isWeakest || before?.isWeakest === true;
    return { id: `e${i}`, source: before?.id ?? '', target: node.id, isWeakest };
  });
  const rows = Math.ceil(parts.length / perRow);
  return {
    nodes,
    edges,
    width,
    height: isColumn ? 56 + (rows - 1) * COLUMN_ROW_PX : rows * ROW_PX,
    isColumn,
  };
}
