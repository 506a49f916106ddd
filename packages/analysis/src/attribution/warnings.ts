import { CATEGORIES } from '@trailmark/core/category';
import type { StoredLabel } from '@trailmark/core/label';
import type { Warning, WarningRule } from './finding.ts';
import { findHost } from './nested-service.ts';
import type { AttributionSubject } from './subject.ts';
import { describeSanction, describeSource, isService, nameOf, quote, serviceKey } from './wording.ts';

const OLD_YEARS = 2;
/** Categories from this weight on do not go with being a service. */
const GRAVE_WEIGHT = 60;

function yearsBefore(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`;
}

function memberLabels({ conservative }: AttributionSubject): StoredLabel[] {
  return conservative?.claims.map(({ label }) => label) ?? [];
}

/** The claim a verdict rests on is older than the use it is compared with. */
export const oldClaim: WarningRule = {
  id: 'old-claim',
  version: 2,
  name: 'The claim is much older than the last use',
  parameters: { years: String(OLD_YEARS) },
  warn({ use, day }, finding): Warning[] {
    if (!finding || describeSanction(finding.label) !== undefined) return [];
    const { asOf } = finding.label;
    const against = use.lastDay ?? day;
    // A claim without a day says so where it is quoted; how old it is nobody knows.
    if (asOf === undefined || asOf >= yearsBefore(against, OLD_YEARS)) return [];
    const what = use.lastDay === undefined ? 'this answer is of' : 'the address was last used on';
    const sentence = `The claim is of ${asOf}; ${what} ${against}. Services change hands and wallets: it may no longer hold.`;
    return [{ kind: 'old-label', sentence }];
  },
};

function contradictoryServices(subject: AttributionSubject): Warning[] {
  const labels = [...subject.labels, ...memberLabels(subject)].filter(isService);
  const byService = new Map(labels.map((label) => [serviceKey(label), label]));
  if (byService.size < 2) return [];
  const named = [...byService.values()]
    .slice(0, 5)
    .map((label) => `${nameOf(label, subject.actors)} (${describeSource(label)})`)
    .join('; ');
  const sentence = `Sources name ${byService.size} different services: ${named}. Each stands as it was stated.`;
  return [{ kind: 'contradiction', sentence }];
}

function contradictoryCategories(subject: AttributionSubject): Warning[] {
  const labels = [...subject.labels, ...memberLabels(subject)];
  const service = labels.find(isService);
  const grave = labels.find((label) => !isService(label) && CATEGORIES[label.category].weight >= GRAVE_WEIGHT);
  if (!service || !grave) return [];
  const words = (label: StoredLabel): string => `${quote(label.label)} (${CATEGORIES[label.category].name})`;
  const sentence = `One source says ${words(service)}, another ${words(grave)}. Neither is put above the other.`;
  return [{ kind: 'contradiction', sentence }];
}

/** Sources contradict each other. */
export const contradiction: WarningRule = {
  id: 'contradiction',
  version: 1,
  name: 'Sources name different services, or a service and a grave category',
  parameters: { graveWeight: String(GRAVE_WEIGHT) },
  warn: (subject) => [...contradictoryServices(subject), ...contradictoryCategories(subject)],
};

function sanctionSentence(label: StoredLabel, isDirect: boolean): string {
  const { entity, programme } = label.details;
  const who = [entity, programme].flatMap((text) => (text === undefined ? [] : [quote(text)])).join(', ');
  const subject = isDirect ? 'The address' : `An address of the same conservative cluster, ${label.address},`;
  const listed = describeSanction(label);
  if (listed !== undefined) return `${subject.replace(/,$/, '')}: ${listed}`;
  const state = label.category === 'sanctioned' ? 'is called sanctioned' : 'is called formerly sanctioned';
  return `${subject} ${state}${who === '' ? '' : `: ${who}`} (${describeSource(label)}).`;
}

/** The address, or one of its conservative cluster, is or was listed. */
export const sanctionsClaim: WarningRule = {
  id: 'sanctions-claim',
  version: 2,
  name: 'The address or its conservative cluster is or was on a sanctions list',
  parameters: {},
  warn(subject): Warning[] {
    const isListed = ({ category }: StoredLabel): boolean =>
      category === 'sanctioned' || category === 'sanctioned_historic';
    const direct = subject.labels.filter(isListed).map((label) => sanctionSentence(label, true));
    const members = memberLabels(subject)
      .filter(isListed)
      .map((label) => sanctionSentence(label, false));
    return [...new Set([...direct, ...members])].slice(0, 5).map((sentence) => ({ kind: 'sanctioned', sentence }));
  },
};

/** A source says that one service works on another's wallets. */
export const nestedService: WarningRule = {
  id: 'nested-service',
  version: 1,
  name: 'The named service may work on the wallets of another',
  parameters: {},
  warn(subject, finding): Warning[] {
    const nested = finding && findHost(subject, finding);
    if (!nested) return [];
    const sentence = `${nested.operator} may be a customer of ${nested.hostName}, which then holds the keys and the records: ${nested.reason} Ask the host who its customer is.`;
    return [{ kind: 'nested-service', sentence }];
  },
};

/** What was read of the address is not all there may be. */
export const partialHistory: WarningRule = {
  id: 'partial-history',
  version: 1,
  name: 'The history read is not whole',
  parameters: {},
  warn: ({ use }) => (use.partial === undefined ? [] : [{ kind: 'partial-history', sentence: use.partial }]),
};
