import '../zod-config.ts';
import '../styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { createQueryClient } from '../api.ts';
import { App } from '../app.tsx';
import { closeToast, readToasts } from '../components/toast.ts';
import { createAppRouter } from '../router.tsx';
import { createFakeApi, type FakeAnswers, type FakeApi } from './fake-api.ts';
import { createMe, PROFILE, type Viewer } from './sample-session.ts';

interface Opened {
  readonly root: Root;
  readonly api: FakeApi;
}
let opened: Opened | undefined;
/** What React and the browser complain of. */
const complaints: string[] = [];
/** Of the router's own suspending, in development and strict mode only. */
const OF_LIBRARIES = /^Error: This library called use\(\) to suspend/;

/** Registers, for the tests of one file, what each test begins and ends with. Files share a page, which loads each module once. */
export function registerScreenHooks(): void {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
      const text = words.map(String).join(' ');
      if (!OF_LIBRARIES.test(text)) complaints.push(text);
    });
  });
  afterEach(() => {
    const faults = [...(opened?.api.faults ?? []), ...complaints.splice(0)];
    opened?.api.close();
    opened?.root.unmount();
    opened = undefined;
    for (const { id } of readToasts()) closeToast(id);
    document.body.replaceChildren();
    sessionStorage.clear();
    localStorage.clear();
    vi.restoreAllMocks();
    expect(faults, 'a screen calls only what the test answers, and nothing complains').toEqual([]);
  });
}

function open(answers: FakeAnswers, toElement: () => ReactNode): FakeApi {
  if (opened) throw new Error('A test opens one screen.');
  const api = createFakeApi(answers);
  vi.spyOn(globalThis, 'fetch').mockImplementation(api.fetch);
  const place = document.createElement('div');
  place.id = 'root';
  document.body.append(place);
  opened = { root: createRoot(place), api };
  opened.root.render(toElement());
  return api;
}

const SOFTWARE = 'Trailmark test';
/**
 * What the frame around a screen requests: chains, prices, the profile of the person signed in, and two seconds after the first view
 * how many jobs are open and how many alerts are new; then it also remembers what was opened.
 */
const FRAME: FakeAnswers = {
  countAlerts: { new: 0, mine: 0, open: 0, all: 0, retracted: 0, oldestNew: null, last: null },
  countOpenJobs: { running: 0, waiting: 0 },
  listChains: { items: [], software: SOFTWARE },
  listPrices: { prices: { version: 'none' }, currencies: ['USD'], assets: [] },
  getProfile: PROFILE,
  keepVisit: {},
  getUserProfileByEmail: { data: { data: { photo: null } }, photo: null },
};

export interface ScreenOptions {
  /** A visitor unless named. */
  readonly as?: Viewer;
}

/** The whole application at a path, over a server that answers only what it is given. */
export function openScreen(path: string, answers: FakeAnswers, { as = 'visitor' }: ScreenOptions = {}): FakeApi {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  const queryClient = createQueryClient();
  return open({ getMe: createMe(as), ...FRAME, ...answers }, () => <App router={router} queryClient={queryClient} />);
}

/** One component with the queries and links of the application around it. */
export function openPart(part: ReactNode, answers: FakeAnswers = {}): FakeApi {
  const rootRoute = createRootRoute();
  const here = createRoute({ getParentRoute: () => rootRoute, path: '/', component: () => part });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: rootRoute.addChildren([here]), history });
  const queryClient = createQueryClient();
  return open(answers, () => (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>
  ));
}

/** Fails with each rule of WCAG 2.2 AA that what is shown breaks, and where. */
export async function expectAccessible(): Promise<void> {
  // A colour that fades in is not the colour to judge.
  for (const animation of document.getAnimations()) {
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  }
  const { violations } = await axe.run(document.body, {
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  });
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([]);
}
