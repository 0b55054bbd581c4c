import { join } from 'node:path';
import { cspSourceOf } from '../../../platform/http/index.ts';
import { joinedScript, pageModule } from '../page/join-script.ts';

/** The page's script, inlined and allowed by its hash. */
export const SLIP_SCRIPT = joinedScript([
  pageModule('receipt'),
  pageModule('copy'),
  pageModule('stand'),
  join(import.meta.dirname, 'script.js'),
]);
export const SLIP_SCRIPT_SOURCE = cspSourceOf(SLIP_SCRIPT);
