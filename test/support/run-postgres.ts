import { startPostgres } from './postgres-server.ts';

// Runs PostgreSQL in a separate process, because the embedded library changes how its process exits: in the test runner a
// failed run would exit with 0, and in the bench Ctrl-C would end the process before the rest has stopped. This process
// does not get the Ctrl-C, and stops when its parent closes the IPC channel or ends.

const server = await startPostgres({ sync: !process.argv.includes('--no-sync') });
process.once('disconnect', async () => {
  await server.stop();
  process.exit();
});
process.send?.(server.address);
process.stdout.write(`${server.address}\n`);
