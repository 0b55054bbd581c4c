export { backgroundPace } from './background-pace.ts';
export { dueAgainJob, past, type Waiting } from './due-again.ts';
export type { Job } from './job.ts';
export { createJobRunner, type JobRunner } from './runner.ts';
export { type JobRun, jobMigrations, listRuns } from './store.ts';
export { sweepJob } from './sweep-job.ts';
