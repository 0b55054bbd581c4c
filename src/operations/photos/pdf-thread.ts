import { parentPort, workerData } from 'node:worker_threads';
import { drawPdf } from './draw-pdf.ts';

// A thread of the decoding process: drawing holds up the thread that does it, and another one must watch its memory.

if (parentPort) parentPort.postMessage(await drawPdf(workerData as Uint8Array));
