/** What a product page says. `path` is the tool itself, in the dashboard or the explorer. */
export interface Product {
  readonly slug: string;
  readonly path: string;
  readonly name: string;
  /** One sentence for lists. */
  readonly promise: string;
  readonly shows: readonly string[];
  readonly cannot: readonly string[];
  /** Pages of the methods it rests on. */
  readonly methods: readonly string[];
}

const PRODUCTS: readonly Product[] = [
  {
    slug: 'address-history-search',
    path: '/address-search',
    name: 'Address History Search',
    promise: 'Every movement of an address, with coverage stated.',
    shows: [
      'Each transaction of an address with direction, amount, counterparty, fee and running balance, sorted and filtered by the server.',
      'Counterparties with sums, activity over time, unspent outputs, everything that passed between two addresses.',
      'Whole exports: the file has as many rows as the screen says, in the same order, with a digest.',
      'Rows that a reorganisation took back, struck through, with the reason.',
      'On Ethereum, its relatives and TRON: tokens, coins moved by calls inside a transaction, who paid the fee, what known protocols did; noise is folded and stays in every count.',
    ],
    cannot: [
      'Movements in blocks that are not indexed. The page lists those blocks.',
      'Balances of tokens that change without an event. Where that is known the page says so instead of a figure.',
      'Who a person is. Names come from labels, and labels are claims.',
      'What happened inside a service: once coins are pooled, its own books are needed.',
    ],
    methods: ['balances', 'account-ledger', 'account-noise', 'tron', 'coverage', 'prices', 'checks'],
  },
  {
    slug: 'address-threat-analysis',
    path: '/address-threat',
    name: 'Address threat analysis',
    promise: 'Exposure and behaviour, with the rule behind each point.',
    shows: [
      'Direct and indirect exposure to listed services and persons, each with the transactions behind it.',
      'A level as the sum of named rules. Unknown and zero are different answers.',
    ],
    cannot: [
      'That an address is clean. No list names everything.',
      'A level where no rule could run: that is Unknown, not Low.',
    ],
    methods: ['exposure', 'behaviours', 'threat-rules', 'labels', 'attribution'],
  },
  {
    slug: 'wallet-statement',
    path: '/wallet-statement',
    name: 'Wallet statement',
    promise: 'A statement that reconciles to the unit.',
    shows: [
      'Opening balance, every line, closing balance, for one or more addresses of any chains; the sums close in the smallest unit.',
      'What each line is: deposit, withdrawal, own transfer, swap, bridge and more, each as a fact or an inference.',
      'Lots by FIFO, LIFO, average and by the coins that were spent, side by side.',
      'The addresses of a wallet from its extended public key or output descriptor.',
      'What a service returned, compared with the ledger both ways: missing, different, matched.',
    ],
    cannot: [
      'A balance where blocks are missing: the statement says which, and shows none.',
      'Movements of addresses nobody named.',
      'A value where no source states a price for that day.',
    ],
    methods: ['statements', 'statement-lots', 'exchange-records', 'wallet-keys', 'balances', 'prices'],
  },
  {
    slug: 'exchange-lookup',
    path: '/exchange-lookup',
    name: 'Exchange lookup',
    promise: 'Which service, why we think so, and whom to ask.',
    shows: [
      'Claims about an address side by side with source and date, and whether they contradict each other.',
      'Its cluster in two views, the chain of links between any two members, and what falls apart without one rule.',
      'A proof of those links as a file that verifies without this server.',
      'Organisations with their contact routes, and a request packet with whole identifiers.',
    ],
    cannot: [
      'Addresses that never spent together with another one: in most wallets that is the larger part.',
      'Services that nobody labelled.',
      'Who stood behind an address at a service. That needs the service.',
    ],
    methods: ['co-spend', 'clusters', 'attribution', 'labels', 'proofs', 'coinjoin-wasabi-1'],
  },
  {
    slug: 'coin-flow',
    path: '/coin-flow',
    name: 'Coin flow',
    promise: 'Trace forward or back by a named method.',
    shows: [
      'Hops as columns, each end with its reason, sums that close to the last unit, and what was not followed.',
      'Seven methods on the same graph: what each exit gets at least and at most, and whether the order holds.',
      'An audit page of exact integers, as a spreadsheet with live formulas.',
      'Versions, branches and a log that another office runs again and compares by hash.',
    ],
    cannot: [
      'One true past of mixed money. Methods differ; the page shows by how much.',
      'What happens inside a service, a mixer or a CoinJoin: there the trace stops and says so.',
      'Payments in blocks that this installation has not indexed.',
    ],
    methods: [
      'trace-fifo',
      'trace-haircut',
      'trace-comparison',
      'trace-audit',
      'change-consensus',
      'coinjoin-wasabi-1',
    ],
  },
  {
    slug: 'nft-analysis',
    path: '/nft-analysis',
    name: 'NFT analysis',
    promise: 'Provenance, theft trails and wash trades, with proof.',
    shows: [
      'The transfers and sales of a token with prices, fees and markets, and every gap between them.',
      'The volume of a collection with and without wash trades, by rules whose weights you set, each flag with its proof.',
      'Items taken after an approval or for almost nothing, and where they were sold.',
    ],
    cannot: [
      'What an image is worth, or who made it.',
      'Intent. A flag is an inference; an ordinary buy-back can look the same.',
    ],
    methods: ['nft-wash-rules'],
  },
  {
    slug: 'address-monitoring',
    path: '/address-monitoring',
    name: 'Address monitoring',
    promise: 'An alert for each payment, and none twice, until the authority ends.',
    shows: [
      'Payments of watched addresses, clusters, wallets and tokens, by rules for direction, asset, amount, counterparty and more.',
      'Before you save: how often the watch would have alerted in the past.',
      'An inbox with numbers, people and states; an alert of a block that a reorganisation removed is withdrawn in the open.',
      'Signed messages to your own systems, with retries, a log and a replay.',
      'The legal authority of each watch. When it ends, reading ends, and the log says so.',
    ],
    cannot: [
      'A warning before a payment. The ledger knows nothing earlier than anybody else.',
      'Payments that are not in a block yet.',
      'Payments in blocks that this installation has not indexed.',
    ],
    methods: [],
  },
  {
    slug: 'scam-sanction-alerts',
    path: '/deconfliction',
    name: 'Scam/Sanction Alerts',
    promise: 'New listings against your cases, and who else is working on them.',
    shows: [
      'Changes of sanctions lists and verified reports that touch a case, with list, date and entry.',
      'Whether an address was listed on the day of each transfer, and what changed between any two copies of a list.',
      'Whether another agency of this installation works on the same address: no conflict known, or a route to contact them. Both sides decide what is shown.',
    ],
    cannot: ['That an address without an alert is clear.', 'Interests of agencies on another installation.'],
    methods: ['labels'],
  },
  {
    slug: 'scam-submission',
    path: '/scam-submission',
    name: 'Scam submission',
    promise: 'A report a victim can finish in the first hours.',
    shows: [
      'What a pasted text contains: addresses, transactions, sites, accounts, and each payment checked against the ledger.',
      'Other reports that name the same address, site or account.',
      'Drafts for the authorities and for the service that received the money, and advice for the first hour.',
      'A queue in which a reviewer decides; until then a report labels nothing.',
    ],
    cannot: ['That what a report says is true.', 'Payments in blocks that this installation has not indexed.'],
    methods: ['labels'],
  },
  {
    slug: 'enhanced-report',
    path: '/enhanced-report',
    name: 'Enhanced report',
    promise: 'Court-ready pages, each number tied to its source.',
    shows: [
      'Findings, exhibits, methods with their measured error rates, and limits; each number is a claim with its inputs and its rule.',
      'A bundle that another examiner checks without this server, in a browser file or with a short program in another language.',
      'A review and a signature by a second person, and what has changed since.',
    ],
    cannot: [
      'An opinion. That stays with the person who signs.',
      'A proof from the chain where only tables without raw data are indexed; the bundle says where.',
    ],
    methods: ['evidence-bundle', 'proofs'],
  },
  {
    slug: 'agency-cases',
    path: '/agency-cases',
    name: 'Agency cases',
    promise: 'People, evidence, custody and access in one file.',
    shows: [
      'Results of every tool, pinned with hash, date and the call that makes them again, and whether they have changed since.',
      'Files of evidence, encrypted, each with a ledger of custody that cannot be edited unnoticed.',
      'People, legal authorities, tasks, notes, a timeline, and a register of requests to services.',
      'Packages for another agency, signed and redacted by field.',
    ],
    cannot: [
      'Anything of another agency, not even that it exists.',
      'Whether a file of evidence is genuine. It shows only that it has not changed.',
    ],
    methods: [],
  },
];

