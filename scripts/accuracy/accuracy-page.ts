import { formatChange } from './change-section.ts';
import { formatClusters } from './cluster-section.ts';
import { formatCoinJoins } from './coinjoin-section.ts';
import { DATA_SETS } from './data-sets.ts';
import { formatEnds } from './ends-section.ts';
import type { AccuracyReport } from './measure-accuracy.ts';
import { formatNoise } from './noise-section.ts';
import { formatSummary } from './summary-section.ts';
import { formatTable } from './tables.ts';
import { formatTraces } from './trace-section.ts';

const INTRODUCTION = `# Measured error rates

Every conclusion Trailmark draws beyond the ledger is made by a named rule with a version. This page says how often each of
these rules is right, on transactions whose truth is known from elsewhere. \`npm run accuracy\` measures it and writes this page:
the same data give the same bytes, and a test fails where a rule has changed and this page has not.

Two numbers a rule: **precision**, the share of what the rule says that is true, and **recall**, the share of what is true that the
rule says. In brackets stands Wilson's 95 % interval, in the last column the number of cases. A precision holds for the mixture
of cases it was measured on: where mixes are rarer than here, the same rate of false alarms weighs more, so false alarms among
transactions that are no mix are counted by themselves.

**Not measured:** labels (they are claims of their sources), UTXO chains other than Bitcoin, what known protocols and findings say on
account chains (tests hold them to real blocks; nobody publishes whose deposit address is whose), PayJoins (no rule claims to see them),
services whose customers share one wallet, and everything the last section lists.`;

const SPLIT = `## Tuning and reporting

Transactions of mainnet and the rounds of the emulated JoinMarket are split by the last bit of their txid: 0 for tuning, 1 for
reporting. Of the two runs of the emulated Wasabi 2 the first is for tuning, of the two recorded simulations the run of the seed
\`tuning\`. Clusters are measured on whole runs, because half a ledger has no clusters. The mempool was looked at while tuning and
supports no rate.

**How blind the reported half is.** For CoinJoins it is not blind: the tolerance of Wasabi 1, the standard amounts of Wasabi 2, the fee
of Tx0 and the check of funding were set with both halves in view, and some reported figures were seen before the last changes. Read those
rows as "the rules fit the examples there are", not as a forecast for others. For change and clusters it is: both runs of the simulator
were recorded after the last change of a rule, the reported one with a seed never played before, though its habits are ones we wrote. Most other parameters are published
ones, chosen by others on data we do not know.

What tuning changed: standard amounts and a lower limit of inputs for Wasabi 2, the coordinator's fee for Tx0, how many go without
change in early rounds of Wasabi 1 and in JoinMarket, and that the form of an address supports no change link, because one-time change has asked for it already.`;

const LIMITS = `## Limits and known biases

- **The scanner's files are an opinion.** The Dumplings scanner recognises Wasabi and Whirlpool by rules of its own (coordinator
  addresses, denominations), so high recall says that two sets of rules agree. Only the emulations and the simulation know the truth.
- **Windows are short.** Wasabi 1 is seen in 2018 and in nine days of August 2021, Wasabi 2 in one day of May 2024, Whirlpool in
  five days of March 2024. Other years, coordinators and parameters may look different.
- **Half a sample.** The lists of Whirlpool mixes are half of the source's, so lineage can often not be checked, and mixes that no list
  names stand among the transactions around mixes. Those of the shape of a mix are in a row of their own and in no score. That row
  is drawn by shape, and shape is what the detectors read: without it the precision of Whirlpool and JoinMarket would be lower.
- **No list of JoinMarket exists.** Its recall comes from an emulation with its default numbers of makers; the scanner's file of other equal
  outputs is mostly trades of inscriptions and payouts, and counts for nothing.
- **Negatives are easy.** The winter of 2010 has no CoinJoins and few payouts in equal parts. Blocks of later years cannot be judged from the
  bundled data, because the values of their inputs are not held.
- **The emulations run on a test chain**, with ten clients and amounts of a lognormal distribution; Wasabi's coordinator there accepts rounds
  smaller than on mainnet. Miner and funding wallets are not among the known wallets.
- **The simulated wallets behave as we wrote them**: 25 wallets, 90 rounds, real coin selection and change of Litecoin Core 0.21 on a regtest
  chain. Half of the prices are round in no way, a third are round to 0.001, the rest to 0.1; customers reuse deposit addresses nine times of ten;
  about one payment in fifteen has no change at all. Other habits give other rates, and a wallet with other software was not tried.
  The seed fixes what everybody does, not the keys nor the coins Litecoin Core picks, which is why two runs are recorded and bundled.
- **Change revealed later** knows the truth only where the change was spent together with other coins of its owner, within the
  three weeks of the window (29 December 2010 to 18 January 2011). First use is judged within that window, which begins at block 100,000.
- **Pairs are not independent**, so they carry no interval: one false merge of two large clusters is many false pairs at once. The largest false
  merge is listed instead.`;

/** The whole page. The same report gives the same text. */
export function formatPage(report: AccuracyReport): string {
  const sections = [
    INTRODUCTION,
    formatSummary(report),
    SPLIT,
    formatData(report),
    formatCoinJoins(report),
    formatChange(report),
    formatClusters(report),
    formatNoise(report),
    formatTraces(report),
    formatEnds(report.ends),
    LIMITS,
    formatRules(report),
  ];
  return `${sections.join('\n\n')}\n`;
}

function formatData({ absent }: AccuracyReport): string {
  const rows = DATA_SETS.map(({ name, source, licence, use }) => [
    absent.includes(name) ? `${name} (absent: not measured)` : name,
    source,
    licence,
    use,
  ]);
  const bundled = [
    ['Wasabi CoinJoins of August 2021', 'bundled: `data/btc/wasabi-2021-08`', 'MIT', 'Detectors.'],
    [
      'Blocks 100,000–102,999',
      'bundled: `data/btc/mainnet-100000-102999`',
      'MIT',
      'Detectors: no CoinJoin existed. Change revealed later.',
    ],
    [
      'Simulated wallets',
      'bundled: `data/btc/accuracy`',
      'Apache-2.0',
      'Change heuristics and clusters: the simulator owns every wallet.',
    ],
    [
      'Blocks of Ethereum, 2022 and 2023',
      'bundled: `data/eth/eth-15000000`, `data/eth/eth-17173049`',
      'MIT',
      'Noise: false alarms and how often it fires.',
    ],
  ];
  return `## Data\n\n${formatTable(['Set', 'Source', 'Licence', 'Used for'], [...bundled, ...rows])}`;
}

/** One rule a line, as the product names it: the test compares these lines with the rules in force. */
export function listRules({ versions }: Pick<AccuracyReport, 'versions'>): string[] {
  return [versions.coSpend, ...versions.coinJoins.split(' '), ...versions.change.split(' '), versions.noise];
}

function formatRules(report: AccuracyReport): string {
  return `## Rules measured

Rule, version and parameters, as everywhere in the product. The methods are described in [methods](methods).

\`\`\`
${listRules(report).join('\n')}
\`\`\``;
}
