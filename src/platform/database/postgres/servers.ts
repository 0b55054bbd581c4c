const PARTS = /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/i;

/**
 * The servers that a connection string names, each as one of its own: `postgres://user@one:5432,two:5433/db` names two.
 * One of them at a time takes writes.
 */
export function serverUrls(url: string): readonly string[] {
  const [, before, hosts, after] = PARTS.exec(url) ?? [];
  if (before === undefined || hosts === undefined || after === undefined) return [url];
  return hosts.split(',').map((host) => before + host + after);
}

/** Which server to connect to: the next one, in turn, once it turns out that this one does not take writes. */
export interface Servers {
  readonly count: number;
  current(): string;
  /** `server` refused, or takes no writes. */
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
      // Several connections fail together: only the first of them moves on.
      if (server === current()) index = (index + 1) % all.length;
    },
  };
}
