import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { plainText, shortIdentifier } from '../picture/picture-text.ts';
import { pictureStop } from './picture-stops.ts';
import type { VisibleNode } from './visible-graph.ts';

/** Longest name on a drawing, in characters. */
export const LONGEST_NAME = 30;
const LONGEST_NOTE = 45;

/** Words next to a node: the first line in bold, the rest quiet. `isMono`: the first line is an identifier. */
export interface NodeWords {
  readonly title: string;
  readonly isMono: boolean;
  readonly lines: readonly string[];
}

function count(number: number): string {
  return number.toString().replace(/\B(?=(\d{3})+$)/g, ',');
}

function stopLines({ stops }: FlowNode): readonly string[] {
  const words = [...new Set(stops.map(({ reason }) => pictureStop(reason)[1]))];
  const [first, ...rest] = words;
  if (first === undefined) return [];
  return [rest.length > 0 ? `${first}, ${rest.length} more` : first];
}

function coinJoinWords(node: FlowNode): NodeWords {
  const { kind, participants } = node.coinJoin ?? { kind: '', participants: null };
  const title = participants === null ? 'CoinJoin' : `CoinJoin, ${count(participants)}`;
  return { title, isMono: false, lines: [`${plainText(kind, LONGEST_NAME)} shape`, ...stopLines(node)] };
}

function addressWords(node: FlowNode, members: number): NodeWords {
  const id = members > 1 ? `${count(members)} addresses` : shortIdentifier(node.text);
  const stops = stopLines(node);
  if (!node.party) return { title: id, isMono: members <= 1, lines: stops };
  const name = plainText(node.party.name, LONGEST_NAME);
  // A claim is quoted; what a rule concludes is not.
  return { title: node.party.basis === 'claim' ? `“${name}”` : name, isMono: false, lines: [id, ...stops] };
}

function ownWords(node: FlowNode, members: number): NodeWords {
  if (node.coinJoin) return coinJoinWords(node);
  switch (node.kind) {
    case 'transaction':
      return { title: '', isMono: true, lines: [] };
    case 'peel-chain': {
      const words = `${count(node.peel?.txids.length ?? 0)} transactions`;
      return { title: 'Peel chain', isMono: false, lines: [words, ...stopLines(node)] };
    }
    case 'address':
      return addressWords(node, members);
    default:
      return { title: plainText(node.text, LONGEST_NAME), isMono: false, lines: stopLines(node) };
  }
}

/** Words next to a node: the examiner's label first, then its attribution, then why the trail ends. */
export function nodeWords({ node, mark, members, notes = [] }: VisibleNode): NodeWords {
  const own = ownWords(node, members.length);
  const role = mark?.role ? [plainText(mark.role, LONGEST_NAME)] : [];
  const last = [...role, ...notes.map((note) => plainText(note, LONGEST_NOTE))];
  if (!mark?.label) return { ...own, lines: [...own.lines, ...last] };
  const below = own.title === '' ? [] : [own.title];
  return { title: plainText(mark.label, LONGEST_NAME), isMono: false, lines: [...below, ...own.lines, ...last] };
}
