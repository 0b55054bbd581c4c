export { type AccountHealth, createAccountHealth } from './account-health.ts';
export { createHealthStore, type HealthStore } from './health-store.ts';
export { healthMigrations } from './health-table.ts';
export { healthKey, isAskedStill, readStands, type StandOf } from './stands.ts';
