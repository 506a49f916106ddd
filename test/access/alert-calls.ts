import type { Ids } from './planted.ts';

const of = (ids: Ids) => ({ params: { alert: ids.alert } });

/** The inbox. */
export const ALERTS = {
  countAlerts: () => ({}),
  getAlert: of,
  handleAlerts: (ids: Ids) => ({ body: { alerts: [{ id: ids.alert, version: 1 }], state: 'acknowledged' } }),
  listAlertPeople: of,
  listAlerts: () => ({}),
  streamAlerts: () => ({}),
} as const;
