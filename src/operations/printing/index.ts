export { printExpiry } from './jobs.ts';
export { oldPrintJobs } from './old-print-jobs.ts';
export { finishPrintJob, type PrintOptions, takePrintJob } from './print.ts';
export type { PrintJob } from './print-job.ts';
export { printingOperations, printOf } from './routes.ts';
export {
  findNewPrintTerminals,
  findNextPrintJob,
  findPrinter,
  findPrinterNames,
  findPrintJob,
  findTerminalsWithJobs,
  recordPrintHeartbeat,
  selectOpenPrintJobs,
} from './store.ts';
export { type PrintingTables, printingMigrations } from './tables.ts';
export { WAITING_PRINTS } from './waiting.ts';
export { writePrinter } from './wire.ts';
