import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer | undefined;

/** One PostgreSQL for the whole run; each test makes a database of its own in it. */
export async function globalSetup(): Promise<void> {
  server = await startPostgres();
  process.env.TEST_POSTGRES_ADDRESS = server.address;
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
