export { startWorkerProcesses } from './primary.ts';
export { type WorkerProcess, workerProcess } from './worker.ts';
export { WorkerNotStarted } from './worker-slots.ts';
