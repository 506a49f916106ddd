import { createFlowDocument } from '../../../packages/core/src/flow/flow-document.ts';
import { createSampleFlow } from '../../../packages/core/src/flow/testing/sample-flow.ts';
import type { Ids } from '../planted.ts';

const at =
  (more: { readonly query?: Readonly<Record<string, unknown>>; readonly body?: unknown } = {}) =>
  (ids: Ids) => ({ params: { flow: ids.flow }, ...more });
const version = (body?: unknown) => (ids: Ids) => ({
  params: { flow: ids.flow, version: 1 },
  ...(body ? { body } : {}),
});
const history = {
  cursor: 1,
  entries: [
    {
      ...{ label: 'Move', at: 1 },
      patches: [{ op: 'replace', path: ['places', 'a', 'x'], value: 1 }],
      inverse: [{ op: 'replace', path: ['places', 'a', 'x'], value: 2 }],
    },
  ],
};
const branch = 'main';
const IMPORTED = Buffer.from(JSON.stringify(createFlowDocument('Begun'))).toString('base64');

/** Calls of every route of saved coin flows. */
export const SAVED_FLOWS = {
  listFlows: () => ({}),
  createFlow: () => ({ body: { document: createFlowDocument('Begun') } }),
  getFlow: at(),
  saveFlow: at({ body: { branch, revision: 1, document: createSampleFlow(2), history } }),
  listFlowVersions: at(),
  nameFlowVersion: at({ body: { branch, name: 'Named', reason: 'Asked for' } }),
  getFlowVersion: version(),
  exportFlowVersion: version(),
  restoreFlowVersion: version({ branch }),
  branchFlow: at({ body: { name: 'Branch', from: branch, version: 1, reason: 'To try' } }),
  compareFlowVersions: at({ query: { a: 0, b: 1 } }),
  renameFlow: at({ body: { title: 'Renamed' } }),
  removeFlow: at({ body: { title: 'Not its title' } }),
  listRemovedFlows: () => ({}),
  exportFlowFile: () => ({ params: { format: 'json' }, body: { document: createSampleFlow(1), paper: 'a4' } }),
  importFlowFile: () => ({ body: { name: 'flow.json', content: IMPORTED } }),
  returnFlow: (ids: Ids) => ({ params: { flow: ids.removedFlow }, body: {} }),
} as const;
