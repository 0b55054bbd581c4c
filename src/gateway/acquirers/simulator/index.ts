export { parseFaults } from './faults.ts';
export { registerSimulatorRoutes } from './routes.ts';
export { createSimulator, type Simulator } from './simulator.ts';
export { createSimulatorStorage, simulatorMigrations } from './store.ts';
export { isTestCard } from './test-cards.ts';
