import type { statementLossRoutes } from '@trailmark/api/contract/statement-losses';
import { type ChainId, isChainId } from '@trailmark/core/chain';
import type { z } from 'zod';

export type AskedLosses = z.output<(typeof statementLossRoutes)['listVictimLosses']['body']>;
type Victim = AskedLosses['victims'][number];

/** A line that could not be read, with its reason. */
export interface RefusedLine {
  readonly line: number;
  readonly reason: string;
}

/** Characters of the shortest address. */
const SHORTEST = 20;
const TXID = /^(?:0x)?[0-9a-fA-F]{64}$/;

function splitLine(line: string): string[] {
  const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : ',';
  return line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

interface Place {
  readonly name: string;
  readonly reference: string;
  readonly chain: ChainId;
  readonly text: string;
}

function readLine(line: string, chains: readonly ChainId[]): Place | string {
  const [name = '', second = '', ...more] = splitLine(line);
  const named = second.toLowerCase();
  if (name === '') return 'It names nobody. Write: name; chain; address or transaction id.';
  // The chain may be left out where the suspects are on one chain; no address is as short as a name of a chain.
  const isNamed = isChainId(named);
  if (!isNamed && second !== '' && (chains.length > 1 || second.length < SHORTEST))
    return `“${second.slice(0, 40)}” is no chain. Chains here are ${chains.toSorted().join(', ')}.`;
  const [chain, text, reference] = isNamed ? [named, more[0], more[1]] : [chains[0], second, more[0]];
  if (chain === undefined || text === undefined || text === '')
    return 'It has no address and no transaction id. Write: name; chain; address or transaction id.';
  return { name, chain, text, reference: reference ?? '' };
}

/** Victims from lines of a name, a chain, and an address or transaction id; lines of one name are one victim. */
export function readVictimLines(
  text: string,
  chains: readonly ChainId[],
): { readonly victims: readonly Victim[]; readonly refused: readonly RefusedLine[] } {
  const victims = new Map<string, Victim>();
  const refused: RefusedLine[] = [];
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '' || /^\s*name\s*[;,\t]/i.test(line)) continue;
    const place = readLine(line, chains);
    if (typeof place === 'string') {
      refused.push({ line: i + 1, reason: place });
      continue;
    }
    const { name, reference, chain } = place;
    const key = `${reference} ${name.toLowerCase()}`;
    const known = victims.get(key) ?? { name, reference, addresses: [], transactions: [] };
    if (TXID.test(place.text)) known.transactions.push({ chain, txid: place.text });
    else known.addresses.push({ chain, text: place.text });
    victims.set(key, known);
  }
  return { victims: [...victims.values()], refused };
}

/** What of a case says who is a victim and where they paid from. */
interface CaseVictims {
  readonly people: readonly {
    readonly id: string;
    readonly number: string;
    readonly name: string;
    readonly kind: string;
    readonly withdrawn: unknown;
  }[];
  readonly links: readonly {
    readonly person: string;
    readonly to: { readonly kind: string; readonly chain?: string; readonly address?: string };
    readonly withdrawn: unknown;
  }[];
}

const clean = (text: string) => text.replaceAll(/[;\t\r\n]/g, ' ');

/** Victims of a case as lines, one for each of their addresses. */
export function writeVictimLines({ people, links }: CaseVictims): string {
  return people
    .filter(({ kind, withdrawn }) => kind === 'victim' && withdrawn === null)
    .flatMap(({ id, number, name }) =>
      links
        .filter(({ person, to, withdrawn }) => person === id && to.kind === 'address' && withdrawn === null)
        .map(({ to }) => `${clean(name)}; ${to.chain}; ${to.address}; ${number}`),
    )
    .join('\n');
}
