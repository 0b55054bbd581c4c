/** Places by CEP, as the Correios divide the country. Nobody is asked over a network: addresses stay here. */

/** First three digits of a CEP, the first and the last of a range, and the state. */
export const STATES_BY_CEP: readonly (readonly [number, number, string])[] = [
  [10, 199, 'SP'],
  [200, 289, 'RJ'],
  [290, 299, 'ES'],
  [300, 399, 'MG'],
  [400, 489, 'BA'],
  [490, 499, 'SE'],
  [500, 569, 'PE'],
  [570, 579, 'AL'],
  [580, 589, 'PB'],
  [590, 599, 'RN'],
  [600, 639, 'CE'],
  [640, 649, 'PI'],
  [650, 659, 'MA'],
  [660, 688, 'PA'],
  [689, 689, 'AP'],
  [690, 692, 'AM'],
  [693, 693, 'RR'],
  [694, 698, 'AM'],
  [699, 699, 'AC'],
  [700, 727, 'DF'],
  [728, 729, 'GO'],
  [730, 736, 'DF'],
  [737, 767, 'GO'],
  [768, 769, 'RO'],
  [770, 779, 'TO'],
  [780, 788, 'MT'],
  [790, 799, 'MS'],
  [800, 879, 'PR'],
  [880, 899, 'SC'],
  [900, 999, 'RS'],
];

/** First five digits, for cities that have whole ranges of their own: the others are typed. */
export const CITIES_BY_CEP: readonly (readonly [number, number, string])[] = [
  [1_000, 5_999, 'São Paulo'],
  [20_000, 23_799, 'Rio de Janeiro'],
  [29_000, 29_099, 'Vitória'],
  [30_000, 31_999, 'Belo Horizonte'],
  [40_000, 41_999, 'Salvador'],
  [50_000, 52_999, 'Recife'],
  [57_000, 57_099, 'Maceió'],
  [58_000, 58_099, 'João Pessoa'],
  [60_000, 60_999, 'Fortaleza'],
  [64_000, 64_099, 'Teresina'],
  [65_000, 65_099, 'São Luís'],
  [66_000, 66_999, 'Belém'],
  [69_000, 69_099, 'Manaus'],
  [70_000, 72_799, 'Brasília'],
  [73_000, 73_699, 'Brasília'],
  [74_000, 74_894, 'Goiânia'],
  [80_000, 82_999, 'Curitiba'],
  [90_000, 91_999, 'Porto Alegre'],
];

export const STATES = [...new Set(STATES_BY_CEP.map(([, , state]) => state))].toSorted();

const DIGITS_OF_STATE = 3;
const DIGITS_OF_CITY = 5;

/** Undefined for a CEP that no state has. Eight digits. */
export function stateOfCep(cep: string): string | undefined {
  return placeAt(STATES_BY_CEP, cep.slice(0, DIGITS_OF_STATE));
}

/** Undefined where the CEP alone does not say it. */
export function cityOfCep(cep: string): string | undefined {
  return placeAt(CITIES_BY_CEP, cep.slice(0, DIGITS_OF_CITY));
}

function placeAt(places: typeof STATES_BY_CEP, digits: string): string | undefined {
  const at = Number(digits);
  return places.find(([first, last]) => at >= first && at <= last)?.[2];
}
