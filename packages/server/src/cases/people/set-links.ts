import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { CaseLabel, CaseLink } from '@trailmark/api/contract/case-people';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { normaliseAddress } from '@trailmark/chains/chain-address';
import { AppError } from '@trailmark/core/errors';
import { touchCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { putCaseText, putIdentifiers } from '@trailmark/store/cases/agency-cases/identifier-rows';
import {
  findLink,
  findOwnLabel,
  insertLink,
  insertOwnLabel,
  listLinks,
  listOwnLabels,
  withdrawLink,
  withdrawOwnLabel,
} from '@trailmark/store/cases/agency-cases/link-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import type { FindOverlaps } from '../case-items.ts';
import { actOnCase } from '../case-scope.ts';
import { addressKey } from '../item-kinds/identifiers.ts';
import { getPresentPerson, toLabel, toLink, toPersonNumber } from './read-people.ts';

type LinkBody = RouteInput<Contract['addCaseLink']>['body'];
type LabelBody = RouteInput<Contract['addCaseLabel']>['body'];

const MAX_LINKS = 5_000;
const MAX_LABELS = 5_000;

/** How it is known follows from where it comes from: what somebody stated is no fact, and what was inferred is an inference. */
export function checkMark({ basis, mark, confidence }: Pick<LinkBody, 'basis' | 'mark' | 'confidence'>): void {
  const field = { context: { field: 'mark' } };
  if (basis === 'inference' && mark !== 'inference') {
    throw new AppError('invalid', 'A link that was inferred carries the mark “inference”.', field);
  }
  if (basis === 'statement' && mark !== 'claim') {
    throw new AppError('invalid', 'A link that rests on a statement carries the mark “claim”.', field);
  }
  if (confidence.of === 'rule' && mark !== 'inference') {
    throw new AppError(
      'invalid',
      'The confidence of a rule belongs to an inference; a person says how sure they are in a word.',
      field,
    );
  }
}

interface Target {
  readonly chain: string | null;
  readonly address: string | null;
  readonly otherId: string | null;
}

function readTarget({ to, person }: LinkBody): Target {
  if (to.kind === 'address') {
    return { chain: to.chain, address: normaliseAddress(to.chain, to.address), otherId: null };
  }
  if (to.person === person) throw new AppError('invalid', 'A link joins two different people or entities.');
  return { chain: null, address: null, otherId: to.person };
}

const keysOf = ({ chain, address }: Pick<Target, 'chain' | 'address'>) =>
  chain !== null && address !== null ? [addressKey(chain, address)] : [];

const toConfidence = (confidence: LinkBody['confidence']) =>
  confidence.of === 'rule'
    ? { rule: confidence.rule, score: confidence.score, word: null }
    : { rule: null, score: null, word: confidence.word };

/** Throws `conflict` where a case would have too many with `more` of them. */
export async function checkLinkCount(tx: Transaction, id: string, more: number): Promise<void> {
  if ((await listLinks(tx, id)).length + more > MAX_LINKS) {
    throw new AppError('conflict', `A case has ${MAX_LINKS} links at most.`);
  }
}

interface NewLink extends Target, Pick<LinkBody, 'relation' | 'basis' | 'mark' | 'confidence' | 'source'> {
  readonly id: string;
  readonly personId: string;
  readonly explanation?: string;
  readonly caseId: string;
  readonly agency: string;
  readonly by: string;
  readonly at: Date;
}

/** Adds one whose target was read; how many a case may have is the caller's to check. */
export async function writeLink(tx: Transaction, { confidence, explanation = '', ...row }: NewLink): Promise<void> {
  const { id, caseId, agency, relation, source, address } = row;
  await insertLink(tx, { ...row, explanation, ...toConfidence(confidence) });
  const from = { caseId, agency, source: id };
  await putIdentifiers(tx, from, keysOf(row));
  await putCaseText(tx, from, 'link', [relation, explanation, source, address ?? ''].join('\n'));
}

/** Links a person or entity to an address or to another one. A link that contradicts another one is kept next to it. */
export async function addLink(
  casework: CaseworkContext,
  findOverlaps: FindOverlaps,
  caller: Caller,
  id: string,
  body: LinkBody,
): Promise<RouteOutput<Contract['addCaseLink']>> {
  checkMark(body);
  const target = readTarget(body);
  const keys = keysOf(target);
  const [own, at, link] = [ownAccount(caller), casework.now(), randomUUID()];
  let number = '';
  const details = ({ mark, basis }: CaseLink) => ({ link, number, mark, basis });
  const added = await actOnCase(
    casework,
    caller,
    { id, right: 'write', action: 'link.add', details },
    async (tx, { agency }) => {
      number = toPersonNumber(await getPresentPerson(tx, id, body.person));
      if (target.otherId) await getPresentPerson(tx, id, target.otherId);
      await checkLinkCount(tx, id, 1);
      const { person, to: _, ...words } = body;
      await writeLink(tx, { ...words, ...target, id: link, personId: person, caseId: id, agency, by: own.id, at });
      await touchCase(tx, id, at);
      return toLink(await getLink(tx, id, link));
    },
  );
  return { link: added, overlaps: [...(await findOverlaps({ id, agency: own.agency }, keys))] };
}

async function getLink(tx: Transaction, id: string, link: string) {
  const row = await findLink(tx, id, link);
  if (!row) throw new AppError('not-found', 'There is no such link in this case.');
  return row;
}

async function getOwnLabel(tx: Transaction, id: string, label: string) {
  const row = await findOwnLabel(tx, id, label);
  if (!row) throw new AppError('not-found', 'There is no such label in this case.');
  return row;
}

export function withdrawCaseLink(
  casework: CaseworkContext,
  caller: Caller,
  { id, link, why }: { readonly id: string; readonly link: string; readonly why: string },
): Promise<CaseLink> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const act = { id, right: 'write', action: 'link.withdraw', details: () => ({ link }) } as const;
  return actOnCase(casework, caller, act, async (tx, { agency }) => {
    const row = await getLink(tx, id, link);
    if (row.withdrawnAt) throw new AppError('conflict', 'This link was withdrawn before.');
    await withdrawLink(tx, link, { by, why, at });
    await putIdentifiers(tx, { caseId: id, agency, source: link }, []);
    await touchCase(tx, id, at);
    return toLink(await getLink(tx, id, link));
  });
}

