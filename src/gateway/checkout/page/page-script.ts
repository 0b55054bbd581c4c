import { cspSourceOf } from '../../../platform/http/index.ts';
import { brandRows } from '../../card-data/index.ts';
import { joinedScript, pageModule } from './join-script.ts';

const MODULES = ['expiry', 'card-number', 'fields', 'wait', 'send', 'form', 'receipt', 'main'] as const;

/** The table of brands, for the script: name, digits of the code, prefixes. */
const BRANDS_JSON = JSON.stringify(
  brandRows.map(({ name, patterns, cvvLength }) => [name, cvvLength, patterns]),
);

/** The page's script, inlined and allowed by its hash. */
export const SCRIPT = joinedScript(MODULES.map(pageModule)).replace('BRAND_ROWS', () => BRANDS_JSON);
export const SCRIPT_SOURCE = cspSourceOf(SCRIPT);
