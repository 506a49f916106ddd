import { chainName } from '@trailmark/chains/account-catalogue';
import type { AccountSummary } from '../../../account-api.ts';
import { listAccountFigures } from '../../../components/account/account-figures.tsx';
import { AccountHeadNotes } from '../../../components/account/account-head-notes.tsx';
import { listAddressKnowledge } from '../../../components/address-knowledge.tsx';
import { AppLink } from '../../../components/app-link.tsx';
import { CoverageBanner } from '../../../components/coverage-banner.tsx';
import { Statements } from '../../../components/evidence-mark.tsx';
import { KeyFigures } from '../../../components/key-figures.tsx';
import { useLabels } from '../../../labels.ts';
import { FetchPanel } from '../../../parts/sources/fetch-panel.tsx';
import { useValues } from '../../../prices.ts';
import { addressSearchUrl, trackUrl } from '../../../url.ts';
import { listRelevantGaps } from '../relevant-gaps.ts';
import { AccountFindings } from './account-findings.tsx';
import type { AccountPlace } from './account-place.ts';

export interface AccountHeadProps {
  readonly place: AccountPlace;
  readonly summary: AccountSummary;
}

/** What is known of the address as a whole: statements, other chains, coverage, figures, findings. */
export function AccountHead({ place, summary }: AccountHeadProps) {
  const { chain, address } = summary;
  const values = useValues();
  const { byAddress } = useLabels(chain, [address]);
  const gaps = summary.totals ? listRelevantGaps(summary.coverage.gaps, summary.totals) : summary.coverage.gaps;
  const name = chainName(chain);
  return (
    <>
      <Statements
        items={[
          {
            kind: 'fact',
            text: <AccountHeadNotes summary={summary} linkAddress={place.linkAddress} link={addressSearchUrl} />,
          },
          ...listAddressKnowledge({ chain, labels: byAddress.get(address), clusters: undefined }),
        ]}
      />
      <CoverageBanner
        coverage={{ ...summary.coverage, gaps }}
        action={
          <AppLink className="tm-btn sm" href={trackUrl({ chain })}>
            What is held of {name}
          </AppLink>
        }
      />
      {!summary.coverage.complete && <FetchPanel chain={chain} address={address} fetched={summary.fetched} />}
      {summary.status === 'seen' && <KeyFigures figures={listAccountFigures(summary, values)} />}
      <AccountFindings place={place} summary={summary} />
    </>
  );
}
