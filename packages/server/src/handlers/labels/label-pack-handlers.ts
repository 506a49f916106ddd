import type { Label } from '@trailmark/core/label';
import { SANCTIONS_PACK } from '@trailmark/core/sanction-listing';
import { agreeToWithdrawal, findWithdrawal, type ProposedWithdrawal } from '../../admin/list-withdrawal.ts';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { toLabelsAsOf, toPackRow } from '../../knowledge/labels/label-answer.ts';

type PackHandlers = Pick<Handlers, 'listLabelPacks' | 'previewLabelPack' | 'getListWithdrawal' | 'activateLabelPack'>;

function toBrief({ network, address, label, category, source }: Label) {
  return { network, address, label, category, source };
}

function toProposal({ pack, version, name, at, expiresAt, by }: ProposedWithdrawal, { account }: Caller) {
  return { pack, version, name, at, expiresAt, isOwn: by === account?.id };
}

/** Which version of the sanctions list would go out of force for an older one or for none; undefined where nothing is lost. */
function findWithdrawn(packs: Knowledge['packs'], pack: string, version: string | null): string | undefined {
  const versions = pack === SANCTIONS_PACK ? packs.list().filter(({ id }) => id === pack) : [];
  const active = versions.find(({ isActive }) => isActive);
  const wanted = versions.find((each) => each.version === version);
  const isNewer = wanted !== undefined && active !== undefined && wanted.importedAt >= active.importedAt;
  return isNewer || (version !== null && !wanted) ? undefined : active?.version;
}

/** Packs and their versions: what is stored, what would change, what is in force. */
export function createLabelPackHandlers({ labels, packs }: Knowledge, casework: CaseworkContext): PackHandlers {
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

    async getListWithdrawal(_, { caller }) {
      const proposal = await findWithdrawal(casework);
      return { proposal: proposal ? toProposal(proposal, caller) : null };
    },

    async activateLabelPack({ params: { pack }, body: { version } }, { caller }) {
      const from = findWithdrawn(packs, pack, version);
      const proposal =
        from === undefined ? undefined : await agreeToWithdrawal(casework, caller, { pack, from, version });
      if (!proposal) await packs.activate(pack, version ?? undefined);
      return {
        proposal: proposal ? toProposal(proposal, caller) : null,
        labels: toLabelsAsOf(labels()),
        items: packs
          .list()
          .filter(({ id }) => id === pack)
          .map(toPackRow),
      };
    },
  };
}
