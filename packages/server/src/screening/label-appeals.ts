import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { LabelAppeal } from '@trailmark/api/contract/label-appeal';
import type { RouteInput } from '@trailmark/api/route';
import { normaliseAddress } from '@trailmark/chains/chain-address';
import { isChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { LabelReader, StoredLabel } from '@trailmark/core/label';
import { networkOfChain } from '@trailmark/core/network';
import { isAdmitted } from '@trailmark/core/role';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  type AppealDecision,
  decideLabelAppeal,
  findLabelAppeal,
  insertLabelAppeal,
  type LabelAppealRow,
  listLabelAppeals,
} from '@trailmark/store/cases/label-appeals/label-appeal-rows';
import type { Caller } from '../casework/caller.ts';
import { actThenNotify, type CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { rulesScope as ofAgency, readRules as readOfAgency } from './rule-sets/rules-scope.ts';

const SHOWN = 500;

const toSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** All claims about an address of a chain, as it is written there. */
function labelsAt(labels: LabelReader, chain: string, address: string): readonly StoredLabel[] {
  const network = isChainId(chain) ? networkOfChain(chain) : undefined;
  return network === undefined ? [] : labels.labelsOf(network, address);
}

function toAppeal(row: LabelAppealRow, caller: Caller, labels: LabelReader): LabelAppeal {
  const { openedAt, openedById, decidedAt, decidedBy, decidedNote, ...appeal } = row;
  const isOwn = openedById === ownAccount(caller).id;
  const isOpen = row.state === 'open';
  return {
    ...appeal,
    isInForce: labelsAt(labels, row.chain, row.address).some(({ id }) => id === row.label),
    openedAt: toSeconds(openedAt),
    decided: decidedAt && { at: toSeconds(decidedAt), by: decidedBy ?? '', note: decidedNote },
    mayDecide: isOpen && !isOwn && isAdmitted(caller.role, 'admin'),
    mayWithdraw: isOpen && isOwn,
  };
}

/** Appeals against some labels, or all of the agency. */
export async function readLabelAppeals(
  casework: CaseworkContext,
  caller: Caller,
  labels: LabelReader,
  { labels: ids, state }: RouteInput<Contract['listLabelAppeals']>['query'],
): Promise<{ items: LabelAppeal[] }> {
  const filter = { labels: ids?.split(','), state, limit: SHOWN };
  const rows = await readOfAgency(casework, caller, (tx) => listLabelAppeals(tx, filter));
  return { items: rows.map((row) => toAppeal(row, caller, labels)) };
}

async function showAppeal(tx: Transaction, caller: Caller, labels: LabelReader, id: string): Promise<LabelAppeal> {
  const row = await findLabelAppeal(tx, id);
  if (!row) throw noAppeal();
  return toAppeal(row, caller, labels);
}

const noAppeal = () => new AppError('not-found', 'There is no such appeal.');

const toEntry = (action: string, { id, label, chain, address }: LabelAppeal) => ({
  action: `label-appeal.${action}`,
  object: { kind: 'label-appeal', id },
  details: { label, chain, address },
});

/**
 * Appeals against what a source states about an address. Label and verdicts stay as they are: where the label is used, the appeal is
 * shown. Throws `not-found` where no label in force has the id, and `conflict` while another appeal against it is open.
 */
export function openAppeal(
  casework: CaseworkContext,
  caller: Caller,
  labels: LabelReader,
  { chain, address: text, label: id, statement, evidence }: RouteInput<Contract['openLabelAppeal']>['body'],
): Promise<LabelAppeal> {
  const { id: by, agency } = ownAccount(caller);
  const address = normaliseAddress(chain, text);
  const label = labelsAt(labels, chain, address).find((one) => one.id === id);
  if (!label) throw new AppError('not-found', 'No label in force of this address has this id.');
  const claim = { label: id, chain, address, claim: label.label, category: label.category, pack: label.pack };
  const appeal = { id: randomUUID(), agency, ...claim, source: label.source, statement, evidence, by };
  const work = async (tx: Transaction) => {
    if (await insertLabelAppeal(tx, { ...appeal, at: casework.now() }))
      return showAppeal(tx, caller, labels, appeal.id);
    throw new AppError('conflict', 'An appeal against this label waits for a decision already.');
  };
  return actThenNotify(casework, caller, work, (opened) => toEntry('open', opened), ofAgency(caller));
}

type Decision = Pick<AppealDecision, 'id' | 'state' | 'note'>;

function settle(
  casework: CaseworkContext,
  caller: Caller,
  labels: LabelReader,
  { id, state, note, check }: Decision & { readonly check: (row: LabelAppealRow) => void },
): Promise<LabelAppeal> {
  const work = async (tx: Transaction) => {
    const row = await findLabelAppeal(tx, id, { isLocked: true });
    if (!row) throw noAppeal();
    if (row.state !== 'open') throw new AppError('conflict', `This appeal was ${row.state} already.`);
    check(row);
    await decideLabelAppeal(tx, { id, state, note, by: ownAccount(caller).id, at: casework.now() });
    return showAppeal(tx, caller, labels, id);
  };
  const action = { accepted: 'accept', rejected: 'reject', withdrawn: 'withdraw' }[state];
  return actThenNotify(casework, caller, work, (decided) => toEntry(action, decided), ofAgency(caller));
}

/** Four eyes: throws `forbidden` for who made the appeal, whatever their role. */
export function decideAppeal(
  casework: CaseworkContext,
  caller: Caller,
  labels: LabelReader,
  { id, isAccepted, note }: RouteInput<Contract['decideLabelAppeal']>['body'] & { readonly id: string },
): Promise<LabelAppeal> {
  const check = ({ openedById }: LabelAppealRow): void => {
    if (openedById !== ownAccount(caller).id) return;
    throw new AppError('forbidden', 'Another administrator than the one who appealed decides on it.');
  };
  return settle(casework, caller, labels, { id, state: isAccepted ? 'accepted' : 'rejected', note, check });
}

/** Throws `forbidden` for everybody but who made it. */
export function withdrawAppeal(
  casework: CaseworkContext,
  caller: Caller,
  labels: LabelReader,
  id: string,
): Promise<LabelAppeal> {
  const check = ({ openedById }: LabelAppealRow): void => {
    if (openedById === ownAccount(caller).id) return;
    throw new AppError('forbidden', 'Only who made the appeal withdraws it. An administrator can reject it.');
  };
  return settle(casework, caller, labels, { id, state: 'withdrawn', note: '', check });
}
