import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Casework, type Connection, openCasework } from './casework.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

/** Where casework is kept: the embedded PostgreSQL in the data folder, or a server. */
export type CaseworkConfig =
  | { readonly kind: 'embedded'; readonly dataDir: string }
  /** `url` names a role that may create roles and owns the database. */
  | { readonly kind: 'server'; readonly url: string };

/** `postgres://user:password@host:5432/name?sslmode=require` in its parts. */
export function parseDatabaseUrl(text: string): Connection {
  const url = new URL(text);
  const mode = url.searchParams.get('sslmode');
  return {
    host: url.searchParams.get('host') ?? decodeURIComponent(url.hostname),
    port: Number(url.port || 5_432),
    database: decodeURIComponent(url.pathname.slice(1)) || 'postgres',
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ...(mode && mode !== 'disable' ? { ssl: true } : {}),
  };
}

/** Starts or reaches PostgreSQL, brings the schema up to date and connects as the application's role. */
export async function openConfiguredCasework(config: CaseworkConfig): Promise<Casework> {
  // Known to this process only: set again at each start, stored nowhere.
  const appPassword = randomBytes(24).toString('base64url');
  if (config.kind === 'server') return connect(parseDatabaseUrl(config.url), appPassword);
  const embedded = await startEmbeddedPostgres(
    join(config.dataDir, 'casework'),
    join(config.dataDir, 'keys', 'postgres'),
  );
  try {
    const casework = await connect(embedded.owner, appPassword);
    return {
      ...casework,
      close: async () => {
        await casework.close();
        await embedded.stop();
      },
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

async function connect(owner: Connection, appPassword: string): Promise<Casework> {
  await migrate(owner, appPassword);
  return openCasework({ ...owner, user: 'trailmark_app', password: appPassword });
}
