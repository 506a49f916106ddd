import { type Route, zodOf } from '@trailmark/api/route';
import { routeUrl } from '@trailmark/api/route-call';
import { AppError, type ErrorKind } from '@trailmark/core/errors';
import { z } from 'zod';
import { fetchLongWork } from './api.ts';

/** Hands bytes to the browser as a download. */
function offerDownload(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function nameOf(response: Response, fallback: string): string {
  return /filename="([^"]{1,200})"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? fallback;
}

/** Asks a route for a file and saves it under the server's name, or the given one. Throws the server's reason. */
export async function saveRouteFile(
  route: Route,
  input: { readonly params?: Record<string, string>; readonly body: unknown },
  fallback: string,
): Promise<void> {
  const body = route.body && z.safeEncode(zodOf(route.body), input.body as never);
  if (!body?.success)
    throw new AppError('invalid', 'This cannot be written as a file: part of it is not as it should be.');
  const response = await fetchLongWork(routeUrl(route, { params: input.params ?? {} }), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body.data),
  });
  if (!response.ok) {
    const problem = (await response.json().catch(() => ({}))) as {
      kind?: ErrorKind;
      detail?: string;
      reference?: string;
    };
    throw new AppError(problem.kind ?? 'unavailable', problem.detail ?? `The server answered ${response.status}.`, {
      context: { reference: problem.reference },
    });
  }
  offerDownload(await response.blob(), nameOf(response, fallback));
}

/** Hands a text to the browser as a download. */
export function saveText(text: string, name: string): void {
  offerDownload(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);
}