/** Labels an address within the case. No search ever reads it. */
export async function addLabel(
  casework: CaseworkContext,
  findOverlaps: FindOverlaps,
  caller: Caller,
  id: string,
  { chain, address: typed, text, mark, source }: LabelBody,
): Promise<RouteOutput<Contract['addCaseLabel']>> {
  const address = normaliseAddress(chain, typed);
  const keys = keysOf({ chain, address });
  const [own, at, label] = [ownAccount(caller), casework.now(), randomUUID()];
  const act = { id, right: 'write', action: 'label.add', details: () => ({ label }) } as const;
  const added = await actOnCase(casework, caller, act, async (tx, { agency }) => {
    if ((await listOwnLabels(tx, id)).length >= MAX_LABELS) {
      throw new AppError('conflict', `A case has ${MAX_LABELS} labels of its own at most.`);
    }
    await insertOwnLabel(tx, { id: label, chain, address, text, mark, source, caseId: id, agency, by: own.id, at });
    const from = { caseId: id, agency, source: label };
    await putIdentifiers(tx, from, keys);
    await putCaseText(tx, from, 'label', [address, text, source].join('\n'));
    await touchCase(tx, id, at);
    return toLabel(await getOwnLabel(tx, id, label));
  });
  return { label: added, overlaps: [...(await findOverlaps({ id, agency: own.agency }, keys))] };
}

export function withdrawLabel(
  casework: CaseworkContext,
  caller: Caller,
  { id, label, why }: { readonly id: string; readonly label: string; readonly why: string },
): Promise<CaseLabel> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const act = { id, right: 'write', action: 'label.withdraw', details: () => ({ label }) } as const;
  return actOnCase(casework, caller, act, async (tx, { agency }) => {
    const row = await getOwnLabel(tx, id, label);
    if (row.withdrawnAt) throw new AppError('conflict', 'This label was withdrawn before.');
    await withdrawOwnLabel(tx, label, { by, why, at });
    await putIdentifiers(tx, { caseId: id, agency, source: label }, []);
    await touchCase(tx, id, at);
    return toLabel(await getOwnLabel(tx, id, label));
  });
}
