import pg from 'pg';
import { type PoolLoad, UnsafeDatabase } from '../database.ts';
import { CannotConnect, isReadOnly } from '../faults/postgres-errors.ts';
import { createServers, type Servers } from './servers.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** A vanished server is noticed this long after the last packet, plus some seconds. */
const KEEP_ALIVE_AFTER_MS = 10_000;
const INT8_OID = 20;

/** A connection acquired from the pool. */
export interface PooledConnection {
  readonly client: pg.PoolClient;
  /** With an error that leaves its state unclear, the connection is closed. */
  release(fault?: unknown): void;
}

export interface PostgresPool {
  /** Tries each server once. Throws CannotConnect or UnsafeDatabase. */
  acquire(): Promise<PooledConnection>;
  load(): Omit<PoolLoad, 'name'>;
  close(): Promise<void>;
}

/** Connections to whichever server accepts writes, and none to one that may lose committed data. */
export function createPool(
  url: string,
  options: {
    maxConnections: number;
    /** 0: no limit. */
    queryTimeoutMs: number;
    onError(error: unknown): void;
  },
): PostgresPool {
  const servers = createServers(url);
  const Client = clientOf(servers);
  const failed = (client: pg.ClientBase) => {
    if (client instanceof Client) servers.failed(client.server);
  };
  const pool = new pg.Pool({
    Client,
    max: options.maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: options.queryTimeoutMs,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    application_name: 'guiche',
    types: { getTypeParser: numberForInt8 },
    onConnect: (client) =>
      refuseUnfit(client).catch((error) => {
        failed(client);
        throw error;
      }),
  });
  pool.on('error', options.onError);
  // The pool handles errors of idle connections only; on one in use an unhandled error would end the process.
  pool.on('connect', (client) => client.on('error', options.onError));

  const connect = async (tries = servers.count): Promise<pg.PoolClient> => {
    try {
      return await pool.connect();
    } catch (error) {
      if (tries > 1) return connect(tries - 1);
      throw error instanceof UnsafeDatabase ? error : new CannotConnect(error);
    }
  };

  return {
    acquire: async () => {
      const client = await connect();
      return {
        client,
        release: (fault) => {
          if (isReadOnly(fault)) failed(client);
          client.release(fault !== undefined);
        },
      };
    },
    load: () => ({
      max: options.maxConnections,
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

type Connected = (error: Error) => void;

/** Connects to the current server and reports it when that fails. */
function clientOf(servers: Servers) {
  return class extends pg.Client {
    readonly server: string;

    constructor(config?: pg.ClientConfig) {
      const server = servers.current();
      super({ ...config, connectionString: server });
      this.server = server;
    }

    override connect(): Promise<pg.Client>;
    override connect(connected: Connected): void;
    override connect(connected?: Connected): Promise<pg.Client> | undefined {
      if (!connected) return super.connect();
      super.connect((error: Error) => {
        if (error) servers.failed(this.server);
        connected(error);
      });
      return undefined;
    }
  };
}

/** Every stored integer fits a JavaScript number: amounts end at 10^12, times are milliseconds. */
function numberForInt8(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8_OID) return Number;
  return pg.types.getTypeParser(oid, format as 'text');
}

/**
 * What the statements are written for, whatever an administrator's defaults are. Behind a pooler that changes connections
 * between transactions only those settings hold that it passes on; so each transaction names its isolation itself.
 */
const OWN_SETTINGS: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
};
const SET_OWN = Object.entries(OWN_SETTINGS).map(
  ([name, value]) => `set_config('${name}', '${value}', false)`,
);

interface ServerRow {
  readonly read_only: string;
  readonly by_default: string;
  readonly synchronous_commit: string | null;
  readonly encoding: string | null;
}

/** A standby accepts no writes; with synchronous_commit off a server acknowledges before it is durable. */
async function refuseUnfit(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<ServerRow>(
    `select current_setting('transaction_read_only') as read_only,
            current_setting('default_transaction_read_only') as by_default,
            current_setting('synchronous_commit', true) as synchronous_commit,
            current_setting('server_encoding', true) as encoding,
            ${SET_OWN.join(', ')}`,
  );
  const [row] = rows;
  if (row?.synchronous_commit === 'off') throw new UnsafeDatabase('synchronous_commit');
  if (row?.encoding && row.encoding !== 'UTF8') throw new UnsafeDatabase('encoding');
  if (row?.read_only !== 'on') return;
  throw new Error(
    row.by_default === 'on' ? 'this server is set to be read only' : 'this server takes no writes',
  );
}
