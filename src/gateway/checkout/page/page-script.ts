import { cspSourceOf } from '../../../platform/http/index.ts';
import { brandRows } from '../../card-data/index.ts';
import { CITIES_BY_CEP, STATES_BY_CEP } from '../slip-form/places.ts';
import { joinedScript, pageModule } from './join-script.ts';

const MODULES = [
  'expiry',
  'card-number',
  'fields',
  'wait',
  'send',
  'form',
  'address',
  'receipt',
  'main',
] as const;

/** The table of brands, for the script: name, digits of the code, prefixes. */
const BRANDS_JSON = JSON.stringify(
  brandRows.map(({ name, patterns, cvvLength }) => [name, cvvLength, patterns]),
);

/** By their CEP: states, and cities. */
const PLACES_JSON = JSON.stringify([STATES_BY_CEP, CITIES_BY_CEP]);

/** The page's script, inlined and allowed by its hash. */
export const SCRIPT = joinedScript(MODULES.map(pageModule))
  .replace('BRAND_ROWS', () => BRANDS_JSON)
  .replace(', PLACES)', () => `, ${PLACES_JSON})`);
export const SCRIPT_SOURCE = cspSourceOf(SCRIPT);
