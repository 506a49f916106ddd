/** A payment of a report, as it is printed. */
export interface DraftPayment {
  readonly chain: string;
  /** Code of the chain in the Chainabuse format; undefined where that has none. */
  readonly chainCode: string | undefined;
  readonly txid: string | undefined;
  readonly address: string | undefined;
  readonly amount: string | undefined;
  readonly unit: string;
  /** `2026-03-03 14:22:07 UTC`. */
  readonly time: string | undefined;
  /** What the ledger states about it. */
  readonly check: string;
}

/** A report as drafts for others are made of it. What only the reporter knows is left as a blank to fill in. */
export interface DraftReport {
  readonly reference: string;
  readonly agency: string;
  readonly category: string;
  readonly categoryCode: string;
  readonly payments: readonly DraftPayment[];
  readonly suspects: readonly { readonly kind: string; readonly value: string }[];
  readonly loss: { readonly amount: string; readonly currency: string } | undefined;
  readonly evidence: readonly { readonly size: number; readonly sha256: string }[];
  /** Empty where the draft is not made for the reporter. */
  readonly story: readonly { readonly title: string; readonly text: string }[];
  /** `2026-11-20`. */
  readonly day: string;
}

export interface Draft {
  readonly id: 'ic3' | 'freeze-letter' | 'portal' | 'chainabuse';
  readonly title: string;
  readonly goesTo: string;
  readonly limits: readonly string[];
  readonly fileName: string;
  readonly text: string;
}

/** Limits of the complaint form of IC3, as public guides to it state them: transactions, and characters of the description. */
export const IC3_TRANSACTIONS = 10;
export const IC3_CHARACTERS = 3_500;

/** Characters as a form counts them, without cutting one in half. */
export function cutText(text: string, limit: number): string {
  const letters = [...text];
  if (letters.length <= limit) return text;
  return `${letters.slice(0, limit - 1).join('')}…`;
}

const count = (text: string): number => [...text].length;
const listed = (values: readonly string[]): string => (values.length === 0 ? '(none)' : values.join('\n'));

function ofKind({ suspects }: DraftReport, ...kinds: readonly string[]): string {
  const values = suspects.filter(({ kind }) => kinds.includes(kind)).map(({ value }) => value);
  return values.length === 0 ? '(not known)' : values.join('; ');
}

function describe(report: DraftReport): string {
  const told = report.story
    .filter(({ text }) => text.trim() !== '')
    .map(({ title, text }) => `${title}: ${text.trim()}`);
  const facts = report.payments.map(({ check, txid }, i) => `Payment ${i + 1}${txid ? ` (${txid})` : ''}: ${check}`);
  return [
    `Type of scam: ${report.category}.`,
    ...told,
    ...facts,
    `Reference of ${report.agency}: ${report.reference}.`,
  ].join('\n');
}

/** In the order in which the FBI asks for it: addresses, amount and kind, date and time, transaction id; then the rest. */
function toIc3(report: DraftReport): Draft {
  const whole = describe(report);
  const shown = report.payments.slice(0, IC3_TRANSACTIONS);
  const left = report.payments.length - shown.length;
  const transactions = shown.map(({ address, amount, unit, chain, time, txid }, i) =>
    [
      `Transaction ${i + 1}`,
      `  Recipient address: ${address ?? '(not known)'}`,
      // The form takes amounts without a sign and without separators.
      `  Amount: ${amount ?? '(not known)'}`,
      `  Cryptocurrency: ${unit} (${chain})`,
      `  Date and time: ${time ?? '(not known)'}`,
      `  Transaction id: ${txid ?? '(not known)'}`,
    ].join('\n'),
  );
  const text = [
    'Draft for ic3.gov. You type or paste it there yourself; this server sends nothing.',
    '',
    '1 Complaint type',
    `Cryptocurrency, ${report.category}`,
    '',
    '2 Your information',
    'Name: [only you know]\nAddress: [only you know]\nPhone: [only you know]\nEmail: [only you know]',
    '',
    `3 Financial transactions (${shown.length} of at most ${IC3_TRANSACTIONS})`,
    listed(transactions),
    ...(left > 0 ? [`${left} further payments do not fit. Name them in a second complaint, or attach a list.`] : []),
    '',
    '4 Subjects',
    `Names: ${ofKind(report, 'name')}`,
    `Email: ${ofKind(report, 'email')}`,
    `Phone: ${ofKind(report, 'phone')}`,
    `Accounts: ${ofKind(report, 'handle')}`,
    `Websites and apps: ${ofKind(report, 'domain', 'app')}`,
    '',
    `5 Description of the incident (at most ${IC3_CHARACTERS} characters)`,
    cutText(whole, IC3_CHARACTERS),
    '',
    '6 Other information',
    `Evidence kept by the reporter: ${report.evidence.length} files with SHA-256 recorded on ${report.day}.`,
    '',
    '7 Signature',
    '[only you]',
  ].join('\n');
  const limits = [
    `${shown.length} of ${IC3_TRANSACTIONS} transactions${left > 0 ? `, ${left} left out` : ''}`,
    `${Math.min(count(whole), IC3_CHARACTERS)} of ${IC3_CHARACTERS} characters${count(whole) > IC3_CHARACTERS ? ', shortened' : ''}`,
  ];
  return {
    id: 'ic3',
    title: 'IC3 complaint',
    goesTo: 'ic3.gov, typed by you',
    limits,
    fileName: `${report.reference}-ic3.txt`,
    text,
  };
}

