import type { ProtocolActionAnswer } from '@trailmark/api/contract/ledger-wire';
import { formatAction } from '../../format/account-words.ts';
import { cutAssetAmount, quoteStrange, splitAssetAmount } from '../../format/asset.ts';
import { escapeHostile } from '../../format/hostile-text.ts';
import { shorten } from '../../format/identifier.ts';
import { formatPlural } from '../../format/number.ts';
import { EvidenceMark } from '../evidence-mark.tsx';
import { Hash } from '../hash.tsx';
import { AddressLabel } from '../label-scope.tsx';
import { QuotedText } from '../quoted-text.tsx';
import { AssetAmount } from './asset-amount.tsx';
import { AssetName } from './asset-name.tsx';

type Action = ProtocolActionAnswer;

const SHOWN = 2;
/** Characters of a figure in a chip; its row, opened, has all of it. */
const CHIP_FIGURE = 9;
const CERTAINTY = { proven: 'proven by a message', stated: 'as the log states it', likely: 'likely' } as const;

/** "1.5 ETH", "no. 9507 CryptoPunks"; the name alone where the contract does not say its decimals. */
function ShortAmount({ asset, amount, tokenId }: Action['given'][number]) {
  const isWhole = asset.decimals === null && asset.kind === 'token';
  return (
    <>
      {tokenId !== null
        ? `no. ${shorten(tokenId.toString())} `
        : !isWhole && `${cutAssetAmount(splitAssetAmount(amount, asset), CHIP_FIGURE).shown} `}
      <AssetName asset={asset} />
    </>
  );
}

function ShortAmounts({ amounts }: { readonly amounts: Action['given'] }) {
  return amounts.map((amount, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: amounts of one action have a fixed order
    <span key={i}>
      {i > 0 && ', '}
      <ShortAmount {...amount} />
    </span>
  ));
}

/** What an approval allows is no payment: its asset is named without the figure. */
function AboutNames({ amounts }: { readonly amounts: Action['about'] }) {
  return amounts.map(({ asset }, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: amounts of one action have a fixed order
    <span key={i}>
      {i > 0 && ', '}
      <AssetName asset={asset} />
    </span>
  ));
}

/** One action in a few words, for a row: "Swap 1.5 ETH to 2,840.11… USDC". */
function ActionChip({ action }: { readonly action: Action }) {
  const { kind, given, got, protocol, note } = action;
  return (
    <span className="tm-action" title={escapeHostile(`${protocol}. ${note}`).slice(0, 300)}>
      {formatAction(kind)} <ShortAmounts amounts={given} />
      {given.length > 0 && got.length > 0 && ' to '}
      <ShortAmounts amounts={got} />
      {given.length + got.length === 0 && <AboutNames amounts={action.about} />}
    </span>
  );
}

/** What moved something before what only allows it. */
function rank(actions: readonly Action[]): readonly Action[] {
  const moving = actions.filter(({ kind }) => kind !== 'approval');
  return moving.length > 0 ? moving : actions.slice(0, 1);
}

/** What known protocols did in a transaction, as chips; approvals next to something else and what is over two are counted. */
export function ActionChips({ actions }: { readonly actions: readonly Action[] }) {
  if (actions.length === 0) return null;
  const shown = rank(actions).slice(0, SHOWN);
  const rest = actions.length - shown.length;
  return (
    <span className="tm-actions">
      {shown.map((action, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: actions of one transaction have a fixed order
        <ActionChip key={i} action={action} />
      ))}
      {rest > 0 && (
        <span className="tm-t3 tm-sm" title={`${formatPlural(rest, 'more action')}: the row, opened, lists them`}>
          +{rest}
        </span>
      )}
    </span>
  );
}

interface AmountsProps {
  readonly amounts: Action['given'];
  readonly word: string;
  /** Figures that are limits and no payments: unlimited ones have 78 digits. */
  readonly isCut?: boolean;
}

function Amounts({ amounts, word, isCut = false }: AmountsProps) {
  if (amounts.length === 0) return null;
  return (
    <>
      {' '}
      {word}{' '}
      {amounts.map(({ asset, amount, tokenId }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: amounts of one action have a fixed order
        <span key={i}>
          {i > 0 && ', '}
          <AssetAmount asset={asset} units={amount} tokenId={tokenId} whole={!isCut} />
        </span>
      ))}
    </>
  );
}

function Counterpart({ counterpart }: Pick<Action, 'counterpart'>) {
  if (counterpart === null) return null;
  const { network, address, message, certainty } = counterpart;
  return (
    <span className="other">
      Other end: {network === null ? 'network not known' : quoteStrange(network, 32)}
      {address !== null && (
        <>
          , <span className="tm-id whole">{escapeHostile(address).slice(0, 120)}</span>
        </>
      )}
      {message !== null && (
        <>
          , message <QuotedText text={`"${message}"`} />
        </>
      )}
      , {CERTAINTY[certainty]}.
    </span>
  );
}

function Parties({
  action: { account, parties },
  linkAddress,
}: { action: Action } & Pick<ActionListProps, 'linkAddress'>) {
  const all = [...(account === null ? [] : [{ role: 'by', address: account }]), ...parties];
  if (all.length === 0) return null;
  return (
    <span className="other">
      {all.map(({ role, address }) => (
        <span key={role + address}>
          {role} <Hash value={address} kind="address" href={linkAddress(address)} /> <AddressLabel
            address={address}
          />{' '}
        </span>
      ))}
    </span>
  );
}

export interface ActionListProps {
  readonly actions: readonly Action[];
  /** Where an address opens. */
  readonly linkAddress: (address: string) => string;
}

/** Actions in full: what was given and got, by which rule, and the logs they rest on. */
export function ActionList({ actions, linkAddress }: ActionListProps) {
  return (
    <ul className="tm-actionlist">
      {actions.map((action, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: actions of one transaction have a fixed order
        <li key={i}>
          <EvidenceMark kind="inference" withWord />
          <div>
            <b>{formatAction(action.kind)}</b>
            <Amounts amounts={action.given} word={action.got.length > 0 ? '' : 'of'} />
            <Amounts amounts={action.got} word={action.given.length > 0 ? 'to' : 'of'} />
            <Amounts amounts={action.about} word="of" isCut={action.kind === 'approval'} />
            <span className="tm-t3">
              {' '}
              {action.protocol}, rule <span className="tm-mono">{action.rule}</span>
              {action.evidence.length > 0 &&
                `, ${formatPlural(action.evidence.length, 'log')}: ${action.evidence.slice(0, 8).join(', ')}`}
            </span>
            <p className="tm-t2">{escapeHostile(action.note).slice(0, 400)}</p>
            <Parties action={action} linkAddress={linkAddress} />
            <Counterpart counterpart={action.counterpart} />
          </div>
        </li>
      ))}
    </ul>
  );
}
