import { readFile } from 'node:fs/promises';
import { AppError } from '@trailmark/core/errors';

export interface RpcCredentialOptions {
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** The `.cookie` file a node writes at each start. */
  readonly cookieFile?: string | undefined;
}

/** What goes into the Authorization header. */
export interface RpcCredentials {
  header(): Promise<string | undefined>;
  /** After a 401: true when other credentials than the refused ones are now available, as after a restart of the node. */
  renew(refused: string | undefined): Promise<boolean>;
}

/** Checks an endpoint. Throws `invalid`, without repeating it, where it carries user, password or query. */
export function parseRpcUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.username || url?.password || (url === null && text.includes('@'))) {
    throw new AppError('invalid', 'The node address must not hold user and password: use --rpc-user or --rpc-cookie.');
  }
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AppError('invalid', 'The node address must look like http://127.0.0.1:8332.');
  }
  if (url.search || url.hash) throw new AppError('invalid', 'The node address must not have a query or fragment.');
  return url;
}

/** Throws `invalid` for both kinds of credentials at once. */
export function createRpcCredentials({ user, password, cookieFile }: RpcCredentialOptions): RpcCredentials {
  if (cookieFile !== undefined && (user !== undefined || password !== undefined)) {
    throw new AppError('invalid', 'Give the node either a user and password or a cookie file, not both.');
  }
  if (cookieFile !== undefined) return createCookieCredentials(cookieFile);
  const fixed = user === undefined && password === undefined ? undefined : toBasic(`${user ?? ''}:${password ?? ''}`);
  return { header: async () => fixed, renew: async () => false };
}

function createCookieCredentials(file: string): RpcCredentials {
  let current: string | undefined;
  const read = async (): Promise<string> => {
    const text = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw new AppError(
        'unavailable',
        'The cookie file of the node cannot be read: it exists only while the node runs.',
        {
          cause,
        },
      );
    });
    return toBasic(text.trim());
  };
  return {
    header: async () => {
      current ??= await read();
      return current;
    },
    renew: async (refused) => {
      current = await read();
      return current !== refused;
    },
  };
}

function toBasic(userAndPassword: string): string {
  return `Basic ${Buffer.from(userAndPassword).toString('base64')}`;
}
