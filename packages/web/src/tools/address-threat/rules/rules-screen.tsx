import './rules.css';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { listSettings } from '@trailmark/core/screening/describe-rule';
import { useState } from 'react';
import { z } from 'zod';
import { type Answer, api } from '../../../api.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { Crumbs } from '../../../components/crumbs.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { showToast } from '../../../components/toast.ts';
import { useDocumentTitle } from '../../../document-title.ts';
import { formatPlural } from '../../../format/number.ts';
import { formatDay } from '../../../format/time.ts';
import { type NotedAct, NotedActDialog } from '../noted-act.tsx';
import { ChangesTable } from './changes-table.tsx';
import { DraftEditor, toDraft } from './draft-editor.tsx';
import type { RulesDraft } from './rules-draft.ts';
import {
  RULES_KEY,
  type RulesVersion,
  rulesUrl,
  type VersionHead,
  versionQuery,
  versionsQuery,
} from './rules-queries.ts';
import { RulesTable } from './rules-table.tsx';
import { VersionsTable } from './versions-table.tsx';

const SEARCH = z.object({ version: z.string().max(60).optional().catch(undefined) });

type Versions = Answer<'listThreatRules'>;

function InForce({ inForce: { name, hash, version, isDefault } }: Pick<Versions, 'inForce'>) {
  const since = version && `, version ${version.number} since ${formatDay(version.since)}`;
  return (
    <p>
      In force: <b>{name}</b>
      {isDefault ? ', the rules that Trailmark comes with' : since}. <span className="tm-t3">SHA-256</span>{' '}
      <span className="tm-id">{hash.slice(0, 16)}</span>
    </p>
  );
}

interface ActsProps {
  readonly version: VersionHead;
  readonly onAct: (act: NotedAct) => void;
}

/** What the reader may do with a proposal. */
function ProposalActs({ version: { id, number, mayDecide, mayWithdraw, state }, onAct }: ActsProps) {
  if (state !== 'proposed') return null;
  const decide = (isApproved: boolean) => (note: string) =>
    api.call('decideThreatRules', { params: { version: id }, body: { isApproved, note } });
  const name = `version ${number}`;
  const approve: NotedAct = {
    ...{ title: `Approve ${name}`, button: `Approve ${name}`, needsNote: false, run: decide(true) },
    text: 'Screenings of your agency use these rules from now on. Those that were stored keep the rules they were made with.',
  };
  const refuse: NotedAct = {
    ...{ title: `Refuse ${name}`, button: `Refuse ${name}`, needsNote: true, isDanger: true, run: decide(false) },
    text: 'The rules in force stay. The note says why.',
  };
  return (
    <div className="tm-row tm-wrap">
      {mayDecide && (
        <>
          <button type="button" className="tm-btn pri sm" onClick={() => onAct(approve)}>
            Approve
          </button>
          <button type="button" className="tm-btn sm" onClick={() => onAct(refuse)}>
            Refuse
          </button>
        </>
      )}
      {mayWithdraw && (
        <button
          type="button"
          className="tm-btn sm"
          onClick={() =>
            onAct({
              ...{ title: `Withdraw ${name}`, button: `Withdraw ${name}`, needsNote: false },
              text: 'Nobody can approve it any more. It stays in the list.',
              run: () => api.call('withdrawThreatRules', { params: { version: id }, body: {} }),
            })
          }
        >
          Withdraw
        </button>
      )}
      {!mayDecide && (
        <span className="tm-t3">
          {mayWithdraw
            ? 'Another person, an administrator of your agency, approves it.'
            : 'An administrator of your agency who did not write it approves it.'}
        </span>
      )}
    </div>
  );
}

interface ShownProps {
  readonly shown: RulesVersion;
  readonly onAct: (act: NotedAct) => void;
}

