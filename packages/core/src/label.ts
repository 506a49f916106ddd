import type { CategoryId } from './category.ts';
import type { ConfidenceId } from './confidence.ts';
import type { NetworkId } from './network.ts';

/** Part of a service an address plays, where the source says so. */
export const LABEL_ROLES = ['hot', 'cold', 'deposit', 'withdrawal', 'reserve', 'fee', 'contract'] as const;
export type LabelRole = (typeof LABEL_ROLES)[number];

/**
 * A claim: what one source says about one address. Claims are never merged or averaged: an address has as many as there
 * are sources, and those that contradict each other are shown side by side. All text is a third party's and hostile.
 */
export interface Label {
  readonly network: NetworkId;
  /** In the network's canonical spelling; its checksum was valid when it was imported. */
  readonly address: string;
  /** What the source calls it, at most 200 characters. */
  readonly label: string;
  readonly category: CategoryId;
  /** Id in the actor directory. */
  readonly actor: string | undefined;
  readonly confidence: ConfidenceId;
  /** `cluster`: the source means everything the owner of this address controls. */
  readonly scope: 'address' | 'cluster';
  readonly role: LabelRole | undefined;
  /** Where it can be verified: a URL, or words. At most 500 characters. */
  readonly source: string;
  /** Day the source stated it, `YYYY-MM-DD`; undefined where the source gives none. */
  readonly asOf: string | undefined;
  /** Further facts of the source by name (programme, entity, uid, listed_from, listed_to, context, …). */
  readonly details: Readonly<Record<string, string>>;
}

/** A label as the store holds it: with the pack it came in. */
export interface StoredLabel extends Label {
  /** First 16 hex digits of SHA-256 over pack id and content: the same claim has the same id in every version. */
  readonly id: string;
  readonly pack: string;
  /** SPDX id or words, from the pack. */
  readonly licence: string;
  /** `public`: may be shown to visitors without an account. */
  readonly visibility: 'public' | 'internal';
}

/** Head of a label pack; its labels follow, sorted by network, address, label, category and source. */
export interface LabelPackHead {
  /** Lower-case letters, digits and hyphens: `ofac-sdn`. */
  readonly id: string;
  readonly title: string;
  readonly publisher: string;
  readonly licence: string;
  readonly visibility: 'public' | 'internal';
  /** Where the pack's source is published. */
  readonly url: string | undefined;
  /** Day the source was published or read, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** Id and version of the importer. */
  readonly importer: string;
}

/** A pack in one of its versions, as listed. */
export interface LabelPackVersion extends LabelPackHead {
  /** First 16 hex digits of SHA-256 over the pack's bytes. */
  readonly version: string;
  readonly labelCount: number;
  readonly addressCount: number;
  /** Rows of the source that were not taken, by reason. */
  readonly refusedCount: number;
  /** Seconds since 1970, when this installation took it in. */
  readonly importedAt: number;
  readonly isActive: boolean;
}

/** A row of a source that was not taken. */
export interface RefusedLabel {
  /** Line of the source where it has lines. */
  readonly line: number | undefined;
  readonly text: string;
  readonly reason: string;
}

/** A route to the people who answer law-enforcement requests. */
export interface ContactRoute {
  readonly channel: 'portal' | 'email' | 'post' | 'phone';
  readonly value: string;
  /** Page it was seen on. */
  readonly page: string;
  /** The page is on the operator's own domain; otherwise the route counts as not verified. */
  readonly isOfficialDomain: boolean;
  /** When it was seen, in the words of whoever noted it. */
  readonly seen: string;
  /** Day somebody checked it on the operator's own domain, `YYYY-MM-DD`; undefined: nobody has. */
  readonly verifiedOn: string | undefined;
}

/** An organisation in the directory. */
export interface Actor {
  readonly id: string;
  readonly label: string;
  readonly legalName: string | undefined;
  readonly aliases: readonly string[];
  /** http or https, or undefined. */
  readonly uri: string | undefined;
  /** ISO 3166-1 alpha-2, as the source has them. */
  readonly jurisdictions: readonly string[];
  readonly categories: readonly CategoryId[];
  readonly contacts: readonly ContactRoute[];
  readonly source: string;
  readonly licence: string;
}

/** The labels in force, in memory. A search of a thousand addresses takes milliseconds. */
export interface LabelReader {
  /** Changes whenever what is in force changes: hash over the active packs and their versions. */
  readonly version: string;
  /** Newest `asOf` of the active packs, `YYYY-MM-DD`; undefined while none is active. */
  readonly asOf: string | undefined;
  readonly labelCount: number;
  /** All claims about an address, highest confidence first; empty where there are none. `address` is canonical. */
  labelsOf(network: NetworkId, address: string): readonly StoredLabel[];
  has(network: NetworkId, address: string): boolean;
  /** Every labelled address of a network, some perhaps more than once. A reader without it is queried address by address. */
  addresses?(network: NetworkId): Iterable<string>;
  /** Labels that name an actor, in a fixed order. */
  labelsOfActor(actor: string, page: { offset: number; limit: number }): { items: StoredLabel[]; total: number };
  /** Labels whose text, actor or details contain the words; at most `limit`. */
  search(text: string, limit: number): readonly StoredLabel[];
  actor(id: string): Actor | undefined;
  /** Actors whose id, name or alias begins with or contains the text, best first. */
  searchActors(filter: ActorFilter, page: { offset: number; limit: number }): { items: Actor[]; total: number };
  packs(): readonly LabelPackVersion[];
  /** The reader this one is, without some of its labels; left out where none are left out. */
  readonly whole?: LabelReader | undefined;
}

export interface ActorFilter {
  readonly text?: string | undefined;
  readonly category?: CategoryId | undefined;
  readonly jurisdiction?: string | undefined;
  /** Only actors with a contact route. */
  readonly withContact?: boolean | undefined;
}

/** What would change if a version of a pack came into force. */
export interface LabelPackPreview {
  readonly pack: LabelPackVersion;
  readonly active: LabelPackVersion | undefined;
  readonly counts: { readonly added: number; readonly removed: number; readonly same: number };
  /** The first ones of each, in the pack's order. */
  readonly added: readonly Label[];
  readonly removed: readonly Label[];
  readonly refused: readonly RefusedLabel[];
}

/** The packs this installation holds, in all their versions. Versions are never changed, only brought into force or out of it. */
export interface LabelPacks {
  /** By pack, newest version first. */
  list(): readonly LabelPackVersion[];
  /** Throws `not-found` for a version that is not stored. */
  preview(pack: string, version: string, limit: number): Promise<LabelPackPreview>;
  /** Every label of a version. Throws `not-found` for a version that is not stored. */
  read(pack: string, version: string): Promise<readonly Label[]>;
  /** Undefined takes the pack out of force. The change is on disk, and in the reader, when this resolves. */
  activate(pack: string, version: string | undefined): Promise<void>;
}
