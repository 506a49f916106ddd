import { ALERTS_LETTER, TOOL_MENU } from './tool-menu.ts';

export interface KeyHelp {
  /** Each pressed alone or, with "then", one after the other: ["g", "h"]. */
  readonly keys: readonly string[];
  readonly join?: 'or' | 'then';
  readonly does: string;
}

export interface KeyGroup {
  readonly title: string;
  readonly items: readonly KeyHelp[];
}

const EVERYWHERE: KeyGroup = {
  title: 'Everywhere',
  items: [
    { keys: ['Ctrl K', '/'], join: 'or', does: 'Search' },
    { keys: ['?'], does: 'These keys' },
    { keys: ['Esc'], does: 'Close what is open' },
  ],
};

const TABLE: KeyGroup = {
  title: 'Table',
  items: [
    { keys: ['j', '↓'], join: 'or', does: 'Next row' },
    { keys: ['k', '↑'], join: 'or', does: 'Previous row' },
    { keys: ['Enter'], does: 'Open the row' },
  ],
};

const SELECT: KeyHelp = { keys: ['x'], does: 'Select the row' };

const CANVAS: KeyGroup = {
  title: 'Canvas',
  items: [
    { keys: ['←', '→'], join: 'or', does: 'Next node along the flow, with Shift also select it' },
    { keys: ['↑', '↓'], join: 'or', does: 'Up or down in the column' },
    { keys: ['Enter'], does: 'Open the node' },
    { keys: ['Space'], does: 'Select or release the node' },
    { keys: ['Ctrl A'], does: 'Select everything drawn' },
    { keys: ['e', 'Shift E'], join: 'or', does: 'Expand forward or back' },
    { keys: ['f'], does: 'Leave only the path through the selection bright' },
    { keys: ['l'], does: 'Label' },
    { keys: ['n'], does: 'Note' },
    { keys: ['b'], does: 'Give an exhibit number' },
    { keys: ['d'], does: 'Hide' },
    { keys: ['Ctrl Z', 'Ctrl Shift Z'], join: 'or', does: 'Undo or redo' },
    { keys: ['+', '-'], join: 'or', does: 'Zoom in or out' },
    { keys: ['0', '1'], join: 'or', does: 'Fit, or 100 %' },
    { keys: ['t'], does: 'The same as a table' },
    { keys: [']'], does: 'Open or close the side panel' },
  ],
};

/** What only some views have: a group of keys and the element that shows that it is there. */
const PARTS: readonly { readonly selector: string; readonly group: KeyGroup }[] = [
  {
    selector: 'main .tm-tabs',
    group: { title: 'Tabs', items: [{ keys: ['←', '→'], join: 'or', does: 'Next or previous tab, on a tab' }] },
  },
  {
    selector: 'main [data-adds-subject]',
    group: { title: 'Page', items: [{ keys: ['a'], does: 'Add what the page is about to a case' }] },
  },
  {
    selector: 'main .tm-idwrap',
    group: { title: 'Identifiers', items: [{ keys: ['c'], does: 'Copy the focused one, whole' }] },
  },
  {
    selector: 'main [aria-roledescription="graph"]',
    group: { title: 'Graph', items: [{ keys: ['←', '→'], join: 'or', does: 'Walk along the path' }] },
  },
  { selector: 'main .tm-flowcanvas', group: CANVAS },
  {
    selector: 'main [aria-roledescription="chart"]',
    group: {
      title: 'Chart',
      items: [
        { keys: ['←', '→'], join: 'or', does: 'Read the points' },
        { keys: ['Shift ←', 'Shift →'], join: 'or', does: 'Mark a span' },
        { keys: ['Enter'], does: 'Filter by it' },
      ],
    },
  },
];

function listDashboardGroups(): readonly KeyGroup[] {
  const tools = TOOL_MENU.flatMap(({ items }) =>
    items.flatMap(({ key, name }): KeyHelp[] => (key ? [{ keys: ['g', key], join: 'then', does: name }] : [])),
  );
  return [
    { title: 'Navigation', items: [{ keys: ['['], does: 'Collapse or expand' }] },
    { title: 'Go to', items: [...tools, { keys: ['g', ALERTS_LETTER], join: 'then', does: 'Alerts' }] },
  ];
}

/** All keys that do something in the current view. */
export function listViewKeys(place: 'explorer' | 'dashboard', page: Document): readonly KeyGroup[] {
  const has = (selector: string) => page.querySelector(selector) !== null;
  const isSelecting = place === 'dashboard' && has('main .as-toolbar');
  const table = isSelecting ? { ...TABLE, items: [...TABLE.items, SELECT] } : TABLE;
  return [
    EVERYWHERE,
    ...(has('main .tm-tbl') ? [table] : []),
    ...PARTS.filter(({ selector }) => has(selector)).map(({ group }) => group),
    ...(place === 'dashboard' ? listDashboardGroups() : []),
  ];
}
