import { randomInt, randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { CaseHead, CaseTemplate } from '@trailmark/api/contract/case';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import {
  type CaseChange,
  type CaseDetailRow,
  findCase,
  insertCase,
  type NewCase,
  updateCase,
  updateCasePolicy,
} from '@trailmark/store/cases/agency-cases/case-rows';
import { refreshNextDue } from '@trailmark/store/cases/agency-cases/due-rows';
import { putCaseText } from '@trailmark/store/cases/agency-cases/identifier-rows';
import { deleteMember, listColleagues, listMembers, putMember } from '@trailmark/store/cases/agency-cases/member-rows';
import { unassignTasks } from '@trailmark/store/cases/agency-cases/task-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import { actThenNotify, type CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { createCaseKey } from './case-key.ts';
import { actOnCase, caseScope, checkVersion, openCase, toCaseEntry } from './case-scope.ts';
import { findTemplate, listTemplates } from './case-templates.ts';
import { toCaseHead, toMember } from './case-view.ts';

type Body<Name extends keyof Contract> = RouteInput<Contract[Name]>['body'];
type Answer<Name extends keyof Contract> = RouteOutput<Contract[Name]>;

const NUMBER_TRIES = 20;

/** Random digits: numbers that count up would show where a case is missing. */
function drawNumber(year: number): string {
  return `${year}-${String(randomInt(100_000)).padStart(5, '0')}`;
}

/** Inserts a case under a number that the agency has not given. */
export async function insertNumbered(tx: Transaction, given: Omit<NewCase, 'number'>): Promise<void> {
  for (let left = NUMBER_TRIES; left > 0; left--) {
    if (await insertCase(tx, { ...given, number: drawNumber(given.at.getUTCFullYear()) })) return;
  }
  throw new AppError('unavailable', 'No free case number was found. Try again.');
}

async function putHeadText(tx: Transaction, id: string): Promise<void> {
  const row = await findCase(tx, id);
  if (!row) return;
  const statements = (row.statements as readonly { readonly text: string }[]).map(({ text }) => text);
  const parts = [
    row.number,
    row.reference ?? '',
    row.title,
    ...row.tags,
    ...Object.values(row.fields as object),
    ...statements,
  ];
  await putCaseText(tx, { caseId: id, agency: row.agency, source: id }, 'case', parts.join('\n'));
}

async function getHead(tx: Transaction, id: string, templates: readonly CaseTemplate[]): Promise<CaseHead> {
  return toCaseHead(await openCase(tx, id, 'read'), templates);
}

/** What an area of cases makes of a template when a case is opened, such as its tasks. */
export type TemplateStep = (
  tx: Transaction,
  opened: { readonly id: string; readonly agency: string; readonly account: string; readonly at: Date },
  template: CaseTemplate,
) => Promise<void>;

/** Opens a case; who opens it owns it and leads it. */
export function openNewCase(
  casework: CaseworkContext,
  caller: Caller,
  { template: type, ...body }: Body<'createCase'>,
  steps: readonly TemplateStep[],
): Promise<CaseHead> {
  const own = ownAccount(caller);
  const templates = listTemplates(casework.filesDir);
  const template = findTemplate(templates, type);
  const [id, at] = [randomUUID(), casework.now()];
  const { title, priority, policy, reference = null, unit = '', deadline = null } = body;
  const given = { title, priority, policy, reference, unit, deadline, type, fields: {} };
  const work = async (tx: Transaction) => {
    const opened = { id, agency: own.agency, account: own.id, at };
    await insertNumbered(tx, { ...opened, ...given, key: createCaseKey(casework.keys, id) });
    await putMember(tx, { caseId: id, agency: own.agency, account: own.id, role: 'owner', by: own.id, at });
    for (const step of steps) await step(tx, opened, template);
    await putHeadText(tx, id);
    await refreshNextDue(tx, id);
    return getHead(tx, id, templates);
  };
  return actThenNotify(
    casework,
    caller,
    work,
    () => toCaseEntry('create', id, { template: template.name, policy }),
    caseScope(caller),
  );
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  title: 'the title',
  reference: 'the file number',
  status: 'the status',
  priority: 'the priority',
  unit: 'the unit',
  tags: 'the tags',
  leadId: 'the lead',
  deadline: 'the deadline',
  statements: 'what happened',
  fields: 'the fields',
};

async function checkColleague(tx: Transaction, agency: string, account: string): Promise<void> {
  const colleagues = await listColleagues(tx, agency);
  if (colleagues.some((colleague) => colleague.account === account)) return;
  throw new AppError(
    'invalid',
    'Only an active person of your agency with access to the tools can be a member of a case.',
  );
}

/** Changes the head of a case. Throws `conflict` where another version is named than the present one. */
export function changeCase(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { version, lead, ...body }: Body<'updateCase'>,
): Promise<CaseHead> {
  const at = casework.now();
  const templates = listTemplates(casework.filesDir);
  const change: CaseChange = { ...body, leadId: lead };
  const changed = Object.entries(change).filter(([, value]) => value !== undefined);
  const fields = changed.map(([name]) => FIELD_WORDS[name] ?? name).join(', ');
  return actOnCase(
    casework,
    caller,
    { id, right: 'write', action: 'update', details: () => ({ fields }) },
    async (tx, row) => {
      checkVersion(row.version, version);
      if (lead) {
        const members = await listMembers(tx, id);
        if (!members.some(({ account }) => account === lead)) {
          throw new AppError('invalid', 'The lead of a case is one of its members. Add the person as a member first.');
        }
      }
      await updateCase(tx, id, change, at);
      await putHeadText(tx, id);
      await refreshNextDue(tx, id);
      return getHead(tx, id, templates);
    },
  );
}

/** Decides who of the agency may see the case. */
export function changeCasePolicy(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { version, policy }: Body<'setCasePolicy'>,
): Promise<CaseHead> {
  const templates = listTemplates(casework.filesDir);
  const act = { id, right: 'manage', action: 'policy', isAfterRecord: true, details: () => ({ policy }) } as const;
  return actOnCase(casework, caller, act, async (tx, row) => {
    checkVersion(row.version, version);
    await updateCasePolicy(tx, id, policy, casework.now());
    return getHead(tx, id, templates);
  });
}

/** Members and policy of a case. */
export async function readMembers(tx: Transaction, id: string): Promise<Answer<'listCaseMembers'>> {
  const { policy } = await openCase(tx, id, 'read');
  return { items: (await listMembers(tx, id)).map(toMember), policy };
}

/** Ends a membership, and what the person was to do. What was recorded before stays as it was signed. */
async function endMembership(
  tx: Transaction,
  { id, leadId, record }: CaseDetailRow,
  { account, by, at }: { readonly account: string; readonly by: string; readonly at: Date },
): Promise<void> {
  await deleteMember(tx, id, account);
  if (record === null) await unassignTasks(tx, { caseId: id, account, by, at });
  if (leadId === account) await updateCase(tx, id, { leadId: null }, at);
}

/** Adds a member, gives another role, or ends a membership. Throws `conflict` where no owner would be left. */
export function changeMember(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { account, role }: Body<'setCaseMember'>,
): Promise<Answer<'setCaseMember'>> {
  const own = ownAccount(caller);
  const details = () => ({ account, role: role ?? 'none' });
  const act = { id, right: 'manage', action: 'member', isAfterRecord: true, details } as const;
  return actOnCase(casework, caller, act, async (tx, row) => {
    const members = await listMembers(tx, id);
    const others = members.filter((member) => member.role === 'owner' && member.account !== account);
    if (role !== 'owner' && others.length === 0) {
      throw new AppError('conflict', 'A case has at least one owner. Make somebody else an owner first.');
    }
    if (role === null) {
      if (account === own.id && row.policy !== 'open') {
        throw new AppError('conflict', 'You cannot end your own membership: ask another owner of the case.');
      }
      await endMembership(tx, row, { account, by: own.id, at: casework.now() });
    } else {
      await checkColleague(tx, row.agency, account);
      await putMember(tx, { caseId: id, agency: row.agency, account, role, by: own.id, at: casework.now() });
    }
    return readMembers(tx, id);
  });
}
