import type { Ids } from '../planted.ts';

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

const watch = (body?: unknown) => (ids: Ids) => ({ params: { watch: ids.watch }, ...(body ? { body } : {}) });
const subject = { kind: 'addresses', chain: 'btc' };
const settings = {
  ...{ name: 'A name', conditions: [], confirmations: 1, folds: [], quiet: null, channels: [], recipients: [] },
  expiresOn: null,
};

const channel = (body: object) => (ids: Ids) => ({ params: { channel: ids.alertChannel }, body });

/** Channels, and what was sent. */
export const ALERT_CHANNELS = {
  addAlertChannel: () => ({ body: { kind: 'webhook', name: 'A name', target: 'https://hooks.example/x' } }),
  changeAlertChannel: channel({ version: 1, name: 'A name', kinds: [], isOn: true }),
  listAlertChannels: () => ({}),
  listAlertDeliveries: () => ({}),
  removeAlertChannel: channel({ version: 1 }),
  replayAlertDelivery: (ids: Ids) => ({ params: { delivery: ids.alertDelivery }, body: {} }),
  testAlertChannel: channel({}),
} as const;

/** Feeds and summaries of one's own. */
export const ALERT_SUBSCRIPTIONS = {
  changeAlertDigest: () => ({ body: { digest: 'daily' } }),
  changeAlertFeed: () => ({ body: { isOn: true } }),
  getAlertSubscription: () => ({}),
  readAlertFeed: () => ({ params: { token: 'x'.repeat(43) } }),
} as const;

/** Watches of cases. */
export const WATCHES = {
  createWatches: (ids: Ids) => ({
    params: { case: ids.case },
    body: { ...settings, ...subject, subjects: [{ text: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }] },
  }),
  getWatch: watch(),
  getWatchFrontier: watch(),
  getWatchHealth: () => ({}),
  listWatchKinds: () => ({}),
  listWatches: () => ({}),
  previewWatch: (ids: Ids) => ({
    params: { case: ids.case },
    body: { ...subject, subject: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
  }),
  removeWatch: watch({ version: 1 }),
  setWatchState: watch({ version: 1, state: 'paused' }),
  testWatch: watch({ version: 1 }),
  updateWatch: watch({ version: 1, ...settings }),
} as const;
