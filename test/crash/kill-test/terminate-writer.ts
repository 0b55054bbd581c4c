/**
 * Loaded into a service before its own code. After `TERMINATE_WRITER_SIGNAL` the thread that writes SQLite is terminated
 * while it has the next batch.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, Worker } from 'node:worker_threads';

const TERMINATE_WRITER_SIGNAL = 'SIGUSR2';
/** A batch takes about as long: some are written when the thread ends, others not. */
const LONGEST_DELAY_MS = 3;

if (isMainThread) {
  let wanted = false;
  process.on(TERMINATE_WRITER_SIGNAL, () => {
    wanted = true;
  });
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: never[]): void {
    postMessage.call(this, message, ...rest);
    if (!wanted || !isBatch(message)) return;
    wanted = false;
    void terminateSoon(this);
  };
}

function isBatch(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'steps' in message;
}

async function terminateSoon(writer: Worker): Promise<void> {
  const delayMs = Math.floor(Math.random() * (LONGEST_DELAY_MS + 1));
  if (delayMs > 0) await sleep(delayMs);
  await writer.terminate();
}
