import { hash } from 'node:crypto';
import { CATEGORY_IDS, type CategoryId } from '@trailmark/core/category';
import { CONFIDENCE_IDS, type ConfidenceId } from '@trailmark/core/confidence';
import { AppError } from '@trailmark/core/errors';
import { LABEL_ROLES, type Label, type LabelPackVersion, type StoredLabel } from '@trailmark/core/label';
import type { NetworkId } from '@trailmark/core/network';
import { AddressTable } from './address-table.ts';
import { decodeLabel, encodeLabel } from './pack-codec.ts';
import { TextPool } from './text-pool.ts';

const CATEGORY_NUMBER = new Map(CATEGORY_IDS.map((id, number) => [id, number]));
const CONFIDENCE_NUMBER = new Map(CONFIDENCE_IDS.map((id, number) => [id, number]));
const CLUSTER_BIT = 16;
const ROLE_BITS = 15;
const ID_BYTES = 8;
const NO_ID = '0'.repeat(2 * ID_BYTES);

function detailWords(text: string): string {
  return text === '' ? '' : Object.values(JSON.parse(text) as Record<string, string>).join(' ');
}

/** First 16 hex digits of SHA-256 over pack id and content. */
export function labelId(pack: string, label: Label): string {
  return hash('sha256', `${pack}\n${encodeLabel(label)}`, 'hex').slice(0, 2 * ID_BYTES);
}

/**
 * The labels of one pack in columns: about 40 bytes per label in addition to its address and distinct texts, and an object only for
 * those that are requested. Rows are in the pack's order, so the labels of one address are together.
 */
export class LabelSegment {
  readonly pack: LabelPackVersion;
  private rowCount = 0;
  private subject = '';
  private readonly addresses: AddressTable;
  private readonly firstRow: Uint32Array;
  private readonly addressOf: Uint32Array;
  private readonly labels: Uint32Array;
  private readonly actors: Uint32Array;
  private readonly details: Uint32Array;
  private readonly sources: Uint32Array;
  private readonly days: Uint32Array;
  private readonly categories: Uint8Array;
  private readonly confidences: Uint8Array;
  /** Role + 1 in the low four bits, then whether the whole cluster is meant. */
  private readonly flags: Uint8Array;
  /** Labels, actors and details: what a search looks at. Number 0 is the empty text. */
  private readonly texts = new TextPool();
  private readonly places = new TextPool();
  /** Eight bytes per row: the ids of those requested so far, zeros of the others. */
  private readonly ids: Buffer;
  private readonly rowsByActor = new Map<string, number[]>();

  constructor(pack: LabelPackVersion) {
    this.pack = pack;
    const { labelCount, addressCount } = pack;
    this.addresses = new AddressTable(addressCount);
    this.firstRow = new Uint32Array(addressCount + 1);
    [this.addressOf, this.labels, this.actors, this.details, this.sources, this.days] = Array.from(
      { length: 6 },
      () => new Uint32Array(labelCount),
    ) as [Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array];
    this.categories = new Uint8Array(labelCount);
    this.confidences = new Uint8Array(labelCount);
    this.flags = new Uint8Array(labelCount);
    this.ids = Buffer.alloc(ID_BYTES * labelCount);
    this.texts.add('');
    this.places.add('');
  }

  /** Takes the next line of the pack. */
  addLine(line: string): void {
    const row = this.rowCount;
    if (row >= this.pack.labelCount) throw new AppError('inconsistent', 'It has more labels than it says.');
    const label = decodeLabel(line);
    const subject = `${label.network}:${label.address}`;
    if (subject !== this.subject) this.addSubject(label, row);
    this.subject = subject;
    this.rowCount += 1;
    this.addressOf[row] = this.addresses.size - 1;
    this.labels[row] = this.texts.add(label.label);
    this.actors[row] = this.texts.add(label.actor ?? '');
    this.details[row] = this.texts.add(toDetailText(label.details), detailWords);
    this.sources[row] = this.places.add(label.source);
    this.days[row] = this.places.add(label.asOf ?? '');
    this.categories[row] = CATEGORY_NUMBER.get(label.category) ?? 0;
    this.confidences[row] = CONFIDENCE_NUMBER.get(label.confidence) ?? 0;
    const role = label.role === undefined ? 0 : LABEL_ROLES.indexOf(label.role) + 1;
    this.flags[row] = role | (label.scope === 'cluster' ? CLUSTER_BIT : 0);
    if (label.actor !== undefined) this.addActorRow(label.actor, row);
  }

