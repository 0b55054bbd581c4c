export { terminalOperations } from './routes.ts';
export { saveTerminal, type TerminalToSave } from './save.ts';
export {
  findListedTerminal,
  findTerminal,
  findTerminalNames,
  findTerminalOfPrinter,
  hasPhysicalTerminal,
  type ListedTerminal,
  selectNewestTerminals,
  selectPhysicalTerminals,
  updateTerminal,
} from './store.ts';
export { type TerminalTables, terminalMigrations } from './tables.ts';
export { DEFAULT_SETTINGS, type PhysicalTerminal, type Settings, type Terminal } from './terminal.ts';