/** One version, read only. */
function ShownVersion({ shown: { version, ruleSet, notes, changes }, onAct }: ShownProps) {
  return (
    <>
      {version && <ProposalActs version={version} onAct={onAct} />}
      {(version === null || !version.isInForce) && (
        <section className="tm-stack tr-part">
          <h2 className="tm-h">Differences from the rules in force</h2>
          <ChangesTable changes={changes} />
        </section>
      )}
      <section className="tm-stack tr-part">
        <h2 className="tm-h">{formatPlural(ruleSet.rules.length, 'rule')}</h2>
        <RulesTable rules={ruleSet.rules} currency={ruleSet.currency} />
        {notes.length > 0 && (
          <details className="tm-sm">
            <summary>{formatPlural(notes.length, 'overlap')}, where the higher weight counts</summary>
            <ul className="tr-faults">
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </details>
        )}
      </section>
      <section className="tm-stack tr-part">
        <h2 className="tm-h">Settings</h2>
        <dl className="tr-dl">
          {listSettings(ruleSet).map(([name, value]) => (
            <div key={name}>
              <dt className="tm-t3">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

function nameOf(version: string, shown: RulesVersion | undefined): string {
  if (version === 'default') return 'Rules that Trailmark comes with';
  const number = shown?.version?.number;
  if (version === 'in-force') return number === undefined ? 'Rules in force' : `Rules in force, version ${number}`;
  return number === undefined ? 'Version' : `Version ${number}`;
}

/** Opens a proposal: of a draft, or of a return to the default. */
function toProposal(content: RulesDraft | null, onDone: (id: string) => void): NotedAct {
  return {
    title: content ? 'Propose this draft' : 'Propose a return to the default',
    text: 'Nothing changes until an administrator of your agency approves it, who is another person than you.',
    button: 'Propose',
    needsNote: true,
    run: async (note) => {
      const body = { content: content && { ...content }, note };
      const { id, number } = await api.call('proposeThreatRules', { body });
      showToast('done', `Version ${number} waits for approval.`);
      onDone(id);
    },
  };
}

/** Rules of address threat analysis: what is in force, all versions, and a draft. */
export function RulesScreen() {
  const { version = 'in-force' } = SEARCH.parse(useSearch({ strict: false }));
  const router = useRouter();
  const [draft, setDraft] = useState<RulesDraft | undefined>();
  const [act, setAct] = useState<NotedAct | undefined>();
  const versions = useQuery(versionsQuery());
  const shown = useQuery(versionQuery(version));
  useDocumentTitle('Threat rules');
  const onProposed = (id: string) => {
    setDraft(undefined);
    void router.navigate({ href: rulesUrl(id) });
  };
  const isOwn = versions.data && !versions.data.inForce.isDefault;
  return (
    <div className="tm-page tm-stack tr-page">
      <Crumbs items={[{ label: 'Address threat analysis', href: '/address-threat' }, { label: 'Threat rules' }]} />
      <div className="tm-row tm-between tm-wrap">
        <h1 className="tm-title">Threat rules</h1>
        {!draft && shown.data && (
          <div className="tm-row tm-wrap">
            {isOwn && (
              <button type="button" className="tm-btn" onClick={() => setAct(toProposal(null, onProposed))}>
                Return to the default
              </button>
            )}
            <button type="button" className="tm-btn pri" onClick={() => setDraft(toDraft(shown.data))}>
              Edit as a draft
            </button>
          </div>
        )}
      </div>
      {versions.error && !versions.data && (
        <ErrorPanel error={versions.error} what="The list of versions" onRetry={() => void versions.refetch()} />
      )}
      {!versions.data && !versions.error && (
        <Skeleton what="versions">
          <RowBars rows={4} columns={['120px', '160px', '200px', '240px']} />
        </Skeleton>
      )}
      {versions.data && <InForce inForce={versions.data.inForce} />}
      {draft && versions.data ? (
        <DraftEditor
          draft={draft}
          patterns={versions.data.patterns}
          onChange={setDraft}
          onPropose={() => setAct(toProposal(draft, onProposed))}
          onDiscard={() => setDraft(undefined)}
        />
      ) : (
        <>
          {versions.data && <VersionsTable versions={versions.data.items} shown={shown.data?.version?.id ?? ''} />}
          <div className="tm-row tm-between tm-wrap tr-part">
            <h2 className="tm-h">{nameOf(version, shown.data)}</h2>
            <span className="tm-sm tr-links">
              {version !== 'in-force' && <AppLink href={rulesUrl()}>Rules in force</AppLink>}
              {version !== 'default' && <AppLink href={rulesUrl('default')}>Default rules</AppLink>}
            </span>
          </div>
          {shown.error && <ErrorPanel error={shown.error} what="The rules" onRetry={() => void shown.refetch()} />}
          {!shown.data && !shown.error && (
            <Skeleton what="rules">
              <RowBars rows={10} columns={['60px', '240px', '200px', '60px', '300px']} />
            </Skeleton>
          )}
          {shown.data && !shown.error && <ShownVersion shown={shown.data} onAct={setAct} />}
        </>
      )}
      <NotedActDialog act={act} changes={RULES_KEY} onClose={() => setAct(undefined)} />
    </div>
  );
}
