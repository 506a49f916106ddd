/**
 * Answers of the vendors' own services as public documentation and public clients record them, shortened to one row a list.
 * Recorded, never invented: what a field means here is on the page docs/guide/address-threat.md.
 */
export const RECORDED = {
  /** Chainalysis' page of its sanctions API; the address is the one clients test with. */
  sanctions: {
    identifications: [
      {
        category: 'sanctions',
        name: 'SANCTIONS: OFAC SDN Secondeye Solution : 2019-11-05',
        description: 'Pakistan-based Secondeye Solution',
        url: 'https://home.treasury.gov/news/press-releases/sm845',
      },
    ],
  },
  /** Address screening: the documented answer, its lists filled by the types of public clients in Go. */
  entity: {
    address: '0x0038AC785dfB6C8b2c9A7B3B6854e08a10cD9',
    risk: 'Low',
    riskReason: null,
    addressType: 'PRIVATE_WALLET',
    cluster: { name: 'Sample', category: 'exchange' },
    addressIdentifications: [{ name: '', address: '', category: '', description: '', url: '', createdAt: 0 }],
    exposures: [{ category: 'exchange', value: 424895.68594, exposureType: 'direct', direction: '...' }],
    triggers: [
      {
        category: '',
        percentage: 0.5,
        message: '',
        ruleTriggered: { risk: '', minThreshold: 0, maxThreshold: 0 },
      },
    ],
    status: 'COMPLETE',
  },
  /** A refusal of Chainalysis: `requestId` is in newer answers only. */
  failure: {
    timestamp: '2023-01-01T00:00:00.000Z',
    status: 403,
    error: 'Forbidden',
    message: 'AccessDenied',
    path: '/api/risk/v2/entities',
    requestId: '',
  },
  /** Wallet screening of TRM Labs, from public clients. */
  wallets: [
    {
      accountExternalId: null,
      address: '149w62rY42aZBox8fGcmqNsXUzSStKeq8C',
      addressIncomingVolumeUsd: null,
      addressOutgoingVolumeUsd: null,
      addressTotalVolumeUsd: null,
      addressRiskIndicators: [
        {
          category: 'Ransomware',
          categoryId: '58',
          categoryRiskScoreLevel: 10,
          categoryRiskScoreLevelLabel: 'High',
          incomingVolumeUsd: '10358.155950527',
          outgoingVolumeUsd: '64919.190147929',
          riskType: 'COUNTERPARTY',
          totalVolumeUsd: '75277.346098456',
        },
      ],
      addressSubmitted: '149w62rY42aZBox8fGcmqNsXUzSStKeq8C',
      chain: 'bitcoin',
      entities: [
        {
          category: 'Ransomware',
          categoryId: '58',
          entity: 'SamSam',
          riskScoreLevel: 15,
          riskScoreLevelLabel: 'Severe',
          trmAppUrl: 'https://my.trmlabs.com/',
          trmUrn: '/entity/manual/',
        },
      ],
      trmAppUrl: 'https://my.trmlabs.com/',
    },
  ],
} as const;

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);

/**
 * Where an answer is not of the shape of a recorded one: fields too many, too few, or of another type. Null fits everything
 * where the record has null, and the fields named.
 */
export function listMisfits(answer: unknown, recorded: unknown, nullable: readonly string[] = [], at = ''): string[] {
  const [got, wanted] = [kindOf(answer), kindOf(recorded)];
  if (wanted === 'null' || (got === 'null' && nullable.includes(at.split('.').at(-1) ?? ''))) return [];
  if (got !== wanted) return [`${at}: ${got} where the record has ${wanted}`];
  if (Array.isArray(answer)) {
    return answer.flatMap((one) => listMisfits(one, (recorded as readonly unknown[])[0], nullable, `${at}[]`));
  }
  if (got !== 'object') return [];
  const [own, theirs] = [answer as Record<string, unknown>, recorded as Record<string, unknown>];
  const names = [...new Set([...Object.keys(own), ...Object.keys(theirs)])];
  return names.flatMap((name) => {
    if (!(name in theirs)) return [`${at}.${name}: not in the record`];
    if (!(name in own)) return [`${at}.${name}: missing`];
    return listMisfits(own[name], theirs[name], nullable, `${at}.${name}`);
  });
}
