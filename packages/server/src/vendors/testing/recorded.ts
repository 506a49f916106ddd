const VALUES = {
  contribution_percentage: 65.5,
  contribution_value: { usd: 383.83838 },
  counterparty_percentage: 65.5,
  counterparty_value: { usd: 383.83838 },
  indirect_percentage: 0.5,
  indirect_value: { usd: 383.83838 },
} as const;
const RULE = {
  rule_id: 'b7535048-76f8-4f60-bdd3-9d659298f9e7',
  rule_name: 'Illict',
  risk_score: 9.038007,
  matched_elements: [
    {
      category: 'Dark Market',
      category_id: '0a52f7a2-5da8-4256-b230-df0da6f8449b',
      ...VALUES,
      contributions: [
        {
          entity: 'AlphaBay',
          entity_id: '0a52f7a2-5da8-4256-b230-df0da6f8449b',
          ...VALUES,
          is_screened_address: false,
          min_number_of_hops: 1,
        },
      ],
    },
  ],
  rule_type: 'exposure',
} as const;
const CONTRIBUTION = {
  entities: [
    {
      name: 'Mt.Gox',
      category: 'Exchange',
      is_primary_entity: true,
      category_id: '00000000-0000-4000-8000-500000000001',
      entity_id: '00000000-0000-4000-8000-800000000001',
      is_vasp: true,
    },
  ],
  ...VALUES,
  is_screened_address: false,
  min_number_of_hops: 1,
} as const;

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
  /**
   * Elliptic's page of its wallet analysis. Left out, as this server does not send them: `assigned_team_user`, `changes`,
   * `detected_behaviors`, `matched_behaviors`, `process_status_id`, `risk_triggers`, `actor_id`, `rule_history_id`, `mc_analysis_id`.
   */
  analysis: {
    id: 'b7535048-76f8-4f60-bdd3-9d659298f9e7',
    type: 'wallet_exposure',
    subject: {
      asset: 'holistic',
      type: 'address',
      hash: '1MdYC22Gmjp2ejVPCxyYjFyWbQCYTGhGq8',
      blockchain: 'holistic',
    },
    customer: { id: 'b7535048-76f8-4f60-bdd3-9d659298f9e7', reference: 'foobar' },
    blockchain_info: {
      cluster: { inflow_value: { usd: 38383838 }, outflow_value: { usd: 1698.2417732535894 } },
    },
    created_at: '2015-05-13T10:36:21.000Z',
    updated_at: '2015-05-13T10:36:21.000Z',
    analysed_at: '2015-05-13T10:36:21.000Z',
    analysed_by: { id: '17535048-76f8-4f60-bdd3-9d659298f9e5', type: 'api_key' },
    asset_tier: 'full',
    cluster_entities: [
      {
        name: 'Mt.Gox',
        category: 'Exchange',
        is_primary_entity: true,
        category_id: '00000000-0000-4000-8000-500000000001',
        entity_id: '00000000-0000-4000-8000-800000000001',
        is_vasp: true,
        is_after_sanction_date: true,
      },
    ],
    team_id: 'e333694b-c7c7-4a36-bf35-ed2615865242',
    risk_score: 9.038007,
    risk_score_detail: { source: 6, destination: 6 },
    error: { message: 'something went wrong' },
    evaluation_detail: { source: [RULE], destination: [RULE] },
    contributions: { source: [CONTRIBUTION], destination: [CONTRIBUTION] },
    workflow_status: 'active',
    workflow_status_id: 1,
    process_status: 'running',
    triggered_rules: [],
    screening_id: 'd1afc6f3-6431-4566-8260-8e6db0b4ecf2',
    screening_source: 'sync',
  },
  /** Signatures of Elliptic's page on authentication: its secret, time, and what comes out. */
  signatures: [
    {
      secret: '894f142d667e8cdaca6822ac173937af',
      time: '1478692862000',
      method: 'GET',
      path: '/v2/customers',
      body: '',
      sign: 'cN9fRUqeT7UnwwpkBZaNmnwxKAPHkhytdXelfUVvxMI=',
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
