export { secondTryAfter } from './second-try.ts';
export type { SecondTry } from './second-try-table.ts';
