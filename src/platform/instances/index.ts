export { createInstance, type Instance, type ListedInstance } from './instance.ts';
export { AlreadyServed } from './serving-lock.ts';
export { instanceMigrations } from './store.ts';
