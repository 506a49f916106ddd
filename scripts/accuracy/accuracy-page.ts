import { formatBehaviours } from './behaviour-section.ts';
import { formatChange } from './change-section.ts';
import { CLUSTER_READING, formatClusters } from './cluster-section.ts';
import { COINJOIN_READING, formatCoinJoins, formatMempool } from './coinjoin-section.ts';
import { DATA_SETS } from './data-sets.ts';
import { formatEndCases, formatGeneratedEnds } from './ends-section.ts';
import type { AccuracyReport, RuleVersions } from './measure-accuracy.ts';
import { formatNoise, formatNoiseCases } from './noise-section.ts';
import type { OutsideFigures } from './outside.ts';
import { formatScreenings } from './screening-section.ts';
import { formatSummary } from './summary-section.ts';
import { formatTable } from './tables.ts';
import { formatTraces } from './trace-section.ts';

const INTRODUCTION = `# Measured error rates

Every conclusion Trailmark draws beyond the ledger is made by a named rule with a version. This page says how often each of
these rules is right, on transactions whose truth is known from elsewhere. It has two parts. **Measured in this repository** is what
\`npm run accuracy\` measures in any clone, with nothing but the data that come with it, and a test fails where a rule has changed and this part has
not. **Recorded on outside data** is what larger sets said that are not part of the repository: \`npm run accuracy -- --outside\` measures it
where they are at hand. Otherwise these figures stay as they were recorded, with the day and the versions of the rules on that day.

Two numbers a rule: **precision**, the share of what the rule says that is true, and **recall**, the share of what is true that the
rule says. In brackets stands Wilson's 95 % interval, in the last column the number of cases. A precision holds for the mixture
of cases it was measured on: where mixes are rarer than here, the same rate of false alarms weighs more, so false alarms among
transactions that are no mix are counted by themselves.

**Not measured:** labels (they are claims of their sources), UTXO chains other than Bitcoin, what known protocols and findings say on
account chains (tests hold them to real blocks; nobody publishes whose deposit address is whose), PayJoins (no rule claims to see them),
services whose customers share one wallet, and everything the last section lists.`;

const SPLIT = `## Tuning and reporting

Transactions of mainnet and the rounds of the emulated JoinMarket are split by the last bit of their txid: 0 for tuning, 1 for
reporting; the three whole blocks are reported whole. Of the two runs of the emulated Wasabi 2 the first is for tuning, of the two recorded
simulations the run of the seed \`tuning\`. Clusters are measured on whole runs, because half a ledger has no clusters. The mempool was looked at
while tuning and supports no rate.

**How blind the reported half is.** For CoinJoins up to version 1 it is not blind: the tolerance of Wasabi 1, the standard amounts of Wasabi 2,
the fee of Tx0 and the check of funding were set with both halves in view. Version 2 of the detectors was made with the tuning half, the bundled
month and block 866,342 in view, whose nine payments of Runes version 1 took for Tx0s. Blocks 367,891 and 831,802, and the halves of the
scanner's files of Whirlpool and of other equal outputs that were not used before, were run once, after the last change ([above](#unseen-data)).
No rule has changed since. For change and
clusters the reported half is blind: both runs of the simulator were recorded after the last change of a rule, the reported one with a seed never
played before, though its habits are ones we wrote. Most other parameters are published ones, chosen by others on data we do not know.

What tuning changed: standard amounts and a lower limit of inputs for Wasabi 2, the coordinator's fee and the order of outputs for Tx0, what a maker
earns and how many sums may be tried in JoinMarket, and that the form of an address supports no change link, because one-time change has asked for it already.`;

const LIMITS = `## Limits and known biases

- **The scanner's files are an opinion.** The Dumplings scanner recognises Wasabi and Whirlpool by rules of its own (coordinator
  addresses, denominations), so high recall says that two sets of rules agree. Only the emulations and the simulation know the truth.
- **Windows are short.** Wasabi 1 is seen in 2018 and in nine days of August 2021, Wasabi 2 in one day of May 2024, Whirlpool in
  five days of March 2024. Other years, coordinators and parameters may look different.
- **Half a sample.** The lists of Whirlpool mixes on outside data are half of the source's, so lineage can often not be checked, and mixes that no list
  names stand among the transactions around mixes. Those of the shape of a mix are in a row of their own and in no score. That row
  is drawn by shape, and shape is what the detectors read: without it the precision of Whirlpool and JoinMarket would be lower.
- **No list of JoinMarket exists.** Its recall comes from an emulation with its default numbers of makers. Of real rounds with the shape of JoinMarket
  some do not fit the sums: makers with more inputs, or who earn more, are missed. The scanner's file of other equal outputs is mostly trades of
  inscriptions and payouts, and counts for nothing.
- **Three blocks are not all blocks.** The winter of 2010 has no CoinJoins and few payouts in equal parts; the blocks of 2015 and October 2024 were
  picked by others for being full, the one of February 2024 for its inscriptions. For 2023, 2025 and 2026 no whole block whose inputs are known was
  found that may be passed on.
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

/** What was run once, after the last change; the data are parts of the source's files that nothing here reads. */
const UNSEEN = `### Unseen data

On 22 November 2026, after the last change of the detectors, they were run once on data that nobody had looked at: block 367,891 (no finding among
419 transactions, see above) and those halves of the scanner's files of Whirlpool (March 2024) and of other equal outputs (June 2024) that the
outside data here leave out.

