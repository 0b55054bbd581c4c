import { cityOfCep, stateOfCep } from '../../platform/text/places-by-cep.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import type { PlaceOfCep } from './schema.ts';

const CEP = /^\d{8}$/;

/** State and city of a CEP, for the panel's address fields. */
export function placeRoutes(): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'GET',
      path: '/places/:cep',
      access: 'session',
      run: async ({ params: { cep = '' } }): Promise<PlaceOfCep> => {
        if (!CEP.test(cep)) throw refusePanel('field_invalid', { field: 'cep' });
        return { state: stateOfCep(cep) ?? null, city: cityOfCep(cep) ?? null };
      },
    }),
  ];
}
