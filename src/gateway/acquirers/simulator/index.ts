export type { BookStorage } from './book.ts';
export type { Charge } from './charge.ts';
export type { SimulatorControl } from './control.ts';
export { type Faults, parseFaults } from './faults.ts';
export { memoryStorage } from './memory-storage.ts';
export { registerSimulatorRoutes, type SimulatorRoutes } from './routes.ts';
export { createSimulator, type Simulator, type SimulatorOptions } from './simulator.ts';
export { createSimulatorStorage, simulatorMigrations } from './store.ts';
export { isTestCard } from './test-cards.ts';