| Truth | Found | As something else or nothing |
| --- | ---: | ---: |
| Whirlpool mix | 701 of 701 | 0 |
| Whirlpool Tx0 | 367 of 368 | 1 nothing |
| Spends an output of a mix | – | 2 of 1662 whirlpool-tx0 |
| *Shape of JoinMarket in files of other things* | 49 of 81 by their sums | 16 undecided, 16 nothing |

On 28 November 2026 the same versions were run once on block 831,802 (February 2024), found since and looked at by nobody before: no finding among
2,106 transactions, with the detectors' dates and without.

The two that spend an output of a mix have one premix output and pay exactly the coordinator's fee: they may be Tx0s that the source does not list, because it lists those only whose
premix it saw in a mix. **Chance in JoinMarket.** Where the change amounts of those 81 were altered by 2 to 20 % at random, twenty times each, the
sums still fitted in 18 of 1620 tries: 1.1 %. So of 49 findings by sums about one is expected to be chance, which is 98 % precision where every
other one of that shape is something else. For the undecided ones no rate is known.`;

/** The whole page. The same report and the same recorded figures give the same text. */
export function formatPage(report: AccuracyReport, outside: OutsideFigures): string {
  const sections = [
    INTRODUCTION,
    formatSummary(report, outside),
    formatOwn(report),
    formatOutside(report, outside),
    SPLIT,
    LIMITS,
    formatRules(report),
  ];
  return `${sections.join('\n\n')}\n`;
}

const BUNDLED = [
  ['Wasabi CoinJoins of August 2021', '`data/btc/wasabi-2021-08`', 'MIT', 'Detectors.'],
  [
    'Blocks 100,000–102,999',
    '`data/btc/mainnet-100000-102999`',
    'MIT',
    'Detectors: no CoinJoin existed. Change revealed later.',
  ],
  [
    'Blocks 367,891, 831,802 and 866,342',
    '`data/btc/accuracy`',
    'MIT',
    'Detectors: false alarms on whole blocks of 2015 and 2024.',
  ],
  [
    'Simulated wallets',
    '`data/btc/accuracy`',
    'Apache-2.0',
    'Change heuristics and clusters: the simulator owns every wallet.',
  ],
  [
    'Blocks of Ethereum, 2022 and 2023',
    '`data/eth/eth-15000000`, `data/eth/eth-17173049`',
    'MIT',
    'Noise: false alarms and how often it fires.',
  ],
];

function formatOwn(report: AccuracyReport): string {
  return `## Measured in this repository

${formatTable(['Set', 'Where', 'Licence', 'Used for'], BUNDLED)}

### CoinJoin detectors in this repository

${COINJOIN_READING}

The transactions of blocks and of simulated wallets are judged with the detectors' dates put aside, so that the shape is what is tried; in the
product, a detector does not look at blocks outside the dates of its protocol.

${formatCoinJoins(report.coinJoins)}

### Change heuristics

${formatChange(report)}

### Clusters

${CLUSTER_READING}

${formatClusters(report.clusters, '####')}

### False alarms on account chains

${formatNoise(report.noise)}

### Ends of traces in generated ledgers

${formatGeneratedEnds(report.ends)}

### Patterns of behaviour

${formatBehaviours(report.behaviours)}

### Verdicts by method and limit of hops

${formatScreenings(report.screenings)}`;
}

/** Rules whose version is another one now than when the outside data were measured. */
export function listChanged(now: RuleVersions, then: RuleVersions): string[] {
  const old = new Set(listRules({ versions: then }));
  const names = listRules({ versions: now }).filter((rule) => !old.has(rule));
  return names.map((rule) => rule.replace(/\{.*$/, ''));
}

function formatOutside({ versions }: AccuracyReport, outside: OutsideFigures): string {
  const changed = listChanged(versions, outside.versions);
  const stale =
    changed.length === 0
      ? 'Every rule in force had the version and the parameters it has now.'
      : `These rules in force are others than on that day, and were not measured on these data: ${changed.join(', ')}.`;
  const sets = DATA_SETS.map(({ name, source, licence, use }) => [name, source, licence, use]);
  return `## Recorded on outside data

Recorded on ${outside.recorded}. ${stale}

${formatTable(['Set', 'Source and version', 'Licence', 'Used for'], sets)}

### CoinJoin detectors on outside data

${formatCoinJoins(outside.coinJoins)}

${formatMempool(outside.mempool)}

${UNSEEN}

### Clusters of emulated wallets

The clients of the emulations do little but mix: without a payment there is nothing to join, and a single missed round weighs heavily.

${formatClusters(outside.clusters, '####')}

### Noise on account chains

${formatNoiseCases(outside.noise)}

### Traces

${formatTraces(outside.traces)}

### Ends of traces in verified cases

${formatEndCases(outside.ends)}`;
}

/** One rule a line, as the product names it: the test compares these lines with the rules in force. */
export function listRules({ versions }: Pick<AccuracyReport, 'versions'>): string[] {
  return [versions.coSpend, ...versions.coinJoins.split(' '), ...versions.change.split(' '), versions.noise];
}

function formatRules(report: AccuracyReport): string {
  return `## Rules in force

Rule, version and parameters, as everywhere in the product. The methods are described in [methods](methods).

\`\`\`
${listRules(report).join('\n')}
\`\`\``;
}
