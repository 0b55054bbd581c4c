const PARTS = /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/i;

/**
 * The servers of a connection string, one URL each: `postgres://user@one:5432,two:5433/db` has two. One of
 * them at a time accepts writes.
 */
export function serverUrls(url: string): readonly string[] {
  const [, before, hosts, after] = PARTS.exec(url) ?? [];
  if (before === undefined || hosts === undefined || after === undefined) return [url];
  return hosts.split(',').map((host) => before + host + after);
}

/** Which server to connect to: the next one in turn when the current one does not accept writes. */
export interface Servers {
  readonly count: number;
  current(): string;
  /** `server` refused the connection or accepts no writes. */
  failed(server: string): void;
}

export function createServers(url: string): Servers {
  const all = serverUrls(url);
  let index = 0;
  const current = () => all[index] ?? url;
  return {
    count: all.length,
    current,
    failed: (server) => {
      // Several connections fail together; only the first moves to the next server.
      if (server === current()) index = (index + 1) % all.length;
    },
  };
}
