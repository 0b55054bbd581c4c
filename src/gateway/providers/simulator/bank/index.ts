export type { BankNotice } from './bank-options.ts';
export { createAheadStore, createBankStorage, simulatorBankMigrations, waitingAtBank } from './bank-store.ts';
export { oldPixCharges } from './old-pix-charges.ts';
export { registerBankRoutes } from './routes.ts';
export { createSimulatedBank, type SimulatedBank } from './simulated-bank.ts';
