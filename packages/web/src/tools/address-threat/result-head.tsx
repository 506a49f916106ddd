import { IconAdjustments, IconEye, IconRefresh } from '@tabler/icons-react';
import { chainName } from '@trailmark/chains/account-catalogue';
import type { Screening } from '@trailmark/core/screening/screening';
import { AppLink } from '../../components/app-link.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { SubjectTitle } from '../../components/subject-title.tsx';
import { newWatchUrl } from '../../monitoring.ts';
import { AddToCase } from '../../parts/cases/add-to-case.tsx';
import { addressSearchUrl, transactionUrl } from '../../url.ts';
import { rulesUrl } from './rules/rules-queries.ts';
import { type AskedScreening, toPinned } from './screening-request.ts';
import { type ThreatSearch, threatUrl } from './search.ts';

export interface ResultHeadProps {
  readonly request: AskedScreening;
  readonly search: ThreatSearch;
  /** Undefined until it is here: only an answer can be pinned. */
  readonly screening: Screening | undefined;
  readonly isRunning: boolean;
  readonly onRun: () => void;
  /** The last crumb of a view behind the result. */
  readonly view?: string;
}

/** The subject with what can be done with its result. */
export function ResultHead({ request, search, screening, isRunning, onRun, view }: ResultHeadProps) {
  const { chain, subject } = request;
  const shown = screening?.request.subject.text ?? subject.text;
  const isAddress = subject.kind === 'address';
  const result = threatUrl({ ...search, view: undefined });
  return (
    <>
      <Crumbs
        items={[
          { label: 'Address threat analysis', href: threatUrl() },
          { label: chainName(chain) },
          view === undefined ? { label: 'Result' } : { label: 'Result', href: result },
          ...(view === undefined ? [] : [{ label: view }]),
        ]}
      />
      <SubjectTitle
        value={shown}
        kind={isAddress ? 'address' : 'transaction id'}
        actions={
          <>
            <AppLink
              className="tm-btn"
              href={isAddress ? addressSearchUrl({ chain, address: shown }) : transactionUrl(chain, shown)}
            >
              {isAddress ? 'History' : 'Transaction'}
            </AppLink>
            {isAddress && (
              <AppLink className="tm-btn" href={newWatchUrl({ chain, subject: shown })}>
                <IconEye size={16} stroke={1.5} aria-hidden="true" />
                Watch
              </AppLink>
            )}
            <AppLink className="tm-btn" href={rulesUrl()}>
              <IconAdjustments size={16} stroke={1.5} aria-hidden="true" />
              Rules
            </AppLink>
            <button type="button" className="tm-btn" disabled={isRunning} onClick={onRun}>
              <IconRefresh size={16} stroke={1.5} aria-hidden="true" />
              Run again
            </button>
            {screening && (
              <AddToCase
                className="tm-btn pri"
                of={{
                  kind: 'screening',
                  input: { params: {}, body: toPinned(request) },
                  what: `the screening of ${shown}`,
                }}
              />
            )}
          </>
        }
      />
    </>
  );
}
