import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CITIES_BY_CEP, cityOfCep, STATES, STATES_BY_CEP, stateOfCep } from './places-by-cep.ts';

describe('the place of a CEP', () => {
  test('is the state that the Correios give its range to, at both ends', () => {
    const cases = [
      ['01000000', 'SP'],
      ['19999999', 'SP'],
      ['20000000', 'RJ'],
      ['28999999', 'RJ'],
      ['68899999', 'PA'],
      ['68900000', 'AP'],
      ['69299999', 'AM'],
      ['69300000', 'RR'],
      ['69399999', 'RR'],
      ['69400000', 'AM'],
      ['69900000', 'AC'],
      ['72799999', 'DF'],
      ['72800000', 'GO'],
      ['72999999', 'GO'],
      ['73000000', 'DF'],
      ['73699999', 'DF'],
      ['73700000', 'GO'],
      ['76799999', 'GO'],
      ['76800000', 'RO'],
      ['78899999', 'MT'],
      ['79000000', 'MS'],
      ['99999999', 'RS'],
    ] as const;
    assert.deepEqual(
      cases.map(([cep]) => [cep, stateOfCep(cep)]),
      cases,
    );
  });

  test('is none where no state has the range', () => {
    assert.deepEqual(['00999999', '78900000', ''].map(stateOfCep), [undefined, undefined, undefined]);
  });

  test('names all twenty-seven states, and its ranges do not meet', () => {
    assert.equal(STATES.length, 27);
    for (const places of [STATES_BY_CEP, CITIES_BY_CEP]) {
      places.forEach(([first, last], index) => {
        const [next = Number.POSITIVE_INFINITY] = places[index + 1] ?? [];
        assert.ok(first <= last && last < next, `${first}`);
      });
    }
  });

  test('names a city where the whole range is hers alone', () => {
    assert.equal(cityOfCep('01310100'), 'São Paulo');
    assert.equal(cityOfCep('70040010'), 'Brasília');
    assert.equal(cityOfCep('13083970'), undefined);
  });
});
