import { IconAlertTriangle, IconLink } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CaseLedgerCheck } from '@trailmark/api/contract/case-custody';
import { useRef, useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { caseKey } from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { caseUrl } from '../../url.ts';

interface Wrong {
  readonly number: string;
  readonly why: string;
}

interface Outcome {
  readonly ledgers: readonly CaseLedgerCheck[];
  /** Files that were read again; null where only the chains were calculated. */
  readonly read: number | null;
  readonly wrong: readonly Wrong[];
  readonly isStopped: boolean;
}

async function checkChains(caseId: string): Promise<readonly CaseLedgerCheck[]> {
  const all: CaseLedgerCheck[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const page: Answer<'checkCaseCustody'> = await api.call('checkCaseCustody', {
      params: { case: caseId },
      query: { after },
    });
    all.push(...page.items);
    after = page.next;
  }
  return all;
}

/** Reads one file from its first byte to its last; gives what is wrong with it. */
async function readFile(caseId: string, { item, number }: CaseLedgerCheck): Promise<Wrong | undefined> {
  for (;;) {
    const answer = await api.call('verifyCaseEvidence', { params: { case: caseId, item }, body: {} });
    if (!answer.isDone) continue;
    return answer.item.finding === null ? undefined : { number, why: answer.item.finding };
  }
}

function describe({ ledgers, read, isStopped }: Outcome): string {
  const chains = `${formatPlural(ledgers.length, 'chain')} of hashes calculated again`;
  if (read === null) return `${chains}.`;
  return `${chains}, ${formatPlural(read, 'file')} read from the first byte to the last${isStopped ? '; then stopped' : ''}.`;
}

function Verdict({ caseId, outcome }: { readonly caseId: string; readonly outcome: Outcome }) {
  const { wrong, isStopped } = outcome;
  if (wrong.length === 0) {
    return (
      <p className="cs-verdict tm-sm" role="status">
        <IconLink size={14} stroke={1.5} aria-hidden="true" />
        {describe(outcome)} {isStopped ? 'Nothing wrong up to there.' : 'All is as it was written.'}
      </p>
    );
  }
  return (
    <div className="tm-banner" role="alert">
      <IconAlertTriangle size={18} stroke={1.5} aria-hidden="true" />
      <div>
        <p>
          <b>{formatPlural(wrong.length, 'finding')}.</b> {describe(outcome)}
        </p>
        <ul>
          {wrong.map(({ number, why }) => (
            <li key={`${number} ${why}`}>
              <b>
                <AppLink className="cs-named" href={caseUrl(caseId, 'evidence', number)}>
                  {number}
                </AppLink>
              </b>
              : {why}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Checks all ledgers of the case, and on request all files too, which is an entry in each ledger. */
function useCheck(caseId: string) {
  const client = useQueryClient();
  const [progress, setProgress] = useState('');
  const isStopped = useRef(false);
  const check = useMutation({
    mutationFn: async (withFiles: boolean): Promise<Outcome> => {
      isStopped.current = false;
      setProgress('Calculating the chains…');
      const ledgers = await checkChains(caseId);
      const wrong = ledgers.flatMap(({ number, broken }) =>
        broken ? [{ number, why: `its chain is broken at entry ${broken.seq}. ${broken.why}` }] : [],
      );
      if (!withFiles) return { ledgers, read: null, wrong, isStopped: false };
      const stored = ledgers.filter((ledger) => ledger.isStored);
      let read = 0;
      for (const ledger of stored) {
        if (isStopped.current) break;
        setProgress(`Reading ${ledger.number}, ${formatCount(read + 1)} of ${formatCount(stored.length)}…`);
        const finding = await readFile(caseId, ledger);
        if (finding) wrong.push(finding);
        read++;
      }
      return { ledgers, read, wrong, isStopped: read < stored.length };
    },
    onSettled: () => client.invalidateQueries({ queryKey: caseKey(caseId) }),
  });
  return {
    check,
    progress,
    stop: () => {
      isStopped.current = true;
      setProgress('Stopping after this file…');
    },
  };
}

export function CustodyCheck({ caseId }: { readonly caseId: string }) {
  const { check, progress, stop } = useCheck(caseId);
  return (
    <div className="tm-stack">
      <div className="tm-row tm-wrap">
        <button type="button" className="tm-btn" disabled={check.isPending} onClick={() => check.mutate(false)}>
          Verify the ledgers now
        </button>
        <button type="button" className="tm-btn" disabled={check.isPending} onClick={() => check.mutate(true)}>
          Verify ledgers and files
        </button>
        {check.isPending && (
          <>
            <span className="tm-t3 tm-sm" role="status">
              {progress}
            </span>
            <button type="button" className="tm-linkbtn tm-sm" onClick={stop}>
              Stop
            </button>
          </>
        )}
      </div>
      {check.error && <ErrorPanel error={check.error} what="The verification" />}
      {check.data && !check.isPending && <Verdict caseId={caseId} outcome={check.data} />}
    </div>
  );
}
