import assert from 'node:assert/strict';
import { createPublicKey, verify, type webcrypto } from 'node:crypto';
import { test } from 'node:test';
import { openBank } from '../test-room.ts';

const bank = await openBank();

const open = (location: string) => fetch(`http://${location}`);

test("the payer's bank reads a charge behind its code, signed, without a certificate or a token", async () => {
  const { body } = await bank.charge({ solicitacaoPagador: 'Pedido 7' });
  const answer = await open(body.location);
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/jose']);
  const [header = '', payload = '', signature = ''] = (await answer.text()).split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const { jku, kid, alg, x5t } = read(header);
  assert.deepEqual([alg, typeof x5t], ['RS256', 'string']);
  const { keys } = (await (await fetch(jku.replace('https:', 'http:'))).json()) as {
    keys: (webcrypto.JsonWebKey & { kid: string })[];
  };
  const key = createPublicKey({ key: keys.find((one) => one.kid === kid) ?? {}, format: 'jwk' });
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${payload}`),
    key,
    Buffer.from(signature, 'base64url'),
  );
  assert.ok(isSigned);
  const { txid, status, valor, chave, solicitacaoPagador, calendario, revisao } = read(payload);
  assert.deepEqual(
    { txid, status, valor, chave, solicitacaoPagador, revisao },
    {
      txid: body.txid,
      status: 'ATIVA',
      valor: { original: '10.00' },
      chave: body.chave,
      solicitacaoPagador: 'Pedido 7',
      revisao: 0,
    },
  );
  assert.equal(calendario.criacao, body.calendario.criacao);
});

test('what is not there is 404, what is removed or over is 410', async () => {
  assert.equal((await open(`${new URL(bank.host.openAddress).host}/qr/v2/nothing`)).status, 404);
  const { body, txid } = await bank.charge();
  await bank.call('PATCH', `/cob/${txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  assert.equal((await open(body.location)).status, 410);
  const short = await bank.charge({ calendario: { expiracao: 10 } });
  await bank.later(10_000);
  assert.equal((await open(short.body.location)).status, 410);
});

test('the bank may remove a charge by itself', async () => {
  const { txid } = await bank.charge();
  assert.equal((await bank.control('/remove', { txid })).body.status, 'REMOVIDA_PELO_PSP');
  assert.equal((await bank.call('GET', `/cob/${txid}`)).body.status, 'REMOVIDA_PELO_PSP');
  assert.equal((await bank.control('/pay', { txid })).status, 409);
});