/** Every tool that has a page, in the order of the dashboard. */
export function listProducts(): readonly Product[] {
  return PRODUCTS;
}

export interface WalletKind {
  readonly name: string;
  readonly keys: string;
  readonly traces: string;
  readonly ask: string;
}

/** The kinds of wallets an investigator meets: who holds the keys, what the ledger shows, what to ask for. */
export const WALLETS: readonly WalletKind[] = [
  {
    name: 'Account at a service',
    keys: 'The service. The customer has a log-in.',
    traces: 'A deposit address, then a sweep into a pool. Inside the pool the ledger ends.',
    ask: 'Identity, log-ins, deposits and withdrawals: by preservation letter and order.',
  },
  {
    name: 'Phone or desktop wallet',
    keys: 'The holder, in a file or behind a recovery phrase.',
    traces: 'Many addresses; co-spending joins some of them. A fingerprint of the software shows in its transactions.',
    ask: 'Device, backup, recovery phrase, extended public key.',
  },
  {
    name: 'Hardware wallet',
    keys: 'A device that signs and does not show the key. The phrase on paper opens it without the device.',
    traces: 'Nothing on the ledger tells it from other software of the same kind.',
    ask: 'Device, PIN and, before all, the phrase.',
  },
  {
    name: 'Shared wallet',
    keys: 'Several people; some number of them has to sign.',
    traces: 'Script forms show the number of keys once coins are spent, except with Taproot.',
    ask: 'Who holds which key. One seizure is often not enough.',
  },
  {
    name: 'Contract wallet',
    keys: 'A program on an account chain decides who may act.',
    traces: 'Its code and every call are public; owners can change.',
    ask: 'Who deployed it, who paid the fees, who can change it.',
  },
  {
    name: 'Paper and memory',
    keys: 'Words or a key written down, or learnt by heart.',
    traces: 'Long silence, then everything at once.',
    ask: 'Search for 12 to 24 words in order. Treat them as the money.',
  },
];
