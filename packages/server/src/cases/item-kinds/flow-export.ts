import { createHash } from 'node:crypto';
import { defineItemKind, pagePath, textAt } from './item-kind.ts';

/** A kept version of a coin flow as a file: its name, size and hash. The bytes can be made again by the same call. */
export const flowExportItem = defineItemKind({
  id: 'flow-export',
  name: 'Coin flow export',
  tab: 'evidence',
  route: 'exportFlowVersion',
  toKept: ({ query: { format = 'json' } }, answer) =>
    answer.kind === 'file'
      ? {
          kind: 'json',
          value: {
            ...{ format, name: answer.name, mediaType: answer.mediaType, size: answer.bytes.length },
            sha256: createHash('sha256').update(answer.bytes).digest('hex'),
          },
        }
      : answer,
  describe: ({ params: { version = '' }, query: { format = 'json' } }, answer) => ({
    title: `Coin flow, version ${version}, as ${format.toUpperCase()}: ${textAt(answer, 'name')}`,
    // Its addresses are found by the version that it is made of.
    identifiers: [],
    method: 'flow-export/1',
  }),
  page: ({ params: { flow, version } }) =>
    `${pagePath('coin-flow', flow)}?version=${encodeURIComponent(version ?? '')}`,
});
