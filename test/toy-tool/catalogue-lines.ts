/** What the recipe of CONTRIBUTING.md adds to one existing file: a line, the import it needs, or an item of a short list. */
export interface CatalogueLine {
  readonly file: string;
  /** The import, and the line it comes after. */
  readonly imports?: readonly [after: string, line: string];
  /** Lines of the tool, one a thing: a route, a page. They come after a line that starts like this. */
  readonly lines?: readonly [after: string, ...lines: string[]];
  /** Where the list is short enough for one line: its end, and the same with the tool. */
  readonly item?: readonly [end: string, withTool: string];
}

/** Every existing file that a tool touches, each once. */
export const CATALOGUE_LINES: readonly CatalogueLine[] = [
  {
    file: 'packages/analysis/src/indexes/catalogue.ts',
    imports: ["from './indexer.ts';", "import { paymentCountIndexer } from './payment-count-indexer.ts';"],
    item: ['clusterIndexer];', 'clusterIndexer, paymentCountIndexer];'],
  },
  {
    file: 'packages/api/src/contract.ts',
    imports: ["from './contract/nft.ts';", "import { paymentCountRoutes } from './contract/payment-count.ts';"],
    lines: ['  ...nftRoutes,', '  ...paymentCountRoutes,'],
  },
  {
    file: 'packages/api/src/page-paths.ts',
    lines: ["  '/nft-analysis/$chain/wallets/$address',", "  '/payment-count',", "  '/payment-count/$chain/$address',"],
  },
  {
    file: 'test/architecture/server-rooms.test.ts',
    lines: ["  nft: ['answers'", "  'payment-count': ['answers', 'casework', 'jobs', 'knowledge', 'ledger'],"],
  },
  { file: 'ARCHITECTURE.md', lines: ['| `nft` |', '| `payment-count` | how many payments name an address |'] },
  {
    file: 'packages/server/src/background/catalogue.ts',
    imports: [
      "from '../mail/deliver-mail.ts';",
      "import { createPaymentCountJob } from '../payment-count/payment-count-job.ts';",
    ],
    lines: ['    createRepeatBatches({', '    createPaymentCountJob({ ledgers, knowledge }),'],
  },
  {
    file: 'packages/server/src/handlers/create-handlers.ts',
    imports: [
      "from './nft/nft-handlers.ts';",
      "import { createPaymentCountHandlers } from './payment-count/payment-count-handlers.ts';",
    ],
    lines: ['    ...createNftHandlers(', '    ...createPaymentCountHandlers({ casework, ledgers, knowledge }),'],
  },
  {
    file: 'packages/server/src/cases/item-kinds/catalogue.ts',
    imports: ["from './nft-wallet.ts';", "import { paymentCountItem } from './payment-count.ts';"],
    lines: ['  nftWalletItem,', '  paymentCountItem,'],
  },
  {
    file: 'test/access/access-matrix.csv',
    lines: [
      'getNftWallet,',
      'getPaymentCount,allowed,look-up,-,401,401,403,in,in,in,403,-',
      'startPaymentCount,allowed,act,-,401,401,403,in,in,in,403,-',
    ],
  },
  {
    file: 'test/access/route-calls.ts',
    imports: ["from './calls/nft-calls.ts';", "import { PAYMENT_COUNTS } from './calls/payment-count-calls.ts';"],
    lines: ['  ...NFTS,', '  ...PAYMENT_COUNTS,'],
  },
  {
    file: 'packages/web/src/router.tsx',
    imports: [
      "from './tools/nft-analysis/routes.tsx';",
      "import { createPaymentCountRoutes } from './tools/payment-count/routes.tsx';",
    ],
    lines: ['    ...createNftAnalysisRoutes(', '    ...createPaymentCountRoutes(dashboardLayout),'],
  },
  {
    file: 'packages/web/src/shell/tool-menu.ts',
    lines: [
      "  { path: '/exchange-lookup',",
      "  { path: '/payment-count', name: 'Payment count', Icon: IconListDetails },",
    ],
  },
  {
    file: 'packages/web/src/tools/address-search/history-tabs.tsx',
    imports: ["from './links-tab.tsx';", "import { PaymentCountTab } from './payment-count-tab.tsx';"],
    lines: ["  { id: 'links',", "  { id: 'payment-count', label: 'Payment count', Tab: PaymentCountTab },"],
  },
];

function insertAfter(file: string, text: string, isPlace: (line: string) => boolean, added: readonly string[]): string {
  const lines = text.split('\n');
  const places = lines.flatMap((line, i) => (isPlace(line) ? [i] : []));
  const [place] = places;
  if (place === undefined || places.length > 1) throw new Error(`${file}: ${places.length} places for “${added[0]}”`);
  return lines.toSpliced(place + 1, 0, ...added).join('\n');
}

/** The file with the tool in it. Throws where its place is not found exactly once. */
export function addTool({ file, imports, lines, item }: CatalogueLine, text: string): string {
  let result = text;
  if (imports) {
    const [after, line] = imports;
    result = insertAfter(file, result, (found) => found.endsWith(after), [line]);
  }
  if (lines) {
    const [after, ...added] = lines;
    result = insertAfter(file, result, (found) => found.startsWith(after), added);
  }
  if (item && result.split(item[0]).length !== 2) throw new Error(`${file}: no one end of its list`);
  return item ? result.replace(item[0], item[1]) : result;
}
