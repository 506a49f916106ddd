import type { NoiseCases, NoiseReport } from './measure-noise.ts';
import { formatCount, formatShare, formatTable } from './tables.ts';

/** Addresses expected to share seven digits with another of the same number of random ones. */
function formatChance(addresses: number): string {
  return ((addresses * (addresses - 1)) / 16 ** 7).toFixed(2);
}

/** False alarms, and how often the rule fires on bundled blocks. */
export function formatNoise({ alike, falseImitations, blocks }: NoiseReport): string {
  return `Rule \`account-noise\`.

**False alarms.** Of ${alike.addresses} addresses in the bundled blocks 15000000–15000004 and 17173049–17173050, ${alike.alike} share their first three and last four
digits with another; chance alone would give ${formatChance(alike.addresses)}. They stand in these transactions, for everybody to judge:

${alike.transactions.map((hash) => `- \`${hash}\``).join('\n')}

Of ${falseImitations.total} symbols of tokens known on other chains only, ${falseImitations.hits} ${falseImitations.hits === 1 ? 'is' : 'are'} taken for that of another token: ${formatShare(falseImitations)}.

**How often it fires.** Token transfers of the same blocks, seen from both of their sides: ${blocks.views} views, ${blocks.zero} of a transfer of nothing,
${blocks.spoofed} of these in the name of somebody who did not send it; ${blocks.folded} are folded. Nobody says which of them are bait.`;
}

/** Recall, on cases that others confirmed. */
export function formatNoiseCases({ payoffs, counterfeits }: NoiseCases): string {
  const rows = [
    ...payoffs.map(({ digits, found }) => [
      `payments to a look-alike, ${digits} digits equal`,
      formatCount(found),
      formatShare(found),
    ]),
    [
      'counterfeits by their symbol, the list of counterfeits put aside',
      formatCount(counterfeits),
      formatShare(counterfeits),
    ],
  ];
  return `Rule \`account-noise\`. Recall, on cases that others confirmed:

${formatTable(['Case', '>Found', 'Recall'], rows)}

The payments are victims' transfers to an address made to look like the one they meant. Each is judged as the victim's history would
be: the address it meant is known, and the payment must be flagged and must not be folded, because the victim sent it.

**What this cannot tell.** The source looked for payments whose recipient shares at least three first and four last digits with the
one meant, and the rule's digits were chosen with these cases in view, so its recall of 100 % on them says only that nothing is lost on the way. With
fewer digits equal, nobody counted. The counterfeits are few and were picked for their letters. Precision in a victim's own history
cannot be measured: the source lists what worked, not the attempts, and no history of anybody.`;
}
