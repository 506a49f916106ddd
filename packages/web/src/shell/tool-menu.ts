import {
  IconAlertTriangle,
  IconBell,
  IconBuildingBank,
  IconFileText,
  IconFlag,
  IconFolder,
  IconHistory,
  IconId,
  IconLifebuoy,
  IconListDetails,
  IconLock,
  IconPhoto,
  IconReportAnalytics,
  IconRoute,
  IconShieldHalf,
  IconUser,
  IconVideo,
  type TablerIcon,
} from '@tabler/icons-react';
import { JOBS_PATH } from '../url.ts';

export interface ToolItem {
  readonly path: string;
  /** Exactly as the specification writes it. */
  readonly name: string;
  readonly Icon: TablerIcon;
  /** Second key after `g`; only the tools have one. */
  readonly key?: string;
}

export interface ToolSection {
  readonly title: string;
  readonly items: readonly ToolItem[];
}

/** Second key after `g` of the alerts, which are in no menu. */
export const ALERTS_LETTER = 'i';

const MANAGEMENTS: readonly ToolItem[] = [
  { path: '/address-search', name: 'Address History Search', Icon: IconHistory, key: 'h' },
  { path: '/address-threat', name: 'Address threat analysis', Icon: IconShieldHalf, key: 't' },
  { path: '/wallet-statement', name: 'Wallet statement', Icon: IconFileText, key: 'w' },
  { path: '/exchange-lookup', name: 'Exchange lookup', Icon: IconBuildingBank, key: 'x' },
  {
    path: '/coin-flow',
    name: 'Coin flow',
    Icon: IconRoute,
    key: 'f',
  },
  {
    path: '/nft-analysis',
    name: 'NFT analysis',
    Icon: IconPhoto,
    key: 'n',
  },
  {
    path: '/address-monitoring',
    name: 'Address monitoring',
    Icon: IconBell,
    key: 'm',
  },
  {
    path: '/deconfliction',
    name: 'Scam/Sanction Alerts',
    Icon: IconAlertTriangle,
    key: 'a',
  },
  {
    path: '/scam-submission',
    name: 'Scam submission',
    Icon: IconFlag,
    key: 's',
  },
  {
    path: '/enhanced-report',
    name: 'Enhanced report',
    Icon: IconReportAnalytics,
    key: 'r',
  },
  {
    path: '/agency-cases',
    name: 'Agency cases',
    Icon: IconFolder,
    key: 'c',
  },
  {
    path: '/support',
    name: 'Support',
    Icon: IconLifebuoy,
    key: 'u',
  },
];

const USER_PANEL: readonly ToolItem[] = [
  {
    path: '/profile',
    name: 'Profile',
    Icon: IconUser,
  },
  {
    path: '/video-tutorials',
    name: 'Video tutorials',
    Icon: IconVideo,
  },
  {
    path: '/subscription',
    name: 'Subscription',
    Icon: IconId,
  },
  {
    path: '/update-password',
    name: 'Update password',
    Icon: IconLock,
  },
];

/** The dashboard's side menu: items, routes and order are fixed by the specification. */
export const TOOL_MENU: readonly ToolSection[] = [
  { title: 'Managements', items: MANAGEMENTS },
  { title: 'User Panel', items: USER_PANEL },
];

/** Pages that need dashboard access: the tools of the Managements section but support, and jobs. */
export function isToolForAllowed(path: string): boolean {
  if (path === JOBS_PATH) return true;
  return MANAGEMENTS.some(
    (tool) => tool.path !== '/support' && (path === tool.path || path.startsWith(`${tool.path}/`)),
  );
}

/** Pages that the search palette finds and no menu lists. */
export const UNLISTED_PAGES: readonly ToolItem[] = [{ path: JOBS_PATH, name: 'Jobs', Icon: IconListDetails }];
