import type { CategoryId } from '@trailmark/core/category';
import type { Actor, ContactRoute } from '@trailmark/core/label';
import type { SourceFile } from './importer.ts';
import { cleanText } from './label-gate.ts';
import { findConcept } from './taxonomy.ts';
import { isYamlMap, parseYaml, textOf, textsOf, type YamlMap, type YamlValue } from './yaml-text.ts';

export interface ActorPackResult {
  readonly actors: readonly Actor[];
  readonly refused: readonly { readonly line: number; readonly text: string; readonly reason: string }[];
}

/** A web address as a link, or undefined: other schemes than http and https are never links. */
export function toWebAddress(text: string | undefined): string | undefined {
  if (text === undefined || /\s/.test(text)) return undefined;
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+\.[a-z]+:\d+/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(full)) return undefined;
  const { protocol, hostname } = new URL(full);
  const isWeb = (protocol === 'https:' || protocol === 'http:') && hostname.includes('.');
  return isWeb ? cleanText(full, 500) : undefined;
}

function categoriesOf(value: YamlValue | undefined): readonly CategoryId[] {
  const categories = textsOf(value).map((concept) => {
    const category = findConcept(concept);
    // Being named in a sanctions programme is what the current list says, not what a directory says.
    return category === 'sanctioned' ? 'sanctioned_historic' : category;
  });
  return [...new Set(categories)].filter((category) => category !== undefined && category !== 'other');
}

/** Some packs give the context as JSON text. */
function contextOf(value: YamlValue | undefined): YamlMap {
  if (isYamlMap(value)) return value;
  try {
    const parsed = JSON.parse(textOf(value) ?? '{}') as YamlValue;
    return isYamlMap(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function aliasesOf(fields: YamlMap, context: YamlMap): readonly string[] {
  const texts = [...textsOf(fields.aliases), ...textsOf(context.aliases)];
  return [...new Set(texts.map((text) => cleanText(text, 100)))].slice(0, 50);
}

function toActor(fields: YamlMap, id: string, label: string): Actor {
  const context = contextOf(fields.context);
  const legalName = textOf(context.legal_name);
  return {
    id: cleanText(id, 60),
    label: cleanText(label, 200),
    legalName: legalName === undefined ? undefined : cleanText(legalName, 200),
    aliases: aliasesOf(fields, context),
    uri: toWebAddress(textOf(fields.uri) ?? textsOf(context.uris)[0]),
    jurisdictions: textsOf(fields.jurisdictions).filter((code) => /^[A-Z]{2}$/.test(code)),
    categories: categoriesOf(fields.categories),
    contacts: [],
    source: 'https://github.com/graphsense/graphsense-tagpacks',
    licence: 'MIT',
  };
}

/**
 * Reads a GraphSense ActorPack (YAML) as the directory of actors. An entry without id or label, or with the id of an
 * earlier one, is refused with its line. Throws `invalid` with the line where the YAML is malformed.
 */
export function readActorPack(file: SourceFile): ActorPackResult {
  const actors = new Map<string, Actor>();
  const refused: { line: number; text: string; reason: string }[] = [];
  for (const { line, fields } of parseYaml(file.name, file.text).items('actors') ?? []) {
    const id = textOf(fields.id);
    const label = textOf(fields.label);
    if (id === undefined || label === undefined)
      refused.push({ line, text: id ?? '', reason: 'id or label is missing' });
    else if (actors.has(id)) refused.push({ line, text: id, reason: 'an earlier entry has this id' });
    else actors.set(id, toActor(fields, id, label));
  }
  return { actors: [...actors.values()], refused };
}

/** Actors with the contact routes noted for them; routes of actors outside the directory are named in `unplaced`. */
export function attachContacts(
  actors: readonly Actor[],
  contacts: ReadonlyMap<string, readonly ContactRoute[]>,
): { readonly actors: readonly Actor[]; readonly unplaced: readonly string[] } {
  const known = new Set(actors.map(({ id }) => id));
  return {
    actors: actors.map((actor) => ({ ...actor, contacts: contacts.get(actor.id) ?? [] })),
    unplaced: [...contacts.keys()].filter((id) => !known.has(id)),
  };
}
