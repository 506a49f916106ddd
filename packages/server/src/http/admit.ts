import type { Route } from '@trailmark/api/route';
import type { AuditEntry } from '@trailmark/core/audit';
import { AppError } from '@trailmark/core/errors';
import { isAdmitted } from '@trailmark/core/role';
import type { Caller } from '../casework/caller.ts';
import { type Gate, isAhead } from '../casework/gate.ts';
import { hidePrivateKeys, toAskedText } from './asked-text.ts';

function unauthorised(message: string, reason: string): AppError {
  return new AppError('unauthorised', message, { context: { reason } });
}

/** Why a caller may not call a route; undefined where it may. Nothing of the route's own data has been read by then. */
export function refusalOf(
  route: Pick<Route, 'access' | 'stepUp' | 'whileLocked'>,
  caller: Caller,
  gate: Gate,
): AppError | undefined {
  const { session, role } = caller;
  if (session?.isLocked && !route.whileLocked && route.access !== 'public') {
    return unauthorised('The session is locked. Give your password or passkey to go on.', 'locked');
  }
  if (!isAdmitted(role, route.access)) {
    if (role === 'anonymous') return unauthorised('Sign in to do this.', 'sign-in');
    if (role === 'pending') return unauthorised('Give your second factor, or set one up, first.', 'second-factor');
    return new AppError('forbidden', 'Your account may not do this.');
  }
  if (session?.mustSetPassword && route.access !== 'public' && route.access !== 'session') {
    return new AppError('forbidden', 'Your password is too old. Set a new one under “Update password” first.', {
      context: { reason: 'password-old' },
    });
  }
  const now = gate.now();
  const provenAt = session?.provenAt ?? new Date(0);
  if (route.stepUp && (now.getTime() - provenAt.getTime() > gate.freshMs || isAhead(provenAt, now))) {
    return unauthorised(
      'Confirm with your password or passkey that it is you: this step asks for a fresh proof.',
      'step-up',
    );
  }
  return undefined;
}

/** Lets a caller through to a route or throws, with the denial in the audit log. */
export async function admit(name: string, route: Route, caller: Caller, gate: Gate): Promise<void> {
  const refusal = refusalOf(route, caller, gate);
  if (!refusal) return;
  const reason = String(refusal.context.reason ?? 'role');
  await gate.record(caller, { action: `denied.${name}`, outcome: 'denied', details: { reason } });
  throw refusal;
}

const MAX_QUERY = 2_000;

interface LookUp {
  readonly path: string;
  readonly search: string;
  readonly params: unknown;
  /** As the contract decodes it; absent outside of it. */
  readonly query?: unknown;
  readonly body: unknown;
}

const memberOf = (part: unknown, name: string): unknown =>
  Object.entries(part ?? {}).find(([key]) => key === name)?.[1];

/** The case that a request is about. Read only where the route declares it: what else names one would hide its line. */
function findCase({ subject, caseIn }: Route, { params, query, body }: LookUp): string | undefined {
  const id = subject ? memberOf(params, subject) : caseIn && memberOf(caseIn === 'query' ? query : body, 'case');
  return id === undefined ? undefined : String(id);
}

/** What a search, view or export leaves in the log: the route, its subject, and the parameters. */
export function toLookUpEntry(name: string, route: Route, lookUp: LookUp): AuditEntry {
  const { path, search, body } = lookUp;
  const asked = body === undefined ? {} : { body: toAskedText(body) };
  const query = search === '' ? {} : { query: hidePrivateKeys(search).slice(0, MAX_QUERY) };
  const place = hidePrivateKeys(path).slice(0, 400);
  const id = findCase(route, lookUp);
  if (id === undefined) {
    return {
      action: `${route.audit}.${name}`,
      object: { kind: route.tag, id: place },
      details: { ...query, ...asked },
    };
  }
  return {
    action: `${route.audit}.${name}`,
    object: { kind: 'case', id },
    details: { path: place, ...query, ...asked },
  };
}
