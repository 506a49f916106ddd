import type { MethodComparison, TraceAnswer } from '@trailmark/api/contract/trace';
import { createFlowDocument, type FlowSum } from '@trailmark/core/flow/flow-document';
import { DEFAULT_BUDGET, DEFAULT_STOPS, type TraceRequest } from '@trailmark/core/trace/trace-request';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FlowStore } from '../../graph/flow-store.ts';
import { expectAccessible, openPart } from '../../testing/open-screen.tsx';
import { createMe } from '../../testing/sample-session.ts';
import { FlowFoot } from './flow-foot.tsx';
import type { FlowSaver } from './flow-saver.ts';
import { MethodsPanel } from './panel/methods-panel.tsx';
import { encodeRequest, summariseTrace } from './trace-run.ts';
import { type Workspace, WorkspaceContext } from './workspace.ts';

const SOURCE = '0x00000000000000000000000000000000000000a1';
const REQUEST: TraceRequest = {
  ...{ chain: 'eth', asset: undefined, direction: 'forward', incident: undefined, method: 'fifo/1', params: {} },
  seeds: [
    { kind: 'address', address: SOURCE },
    { kind: 'address', address: '0x00000000000000000000000000000000000000b2' },
  ],
  ...{ stops: DEFAULT_STOPS, choices: [], budget: DEFAULT_BUDGET },
};
const ETHER = 10n ** 18n;
const SUM = {
  ...{ asset: '', began: 25n * ETHER, added: 0n, convertedIn: 0n, convertedOut: 0n, ended: { held: 25n * ETHER } },
  ...{ cut: 0n, fees: 0n, difference: 0n },
};

/** A sum as the log keeps that of a trace, of which the source paid so much beyond its receipts. */
function sumOf(unbegun: bigint | undefined): FlowSum {
  const gaps = unbegun === undefined ? [] : [{ kind: 'unbegun', where: SOURCE, message: 'Receipts are missing.' }];
  const sums = [{ ...SUM, ...(unbegun !== undefined && { unbegun }) }];
  return summariseTrace({ request: REQUEST, sums, gaps } as unknown as TraceAnswer['trace'])[0]!;
}

function openFlow(part: ReactNode, unbegun: bigint | undefined, answers: Parameters<typeof openPart>[1] = {}) {
  const run = vi.fn<Workspace['trace']['run']>(async () => undefined);
  const entry = {
    number: 1,
    at: 1,
    action: 'trace' as const,
    asOf: '7 none',
    nodes: 0,
    edges: 0,
    resultHash: 'ab'.repeat(32),
  };
  const sums = [sumOf(unbegun)];
  const log = [{ ...entry, request: encodeRequest(REQUEST), sums, state: 'complete' } as const];
  const workspace = {
    ...{ flow: 'f', mode: 'private', search: {}, canvas: { current: null }, go: vi.fn(), openPanel: vi.fn() },
    store: new FlowStore({ ...createFlowDocument('t'), log }),
    saver: {} as FlowSaver,
    trace: { state: { kind: 'idle' }, run, cancel: vi.fn(), dismiss: vi.fn() },
  } as unknown as Workspace;
  openPart(<WorkspaceContext value={workspace}>{part}</WorkspaceContext>, answers);
  return run;
}

test('a sum that closes is called exact', async () => {
  openFlow(<FlowFoot />, undefined);
  await expect.element(page.getByText('Exact, in the smallest unit')).toBeVisible();
  expect(page.getByText(/Not all/).elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'Begin with what was paid too' }).elements()).toEqual([]);
});

test('a sum that leaves money unbegun is not called exact, and offers to begin with what was paid', async () => {
  const run = openFlow(<FlowFoot />, 975n * ETHER);
  await expect.element(page.getByText('Not all: at least 975.00 ETH more was paid and is not begun')).toBeVisible();
  expect(page.getByText(/Exact/).elements()).toEqual([]);
  await expectAccessible();
  await page.getByRole('button', { name: 'Begin with what was paid too' }).click();
  expect(run.mock.calls.map(([request]) => request)).toEqual([
    { ...REQUEST, seeds: [{ kind: 'address', address: SOURCE, side: 'all' }, REQUEST.seeds[1]] },
  ]);
});

test.each([
  [undefined, 'Every method accounts for all of the money, to the smallest unit.'],
  [975n * ETHER, /Not all of the money: .* at least 975.00 ETH more was paid by the beginnings and is not begun\./],
])(
  'a comparison of methods that leaves %s unbegun says whether it is about all of the money',
  async (unbegun, words) => {
    const { began, cut, fees, added, difference } = SUM;
    const totals = { id: 'fifo/1', began, ended: began, cut, fees, added, difference };
    const compared: MethodComparison = {
      asOf: {
        ...{ chain: 'eth', height: 7, hash: null, time: null, software: 'Trailmark', engine: 'trace-engine/4' },
        ...{ labels: 'none', prices: 'none', rules: 'none' },
      },
      methods: [{ ...totals, ...(unbegun !== undefined && { unbegun }) }],
      ...{ exits: [], agreement: [], stableExits: 0, sentence: 'One method.' },
    };
    openFlow(<MethodsPanel />, unbegun, {
      getMe: createMe('allowed'),
      getTraceLine: { atOnce: 4, running: 0, waiting: 0, own: [] },
      compareMethods: compared,
      listTraceMethods: { items: [], defaults: { ...DEFAULT_STOPS, stopAt: [] }, engine: 'trace-engine/4' },
    });
    const sentence = page.getByText('One method.');
    await expect.element(sentence).toBeVisible();
    const panel = sentence.element().parentElement?.textContent ?? '';
    expect(panel).toMatch(words);
    expect(panel.includes('accounts for all')).toBe(unbegun === undefined);
  },
);
