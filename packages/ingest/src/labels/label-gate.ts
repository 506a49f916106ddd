import { detectNetworks, parseNetworkAddress } from '@trailmark/chains/network-address';
import type { CategoryId } from '@trailmark/core/category';
import type { ConfidenceId } from '@trailmark/core/confidence';
import type { Label, LabelRole, RefusedLabel } from '@trailmark/core/label';
import { NETWORKS, type NetworkId } from '@trailmark/core/network';
import { isBurnAddress } from './burn-address.ts';
import { isEvmNetwork } from './evm-network.ts';
import { isTokenName, roleOf } from './label-words.ts';

/** What an importer hands over: text as the source has it. */
export interface Claim {
  /** The networks it may be, the likeliest first; undefined where the source names none. */
  readonly networks: readonly NetworkId[] | undefined;
  readonly address: string;
  readonly label: string;
  readonly category: CategoryId;
  readonly confidence: ConfidenceId;
  readonly source: string;
  readonly actor?: string | undefined;
  readonly scope?: 'address' | 'cluster' | undefined;
  /** Read from the label's words where it is missing. */
  readonly role?: LabelRole | undefined;
  readonly asOf?: string | undefined;
  readonly details?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface LabelSink {
  add(label: Label): void;
  refuse(row: RefusedLabel): void;
}

export interface GateOptions {
  /** Only the current OFAC list may say "sanctioned"; from anybody else it means "was or is reported to be". */
  readonly maySanction?: boolean;
}

const MOST_DETAILS = 20;
const LABEL_LENGTH = 200;
const SOURCE_LENGTH = 500;
const DETAIL_LENGTH = 500;
const NAME_LENGTH = 60;
const ROW_LENGTH = 300;

/** Control characters, direction marks and letters that are drawn as nothing could hide or reorder what a reader sees. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800]+/gu;

/** A third party's text for the screen: no invisible characters, white space single, cut to a length in characters. */
export function cleanText(text: string, longest: number): string {
  const plain = text.replace(/\s+/g, ' ').replace(INVISIBLE, '').trim();
  if (plain.length <= longest) return plain;
  return `${plain.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A calendar day that exists, from the start of a text such as `2023-08-16 12:18:52`; undefined for anything else. */
export function parseDay(text: string | undefined): string | undefined {
  const day = /^\s*(\d{4}-\d{2}-\d{2})(?![0-9])/.exec(text ?? '')?.[1];
  if (day === undefined) return undefined;
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? undefined : day;
}

function cleanDetails(details: Claim['details']): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(details ?? {})) {
    const text = cleanText(value ?? '', DETAIL_LENGTH);
    if (text === '' || Object.keys(clean).length >= MOST_DETAILS) continue;
    clean[cleanText(name, NAME_LENGTH)] = text;
  }
  return clean;
}

type Place = { readonly network: NetworkId; readonly address: string };

function findPlace({ networks, address }: Claim): Place | { readonly reason: string } {
  const candidates = networks ?? detectNetworks(address);
  let reason = 'it is an address on no network known here, or its checksum fails';
  for (const network of candidates) {
    const read = parseNetworkAddress(network, address);
    if (read.ok) return { network, address: read.address };
    reason = `not an address on ${NETWORKS[network]}: ${read.reason}`;
  }
  return { reason };
}

function settleCategory(claim: Claim, place: Place, maySanction: boolean): CategoryId {
  if (isBurnAddress(place.network, place.address)) return 'burn';
  if (claim.category === 'sanctioned' && !maySanction) return 'sanctioned_historic';
  const isToken = claim.category === 'exchange' && isEvmNetwork(place.network) && isTokenName(claim.label);
  return isToken ? 'token_contract' : claim.category;
}

function toLabel(claim: Claim, place: Place, maySanction: boolean): Label {
  const category = settleCategory(claim, place, maySanction);
  const original = category === claim.category ? undefined : claim.category;
  const actor = cleanText(claim.actor ?? '', NAME_LENGTH);
  return {
    ...place,
    label: cleanText(claim.label, LABEL_LENGTH),
    category,
    actor: actor === '' ? undefined : actor,
    confidence: claim.confidence,
    scope: claim.scope ?? 'address',
    role: claim.role ?? roleOf(claim.label),
    source: cleanText(claim.source, SOURCE_LENGTH),
    asOf: parseDay(claim.asOf),
    details: cleanDetails(original ? { ...claim.details, source_category: original } : claim.details),
  };
}

/**
 * Filters what an importer writes to a pack. Passes claims whose address is one (checksum included) on its network, in
 * canonical spelling and with all text capped; everything else is refused with its line and reason.
 */
export function createLabelGate(
  sink: LabelSink,
  { maySanction = false }: GateOptions = {},
): { claim(claim: Claim, line?: number): void; refuse(row: RefusedLabel): void } {
  const refuse = (row: RefusedLabel): void => {
    sink.refuse({ line: row.line, text: cleanText(row.text, ROW_LENGTH), reason: row.reason });
  };
  const claim = (claimed: Claim, line?: number): void => {
    const place = findPlace(claimed);
    const label = 'reason' in place ? undefined : toLabel(claimed, place, maySanction);
    if (label && label.label !== '') sink.add(label);
    else refuse({ line, text: claimed.address, reason: 'reason' in place ? place.reason : 'the label is empty' });
  };
  return { claim, refuse };
}
