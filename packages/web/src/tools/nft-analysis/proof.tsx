import type { WashFindingAnswer } from '@trailmark/api/contract/nft-wire';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount } from '../../format/number.ts';
import { Price, Txid, type Unit, UnitAmount, Wallet } from './parts.tsx';
import { type CollectionPlace, tokenUrl } from './search.ts';

interface ProofProps {
  readonly place: CollectionPlace;
  readonly finding: WashFindingAnswer;
  readonly unit: Unit;
}

function Sales({ place, finding }: ProofProps) {
  return (
    <div className="nf-scroll">
      <table className="nf-table">
        <caption>
          Sales
          {finding.saleCount > finding.sales.length &&
            `, the first ${finding.sales.length} of ${formatCount(finding.saleCount)}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Time (UTC)</th>
            <th scope="col">Token</th>
            <th scope="col">Seller</th>
            <th scope="col">Buyer</th>
            <th scope="col" className="tm-r">
              Price
            </th>
            <th scope="col">Transaction</th>
          </tr>
        </thead>
        <tbody>
          {finding.sales.map((sale) => (
            <tr key={sale.index}>
              <td>
                <EvidenceMark kind={sale.basis === 'stated' ? 'claim' : 'fact'} /> <Time seconds={sale.time} />
              </td>
              <td>
                {sale.tokens.slice(0, 3).map((token) => (
                  <AppLink key={token} href={tokenUrl(place, token)} className="tm-mono">
                    {token.length > 12 ? `${token.slice(0, 6)}…${token.slice(-4)}` : token}{' '}
                  </AppLink>
                ))}
              </td>
              <td>
                <Wallet chain={place.chain} party={sale.seller} />
              </td>
              <td>
                <Wallet chain={place.chain} party={sale.buyer} />
              </td>
              <td className="tm-r">
                <Price price={sale.price} />
              </td>
              <td>
                <Txid chain={place.chain} txid={sale.txid} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Steps({ place, finding }: ProofProps) {
  return (
    <div className="nf-scroll">
      <table className="nf-table">
        <caption>Steps that close the cycle</caption>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Time (UTC)</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">How</th>
          </tr>
        </thead>
        <tbody>
          {finding.steps.map((step, i) => (
            <tr key={`${step.time} ${step.from.address}`}>
              <td>{i + 1}</td>
              <td>
                <Time seconds={step.time} />
              </td>
              <td>
                <Wallet chain={place.chain} party={step.from} />
              </td>
              <td>
                <Wallet chain={place.chain} party={step.to} />
              </td>
              <td>{step.kind === 'sale' ? 'sale' : 'transfer without a payment'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Wallets({ place, finding, unit }: ProofProps) {
  const net = finding.wallets.reduce((sum, row) => sum + row.net, 0n);
  return (
    <div className="nf-scroll">
      <table className="nf-table">
        <caption>What each wallet paid and received for these sales</caption>
        <thead>
          <tr>
            <th scope="col">Wallet</th>
            <th scope="col" className="tm-r">
              Paid, {unit.symbol}
            </th>
            <th scope="col" className="tm-r">
              Received
            </th>
            <th scope="col" className="tm-r">
              Net
            </th>
            <th scope="col" className="tm-r">
              Other payments among them
            </th>
          </tr>
        </thead>
        <tbody>
          {finding.wallets.map(({ wallet, paid, received, net: own, sides }) => (
            <tr key={wallet.address}>
              <td>
                <Wallet chain={place.chain} party={wallet} />
              </td>
              <td className="tm-r">
                <UnitAmount units={paid} unit={unit} />
              </td>
              <td className="tm-r">
                <UnitAmount units={received} unit={unit} />
              </td>
              <td className="tm-r">
                <UnitAmount units={own} unit={unit} signed />
              </td>
              <td className="tm-r">
                <UnitAmount units={sides} unit={unit} signed />
              </td>
            </tr>
          ))}
          <tr className="strong">
            <th scope="row">Sum</th>
            <td />
            <td />
            <td className="tm-r">
              <UnitAmount units={net} unit={unit} signed />
            </td>
            <td />
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function Payments({ place, finding }: ProofProps) {
  return (
    <div className="nf-scroll">
      <table className="nf-table">
        <caption>Payments that show it</caption>
        <thead>
          <tr>
            <th scope="col">Time (UTC)</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col" className="tm-r">
              Amount
            </th>
            <th scope="col">Transaction</th>
          </tr>
        </thead>
        <tbody>
          {finding.payments.map((payment) => (
            <tr key={`${payment.txid} ${payment.from.address} ${payment.to.address}`}>
              <td>
                <Time seconds={payment.time} />
              </td>
              <td>
                <Wallet chain={place.chain} party={payment.from} />
              </td>
              <td>
                <Wallet chain={place.chain} party={payment.to} />
              </td>
              <td className="tm-r">
                <Price price={payment.paid} />
              </td>
              <td>
                <Txid chain={place.chain} txid={payment.txid} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Funding({ place, finding }: ProofProps) {
  return (
    <ul className="nf-says">
      {finding.funding.map(({ wallet, funder, time, paid, txid }) => (
        <li key={wallet.address}>
          <EvidenceMark kind="fact" /> <Wallet chain={place.chain} party={wallet} /> was first funded by{' '}
          <Wallet chain={place.chain} party={funder} /> with{' '}
          <Amount units={paid.amount} decimals={paid.decimals ?? 0} symbol={paid.symbol} /> at <Time seconds={time} />,{' '}
          <Txid chain={place.chain} txid={txid} />
        </li>
      ))}
    </ul>
  );
}

/** All that shows one wash flag: sales, the closing steps, what each wallet paid, payments, first funding. */
export function Proof(props: ProofProps) {
  const { finding } = props;
  return (
    <div className="nf-proof">
      {finding.steps.length > 0 && <Steps {...props} />}
      <Sales {...props} />
      {finding.wallets.length > 1 && <Wallets {...props} />}
      {finding.funding.length > 0 && <Funding {...props} />}
      {finding.payments.length > 0 && <Payments {...props} />}
    </div>
  );
}
