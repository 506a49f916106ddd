import type { CustodyAct } from '@trailmark/core/custody';

export const ACT_NAMES: Readonly<Record<CustodyAct, string>> = {
  collect: 'Collected',
  view: 'Viewed',
  copy: 'Copied',
  transfer: 'Transferred',
  export: 'Exported',
  verify: 'Verified',
};
