import type { Label } from '@trailmark/core/label';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { toLabelsAsOf, toPackRow } from '../../knowledge/labels/label-answer.ts';

type PackHandlers = Pick<Handlers, 'listLabelPacks' | 'previewLabelPack' | 'activateLabelPack'>;

function toBrief({ network, address, label, category, source }: Label) {
  return { network, address, label, category, source };
}

/** Packs and their versions: what is held, what would change, what is in force. */
export function createLabelPackHandlers({ labels, packs }: Knowledge): PackHandlers {
  return {
    async listLabelPacks() {
      return { labels: toLabelsAsOf(labels()), items: packs.list().map(toPackRow) };
    },

    async previewLabelPack({ params, query }) {
      const preview = await packs.preview(params.pack, params.version, query.limit);
      return {
        labels: toLabelsAsOf(labels()),
        pack: toPackRow(preview.pack),
        active: preview.active ? toPackRow(preview.active) : null,
        counts: { ...preview.counts },
        added: preview.added.map(toBrief),
        removed: preview.removed.map(toBrief),
        refused: preview.refused.map(({ line, text, reason }) => ({ line: line ?? null, text, reason })),
      };
    },

    async activateLabelPack({ params, body }) {
      await packs.activate(params.pack, body.version ?? undefined);
      return {
        labels: toLabelsAsOf(labels()),
        items: packs
          .list()
          .filter((pack) => pack.id === params.pack)
          .map(toPackRow),
      };
    },
  };
}