  private addSubject({ network, address }: Label, row: number): void {
    if (this.addresses.size >= this.pack.addressCount) {
      throw new AppError('inconsistent', 'It has more addresses than it says.');
    }
    this.firstRow[this.addresses.add(network, address)] = row;
  }

  private addActorRow(actor: string, row: number): void {
    const rows = this.rowsByActor.get(actor);
    if (rows) rows.push(row);
    else this.rowsByActor.set(actor, [row]);
  }

  /** No more lines. Throws `inconsistent` where the pack has fewer than it says. */
  seal(): void {
    if (this.rowCount !== this.pack.labelCount || this.addresses.size !== this.pack.addressCount) {
      throw new AppError('inconsistent', 'It has fewer labels than it says.');
    }
    this.firstRow[this.addresses.size] = this.rowCount;
    this.texts.seal();
    this.places.seal();
  }

  /** Whether the pack names any address of the network. */
  holds(network: NetworkId): boolean {
    return this.addresses.holds(network);
  }

  /** Rows of an address, by the hash of `hashAddress`; undefined where there are none. */
  findRows(hash: number, network: NetworkId, address: string): { from: number; to: number } | undefined {
    const number = this.addresses.find(hash, network, address);
    if (number < 0) return undefined;
    return { from: this.firstRow[number] as number, to: this.firstRow[number + 1] as number };
  }

  /** Addresses of a network in the pack's order. */
  *addressesOn(network: NetworkId): Generator<string> {
    for (let i = 0; i < this.addresses.size; i++) {
      if (this.addresses.network(i) === network) yield this.addresses.address(i);
    }
  }

  /** Rows that name an actor, ascending. */
  rowsOfActor(actor: string): readonly number[] {
    return this.rowsByActor.get(actor) ?? [];
  }

  /** Calculated once per row: the digest costs more than the rest of a search. */
  private idOf(row: number, label: Label): string {
    const start = ID_BYTES * row;
    const known = this.ids.toString('hex', start, start + ID_BYTES);
    if (known !== NO_ID) return known;
    const id = labelId(this.pack.id, label);
    this.ids.write(id, start, 'hex');
    return id;
  }

  get(row: number): StoredLabel {
    const flags = this.flags[row] as number;
    const number = this.addressOf[row] as number;
    const details = this.texts.text(this.details[row] as number);
    const { id: pack, licence, visibility } = this.pack;
    const label = {
      id: '',
      network: this.addresses.network(number),
      address: this.addresses.address(number),
      label: this.texts.text(this.labels[row] as number),
      category: CATEGORY_IDS[this.categories[row] as number] as CategoryId,
      actor: this.texts.text(this.actors[row] as number) || undefined,
      confidence: CONFIDENCE_IDS[this.confidences[row] as number] as ConfidenceId,
      scope: flags & CLUSTER_BIT ? 'cluster' : 'address',
      role: LABEL_ROLES[(flags & ROLE_BITS) - 1],
      source: this.places.text(this.sources[row] as number),
      asOf: this.places.text(this.days[row] as number) || undefined,
      details: details === '' ? {} : (JSON.parse(details) as Record<string, string>),
      pack,
      licence,
      visibility,
    } satisfies StoredLabel;
    label.id = this.idOf(row, label);
    return label;
  }

  /**
   * Rows of which label, actor or details contain every one of the lower-case words, at most `limit`: first one row of each
   * distinct label, then the others, so that a name with a thousand addresses does not hide the rest.
   */
  search(words: readonly string[], limit: number): readonly number[] {
    const found = words.map((word) => this.texts.containing(word));
    if (found.some((flags) => flags === undefined)) return [];
    const flags = found as Uint8Array[];
    const seen = new Set<number>();
    const first: number[] = [];
    const others: number[] = [];
    for (let row = 0; row < this.rowCount && first.length < limit; row++) {
      if (!this.contains(row, flags)) continue;
      const label = this.labels[row] as number;
      if (!seen.has(label)) first.push(row);
      else if (others.length < limit) others.push(row);
      seen.add(label);
    }
    return [...first, ...others].slice(0, limit);
  }

  private contains(row: number, flags: readonly Uint8Array[]): boolean {
    const [label, actor, details] = [this.labels[row], this.actors[row], this.details[row]] as [number, number, number];
    return flags.every((flag) => flag[label] === 1 || flag[actor] === 1 || flag[details] === 1);
  }
}

function toDetailText(details: Label['details']): string {
  for (const _ in details) return JSON.stringify(details);
  return '';
}
