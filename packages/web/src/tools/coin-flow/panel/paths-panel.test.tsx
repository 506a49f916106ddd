import { createFlowDocument } from '@trailmark/core/flow/flow-document';
import { createEdge, createNode } from '@trailmark/core/flow/testing/flow-parts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FlowStore } from '../../../graph/flow-store.ts';
import { openPart } from '../../../testing/open-screen.tsx';
import { createScreeningAnswer } from '../../../testing/sample-screening.ts';
import { createMe } from '../../../testing/sample-session.ts';
import { type Workspace, WorkspaceContext } from '../workspace.ts';
import { PathsPanel } from './paths-panel.tsx';

const [FROM, TO, TOKEN] = ['a1', 'b2', '12'].map((byte) => `0x${byte.repeat(20)}`) as [string, string, string];

/** The panel next to a flow of one token and of the coin, with both its addresses selected. */
function openPanel() {
  const nodes = [FROM, TO].map((text) => createNode(`a:eth:${text}`, { chain: 'eth', text }));
  const ids = nodes.map(({ id }) => id) as [string, string];
  const edges = [`eth:${TOKEN}`, `eth:${TOKEN}`, 'eth'].map((asset, at) =>
    createEdge(...ids, 10, { id: `transfer:${at}`, asset }),
  );
  const store = new FlowStore({
    ...createFlowDocument('Tokens'),
    nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
    edges: Object.fromEntries(edges.map((edge) => [edge.id, edge])),
    assets: { [`eth:${TOKEN}`]: { id: `eth:${TOKEN}`, symbol: 'TKN', decimals: 6, isVerified: true } },
  });
  store.select(ids);
  const workspace = { store, canvas: { current: null } } as unknown as Workspace;
  return openPart(
    <WorkspaceContext value={workspace}>
      <PathsPanel />
    </WorkspaceContext>,
    {
      getMe: createMe('allowed'),
      findPaths: {
        asOf: createScreeningAnswer().asOf,
        paths: [],
        graph: { assets: [], nodes: [], edges: [] },
        searched: { places: 1, transactions: 1, isComplete: true, ended: 'Everything was looked at.' },
      },
    },
  );
}

test('a search for paths in a flow of tokens names the token, or the asset that was chosen, in request and answer', async () => {
  const { calls } = openPanel();
  await page.getByRole('button', { name: 'Search for paths' }).click();
  await expect.element(page.getByText('No path of TKN was found.')).toBeVisible();
  await page.getByLabelText('Asset').selectOptions('ETH');
  await page.getByRole('button', { name: 'Search for paths' }).click();
  await expect.element(page.getByText('No path of ETH was found.')).toBeVisible();
  const asked = calls.filter(({ route }) => route === 'findPaths').map(({ input }) => input.body);
  expect(asked).toMatchObject([
    { chain: 'eth', asset: TOKEN.slice(2), from: FROM, to: TO },
    { chain: 'eth', asset: '', from: FROM, to: TO },
  ]);
});
