import { createApiClient } from '@trailmark/api/client';
import type { Contract } from '@trailmark/api/contract';
import type { RouteInput } from '@trailmark/api/route';
import type { OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { fetchOrExplain } from '../../api.ts';

export type PacketBody = RouteInput<Contract['createRequestPacket']>['body'];

/** The request as a file. A refusal comes back as the server's sentence, so that nothing typed is lost. */
export async function createRequestFile(chain: OutputChainId, body: PacketBody): Promise<Blob> {
  let answer: Response | undefined;
  const client = createApiClient(async (url, init) => {
    answer = await fetchOrExplain(url, init);
    return answer;
  });
  await client.call('createRequestPacket', { params: { chain }, body });
  if (!answer) throw new AppError('internal', 'The server gave no file.');
  return answer.blob();
}
