export { type AccountHealth, createAccountHealth, healthKey } from './account-health.ts';
export { createHealthStore } from './health-store.ts';
export { healthMigrations } from './health-table.ts';
