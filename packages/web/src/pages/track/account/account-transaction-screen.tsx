import '../../../components/account/account.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { chainName } from '@trailmark/chains/account-catalogue';
import { parseAccountChainId } from '@trailmark/core/chain';
import { accountTransactionQuery, useAccountTip } from '../../../account-api.ts';
import { Crumbs } from '../../../components/crumbs.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FollowLink } from '../../../components/follow-link.tsx';
import { Bar, FigureBars, RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { SubjectTitle } from '../../../components/subject-title.tsx';
import { useDocumentTitle } from '../../../document-title.ts';
import { formatAccountHash, readAccountHash } from '../../../format/account-words.ts';
import { shorten } from '../../../format/identifier.ts';
import { formatCount } from '../../../format/number.ts';
import { useValues } from '../../../prices.ts';
import { blockUrl, trackUrl } from '../../../url.ts';
import { TransactionBody } from './transaction-body.tsx';

const route = getRouteApi('/public/Track/$chain/tx/$txid');

/** The public page of one transaction of an account chain: outcome, what moved, what known protocols did, logs. */
export function AccountTransactionScreen() {
  const { chain: anyChain, txid } = route.useParams();
  const chain = parseAccountChainId(anyChain);
  const hash = readAccountHash(txid);
  const { currency } = useValues();
  useAccountTip(chain);
  const { data, error, refetch } = useQuery(accountTransactionQuery(chain, hash, { currency }));
  const shown = formatAccountHash(chain, hash);
  useDocumentTitle(`Transaction ${shorten(shown)}`);
  return (
    <div className="tm-page tm-stack tm-ofaccounts">
      <Crumbs
        items={[
          { label: 'Explorer', href: trackUrl() },
          { label: chainName(chain), href: trackUrl({ chain }) },
          ...(data
            ? [
                {
                  label: `Block ${formatCount(data.transaction.height)}`,
                  href: blockUrl(chain, data.transaction.height),
                },
              ]
            : []),
          { label: 'Transaction' },
        ]}
      />
      <SubjectTitle value={shown} kind="transaction hash" actions={<FollowLink chain={chain} start={shown} />} />
      {error && <ErrorPanel error={error} what="This transaction" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="transaction">
          <Bar width="50%" />
          <div style={{ height: 16 }} />
          <FigureBars count={5} />
          <div style={{ height: 14 }} />
          <RowBars rows={5} columns={['120px', '260px', '110px']} />
        </Skeleton>
      )}
      {data && <TransactionBody answer={data} />}
    </div>
  );
}
