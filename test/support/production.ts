import { randomBytes } from 'node:crypto';
import type { Environment } from './service-process.ts';

/** All that a start in production asks for, with a master key of its own. */
export function productionSettings(): Environment {
  return {
    GUICHE_MODE: 'production',
    GUICHE_PUBLIC_URL: 'https://pagamentos.example',
    GUICHE_MASTER_KEY: randomBytes(32).toString('base64'),
  };
}
