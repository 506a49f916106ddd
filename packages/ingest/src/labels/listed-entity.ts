import { detectNetworks } from '@trailmark/chains/network-address';
import { AppError } from '@trailmark/core/errors';
import { findActorAlias } from './actor-aliases.ts';
import type { LabelFeed } from './importer.ts';
import { attributeOf, readXml } from './xml-events.ts';

/** An element within an entry of a list: its name, its attributes and its own text. */
export interface EntryNode {
  readonly name: string;
  readonly attributes: string;
  readonly text: string;
}

export interface ListEntryXml extends EntryNode {
  readonly nodes: readonly EntryNode[];
}

/** The first element of a document, which states when the list was made. */
export function readRootAttribute(text: string, name: string): string | undefined {
  for (const event of readXml(text)) if (event.kind === 'open') return attributeOf(event.attributes, name);
  return undefined;
}

/** What is open in a document, and the entry that is being read. */
class EntryReader {
  readonly #isEntry: (name: string) => boolean;
  readonly #open: { name: string; attributes: string; text: string }[] = [];
  #entry: { readonly head: EntryNode; readonly depth: number; readonly nodes: EntryNode[] } | undefined;

  constructor(isEntry: (name: string) => boolean) {
    this.#isEntry = isEntry;
  }

  addText(text: string): void {
    const own = this.#open.at(-1);
    if (own && this.#entry) own.text += text;
  }

  open(name: string, attributes: string): void {
    const node = { name, attributes, text: '' };
    this.#open.push(node);
    if (!this.#entry && this.#isEntry(name)) this.#entry = { head: node, depth: this.#open.length, nodes: [] };
  }

  /** The entry, where this was its end. */
  close(): ListEntryXml | undefined {
    const closed = this.#open.pop();
    const entry = this.#entry;
    if (!entry || !closed) return undefined;
    if (this.#open.length >= entry.depth) {
      entry.nodes.push({ ...closed, text: closed.text.trim() });
      return undefined;
    }
    this.#entry = undefined;
    return { ...entry.head, nodes: entry.nodes };
  }
}

/** Entries of a list, each with everything in it, one after the other: memory is that of one entry. */
export function* readListEntries(text: string, isEntry: (name: string) => boolean): Generator<ListEntryXml> {
  const reader = new EntryReader(isEntry);
  for (const event of readXml(text)) {
    if (event.kind === 'text') reader.addText(event.text);
    else if (event.kind === 'open') reader.open(event.name, event.attributes);
    else {
      const entry = reader.close();
      if (entry) yield entry;
    }
  }
}

/** Values of elements of a name that have any. */
export function valuesOf(entry: ListEntryXml, name: string): string[] {
  return entry.nodes.filter((node) => node.name === name && node.text !== '').map(({ text }) => text);
}

export function attributesOf(entry: ListEntryXml, element: string, attribute: string): string[] {
  const found = entry.nodes
    .filter(({ name }) => name === element)
    .map(({ attributes }) => attributeOf(attributes, attribute));
  return found.filter((value) => value !== undefined && value !== '') as string[];
}

const WORD = /(?<![A-Za-z0-9])(?:bitcoincash:)?[A-Za-z0-9]{25,113}(?![A-Za-z0-9])/g;
/** Words that other numbers of a list look like, and that only a named network makes an address. */
const MOST_WORDS = 200;

/** Addresses anywhere in the text of an entry, by their form and checksum: no list has one field for them all. */
export function findListedAddresses(texts: readonly string[]): string[] {
  const words = new Set(texts.flatMap((text) => text.match(WORD) ?? []));
  const found = [...words].slice(0, MOST_WORDS).filter((word) => {
    const [network] = detectNetworks(word);
    // Base58 of 32 bytes has no checksum: a word of that form alone is no address.
    return network !== undefined && network !== 'sol';
  });
  return found;
}

/** One entry of a list, as it is fed. */
export interface ListedEntry {
  readonly entity: string;
  readonly akas: readonly string[];
  readonly programme: string;
  readonly uid: string;
  /** Day on which the entry was listed, where the list states it. It is the entry's: an address may have been added later. */
  readonly listedOn: string | undefined;
  readonly source: string;
  readonly texts: readonly string[];
}

/** Feeds an entry: one claim for each address that it names. */
export function feedListedEntry(feed: LabelFeed, entry: ListedEntry, listDate: string): number {
  const addresses = findListedAddresses(entry.texts);
  for (const address of addresses) {
    feed.claim({
      networks: undefined,
      address,
      label: entry.entity,
      category: 'sanctioned',
      actor: findActorAlias(entry.entity.toUpperCase()),
      confidence: 'authority_data',
      source: entry.source,
      asOf: listDate,
      details: {
        entity: entry.entity,
        programme: entry.programme,
        uid: entry.uid,
        akas: entry.akas.slice(0, 20).join('; '),
        list_date: listDate,
        entry_listed_on: entry.listedOn,
      },
    });
  }
  return addresses.length;
}

/** A list whose entries name no address at all may well be right: of other lists that would be a sign of another file. */
export function assertEntries(count: number, name: string): void {
  if (count === 0)
    throw new AppError('invalid', `${name} has no entry that this format has. Check that it is the list as published.`);
}
