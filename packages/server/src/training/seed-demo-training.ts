import type { SessionPlanInput } from '@trailmark/api/contract/training-wire';
import { insertSession, listSessions } from '@trailmark/store/cases/training/session-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { toSessionPlan } from './schedule.ts';
import { SEAT_SCOPE } from './seats.ts';

const DAY = 86_400_000;

interface DemoSession extends Pick<SessionPlanInput, 'level' | 'zone' | 'mode' | 'place' | 'seats'> {
  /** Days from today, and how many days it lasts. */
  readonly in: number;
  readonly days: number;
}

const SESSIONS: readonly DemoSession[] = [
  {
    level: 'essentials',
    in: 16,
    days: 2,
    zone: 'Europe/Berlin',
    mode: 'in-person',
    place: 'North District Police, room 4',
    seats: 16,
  },
  {
    level: 'essentials',
    in: 30,
    days: 2,
    zone: 'America/New_York',
    mode: 'online',
    place: 'Link is sent with the confirmation',
    seats: 40,
  },
  {
    level: 'intermediate',
    in: 51,
    days: 3,
    zone: 'Europe/Berlin',
    mode: 'in-person',
    place: 'North District Police, room 4',
    seats: 12,
  },
  {
    level: 'intermediate',
    in: 79,
    days: 3,
    zone: 'Asia/Singapore',
    mode: 'online',
    place: 'Link is sent with the confirmation',
    seats: 24,
  },
  {
    level: 'advanced',
    in: 107,
    days: 4,
    zone: 'Europe/London',
    mode: 'in-person',
    place: 'Harbour Customs Academy, hall B',
    seats: 10,
  },
];

function toPlan(demo: DemoSession, now: Date): SessionPlanInput {
  const { in: ahead, days, ...rest } = demo;
  const start = new Date(now.getTime() + ahead * DAY);
  // Courses begin on a Monday.
  const monday = start.getTime() + ((8 - start.getUTCDay()) % 7) * DAY;
  const day = (offset: number) => new Date(monday + offset * DAY).toISOString().slice(0, 10);
  return {
    ...rest,
    startsLocal: `${day(0)}T09:00`,
    endsLocal: `${day(days - 1)}T17:00`,
    cancelUntilLocal: `${day(-3)}T17:00`,
    language: 'en',
    trainer: 'Training officer',
    note: 'An example date of a demonstration installation.',
  };
}

/** Puts example dates into an empty schedule, each marked as an example. Returns how many. */
export function seedDemoTraining(casework: CaseworkContext): Promise<number> {
  return casework.store.transact(SEAT_SCOPE, async (tx) => {
    if ((await listSessions(tx, {})).length > 0) return 0;
    for (const demo of SESSIONS) {
      const now = casework.now();
      await insertSession(tx, toSessionPlan(toPlan(demo, now)), { now, isDemo: true });
    }
    return SESSIONS.length;
  });
}
