import { join } from 'node:path';
import { cspSourceOf } from '../../../platform/http/index.ts';
import { CITIES_BY_CEP, STATES_BY_CEP } from '../../../platform/text/places-by-cep.ts';
import { joinedScript, pageModule } from '../page/join-script.ts';

const own = (name: string) => join(import.meta.dirname, name);
const MODULES = [
  ...['card-number', 'fields', 'wait'].map(pageModule),
  ...['address.js', 'script.js'].map(own),
];

/** By their CEP: states, and cities. */
const PLACES_JSON = JSON.stringify([STATES_BY_CEP, CITIES_BY_CEP]);

/** The script of the form, inlined and allowed by its hash. */
export const SLIP_FORM_SCRIPT = joinedScript(MODULES).replace(', PLACES)', () => `, ${PLACES_JSON})`);
export const SLIP_FORM_SCRIPT_SOURCE = cspSourceOf(SLIP_FORM_SCRIPT);
