import { join } from 'node:path';
import { cspSourceOf } from '../../../platform/http/index.ts';
import { joinedScript, pageModule } from '../page/join-script.ts';

/** The page's script, inlined and allowed by its hash. */
export const PIX_SCRIPT = joinedScript([
  pageModule('receipt'),
  pageModule('copy'),
  pageModule('stand'),
  join(import.meta.dirname, 'script.js'),
]);
export const PIX_SCRIPT_SOURCE = cspSourceOf(PIX_SCRIPT);
