import { startPostgres } from './postgres-server.ts';

// A process of its own: the library under it takes over how its process ends. In a test runner that would turn a failed
// run into exit code 0; in the bench it would end the process on Ctrl-C before the rest has stopped. This one is not
// reached by Ctrl-C, and stops when its parent lets go of the channel or is gone.

const server = await startPostgres({ sync: !process.argv.includes('--no-sync') });
process.once('disconnect', async () => {
  await server.stop();
  process.exit();
});
process.send?.(server.address);
process.stdout.write(`${server.address}\n`);
