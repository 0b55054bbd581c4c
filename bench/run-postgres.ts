import { startPostgres } from '../test/support/postgres-server.ts';

// A process of its own: the library under it ends the process on Ctrl-C, before the bench has stopped the rest. This
// one is not reached by Ctrl-C, and stops when the bench lets go of the channel or is gone.

const server = await startPostgres();
process.once('disconnect', async () => {
  await server.stop();
  process.exit();
});
process.stdout.write(`${server.address}\n`);
