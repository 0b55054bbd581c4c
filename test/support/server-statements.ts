import pg from 'pg';

interface Connection {
  /** The package's types lack two methods. */
  readonly client: pg.Client & { ref(): void; unref(): void };
  running: number;
}

const connections = new Map<string, Promise<Connection>>();

/** Runs one statement on the server's `postgres` database, such as `create database`. Each process keeps one connection. */
export async function onServer(address: string, sql: string): Promise<void> {
  const connection = await (connections.get(address) ?? connect(address));
  const { client } = connection;
  // Between statements the connection must not keep the process alive.
  if (connection.running === 0) client.ref();
  connection.running += 1;
  try {
    await client.query(sql);
  } finally {
    connection.running -= 1;
    if (connection.running === 0) client.unref();
  }
}

function connect(address: string): Promise<Connection> {
  const client = new pg.Client(`${address}/postgres`) as Connection['client'];
  // The server ended: the next statement opens a new connection.
  client.on('error', () => connections.delete(address));
  const connected = client.connect().then(() => ({ client, running: 0 }));
  connections.set(address, connected);
  connected.catch(() => connections.delete(address));
  return connected;
}
