import { useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { filledPlace, type Place } from './filled-place.ts';

const CEP_DIGITS = 8;

/** Fills state and city after a CEP was typed. Only the service is asked, and it asks nobody. */
export function usePlaceOfCep(now: Place, fill: (place: Place) => void): (cep: string) => void {
  const latest = useRef({ now, fill, cep: '', filledCity: '' });
  useEffect(() => {
    Object.assign(latest.current, { now, fill });
  });
  return async (typed) => {
    const cep = typed.replace(/\D/g, '');
    latest.current.cep = cep;
    if (cep.length !== CEP_DIGITS) return;
    const told = await call('GET /places/:cep', { path: { cep } }).catch(() => undefined);
    // Another one may have been typed since.
    if (!told || latest.current.cep !== cep) return;
    const before = latest.current.now;
    const place = filledPlace(before, told, latest.current.filledCity);
    if (place.city !== before.city) latest.current.filledCity = place.city;
    latest.current.fill(place);
  };
}
