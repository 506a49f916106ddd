import type { CategoryId } from '@trailmark/core/category';
import { AppError } from '@trailmark/core/errors';
import type { NetworkId } from '@trailmark/core/network';
import { openTable } from './delimited-rows.ts';
import { defineLabelImporter, type LabelFeed, type SourceFile } from './importer.ts';
import { findNetwork, refuseNetwork } from './network-names.ts';
import { type Cell, eachRow } from './table-cells.ts';

const DATASETS = 'https://github.com/forta-network/labelled-datasets';
const STARTER_KITS = 'https://github.com/forta-network/starter-kits';

type Shape = (file: SourceFile, feed: LabelFeed) => Promise<void>;

function categoryOf(words: string): CategoryId {
  if (/phish/i.test(words)) return 'phishing';
  if (/exploit|heist|hack|attack/i.test(words)) return 'hack';
  return /drainer/i.test(words) ? 'phishing' : 'scam';
}

function monthDayYear(text: string): string | undefined {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
  return year === undefined ? undefined : `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
}

interface TaggedRow {
  readonly address: string;
  readonly tag: string;
  readonly words: string;
  readonly contract: boolean;
}

function feedTagged(feed: LabelFeed, row: TaggedRow, networks: readonly NetworkId[], line: number): void {
  feed.claim(
    {
      networks,
      address: row.address,
      label: row.tag === '' ? row.words : row.tag,
      category: categoryOf(row.words === '' ? row.tag : row.words),
      confidence: 'web_crawl',
      role: row.contract ? 'contract' : undefined,
      source: DATASETS,
      asOf: '2023-01-26',
      details: { listed_as: row.words },
    },
    line,
  );
}

const readWalletTags: Shape = async (file, feed) => {
  await eachRow(file, ['banned_address', 'wallet_tag', 'data_source'], feed, (cell, { line }) => {
    const row = {
      address: cell('banned_address'),
      tag: cell('wallet_tag'),
      words: cell('data_source'),
      contract: false,
    };
    feedTagged(feed, row, ['eth'], line);
  });
};

const readEtherscanTags: Shape = async (file, feed) => {
  const columns = ['address', 'etherscan_tag', 'etherscan_labels', 'is_contract'] as const;
  await eachRow(file, columns, feed, (cell, { line }) => {
    const contract = cell('is_contract').toLowerCase() === 'true';
    const row = { address: cell('address'), tag: cell('etherscan_tag'), words: cell('etherscan_labels'), contract };
    feedTagged(feed, row, ['eth'], line);
  });
};

const readContracts: Shape = async (file, feed) => {
  // The set of Ethereum names how its creator was listed; that of Optimism, in the same folder scheme, does not.
  const isEthereum = openTable(file.text).columns.includes('contract_creation_tx');
  await eachRow(file, ['contract_address', 'contract_tag', 'contract_creator_tag', 'notes'], feed, (cell, { line }) => {
    const words = [cell('contract_tag'), cell('contract_creator_tag'), cell('notes')].filter((text) => text !== '');
    const row = {
      address: cell('contract_address'),
      tag: words[0] ?? 'Malicious contract',
      words: words.join(' | '),
      contract: true,
    };
    feedTagged(feed, row, [isEthereum ? 'eth' : 'optimism'], line);
  });
};

const ATTACK_COLUMNS = [
  'Date',
  'Attack Name',
  'Network',
  'Type of attack',
  'Losses in USD',
  'Attacker',
  'Attacker Smart Contracts',
  'ExploitTxHash',
] as const;
type AttackCell = Cell<(typeof ATTACK_COLUMNS)[number]>;

function feedAttack(
  feed: LabelFeed,
  cell: AttackCell,
  line: number,
  column: 'Attacker' | 'Attacker Smart Contracts',
): void {
  const names = cell('Network')
    .split(/[/,]/)
    .map((name) => name.trim());
  const networks = names.map(findNetwork).filter((network) => network !== undefined);
  for (const address of cell(column).match(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g) ?? []) {
    if (networks.length === 0) feed.refuse(refuseNetwork(cell('Network'), address, line));
    for (const network of networks) {
      feed.claim(
        {
          networks: [network],
          address,
          label: `${cell('Attack Name')} attacker`,
          category: 'hack',
          confidence: 'forensic',
          role: column === 'Attacker' ? undefined : 'contract',
          source: STARTER_KITS,
          asOf: monthDayYear(cell('Date')),
          details: {
            attack: cell('Attack Name'),
            kind: cell('Type of attack'),
            losses_usd: cell('Losses in USD'),
            transaction: cell('ExploitTxHash'),
          },
        },
        line,
      );
    }
  }
}

const readAttacks: Shape = async (file, feed) => {
  await eachRow(file, ATTACK_COLUMNS, feed, (cell, { line }) => {
    feedAttack(feed, cell, line, 'Attacker');
    feedAttack(feed, cell, line, 'Attacker Smart Contracts');
  });
};

const ALERT_COLUMNS = [
  'Date',
  'Account',
  'Entity',
  'Tweet',
  'Chain ID',
  'Threat category',
  'Comment',
  'Attribution',
] as const;

const readAlerts: Shape = async (file, feed) => {
  // The heading calls the address "Entity" and the account that reported it "Account", and the rows do the same.
  await eachRow(file, ALERT_COLUMNS, feed, (cell, { line }) => {
    const network = findNetwork(cell('Chain ID'));
    const attribution = cell('Attribution');
    const words = [attribution, cell('Comment'), cell('Threat category')].join(' ');
    feed.claim(
      {
        networks: network ? [network] : undefined,
        address: cell('Entity'),
        label: attribution === '' ? 'Reported scam' : attribution,
        category: categoryOf(words),
        confidence: attribution === '' ? 'web_crawl' : 'forensic',
        source: /^https:\/\/(?:twitter|x)\.com\//.test(cell('Tweet')) ? cell('Tweet') : STARTER_KITS,
        asOf: monthDayYear(cell('Date')),
        details: { reported_by: cell('Account'), comment: cell('Comment') },
      },
      line,
    );
  });
};

/** A column that only one of the shapes has. */
const SHAPES: readonly (readonly [string, Shape])[] = [
  ['banned_address', readWalletTags],
  ['etherscan_tag', readEtherscanTags],
  ['contract_address', readContracts],
  ['Attacker', readAttacks],
  ['Threat category', readAlerts],
];

/** Lists of Forta: phishing and exploit addresses of its labelled data sets, attackers of its starter kits. */
export const forta = defineLabelImporter({
  id: 'forta',
  version: 1,
  title: 'Forta lists',
  files: 'One or more tables of the labelled data sets or the starter kits (comma or tab separated).',
  pack: {
    title: 'Forta: attackers of named exploits',
    publisher: 'Forta Network',
    licence: 'MIT',
    url: STARTER_KITS,
    visibility: 'public',
  },
  read: async (files, feed) => {
    for (const file of files) {
      const { columns } = openTable(file.text);
      const shape = SHAPES.find(([column]) => columns.includes(column))?.[1];
      if (!shape) throw new AppError('invalid', `${file.name} has the columns of none of Forta's lists.`);
      await shape(file, feed);
    }
  },
});
