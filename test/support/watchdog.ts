import { subscribe } from 'node:diagnostics_channel';
import { Server, Socket } from 'node:net';
import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';
import { fileTimeoutMs, openEndTimeoutMs } from './time-limits.ts';

// Loaded into every process of the suite before its test file (`--import`). The timeout of a test fails the test, but a
// server, connection or child process that it left open would keep the process of its file alive for ever: the watchdog
// reports these and ends the process with 1.

// Not in workers and child processes of a test file, which load this module too.
if (isMainThread && process.ppid === Number(process.env.TEST_RUNNER_PID)) watch();

function watch(): void {
  const running = new Set<string>();
  subscribe('tracing:node.test:start', (test) => running.add((test as { name: string }).name));
  subscribe('tracing:node.test:end', (test) => running.delete((test as { name: string }).name));

  process.on('unhandledRejection', (error) => {
    process.stderr.write(
      `nobody caught ${error}, while these were running:\n  ${[...running].join('\n  ')}\n`,
    );
  });
  const endAfter = (ms: number, reason: string) =>
    setTimeout(() => {
      const lines = [
        `${reason}: it is terminated.`,
        ...[...running].map((name) => `running: ${name}`),
        ...openThings(),
      ];
      process.stderr.write(`${process.argv[1]} ${lines.join('\n  ')}\n`);
      process.exit(1);
    }, ms).unref();
  endAfter(fileTimeoutMs(), `did not end within ${fileTimeoutMs()} ms`);
  after(() => {
    endAfter(openEndTimeoutMs(), `is still running ${openEndTimeoutMs()} ms after its last test`);
  });
}

/** The open resources that keep the process alive, one line each. */
function openThings(): readonly string[] {
  const { _getActiveHandles } = process as unknown as { _getActiveHandles(): readonly object[] };
  const counts = Map.groupBy(process.getActiveResourcesInfo(), (kind) => kind);
  return [
    ...[...counts].map(([kind, all]) => `open: ${all.length} ${kind}`),
    ..._getActiveHandles.call(process).flatMap(detailOf),
  ];
}

function detailOf(handle: object): readonly string[] {
  if (handle instanceof Server) return [`server: ${JSON.stringify(handle.address())}`];
  if (handle instanceof Socket) {
    const { localPort, remoteAddress, remotePort } = handle;
    return remotePort === undefined
      ? []
      : [`connection: port ${localPort} to ${remoteAddress} port ${remotePort}`];
  }
  if ('spawnargs' in handle && 'pid' in handle) {
    return [`process ${handle.pid}: ${(handle.spawnargs as readonly string[]).join(' ').slice(0, 160)}`];
  }
  return [];
}
