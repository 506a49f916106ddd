import type { CaseLink, CasePeople, CasePerson } from '@trailmark/api/contract/case-people';
import type { LinkBasis, PersonKind } from '@trailmark/core/case-people';
import { formatPlural } from '../../format/number.ts';

/** Above this many rows the table comes first, and the picture shows the selection and its neighbours. */
const MAX_PICTURED = 40;

/** What of a case is shown. */
export interface Shown {
  readonly kind: PersonKind | '';
  readonly basis: LinkBasis | '';
  readonly hasWithdrawn: boolean;
}

interface Visible {
  readonly people: readonly CasePerson[];
  readonly links: readonly CaseLink[];
}

/** People and links that pass the filters. */
export function filterPeople({ people, links }: CasePeople, { kind, basis, hasWithdrawn }: Shown): Visible {
  const shown = people.filter((one) => (hasWithdrawn || !one.withdrawn) && (kind === '' || one.kind === kind));
  const ids = new Set(shown.map(({ id }) => id));
  const isShown = ({ person, to }: CaseLink) => ids.has(person) || (to.kind === 'person' && ids.has(to.person));
  return {
    people: shown,
    links: links.filter(
      (one) => isShown(one) && (basis === '' || one.basis === basis) && (hasWithdrawn || !one.withdrawn),
    ),
  };
}

/** Whether a link begins or ends at a person. */
export const isOf = (link: CaseLink, person: string) =>
  link.person === person || (link.to.kind === 'person' && link.to.person === person);

/** What the picture shows of a large case: whoever is selected, and what they are linked to. */
export function toNeighbours(data: CasePeople, { people, links }: Visible, selected: CasePerson | undefined) {
  const present = { people, links: links.filter(({ withdrawn }) => !withdrawn) };
  if (Math.max(people.length, data.addresses.length) <= MAX_PICTURED) return { ...present, addresses: data.addresses };
  const own = selected ? present.links.filter((link) => isOf(link, selected.id)) : [];
  const near = new Set(own.flatMap(({ person, to }) => [person, ...(to.kind === 'person' ? [to.person] : [])]));
  const joined = present.links.filter(({ person }) => near.has(person));
  const reached = new Set(joined.flatMap(({ to }) => (to.kind === 'address' ? [`${to.chain} ${to.address}`] : [])));
  return {
    people: people.filter(({ id }) => near.has(id) || id === selected?.id),
    links: joined,
    addresses: data.addresses.filter(({ chain, address }) => reached.has(`${chain} ${address}`)),
  };
}

/** Whether the table comes first. */
export function isTooLarge(people: readonly CasePerson[], { addresses }: Pick<CasePeople, 'addresses'>): boolean {
  return Math.max(people.length, addresses.length) > MAX_PICTURED;
}

/** How many links there are, how they are known, and what has none. */
export function describeLinks({ links, people, addresses }: CasePeople): string {
  const present = links.filter(({ withdrawn }) => !withdrawn);
  const count = (mark: CaseLink['mark']) => present.filter((link) => link.mark === mark).length;
  const linked = new Set(present.flatMap(({ person, to }) => [person, ...(to.kind === 'person' ? [to.person] : [])]));
  const reached = new Set(present.flatMap(({ to }) => (to.kind === 'address' ? [`${to.chain} ${to.address}`] : [])));
  const alone = people.filter(({ id, withdrawn }) => !withdrawn && !linked.has(id)).length;
  const free = addresses.filter(({ chain, address }) => !reached.has(`${chain} ${address}`)).length;
  const marks = [
    formatPlural(count('fact'), 'fact'),
    formatPlural(count('inference'), 'inference'),
    formatPlural(count('claim'), 'claim'),
  ].join(', ');
  return `${formatPlural(present.length, 'link')}: ${marks}. Without a link: ${formatPlural(alone, 'person or entity', 'people and entities')}, ${formatPlural(free, 'address', 'addresses')}.`;
}
