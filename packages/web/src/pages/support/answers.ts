/** A question that people ask, and its answer in paragraphs. */
export interface SupportAnswer {
  readonly id: string;
  readonly question: string;
  readonly paragraphs: readonly string[];
  /** Where it is done. */
  readonly link?: { readonly href: string; readonly label: string };
}

export const SUPPORT_ANSWERS: readonly SupportAnswer[] = [
  {
    id: 'balance-unknown',
    question: 'Why does an address show no balance?',
    paragraphs: [
      'A balance is a sum over all blocks. Where this installation does not hold every block up to the tip, a payment it has not seen may change the sum, so it is not stated.',
      'The coverage line above each history says which blocks are indexed. An administrator can read the missing ones from a node.',
    ],
    link: { href: '/Track', label: 'Index coverage of this installation' },
  },
  {
    id: 'no-label',
    question: 'Does an address without a label mean that nothing is known against it?',
    paragraphs: [
      'No. It means that no pack in force says anything about it. Missing, zero and clean are three different answers, and the screens keep them apart.',
    ],
    link: { href: '/exchange-lookup/packs', label: 'Label packs in force' },
  },
  {
    id: 'cluster-proof',
    question: 'How sure is it that two addresses belong together?',
    paragraphs: [
      'A cluster is an inference. Every link names the transaction, the rule and its version; the proof tab checks the transactions in your browser against the block headers.',
      'The conservative view rests on common spending without CoinJoins. The expanded view adds change, which is wrong more often.',
    ],
    link: { href: '/exchange-lookup', label: 'Exchange lookup' },
  },
  {
    id: 'who-sees',
    question: 'Who sees what I search for?',
    paragraphs: [
      'Nobody outside this installation: pages ask this server only. The server writes each search to its audit log, which auditors read and nobody can edit.',
      'Other agencies on the same installation see neither your searches nor your tickets.',
    ],
  },
  {
    id: 'second-factor-lost',
    question: 'What do I do when my authenticator or passkey is lost?',
    paragraphs: [
      'Sign in with a recovery code and set up another factor. Without recovery codes an administrator of your agency can reset your factors after checking that it is you.',
    ],
    link: { href: '/profile', label: 'Profile' },
  },
  {
    id: 'session-locked',
    question: 'Why is the screen locked after a while?',
    paragraphs: [
      'A session without activity for 30 minutes locks, and one of 12 hours ends. What you typed in a ticket stays in the browser session until it is sent.',
    ],
  },
  {
    id: 'export-limit',
    question: 'How large may an export be?',
    paragraphs: [
      'Exports are written while they are read, so a long history takes long but is not cut. A file that broke off is not whole: the browser reports it, and the export can be started again.',
    ],
  },
  {
    id: 'diagnostics',
    question: 'What do diagnostics contain?',
    paragraphs: [
      'Versions of server and browser, heights of the chains, versions of labels and prices, and the last ten errors of the page. Addresses, transaction ids, emails, names and links are taken out before you see them.',
      'The form shows the exact text. The server refuses a bundle in which it still finds something of the kind.',
    ],
  },
];
