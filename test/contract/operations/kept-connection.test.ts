import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { exchange } from '../../support/http-exchange.ts';
import { answered, DEMO_KEY, objectIn, post, postOf } from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';

const CASH = 41;
/** Node warns of the eleventh listener that is left on a connection. */
const SALES = 12;

onSqliteByDay('a connection that a till keeps', {}, (service) => {
  test('holds nothing of the sales that were sent over it', async (t) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    t.after(() => {
      process.off('warning', onWarning);
      agent.destroy();
    });
    const made = answered(await post(service, '/Terminal/Insert', { nome: 'Caixa' }, DEMO_KEY));
    const { id: terminalId } = objectIn(made, 'terminal');
    for (let sold = 0; sold < SALES; sold += 1) {
      const sale = { formaPagamentoId: CASH, terminalId, valorTotalVendido: '5,00' };
      answered(await exchange(service.address(), agent, postOf('/Venda/Vender', sale, DEMO_KEY)));
    }
    await setImmediate();
    assert.deepEqual(warnings, []);
  });
});
