import { randomBytes } from 'node:crypto';
import type { Environment } from './service-process.ts';

/** The settings that production requires, with a new master key. */
export function productionSettings(): Environment {
  return {
    GUICHE_MODE: 'production',
    GUICHE_PUBLIC_URL: 'https://pagamentos.example',
    GUICHE_MASTER_KEY: randomBytes(32).toString('base64'),
  };
}
