import type { Answer } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Hash } from '../../components/hash.tsx';
import { Time } from '../../components/time.tsx';
import { traitsOf } from '../../format/chain-traits.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { addressSearchUrl } from '../../url.ts';
import type { AddressOrigin } from './address-file.ts';

type Checked = Answer<'checkWalletAddresses'>['chains'][number];
type Use = Checked['found'][number]['use'];
type Row = AddressOrigin & { readonly use: Use };

const NO_BALANCE = 'The index does not have the whole history of this address.';

function TimeOf({ at }: { readonly at: Use['first'] }) {
  return at.time === null ? <>block {formatCount(at.height)}</> : <Time seconds={at.time} />;
}

const COLUMNS: readonly DataColumn<Row>[] = [
  {
    id: 'address',
    header: 'Address',
    narrow: 'top-left',
    cell: ({ chain, address }) => <Hash value={address} kind="address" href={addressSearchUrl({ chain, address })} />,
  },
  {
    id: 'path',
    header: 'Path',
    narrow: 'bottom-left',
    cell: ({ path, wallet }) => (
      <>
        <span className="tm-mono">{path === '' ? '–' : path}</span> <span className="tm-t3">{wallet}</span>
      </>
    ),
  },
  {
    id: 'count',
    header: 'Transactions',
    align: 'right',
    cell: ({ use }) => formatCount(use.transactionCount),
  },
  { id: 'first', header: 'First seen (UTC)', isMinor: true, cell: ({ use }) => <TimeOf at={use.first} /> },
  { id: 'last', header: 'Last seen (UTC)', narrow: 'bottom-right', cell: ({ use }) => <TimeOf at={use.last} /> },
  {
    id: 'balance',
    header: 'Balance',
    align: 'right',
    narrow: 'top-right',
    cell: ({ chain, use }) => {
      const { decimals, symbol } = traitsOf(chain);
      return (
        <>
          <Amount units={use.balance} decimals={decimals} symbol={symbol} reason={use.balanceNote ?? NO_BALANCE} />
          {use.tokenCount > 0 && <span className="tm-t3"> and {formatPlural(use.tokenCount, 'token')}</span>}
        </>
      );
    },
  },
];

function summarise({ checked, found, asOf }: Checked): string {
  const seen = found.length === 0 ? 'none was seen' : `${formatCount(found.length)} seen`;
  const tip = asOf?.height == null ? 'no whole block is indexed' : `indexed to block ${formatCount(asOf.height)}`;
  return `${formatPlural(checked, 'address', 'addresses')} checked, ${seen}; ${tip}.`;
}

interface ChainProps {
  readonly checked: Checked;
  readonly byAddress: ReadonlyMap<string, AddressOrigin>;
}

function FoundOnChain({ checked, byAddress }: ChainProps) {
  const { chain, found, coverage } = checked;
  const rows = found.flatMap(({ address, use }) => {
    const origin = byAddress.get(`${chain} ${address}`);
    return origin ? [{ ...origin, use }] : [];
  });
  const { name } = traitsOf(chain);
  return (
    <section>
      <h2 className="tm-h">{name}</h2>
      <p className="tm-sm">
        {summarise(checked)} {coverage?.summary}
      </p>
      {rows.length > 0 && (
        <DataTable
          caption={`Addresses of ${name} that the index has seen`}
          columns={COLUMNS}
          rows={rows}
          rowId={({ address }) => address}
        />
      )}
    </section>
  );
}

interface FoundProps {
  readonly answer: Answer<'checkWalletAddresses'>;
  readonly origins: readonly AddressOrigin[];
}

/** What the index contains of addresses, chain by chain, and which chains it says nothing about. */
export function FoundAddresses({ answer: { chains }, origins }: FoundProps) {
  const byAddress = new Map(origins.map((origin) => [`${origin.chain} ${origin.address}`, origin]));
  const absent = chains.filter(({ isIndexed }) => !isIndexed).map(({ chain }) => traitsOf(chain).name);
  return (
    <div className="seed-found">
      {chains
        .filter(({ isIndexed }) => isIndexed)
        .map((checked) => (
          <FoundOnChain key={checked.chain} checked={checked} byAddress={byAddress} />
        ))}
      {absent.length > 0 && (
        <p className="tm-sm">
          Not indexed on this server, so that nothing follows for their addresses: {absent.join(', ')}.
        </p>
      )}
    </div>
  );
}
