import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { screenSanctions } from '../../knowledge/labels/screen-sanctions.ts';

/**
 * Screening in the envelope that clients of Chainalysis' sanctions API read. Their `X-API-Key` is not looked at: there are no
 * accounts yet.
 */
export function createSanctionsHandlers({
  labels,
}: Pick<Knowledge, 'labels'>): Pick<Handlers, 'screenSanctions' | 'screenAddress'> {
  const screen = async ({ params }: { readonly params: { readonly address: string } }) => ({
    identifications: screenSanctions(labels(), params.address),
  });
  return { screenSanctions: screen, screenAddress: screen };
}
