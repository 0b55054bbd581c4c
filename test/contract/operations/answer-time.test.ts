import assert from 'node:assert/strict';
import { afterEach, before, mock, test } from 'node:test';
import { answered, DEMO_KEY, type Members } from '../../support/operations-client.ts';
import { onSqliteByDay, type TestService } from '../../support/service.ts';
import { CALLS, type Call, giveDemoSeller } from './calls.ts';

/** Instants, with the expected value of `data`. */
const IN_SAO_PAULO = [
  ['2026-11-17T20:40:21.000Z', '17/11/2026 17:40:21.0000'],
  ['2027-01-01T02:59:59.999Z', '31/12/2026 23:59:59.9990'],
  ['2027-01-01T03:00:00.007Z', '01/01/2027 00:00:00.0070'],
  ['2027-02-03T15:04:05.120Z', '03/02/2027 12:04:05.1200'],
] as const;
const IN_KATHMANDU = [['2027-03-01T18:14:59.500Z', '01/03/2027 23:59:59.5000']] as const;

function ask(service: TestService, { path, verbs, key, body }: Call, clienteId: unknown) {
  return Promise.all(
    verbs.map(async (method) => {
      const query = key === 'none' ? '' : `?key=${DEMO_KEY}&clienteId=${clienteId}`;
      const sent = method === 'POST' ? { body: JSON.stringify(body) } : {};
      return answered(await service.send({ method, path: path + query, ...sent }));
    }),
  );
}

function members({ member, withData, path }: Call): readonly string[] {
  const own = path === '/Login/Login' ? [member, 'operador', 'android', 'ios', 'app'] : [member];
  return withData ? ['data', ...own] : own;
}

for (const [settings, moments] of [
  [{}, IN_SAO_PAULO],
  [{ GUICHE_TIME_ZONE: 'Asia/Kathmandu' }, IN_KATHMANDU],
] as const) {
  onSqliteByDay(`data ${JSON.stringify(settings)}`, settings, (service) => {
    let clienteId: unknown;
    before(async () => {
      clienteId = await giveDemoSeller(service);
    });
    afterEach(() => mock.timers.reset());

    for (const call of CALLS) {
      test(`${call.path} answers ${members(call).join(', ')}, the time to four digits`, async () => {
        for (const [moment, data] of moments) {
          mock.timers.enable({ apis: ['Date'], now: Date.parse(moment) });
          const answers: readonly Members[] = await ask(service, call, clienteId);
          mock.timers.reset();
          for (const answer of answers) {
            assert.deepEqual(Object.keys(answer), members(call));
            assert.equal(answer.data, call.withData ? data : undefined);
          }
        }
      });
    }
  });
}
