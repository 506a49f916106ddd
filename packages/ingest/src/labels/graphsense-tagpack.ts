import type { CategoryId } from '@trailmark/core/category';
import { CONFIDENCE_IDS, type ConfidenceId, isConfidenceId } from '@trailmark/core/confidence';
import type { NetworkId } from '@trailmark/core/network';
import { defineLabelImporter, type LabelFeed, type SourceFile } from './importer.ts';
import { type Claim, parseDay } from './label-gate.ts';
import { findNetwork, refuseNetwork } from './network-names.ts';
import { openTagPack } from './tag-lines.ts';
import { CONCEPT_IDS, describeUnknown, findConcept, weightiestCategory } from './taxonomy.ts';
import { isYamlMap, textOf, textsOf, type YamlMap, type YamlValue } from './yaml-text.ts';

/** Packs superseded by a better source, made for demonstration, or scraped from an explorer: not read as claims. */
export function isSkippedPack(name: string): boolean {
  return name === 'ofac.yaml' || name === 'demo.yaml' || /^etherscan-.*word-?cloud/.test(name);
}

const SKIPPED = 'a pack for demonstration, copied from an explorer, or superseded by the current sanctions list';

/** Old packs name the token where the network belongs: the address then says which network it is. */
const TOKENS = new Set(['usdt', 'usdc', 'gmt', 'oxy']);

/** Roles among the concepts. */
const ROLES: Readonly<Record<string, Claim['role']>> = { cold_wallet: 'cold', hot_wallet: 'hot' };

/** A row that cannot be a claim, with the reason. */
class Refusal {
  readonly reason: string;
  /** What to show of the row where that is not the address. */
  readonly text: string | undefined;
  constructor(reason: string, text?: string) {
    this.reason = reason;
    this.text = text;
  }
}

function networksOf(tag: YamlMap): readonly NetworkId[] | undefined | Refusal {
  const name = textOf(tag.network) ?? textOf(tag.currency);
  if (name === undefined || TOKENS.has(name.toLowerCase())) return undefined;
  const network = findNetwork(name);
  if (network) return [network];
  const { reason, text } = refuseNetwork(name, textOf(tag.address) ?? '', undefined);
  return new Refusal(reason, text);
}

function confidenceOf(tag: YamlMap): ConfidenceId | Refusal {
  const word = textOf(tag.confidence);
  if (word === undefined) return 'unknown';
  return isConfidenceId(word) ? word : new Refusal(describeUnknown('level of confidence', word, CONFIDENCE_IDS));
}

function conceptsOf(tag: YamlMap): readonly string[] {
  return [...new Set([tag.abuse, tag.category, tag.concepts].flatMap(textsOf))];
}

function categoryOf(concepts: readonly string[]): CategoryId | Refusal {
  const categories: CategoryId[] = [];
  for (const concept of concepts) {
    const category = findConcept(concept);
    if (!category) return new Refusal(describeUnknown('concept', concept, CONCEPT_IDS));
    categories.push(category);
  }
  return weightiestCategory(categories);
}

function flatten(value: YamlValue | unknown): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [key, entry] of Object.entries(value as object)) {
    flat[key] = typeof entry === 'string' ? entry : JSON.stringify(entry);
  }
  return flat;
}

/** Context is JSON text by the schema, a mapping in some packs, and free text in others. */
function contextOf(value: YamlValue | undefined): Record<string, string> {
  if (isYamlMap(value)) return flatten(value);
  const text = textOf(value);
  if (text === undefined) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return flatten(parsed);
  } catch {
    // Free text is kept as it is.
  }
  return { context: text };
}

function toClaim(tag: YamlMap, file: string): Claim | Refusal {
  const address = textOf(tag.address);
  const label = textOf(tag.label);
  if (address === undefined) {
    return new Refusal(textOf(tag.tx_hash) ? 'the tag names a transaction, not an address' : 'the address is missing');
  }
  if (label === undefined) return new Refusal('the label is missing');
  const networks = networksOf(tag);
  const confidence = confidenceOf(tag);
  const concepts = conceptsOf(tag);
  const category = categoryOf(concepts);
  for (const part of [networks, confidence, category]) if (part instanceof Refusal) return part;
  const isPlain = concepts.length === 1 && concepts[0] === category;
  return {
    networks: networks as readonly NetworkId[] | undefined,
    address,
    label,
    category: category as CategoryId,
    confidence: confidence as ConfidenceId,
    actor: textOf(tag.actor),
    scope: textOf(tag.is_cluster_definer)?.toLowerCase() === 'true' ? 'cluster' : 'address',
    role: concepts.map((concept) => ROLES[concept]).find((role) => role !== undefined),
    source: textOf(tag.source) ?? `GraphSense TagPack ${file}`,
    asOf: parseDay(textOf(tag.lastmod)),
    details: { tagpack: file, concepts: isPlain ? undefined : concepts.join(', '), ...contextOf(tag.context) },
  };
}

/** USDT's blacklist holds the contract's first tests: addresses nobody has. */
function isBlacklistTest(tag: YamlMap): boolean {
  return textsOf(tag.category).includes('black_list') && /^0x0{36}[0-9a-f]{4}$/i.test(textOf(tag.address) ?? '');
}

async function readPack(file: SourceFile, feed: LabelFeed): Promise<void> {
  const { header, tags } = openTagPack(file.name, file.text);
  const { tags: _, ...inherited } = header;
  for (const { line, fields } of tags) {
    await feed.pace();
    const tag = { ...inherited, ...fields };
    if (isBlacklistTest(tag)) {
      feed.refuse({
        line,
        text: textOf(tag.address) ?? '',
        reason: 'a test address of a blacklist, which nobody owns',
      });
      continue;
    }
    const claim = toClaim(tag, file.name);
    if (claim instanceof Refusal) {
      const text = claim.text ?? textOf(tag.address) ?? textOf(tag.label) ?? '';
      feed.refuse({ line, text, reason: claim.reason });
    } else feed.claim(claim, line);
  }
}

/** GraphSense TagPacks (YAML), one or many: keys of the header are defaults of every tag. */
export const graphsenseTagpack = defineLabelImporter({
  id: 'graphsense-tagpack',
  version: 1,
  title: 'GraphSense TagPack',
  files: 'One or more TagPack files (YAML).',
  pack: {
    title: 'GraphSense public TagPacks',
    publisher: 'GraphSense',
    licence: 'MIT',
    url: 'https://github.com/graphsense/graphsense-tagpacks',
    visibility: 'public',
  },
  read: async (files, feed) => {
    for (const file of files) {
      if (!isSkippedPack(file.name)) await readPack(file, feed);
      else feed.refuse({ line: undefined, text: file.name, reason: SKIPPED });
    }
  },
});
