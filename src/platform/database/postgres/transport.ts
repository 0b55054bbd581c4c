import pg from 'pg';
import { serverUrls } from './servers.ts';

/**
 * The first server in the connection string that would be reached over a network without TLS; undefined when
 * there is none. The driver is asked because PGHOST and PGSSLMODE count too. Throws what the driver throws,
 * such as for an unreadable certificate file.
 */
export function unencryptedServer(url: string): string | undefined {
  for (const server of serverUrls(url)) {
    const client = new pg.Client({ connectionString: server });
    if (!client.ssl && !isOnThisMachine(client.host)) return client.host;
  }
  return undefined;
}

/** `sslmode=disable`, in the connection string or as PGSSLMODE. */
export function isTlsDeclined(url: string, environment: NodeJS.ProcessEnv): boolean {
  const mode = new URL(serverUrls(url)[0] ?? url).searchParams.get('sslmode') ?? environment.PGSSLMODE;
  return mode === 'disable';
}

/** By its unix socket or a loopback address. */
function isOnThisMachine(host: string): boolean {
  return host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