function toFreezeLetter(report: DraftReport): Draft {
  const trail = report.payments.map(({ txid, address, amount, unit, chain, time, check }) =>
    [
      `- Chain: ${chain}`,
      `  Transaction: ${txid ?? '(not known)'}`,
      `  Paid to: ${address ?? '(not known)'}`,
      `  Amount: ${amount ?? '(not known)'} ${unit}`,
      `  Time: ${time ?? '(not known)'}`,
      `  Checked: ${check}`,
    ].join('\n'),
  );
  const text = [
    '[Letterhead]',
    report.day,
    '',
    'To the compliance department of [exchange or issuer]',
    '',
    `Request to hold funds: ${report.category}, our reference ${report.reference}`,
    '',
    'Funds that were obtained by fraud were sent by the transactions below. We ask you to hold what reached accounts or addresses',
    'of yours, to preserve the records of these accounts, and to confirm receipt.',
    '',
    'Transactions',
    listed(trail),
    '',
    'Target address at your service: [address]',
    'Token contract, where it is a token: [contract]',
    'Balance there now, with block height: [balance at height]',
    'Requested duration: [days]',
    'Legal basis: [statute or order]',
    'Jurisdiction: [jurisdiction]',
    'Police reference: [reference]',
    'Officer: [name, rank, official email, phone for verification]',
    '',
    '[Signature]',
  ].join('\n');
  const limits = [`${report.payments.length} transactions, whole hashes`, '8 fields only the officer knows'];
  const fileName = `${report.reference}-freeze-letter.txt`;
  return {
    id: 'freeze-letter',
    title: 'Freeze letter',
    goesTo: 'The exchange or issuer that you name',
    limits,
    fileName,
    text,
  };
}

/** The agency's template where it has one: each name in braces is filled in, and what is unknown stays as it is. */
export const PORTAL_TEMPLATE = `Report of a {category}
Reference: {reference}
Loss stated: {loss}

Payments
{payments}

Suspect
Names: {names}
Email: {emails}
Phone: {phones}
Accounts: {handles}
Websites and apps: {domains}

What happened
{description}

Evidence (SHA-256)
{evidence}

Your name: {your name}
Your contact: {your contact}
`;

function toPortal(report: DraftReport, { name, template }: PortalTemplate): Draft {
  const payments = report.payments.map(({ amount, unit, address, time, txid }) =>
    [`${amount ?? '?'} ${unit}`, `to ${address ?? '?'}`, time ?? 'time not known', txid ?? 'no transaction id'].join(
      ', ',
    ),
  );
  const fields: Readonly<Record<string, string>> = {
    category: report.category,
    reference: report.reference,
    loss: report.loss ? `${report.loss.amount} ${report.loss.currency}` : '(not stated)',
    payments: listed(payments),
    names: ofKind(report, 'name'),
    emails: ofKind(report, 'email'),
    phones: ofKind(report, 'phone'),
    handles: ofKind(report, 'handle'),
    domains: ofKind(report, 'domain', 'app'),
    description: describe(report),
    evidence: listed(report.evidence.map(({ sha256, size }) => `${sha256} (${size} bytes)`)),
  };
  let filled = 0;
  let open = 0;
  // What was filled in is not read again: a value with braces stays as it is.
  const text = (template || PORTAL_TEMPLATE).replace(/\{([a-z ]{1,40})\}/g, (field, key: string) => {
    const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (value === undefined) open += 1;
    else filled += 1;
    return value ?? `[${field.slice(1, -1)}]`;
  });
  const limits = [`${filled} of ${filled + open} fields filled`, ...(open > 0 ? [`${open} only you know`] : [])];
  const title = name || 'National portal';
  const fileName = `${report.reference}-portal.txt`;
  return { id: 'portal', title, goesTo: 'The portal, typed by you', limits, fileName, text };
}

/** A report in the format of Chainabuse: the side of the scammer alone. */
function toChainabuse(report: DraftReport): Draft {
  const addresses = report.payments.flatMap(({ address, chainCode }) =>
    address === undefined || chainCode === undefined ? [] : [{ address, chain: chainCode }],
  );
  const domains = report.suspects.filter(({ kind }) => kind === 'domain').map(({ value }) => ({ domain: value }));
  const seen = new Map(addresses.map((one) => [`${one.chain} ${one.address}`, one]));
  const losses = report.payments.flatMap(({ amount, unit }) => (amount === undefined ? [] : [{ amount, asset: unit }]));
  const body = {
    scamCategory: report.categoryCode,
    description: `${report.category}. ${report.payments.length} payments checked against the ledger.`,
    addresses: [...seen.values(), ...domains],
    losses,
    accusedScammers: [],
    evidences: [],
    ips: [],
  };
  const text = `${JSON.stringify(body, undefined, 2)}\n`;
  const limits = ['Suspect side only', 'No personal data inside'];
  const fileName = `${report.reference}-chainabuse.json`;
  return { id: 'chainabuse', title: 'Chainabuse JSON', goesTo: 'Uploaded by you', limits, fileName, text };
}

export interface PortalTemplate {
  readonly name: string;
  readonly template: string;
}

/** Drafts for other bodies. They are texts: nothing is sent. */
export function writeScamDrafts(report: DraftReport, portal: PortalTemplate): readonly Draft[] {
  return [toIc3(report), toFreezeLetter(report), toPortal(report, portal), toChainabuse(report)];
}
