import type { CategoryId } from '@trailmark/core/category';
import { AppError } from '@trailmark/core/errors';
import { defineLabelImporter, type LabelFeed, type SourceFile } from './importer.ts';
import { eachRow } from './table-cells.ts';

interface Case {
  readonly name: string;
  /** What addresses of the perpetrators are stated to be part of. */
  readonly category: CategoryId;
}

/** Tables of the source, by file name. */
const CASES: Readonly<Record<string, Case>> = {
  'HB.csv': { name: 'Harmony bridge case', category: 'hack' },
  'LIFI.csv': { name: 'LI.FI case', category: 'hack' },
  'TxPhish.csv': { name: 'vault phishing case', category: 'phishing' },
};

const DATASET = 'https://github.com/AnonymousMFTracer/dataset';
const NOMAD = 'https://github.com/nomad-xyz/hack-data';

/** Services by how the source's names begin; every other name is one the source gave an address of the case. */
const SERVICES: readonly (readonly [RegExp, CategoryId])[] = [
  [/^(?:Binance|HTX|Huobi|KuCoin|OKX)\b|^(?:Binance|Huobi|KuCoin|OKX)_Deposit_/, 'exchange'],
  [/^(?:ChangeHero|ChangeNOW|eXch)\b|^eXch_Deposit_/, 'instant_swap'],
  [/^Tornado\.Cash\b/, 'mixer'],
  [/^(?:Across Protocol|Arbitrum|Hop|LI\.FI: LiFi Diamond|Symbiosis Finance|THORChain)\b/, 'bridge'],
  [/^CoW Protocol\b/, 'dex'],
  [/^MakerDAO\b/, 'defi'],
];

/** Ids of the directory for the services that the source numbers: "Binance 14" and "OKX_Deposit_0x4d10" are wallets of theirs. */
const ACTORS: Readonly<Record<string, string>> = {
  Binance: 'binance',
  ChangeHero: 'changehero',
  ChangeNOW: 'changenow',
  HTX: 'huobi',
  Huobi: 'huobi',
  KuCoin: 'kucoin',
  OKX: 'okex',
};

interface Service {
  readonly category: CategoryId;
  readonly actor: string | undefined;
}

/** The service that a name of the source belongs to; undefined for names it gave addresses of the case. */
function serviceOf(label: string): Service | undefined {
  const category = SERVICES.find(([pattern]) => pattern.test(label))?.[1];
  const name = /^[A-Za-z]+/.exec(label)?.[0] ?? '';
  return category && { category, actor: Object.hasOwn(ACTORS, name) ? ACTORS[name] : undefined };
}

/** Which addresses the authors of a study traced three thefts through, and where the Nomad bridge requested its tokens back. */
export const caseFlows = defineLabelImporter({
  id: 'case-flows',
  version: 3,
  title: 'Flows of named cases',
  files: `Tables ${Object.keys(CASES).join(', ')}, each followed by its source addresses, and the README of the Nomad data.`,
  pack: {
    title: 'Flows of named cases: Harmony, LI.FI, vault phishing, Nomad',
    publisher: 'AnonymousMFTracer; Nomad',
    licence: 'MIT, Apache-2.0',
    url: DATASET,
    visibility: 'public',
  },
  read: async (files, feed) => {
    let current: Case | undefined;
    for (const file of files) {
      const table = Object.hasOwn(CASES, file.name) ? CASES[file.name] : undefined;
      if (table) await readTable(file, feed, table);
      else if (file.name === 'README.md') await readRecovery(file, feed);
      else if (current) await readSources(file, feed, current);
      else throw new AppError('invalid', `${file.name} follows no table of a case.`);
      current = table ?? current;
    }
  },
});

async function readTable(file: SourceFile, feed: LabelFeed, { name, category }: Case): Promise<void> {
  const seen = new Set<string>();
  await eachRow(file, ['From', 'From_label', 'To', 'To_label'] as const, feed, (cell, { line }) => {
    for (const [address, label] of [
      [cell('From'), cell('From_label')],
      [cell('To'), cell('To_label')],
    ] as const) {
      if (label === '' || label === 'Null Address' || seen.has(`${address} ${label}`)) continue;
      seen.add(`${address} ${label}`);
      const service = serviceOf(label);
      feed.claim(
        {
          networks: ['eth'],
          address,
          label,
          category: service?.category ?? category,
          actor: service?.actor,
          confidence: service ? 'web_crawl' : 'forensic',
          source: DATASET,
          role: label.includes('_Deposit_') ? 'deposit' : undefined,
          asOf: '2025-04-11',
          details: { case: name },
        },
        line,
      );
    }
  });
}

/**
 * One address a line. The study's lists of terminal addresses are no labels: where money arrives is what a trace finds, and not what a
 * label may say beforehand.
 */
async function readSources(file: SourceFile, feed: LabelFeed, { name }: Case): Promise<void> {
  if (file.name !== 'source addresses.csv')
    throw new AppError('invalid', `${file.name} is no list of source addresses.`);
  for (const [at, text] of file.text.split(/\r?\n/).entries()) {
    await feed.pace();
    const address = text.trim();
    if (address === '') continue;
    feed.claim(
      {
        networks: ['eth'],
        address,
        label: `Source of the ${name}`,
        category: 'other',
        confidence: 'forensic',
        source: DATASET,
        asOf: '2025-04-11',
        details: { case: name, context: 'The tracing of the study began here.' },
      },
      at + 1,
    );
  }
}

async function readRecovery(file: SourceFile, feed: LabelFeed): Promise<void> {
  const address = /\[Official Nomad Recovery Address\]\(https:\/\/etherscan\.io\/address\/(0x[0-9a-fA-F]{40})\)/.exec(
    file.text,
  )?.[1];
  if (address === undefined) throw new AppError('invalid', `${file.name} does not name the recovery address of Nomad.`);
  await feed.pace();
  feed.claim({
    networks: ['eth'],
    address,
    label: 'Nomad recovery address',
    category: 'other',
    confidence: 'service_data',
    source: NOMAD,
    asOf: '2022-12-20',
    details: { case: 'Nomad bridge case', context: 'Named by the bridge for tokens that are returned.' },
  });
}
