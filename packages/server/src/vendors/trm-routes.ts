import { chainName } from '@trailmark/chains/account-catalogue';
import type { CategoryId } from '@trailmark/core/category';
import { CHAIN_IDS, type ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { ThreatLevel, ThreatRuleSet } from '@trailmark/core/screening/rule-set';
import type { Screening } from '@trailmark/core/screening/screening';
import { levelOfWeight, nameOf, sumByClaim, weightOf } from './vendor-figures.ts';
import { readField, type VendorRoute } from './vendor-route.ts';

const MOST_ADDRESSES = 20;
const MILLIONTHS = 1_000_000n;
const LEVELS = {
  unknown: [0, 'Unknown'],
  low: [1, 'Low'],
  medium: [5, 'Medium'],
  high: [10, 'High'],
  severe: [15, 'Severe'],
} as const satisfies Record<ThreatLevel, readonly [number, string]>;
/** Ids that public clients of the format compare with; all others are ours, in words. */
const NAMES: Readonly<Partial<Record<CategoryId, readonly [id: string, name: string]>>> = {
  ransomware: ['58', 'Ransomware'],
  sanctioned: ['69', 'Sanctions'],
};

function findChain(text: string): ChainId {
  const name = text.toLowerCase();
  const found = CHAIN_IDS.find((id) => id === name || chainName(id).toLowerCase() === name);
  if (found) return found;
  throw new AppError('invalid', `There is no chain "${text.slice(0, 40)}".`);
}

function writeMoney(money: bigint | null): string | null {
  if (money === null) return null;
  return `${money / MILLIONTHS}.${String(money % MILLIONTHS).padStart(6, '0')}`;
}

function toCategory(category: CategoryId): { readonly category: string; readonly categoryId: string } {
  const [categoryId, name] = NAMES[category] ?? [category, nameOf(category)];
  return { category: name, categoryId };
}

/** Level of what fired on a category. Nothing fired is no rating of it: Unknown, and never Low. */
function rate(weight: number, ruleSet: ThreatRuleSet): readonly [number, string] {
  return LEVELS[weight === 0 ? 'unknown' : levelOfWeight(weight, ruleSet)];
}

const NO_VOLUME = { incomingVolumeUsd: null, outgoingVolumeUsd: null, totalVolumeUsd: null };

function toIndicator(
  named: ReturnType<typeof toCategory>,
  [level, label]: readonly [number, string],
  riskType: 'OWNERSHIP' | 'COUNTERPARTY' | 'INDIRECT',
  volumes: Readonly<Record<keyof typeof NO_VOLUME, string | null>> = NO_VOLUME,
): object {
  return { ...named, categoryRiskScoreLevel: level, categoryRiskScoreLevelLabel: label, riskType, ...volumes };
}

/** What the subject itself is: labels on it and on its cluster, and how it behaves. */
function listOwned(screening: Screening, ruleSet: ThreatRuleSet): object[] {
  const { own, inherited, verdict } = screening;
  const categories = [...new Set([...own, ...inherited].map(({ category }) => category))];
  const labelled = categories.flatMap((category) => {
    const weight = weightOf(screening, ruleSet, { category, ring: null });
    return weight === 0 ? [] : [toIndicator(toCategory(category), rate(weight, ruleSet), 'OWNERSHIP')];
  });
  const behaved = verdict.fired.filter(({ basis, weight }) => basis === 'behaviour' && weight > 0);
  return [
    ...labelled,
    ...behaved.map(({ title, rule, weight }) =>
      toIndicator({ category: title, categoryId: rule }, rate(weight, ruleSet), 'OWNERSHIP'),
    ),
  ];
}

/** Only what a rule with weight fired on: clients stop a payment for any indicator at all. */
function listIndicators(screening: Screening, ruleSet: ThreatRuleSet): object[] {
  const exposed = sumByClaim(screening).flatMap(({ category, ring, money }) => {
    const weight = weightOf(screening, ruleSet, { category, ring });
    if (weight === 0) return [];
    const total = money.in === null || money.out === null ? null : money.in + money.out;
    const volumes = {
      incomingVolumeUsd: writeMoney(money.in),
      outgoingVolumeUsd: writeMoney(money.out),
      totalVolumeUsd: writeMoney(total),
    };
    const riskType = ring === 'direct' ? 'COUNTERPARTY' : 'INDIRECT';
    return [toIndicator(toCategory(category), rate(weight, ruleSet), riskType, volumes)];
  });
  // An empty list would be read as nothing found: what was not read says so.
  const isUnknown = screening.verdict.level === 'unknown';
  const unknown = isUnknown ? [toIndicator({ category: 'Unknown', categoryId: '0' }, LEVELS.unknown, 'OWNERSHIP')] : [];
  return [...listOwned(screening, ruleSet), ...exposed, ...unknown];
}

/** A screening in the fields of TRM's wallet screening. */
export function toTrmScreening(
  screening: Screening,
  { ruleSet, page, asked }: { readonly ruleSet: ThreatRuleSet; readonly page: string; readonly asked: unknown },
): object {
  const { request, own } = screening;
  const { accountExternalId = null } = asked as { accountExternalId?: unknown };
  return {
    accountExternalId: typeof accountExternalId === 'string' ? accountExternalId.slice(0, 200) : null,
    address: request.subject.text,
    addressIncomingVolumeUsd: null,
    addressOutgoingVolumeUsd: null,
    addressTotalVolumeUsd: null,
    addressRiskIndicators: listIndicators(screening, ruleSet),
    addressSubmitted: readField(asked, 'address'),
    chain: chainName(request.chain).toLowerCase(),
    entities: own.map(({ id, label, category }) => {
      const [riskScoreLevel, riskScoreLevelLabel] = rate(
        weightOf(screening, ruleSet, { category, ring: null }),
        ruleSet,
      );
      return {
        ...toCategory(category),
        entity: label,
        riskScoreLevel,
        riskScoreLevelLabel,
        trmAppUrl: page,
        trmUrn: `/label/${id}`,
      };
    }),
    trmAppUrl: page,
  };
}

/** The key of HTTP Basic: clients send it as user and as password. */
function tokenOfBasic(headers: Headers): string | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,1000})$/.exec(headers.get('authorization') ?? '')?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8').split(':')[0];
}

/** Wallet screening: a list of addresses in, a list of answers out in the same order. */
export function trmRoutes(origin: string): readonly VendorRoute[] {
  return [
    {
      name: 'trm-screening',
      method: 'POST',
      path: '/trm/public/v2/screening/addresses',
      signIn: { kind: 'token', read: tokenOfBasic },
      fail: ({ message }) => ({ reason: message }),
      answer: async ({ body, screen, rules: { ruleSet } }) => {
        if (!Array.isArray(body) || body.length === 0 || body.length > MOST_ADDRESSES) {
          throw new AppError('invalid', `The body is a list of 1 to ${MOST_ADDRESSES} addresses with their chains.`);
        }
        const subjects = body.map((one) => ({
          asked: one,
          address: readField(one, 'address'),
          chain: findChain(readField(one, 'chain')),
        }));
        const rows: object[] = [];
        const hashes: string[] = [];
        for (const { asked, ...subject } of subjects) {
          const { screening, hash } = await screen(subject);
          rows.push(toTrmScreening(screening, { ruleSet, page: `${origin}/address-threat`, asked }));
          hashes.push(hash);
        }
        return { body: rows, hashes };
      },
    },
  ];
}
