import type { ChainId } from '@trailmark/core/chain';
import type { NoteLink } from '@trailmark/store/cases/agency-cases/note-rows';
import type { CallHandler } from '../http/call-handler.ts';
import { addressKey, transactionKey } from './item-kinds/identifiers.ts';

/** Links of one note: a longer list belongs into a file. */
const MAX_LINKS = 500;
const WORD = /(?<![A-Za-z0-9])(?:(?:bitcoincash|bchtest|bchreg):)?[A-Za-z0-9]{25,113}(?![A-Za-z0-9])/g;

interface Hit {
  readonly kind: string;
  readonly chain: ChainId;
  readonly id: string;
  readonly isIndexed: boolean;
}

/** What the texts of one identifier have in common: letter case and prefixes are spelling. */
function foldSpelling(text: string): string {
  return text.toLowerCase().replace(/^(?:bitcoincash:|bchtest:|bchreg:|0x)/, '');
}

export interface NoteFindings {
  readonly links: readonly NoteLink[];
  /** What the case names by them: one address can be one on several chains. */
  readonly keys: readonly string[];
  /** What looks like an identifier and is none, with the reason; of a private key only its place. */
  readonly refused: readonly { readonly text: string; readonly reason: string }[];
}

/** The hit that a link leads to: on a chain that has seen it, else the first. */
function chooseHit(hits: readonly Hit[]): Hit | undefined {
  return hits.find(({ isIndexed }) => isIndexed) ?? hits[0];
}

/** Addresses and transactions in a text, as search finds them: by their checksums, and transactions that a ledger holds. */
export async function findNoteLinks(ask: CallHandler, text: string): Promise<NoteFindings> {
  const words = new Set(text.match(WORD) ?? []);
  if (words.size === 0) return { links: [], keys: [], refused: [] };
  const answer = await ask('scanText', { params: {}, query: {}, body: { text } });
  const { found, refused } = (answer.kind === 'json' ? answer.value : { found: [], refused: [] }) as {
    readonly found: readonly Hit[];
    readonly refused: NoteFindings['refused'];
  };
  const hits = found.filter(({ kind }) => kind === 'address' || kind === 'transaction');
  const bySpelling = Map.groupBy(hits, ({ id }) => foldSpelling(id));
  const links = [...words].flatMap((word): NoteLink[] => {
    const hit = chooseHit(bySpelling.get(foldSpelling(word)) ?? []);
    return hit ? [{ text: word, kind: hit.kind as NoteLink['kind'], chain: hit.chain, id: hit.id }] : [];
  });
  const keys = hits.map(({ kind, chain, id }) =>
    kind === 'address' ? addressKey(chain, id) : transactionKey(chain, id),
  );
  return { links: links.slice(0, MAX_LINKS), keys: [...new Set(keys)].slice(0, MAX_LINKS * 4), refused };
}
