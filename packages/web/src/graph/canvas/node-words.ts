import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import type { VisibleNode } from '@trailmark/core/flow/visible-graph';
import { escapeHostile } from '../../format/hostile-text.ts';
import { shorten } from '../../format/identifier.ts';
import { formatCount } from '../../format/number.ts';
import type { NodeWords } from '../canvas-props.ts';
import { describeStop } from './stop-badge.ts';

const CUT = { head: 7, tail: 5, differing: [] };
const LONGEST = 30;

function cap(text: string): string {
  const chars = Array.from(escapeHostile(text));
  return chars.length > LONGEST ? `${chars.slice(0, LONGEST - 1).join('')}…` : chars.join('');
}

/** `bc1q2k7…kgems`: how a canvas cuts an identifier. */
export function shortId(value: string): string {
  return shorten(value, CUT);
}

/** A claim is quoted; what a rule concludes is not. */
function partyName({ party }: FlowNode): string | undefined {
  if (!party) return undefined;
  return party.basis === 'claim' ? `“${cap(party.name)}”` : cap(party.name);
}

function stopLine({ stops }: FlowNode): readonly string[] {
  const [first, ...rest] = stops;
  if (!first) return [];
  const { words } = describeStop(first.reason);
  return [rest.length > 0 ? `${words}, ${rest.length} more` : words];
}

function transactionWords(node: FlowNode): NodeWords {
  if (!node.coinJoin) return { title: '', isMono: true, lines: [] };
  const { kind, participants } = node.coinJoin;
  const title = participants === null ? 'CoinJoin' : `CoinJoin, ${formatCount(participants)}`;
  return { title, isMono: false, lines: [`${cap(kind)} shape`, ...stopLine(node)] };
}

function ownWords(node: FlowNode, members: number): NodeWords {
  switch (node.kind) {
    case 'transaction':
      return transactionWords(node);
    case 'peel-chain':
      return {
        title: 'Peel chain',
        isMono: false,
        lines: [`${formatCount(node.peel?.txids.length ?? 0)} transactions`],
      };
    case 'gap':
      return { title: cap(node.text), isMono: false, lines: stopLine(node) };
    case 'unspendable':
    case 'source':
      return { title: cap(node.text), isMono: false, lines: stopLine(node) };
    default: {
      const name = partyName(node);
      const id = members > 1 ? `${formatCount(members)} addresses` : shortId(node.text);
      if (name) return { title: name, isMono: false, lines: [id, ...stopLine(node)] };
      const [stop, ...more] = stopLine(node);
      return stop
        ? { title: stop, isMono: false, lines: [id, ...more] }
        : { title: shortId(node.text), isMono: true, lines: [] };
    }
  }
}

/** Words beside a node: the examiner's label first, then who it is said to be, then why the trail ends. */
export function wordsOf({ node, mark, members }: VisibleNode, given?: NodeWords): NodeWords {
  const own = given ?? ownWords(node, members.length);
  const role = mark?.role ? [cap(mark.role)] : [];
  if (!mark?.label) return { ...own, lines: [...own.lines, ...role] };
  const below = own.title === '' ? [] : [own.title];
  return { title: cap(mark.label), isMono: false, lines: [...below, ...own.lines, ...role] };
}
