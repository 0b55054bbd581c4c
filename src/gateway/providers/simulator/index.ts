export {
  type BankNotice,
  createAheadStore,
  createBankStorage,
  createSimulatedBank,
  oldPixCharges,
  type SimulatedBank,
  simulatorBankMigrations,
  waitingAtBank,
} from './bank/index.ts';
export { createCardStorage, memoryCardStorage, simulatorCardMigrations } from './card-storage.ts';
export { admitToSimulator, registerSimulatorRoutes } from './http/routes.ts';
export { oldCharges } from './old-charges.ts';
export { createSimulator, type Simulator } from './simulator.ts';
export { createSimulatorStorage, simulatorMigrations } from './store.ts';
