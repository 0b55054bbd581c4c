import pg from 'pg';

interface Connection {
  /** Its types miss two methods. */
  readonly client: pg.Client & { ref(): void; unref(): void };
  running: number;
}

const connections = new Map<string, Promise<Connection>>();

/** Runs one statement on the server's own database, such as `create database`. One connection a process is kept for it. */
export async function onServer(address: string, sql: string): Promise<void> {
  const connection = await (connections.get(address) ?? connect(address));
  const { client } = connection;
  // Between statements it must not keep the process from ending.
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
  // Lost with its server: the next statement connects anew.
  client.on('error', () => connections.delete(address));
  const connected = client.connect().then(() => ({ client, running: 0 }));
  connections.set(address, connected);
  connected.catch(() => connections.delete(address));
  return connected;
}
