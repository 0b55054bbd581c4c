export { BackupIncomplete, BackupRefused, backupSqlite } from './backup-sqlite.ts';
export { type LastBackup, leaveLastBackup, readLastBackup } from './last-backup.ts';
export { openSqliteCopy, type SqliteCopy } from './open-copy.ts';
