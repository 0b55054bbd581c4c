import type { AccountsOptions } from '../options.ts';

/** Of the sandbox's accounts, known to everybody. */
export const DEMO_DOCUMENTS = { seller: '11144477735', operator: '52998224725' } as const;

const ALL: readonly string[] = Object.values(DEMO_DOCUMENTS);

/** Never blocked in the sandbox: everybody knows these logins, and somebody always mistypes them. */
export const isDemoLogin = (mode: AccountsOptions['mode'], document: string): boolean =>
  mode === 'sandbox' && ALL.includes(document);
