import { before, test } from 'node:test';
import { assertMessage, DEMO_KEY, DEMO_OPERATOR, keyOf, post } from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { CALLS, giveDemoSeller, INSERTS, LISTS } from './calls.ts';

const NO_TOKEN = 'Acesso não autorizado [Token não encontrado].';
/** Larger than a body with the largest photo. */
const TOO_LARGE = 13 * 1024 * 1024;

onSqliteByDay('Order of checks of the operations', {}, (service) => {
  let operator: string;
  before(async () => {
    operator = await keyOf(service, DEMO_OPERATOR);
    await giveDemoSeller(service);
  });

  for (const { path, key } of CALLS) {
    test(`${path}: path, method, size, key, content type and JSON are checked in this order`, async () => {
      const send = (method: string, more: string, body: string, type = 'application/json') =>
        service.send({ method, path: path + more, headers: { 'Content-Type': type }, body });
      const large = '{'.padEnd(TOO_LARGE, 'x');
      assertMessage(await send('POST', 'x?key=x', large, 'text/plain'), 404, 'Recurso não encontrado.');
      assertMessage(await send('PATCH', '?key=x', large, 'text/plain'), 405, /./);
      assertMessage(await send('POST', '?key=x', large, 'text/plain'), 413, /tamanho/);
      if (key !== 'none') assertMessage(await send('POST', '?key=x', '{', 'text/plain'), 401, NO_TOKEN);
      assertMessage(await send('POST', `?key=${DEMO_KEY}&pessoaId=2`, '{', 'text/plain'), 415, /./);
      assertMessage(await send('POST', `?key=${DEMO_KEY}&pessoaId=2`, '{'), 400, /corpo/);
    });
  }

  for (const { path, key, body } of INSERTS) {
    test(`${path}: fields are checked before permission, permission before the record`, async () => {
      const insertForOther = (sent: object) => post(service, `${path}?pessoaId=2`, sent, DEMO_KEY);
      assertMessage(await insertForOther({}), 400, /^Parâmetro \[/);
      assertMessage(await insertForOther({ ...body, id: 'abc' }), 400, /id deve/);
      if (key === 'required')
        assertMessage(await insertForOther({ ...body, id: 999_999 }), 403, /não pertence/);
    });

    test(`${path}: ids that no record can have are 404`, async () => {
      for (const id of [-1, 999_999, '999999', 2 ** 53, '9007199254740992', '99999999999999999999']) {
        const answer = await post(service, path, { ...body, id }, DEMO_KEY);
        assertMessage(answer, 404, /não encontrad/);
      }
      for (const id of ['abc', 1.5, '1.5', true, {}, []]) {
        assertMessage(await post(service, path, { ...body, id }, DEMO_KEY), 400, /id deve/);
      }
    });
  }

  test('impossible person ids are not found, for callers who may act for all', async () => {
    for (const { path } of LISTS) {
      for (const pessoaId of ['-1', '999999', '9007199254740992', 'abc', '1.5', '1&pessoaId=1']) {
        const answer = await service.send({ path: `${path}?key=${operator}&pessoaId=${pessoaId}` });
        assertMessage(answer, 404, 'Pessoa não encontrada.');
      }
    }
  });

  test('a clienteId that is missing, repeated or not a number is refused, an impossible one is not found', async () => {
    const ask = (query: string) => service.send({ path: `/Cliente/GetById?key=${DEMO_KEY}${query}` });
    for (const query of ['', '&clienteId=', '&clienteId=%20']) {
      assertMessage(await ask(query), 400, /clienteId/);
    }
    assertMessage(await ask(''), 400, 'Parâmetro [clienteId] não pode ser nulo.');
    for (const query of ['&clienteId=abc', '&clienteId=1.5', '&clienteId=1&clienteId=2']) {
      assertMessage(await ask(query), 400, /clienteId/);
    }
    for (const id of ['0', '-1', '9007199254740992', '99999999999999999999']) {
      assertMessage(await ask(`&clienteId=${id}`), 404, 'Registro não encontrado.');
    }
  });
});
