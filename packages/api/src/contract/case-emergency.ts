import { EMERGENCY_OUTCOMES } from '@trailmark/core/case';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { CASES_TAG, caseNumber } from './case.ts';
import { caseEmergency } from './emergency.ts';

const tag = CASES_TAG;
const id = z.uuid();
/** A sentence at least: somebody else has to judge by it. */
const reason = z.string().trim().min(20).max(1_000);

const openCaseInEmergency = defineRoute({
  method: 'POST',
  path: '/case-emergencies',
  tag,
  summary: 'Read a need-to-know case of the agency for eight hours without being a member, with a reason',
  description:
    'Its owners are notified at once, and somebody else reviews it. A sealed case and one that does not exist are answered alike, with null: the owners of a sealed one are notified later and may add a member.',
  access: 'supervisor',
  audit: 'act',
  stepUp: true,
  body: z.object({ number: caseNumber, reason }),
  output: z.object({ opened: z.nullable(caseEmergency) }),
});

const listCaseEmergencies = defineRoute({
  method: 'GET',
  path: '/case-emergencies',
  tag,
  summary: 'Emergency accesses whose review is open, of own cases and for supervisors of all that are not sealed',
  access: 'allowed',
  audit: 'view',
  output: z.object({ items: z.array(caseEmergency) }),
});

const reviewCaseEmergency = defineRoute({
  method: 'POST',
  path: '/case-emergencies/:emergency/review',
  tag,
  summary: 'Close the review of an emergency access; by an owner of the case or another supervisor',
  access: 'allowed',
  audit: 'act',
  params: z.object({ emergency: id }),
  body: z.object({ outcome: z.enum(EMERGENCY_OUTCOMES), words: z.string().trim().min(3).max(1_000) }),
  output: z.object({ items: z.array(caseEmergency) }),
});

export const caseEmergencyRoutes = { listCaseEmergencies, openCaseInEmergency, reviewCaseEmergency };
