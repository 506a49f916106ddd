import type { AccountLog } from '@trailmark/core/account-block';
import { textAt } from '../protocols/abi-words.ts';
import { EVENTS } from '../protocols/event-signatures.ts';

/** Bytes of a picture that is shown, and characters of a link. */
const MOST_PICTURE_BYTES = 200_000;
const MOST_TEXT_BYTES = 400_000;
const MOST_LINK = 300;

export type MetadataKind = 'on-chain' | 'ipfs' | 'arweave' | 'http' | 'other' | 'not-known';

/** What a contract logged about where the description of an item is. Text of a stranger. */
export interface ItemMetadata {
  readonly kind: MetadataKind;
  readonly uri: string | undefined;
  /** The content id of a link that names what it leads to. */
  readonly contentId: string | undefined;
  /** An SVG inside the link itself, as base64. */
  readonly picture: string | undefined;
}

const NOT_KNOWN: ItemMetadata = { kind: 'not-known', uri: undefined, contentId: undefined, picture: undefined };
const KINDS: readonly (readonly [RegExp, MetadataKind])[] = [
  [/^data:/i, 'on-chain'],
  [/^ipfs:\/\//i, 'ipfs'],
  [/^https?:\/\/[^/]*\/ipfs\//i, 'ipfs'],
  [/^ar:\/\//i, 'arweave'],
  [/^https?:\/\//i, 'http'],
];

/** The last link that a contract logged for an item: `URI(value, id)` (ERC-1155) or `PermanentURI` (OpenSea). */
export function readMetadata(logs: readonly AccountLog[], contract: string, tokenId: bigint): ItemMetadata {
  const own = logs.filter(
    ({ address, topics }) =>
      address === contract &&
      topics.length === 2 &&
      (topics[0] === EVENTS.ITEM_URI.topic || topics[0] === EVENTS.PERMANENT_URI.topic) &&
      BigInt(`0x${topics[1]}`) === tokenId,
  );
  const text = textAt(own.at(-1)?.data ?? '', 0, MOST_TEXT_BYTES);
  return text === undefined || text === '' ? NOT_KNOWN : toMetadata(text);
}

/** What a link is, by its text alone: nothing is fetched. */
export function toMetadata(text: string): ItemMetadata {
  const kind = KINDS.find(([form]) => form.test(text))?.[1] ?? 'other';
  const contentId =
    kind === 'ipfs' ? /(?:ipfs:\/\/(?:ipfs\/)?|\/ipfs\/)([A-Za-z0-9]{40,80})/.exec(text)?.[1] : undefined;
  const picture = kind === 'on-chain' ? findPicture(text) : undefined;
  return { kind, uri: text.slice(0, MOST_LINK), contentId, picture };
}

interface DataLink {
  readonly mediaType: string;
  readonly body: string;
}

/** Media type and content of a data link, as text. */
function openDataLink(text: string): DataLink | undefined {
  const match = /^data:([a-z]+\/[a-z0-9.+-]+)?((?:;[^,;]*)*),/i.exec(text);
  if (!match) return undefined;
  const body = text.slice(match[0].length);
  if (body.length > MOST_TEXT_BYTES) return undefined;
  const mediaType = (match[1] ?? 'text/plain').toLowerCase();
  if (!/;base64$/i.test(match[2] ?? '')) return { mediaType, body: decodePercents(body) };
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(body)) return undefined;
  const bytes = Uint8Array.from(atob(body), (sign) => sign.charCodeAt(0));
  return { mediaType, body: new TextDecoder().decode(bytes) };
}

function decodePercents(body: string): string {
  try {
    return decodeURIComponent(body);
  } catch {
    return body;
  }
}

/** The SVG of a data link, or of the description inside one. One level only: a description that leads to another one is not followed. */
function findPicture(text: string): string | undefined {
  const outer = openDataLink(text);
  if (!outer) return undefined;
  if (outer.mediaType === 'image/svg+xml') return toPicture(outer.body);
  if (outer.mediaType !== 'application/json') return undefined;
  const image = readImage(outer.body);
  const inner = image === undefined ? undefined : openDataLink(image);
  return inner?.mediaType === 'image/svg+xml' ? toPicture(inner.body) : undefined;
}

function readImage(json: string): string | undefined {
  try {
    const found: unknown = JSON.parse(json);
    if (typeof found !== 'object' || found === null) return undefined;
    const { image, image_data: data } = found as { readonly image?: unknown; readonly image_data?: unknown };
    if (typeof image === 'string') return image;
    return typeof data === 'string' && data.trimStart().startsWith('<')
      ? `data:image/svg+xml,${encodeURIComponent(data)}`
      : undefined;
  } catch {
    return undefined;
  }
}

/** Base64 of an SVG of allowed size that is one. A page shows it as an image, which runs no script and loads nothing. */
function toPicture(svg: string): string | undefined {
  const bytes = new TextEncoder().encode(svg);
  if (bytes.length > MOST_PICTURE_BYTES || !/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<svg[\s>]/i.test(svg))
    return undefined;
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
