export { BANK_LINE_CLASSES, type BankLinePlace, type ListedBankLine } from './bank-line-reader.ts';
export { type BankStatements, createBankStatements } from './bank-statements.ts';
export { importOfx } from './import-ofx.ts';
export { readOfx } from './ofx/read-ofx.ts';
export { oldBankLinesJob } from './old-bank-lines.ts';
export { refuseOfx } from './refusals.ts';
export { bankStatementMigrations } from './tables.ts';
