import {
  IconArrowsExchange,
  IconBuilding,
  IconCube,
  IconDots,
  IconFolder,
  IconKey,
  IconRoute,
  IconWallet,
  type TablerIcon,
} from '@tabler/icons-react';
import { chainName } from '@trailmark/chains/account-catalogue';
import type { CategoryId } from '@trailmark/core/category';
import { NETWORKS } from '@trailmark/core/network';
import type { Answer } from '../../api.ts';
import { formatHitId } from '../../format/account-words.ts';
import { capClaimText } from '../../format/claim-text.ts';
import { shorten } from '../../format/identifier.ts';
import { formatCategory, shortenSource } from '../../format/label-words.ts';
import type { VisitRow } from '../../home.ts';
import { attributionUrl, caseUrl, coinFlowUrl, entityUrl, lookupUrl, searchHitUrl } from '../../url.ts';
import { VISIT_WORDS, visitedUrl } from '../../visited.ts';
import type { ToolItem } from '../tool-menu.ts';

/** One line of the palette: what opens, and where. */
export interface PaletteRow {
  readonly key: string;
  readonly href: string;
  readonly Icon?: TablerIcon;
  readonly category?: CategoryId;
  readonly title: string;
  /** The whole identifier where the title is a cut one. */
  readonly whole?: string;
  readonly detail: string;
  /** At the right. */
  readonly note: string;
  readonly isClaim?: boolean;
  /** Of what was opened before: it can be pinned. */
  readonly visit?: VisitRow;
}

export interface PaletteGroup {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly PaletteRow[];
  /** How many there are, where more exist than rows. */
  readonly total?: number;
  /** Found for an earlier text, and shown until the answer for this one comes: no key opens it. */
  readonly isEarlier?: boolean;
}

export type Place = 'explorer' | 'dashboard';
type Hit = Answer<'search'>['hits'][number];

const HIT_ICONS: Readonly<Record<Hit['kind'], TablerIcon>> = {
  address: IconWallet,
  transaction: IconArrowsExchange,
  block: IconCube,
  key: IconKey,
};
const VISIT_ICONS: Readonly<Record<VisitRow['kind'], TablerIcon>> = {
  address: IconWallet,
  transaction: IconArrowsExchange,
  entity: IconBuilding,
  case: IconFolder,
  flow: IconRoute,
};
const CUT = { head: 14, tail: 14, differing: [] };

/** An identifier of a chain. */
export function toHitRow(hit: Hit, place: Place): PaletteRow {
  const id = formatHitId(hit);
  return {
    key: `${hit.chain}:${hit.kind}:${hit.id}`,
    href: searchHitUrl(hit, place),
    Icon: HIT_ICONS[hit.kind],
    title: shorten(id, CUT),
    whole: id,
    detail: hit.detail,
    note: hit.isIndexed ? chainName(hit.chain) : `${chainName(hit.chain)}, not indexed`,
  };
}

function toVisitRow(visit: VisitRow): PaletteRow {
  const { kind, chain, id, title, detail } = visit;
  const name = title ?? shorten(id, CUT);
  return {
    key: `visit:${kind}:${chain ?? ''}:${id}`,
    href: visitedUrl(visit),
    Icon: VISIT_ICONS[kind],
    title: capClaimText(name),
    ...(title === null ? { whole: id } : {}),
    detail: [chain === null ? '' : chainName(chain), VISIT_WORDS[kind], detail].filter(Boolean).join(' '),
    note: '',
    visit,
  };
}

/** What was pinned, and what was opened last. */
export function groupVisits(items: readonly VisitRow[]): readonly PaletteGroup[] {
  const pinned = items.filter(({ isPinned }) => isPinned).map(toVisitRow);
  const recent = items.filter(({ isPinned }) => !isPinned).map(toVisitRow);
  return [
    { id: 'pinned', title: 'Pinned', rows: pinned },
    { id: 'recent', title: 'Opened last', rows: recent.slice(0, 10) },
  ].filter(({ rows }) => rows.length > 0);
}

type Named = Omit<Answer<'find'>, 'identifiers'>;

/** Labels by their words; where more exist than are shown, a way to all of them. */
function groupLabels({ claims, hasMoreClaims }: Named, words: string): PaletteGroup {
  const rows = claims.map(
    ({ network, address, label, category, source }, i): PaletteRow => ({
      key: `claim:${i}:${network}:${address}`,
      href: attributionUrl(network, address),
      category,
      title: `“${capClaimText(label)}”`,
      detail: `${shorten(address)}, ${NETWORKS[network]}, ${shortenSource(source).slice(0, 60)}`,
      note: '',
      isClaim: true,
    }),
  );
  const more: PaletteRow = {
    key: 'claims',
    href: lookupUrl({ q: words }),
    Icon: IconDots,
    title: 'More labels with these words',
    detail: 'in exchange lookup',
    note: '',
  };
  return { id: 'labels', title: 'Labels', rows: hasMoreClaims ? [...rows, more] : rows, total: rows.length };
}

function groupNames(named: Named, words: string): readonly PaletteGroup[] {
  const { organisations, cases, caseCount, flows } = named;
  const actors = organisations.map(
    ({ id, label, categories }): PaletteRow => ({
      key: `entity:${id}`,
      href: entityUrl(id),
      ...(categories[0] ? { category: categories[0] } : { Icon: IconBuilding }),
      title: capClaimText(label),
      detail: categories.map(formatCategory).join(', ') || 'no category stated',
      note: 'organisation',
    }),
  );
  const ofCases = cases.map(
    ({ id, number, title, status }): PaletteRow => ({
      key: `case:${id}`,
      href: caseUrl(id),
      Icon: IconFolder,
      title,
      detail: number,
      note: status,
    }),
  );
  const ofFlows = flows.map(
    ({ id, title }): PaletteRow => ({
      key: `flow:${id}`,
      href: coinFlowUrl(id),
      Icon: IconRoute,
      title,
      detail: '',
      note: 'coin flow',
    }),
  );
  return [
    { id: 'organisations', title: 'Organisations', rows: actors },
    groupLabels(named, words),
    { id: 'cases', title: 'Cases and what is in them', rows: ofCases, total: caseCount },
    { id: 'flows', title: 'Saved coin flows', rows: ofFlows },
  ];
}

/** Found by the text itself, as it is typed. */
export const PAGES = 'pages';

function groupPages(pages: readonly ToolItem[]): PaletteGroup {
  const rows = pages.map(
    ({ path, name, Icon }): PaletteRow => ({ key: path, href: path, Icon, title: name, detail: '', note: 'page' }),
  );
  return { id: PAGES, title: 'Pages', rows };
}

/** What a text names, identifiers first. A visitor's answer has identifiers alone. */
export function groupFound(
  { identifiers, ...named }: Pick<Answer<'find'>, 'identifiers'> & Partial<Answer<'find'>>,
  words: string,
  pages: readonly ToolItem[],
  place: Place,
): readonly PaletteGroup[] {
  const { hits } = identifiers;
  const { organisations = [], claims = [], hasMoreClaims = false, cases = [], caseCount = 0, flows = [] } = named;
  return [
    { id: 'identifiers', title: 'On chain', rows: hits.map((hit) => toHitRow(hit, place)) },
    ...groupNames({ organisations, claims, hasMoreClaims, cases, caseCount, flows }, words),
    groupPages(pages),
  ].filter(({ rows }) => rows.length > 0);
}
