export { ARCHIVE_FOLDER, createArchive, readArchive } from './archive.ts';
export { OLD_ROWS_PER_BATCH, type OldRows, type RetainedRows, retentionJob } from './retention-job.ts';
