import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OTHER_CLIENT } from '../access/clients.ts';
import { openBank, type Shop } from '../test-room.ts';

const DAY_MS = 86_400_000;
const PERIOD = 'inicio=2020-01-01T00:00:00Z&fim=2040-01-01T00:00:00Z';
const bank = await openBank();

const statusOf = async (shop: Shop, txid: string) => (await shop.call('GET', `/cob/${txid}`)).body.status;
const amount = (original: string) => ({ valor: { original } });
const refund = (shop: Shop, endToEndId: string, id: string, body: object) =>
  shop.call('PUT', `/pix/${endToEndId}/devolucao/${id}`, body);

describe('a payment', () => {
  test('concludes the charge, which shows it', async () => {
    const { txid, endToEndId } = await bank.paid();
    assert.match(endToEndId, /^E\d{8}\d{12}[a-zA-Z0-9]{11}$/);
    const { body } = await bank.call('GET', `/cob/${txid}`);
    assert.equal(body.status, 'CONCLUIDA');
    assert.deepEqual(
      body.pix.map((one: { endToEndId: string; valor: string; txid: string }) => [
        one.endToEndId,
        one.valor,
        one.txid,
      ]),
      [[endToEndId, '10.00', txid]],
    );
    assert.deepEqual((await bank.call('GET', `/pix/${endToEndId}`)).body, body.pix[0]);
  });

  test('is refused twice, after a removal, with another amount, and of what is not there, unless it is forced', async () => {
    const { txid } = await bank.paid();
    const { txid: removed } = await bank.charge();
    await bank.call('PATCH', `/cob/${removed}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
    const { txid: open } = await bank.charge();
    for (const paying of [{ txid }, { txid: removed }, { txid: open, amount: 900 }]) {
      assert.equal((await bank.control('/pay', paying)).status, 409, JSON.stringify(paying));
      assert.equal((await bank.control('/pay', { ...paying, force: true })).status, 200);
    }
    assert.equal((await bank.call('GET', `/cob/${txid}`)).body.pix.length, 2);
    assert.equal(await statusOf(bank, removed), 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
    assert.equal((await bank.control('/pay', { txid: 'nobody' })).status, 404);
  });

  test('may have another amount where the charge allows it', async () => {
    const { txid } = await bank.charge({ valor: { original: '10.00', modalidadeAlteracao: 1 } });
    assert.equal((await bank.control('/pay', { txid, amount: 1_234 })).status, 200);
    assert.equal((await bank.call('GET', `/cob/${txid}`)).body.pix[0].valor, '12.34');
  });

  test('may name its moment, its payer and what he writes', async () => {
    const own = await openBank({ quirks: { tellsPayer: true } });
    const { txid } = await own.charge();
    const payer = { name: 'João', document: '11222333000181' };
    await own.control('/pay', { txid, at: '2026-11-01T12:00:00Z', payer, message: 'para Ana' });
    const [pix] = (await own.call('GET', `/cob/${txid}`)).body.pix;
    assert.deepEqual(
      [pix.horario, pix.pagador, pix.infoPagador],
      ['2026-11-01T12:00:00.000Z', { nome: 'João', cnpj: payer.document }, 'para Ana'],
    );
  });

  test('is seen by its receiver alone', async () => {
    const { endToEndId } = await bank.paid();
    const other = { client: OTHER_CLIENT };
    assert.equal((await bank.call('GET', `/pix/${endToEndId}`, undefined, other)).status, 404);
    assert.deepEqual((await bank.call('GET', `/pix?${PERIOD}`, undefined, other)).body.pix, []);
  });
});

describe('by the last two digits of the amount', () => {
  for (const [original, afterMs, status] of [
    ['10.01', 2_000, 'CONCLUIDA'],
    ['10.02', 59_000, 'ATIVA'],
    ['10.02', 60_000, 'CONCLUIDA'],
    ['10.03', 600_000, 'ATIVA'],
    ['10.07', 2_000, 'CONCLUIDA'],
    ['10.08', 2_000, 'CONCLUIDA'],
    ['10.09', 2_000, 'CONCLUIDA'],
    ['10.00', 600_000, 'ATIVA'],
  ] as const) {
    test(`${original} is ${status} after ${afterMs / 1_000} s`, async () => {
      const own = await openBank();
      const { txid } = await own.charge(amount(original));
      assert.equal(await statusOf(own, txid), 'ATIVA');
      await own.later(afterMs);
      assert.equal(await statusOf(own, txid), status);
    });
  }

  test('04 is taken back five seconds after it was paid', async () => {
    const own = await openBank();
    const { txid } = await own.charge(amount('10.04'));
    await own.later(2_000);
    const paid = (await own.call('GET', `/cob/${txid}`)).body.pix[0];
    assert.equal(paid.devolucoes, undefined);
    await own.later(5_000);
    const [taken] = (await own.call('GET', `/cob/${txid}`)).body.pix[0].devolucoes;
    assert.deepEqual([taken.natureza, taken.status, taken.valor], ['MED_FRAUDE', 'DEVOLVIDO', '10.04']);
  });

  test('05 answers 504 although the charge exists, once', async () => {
    const own = await openBank();
    const first = await own.charge(amount('10.05'));
    assert.equal(first.status, 504);
    assert.equal(await statusOf(own, first.txid), 'ATIVA');
    const again = await own.charge(amount('10.05'), first.txid);
    assert.deepEqual([again.status, again.body.revisao], [201, 1]);
  });

  test('06 is never answered, and nothing exists', async () => {
    const held = Promise.withResolvers<void>();
    const own = await openBank({ onHold: held.resolve });
    const giveUp = new AbortController();
    const txid = 'x'.repeat(32);
    const call = own.call(
      'PUT',
      `/cob/${txid}`,
      { calendario: {}, ...amount('10.06'), chave: 'pix@loja.test' },
      { signal: giveUp.signal },
    );
    await held.promise;
    giveUp.abort();
    await assert.rejects(call);
    assert.equal((await own.call('GET', `/cob/${txid}`)).status, 404);
  });

  test('a charge that was removed before is not paid by itself', async () => {
    const own = await openBank();
    const { txid } = await own.charge(amount('10.01'));
    await own.call('PATCH', `/cob/${txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
    await own.later(2_000);
    assert.equal((await own.call('GET', `/cob/${txid}`)).body.pix, undefined);
  });
});

describe('a refund', () => {
  test('is in process, and done two seconds later', async () => {
    const own = await openBank();
    const { endToEndId } = await own.paid();
    const asked = await refund(own, endToEndId, 'R1', { valor: '4.00', descricao: 'troca' });
    assert.equal(asked.status, 201);
    assert.deepEqual(
      [asked.body.id, asked.body.status, asked.body.natureza],
      ['R1', 'EM_PROCESSAMENTO', 'ORIGINAL'],
    );
    assert.match(asked.body.rtrId, /^D\d{20}[a-zA-Z0-9]{11}$/);
    await own.later(2_000);
    const { body } = await own.call('GET', `/pix/${endToEndId}/devolucao/R1`);
    assert.equal(body.status, 'DEVOLVIDO');
    assert.ok(body.horario.liquidacao);
  });

  test('is refused beyond the payment, with a used id, of nothing, and of an unknown Pix', async () => {
    const { endToEndId } = await bank.paid();
    assert.equal((await refund(bank, endToEndId, 'A', { valor: '6.00' })).status, 201);
    for (const [id, body, member] of [
      ['B', { valor: '4.01' }, 'valor'],
      ['A', { valor: '1.00' }, 'id'],
      ['C', { valor: '0.00' }, 'valor'],
      ['C', { valor: 1 }, 'valor'],
      ['C', {}, 'valor'],
      ['C-1', { valor: '1.00' }, 'id'],
      ['x'.repeat(36), { valor: '1.00' }, 'id'],
      ['C', { valor: '1.00', natureza: 'MED_FRAUDE' }, 'natureza'],
      ['C', { valor: '1.00', natureza: 'RETIRADA' }, 'natureza'],
      ['C', { valor: '1.00', descricao: 'x'.repeat(141) }, 'descricao'],
    ] as const) {
      const answer = await refund(bank, endToEndId, id, body);
      assert.deepEqual(
        [answer.status, answer.body.violacoes?.[0].propriedade],
        [400, member],
        JSON.stringify(body),
      );
      assert.match(answer.body.type, /PixDevolucaoInvalida$/);
    }
    assert.equal((await refund(bank, endToEndId, 'C', { valor: '4.00' })).status, 201, 'the rest');
    assert.equal((await refund(bank, 'E0', 'D', { valor: '1.00' })).status, 404);
    assert.equal((await bank.call('GET', `/pix/${endToEndId}/devolucao/Z`)).status, 404);
  });

  test('is refused after ninety days', async () => {
    const own = await openBank();
    const { endToEndId } = await own.paid();
    await own.later(90 * DAY_MS - 60_000);
    assert.equal((await refund(own, endToEndId, 'A', { valor: '1.00' })).status, 201);
    await own.later(120_000);
    assert.equal((await refund(own, endToEndId, 'B', { valor: '1.00' })).status, 400);
  });

  test('is not done without a balance, and then leaves as much to refund as before', async () => {
    const own = await openBank();
    const { txid } = await own.charge(amount('10.09'));
    await own.later(2_000);
    const { endToEndId } = (await own.call('GET', `/cob/${txid}`)).body.pix[0];
    await refund(own, endToEndId, 'A', { valor: '10.09' });
    await own.later(2_000);
    const { body } = await own.call('GET', `/pix/${endToEndId}/devolucao/A`);
    assert.equal(body.status, 'NAO_REALIZADO');
    assert.match(body.motivo, /Saldo/);
    assert.equal((await refund(own, endToEndId, 'A', { valor: '10.09' })).status, 400, 'its id is used');
    assert.equal((await refund(own, endToEndId, 'B', { valor: '10.09' })).status, 201);
  });

  test('of what the payer took back is refused', async () => {
    const { endToEndId } = await bank.paid();
    const taken = await bank.control('/med', { endToEndId, amount: 700, nature: 'MED_OPERACIONAL' });
    assert.equal(taken.status, 200);
    assert.equal((await refund(bank, endToEndId, 'A', { valor: '3.01' })).status, 400);
    assert.equal((await bank.control('/med', { endToEndId, amount: 301 })).status, 409);
    assert.equal((await bank.control('/med', { endToEndId: 'E0' })).status, 404);
    assert.equal((await bank.control('/med', { endToEndId, nature: 'ORIGINAL' })).status, 400);
  });
});

test('the list of payments is paged, and narrowed by charge, return and payer', async () => {
  const own = await openBank();
  const first = await own.paid();
  await own.paid();
  await refund(own, first.endToEndId, 'A', { valor: '1.00' });
  const list = async (more: string) => (await own.call('GET', `/pix?${PERIOD}${more}`)).body;
  assert.equal((await list('')).pix.length, 2);
  assert.equal((await list(`&txid=${first.txid}`)).pix[0].endToEndId, first.endToEndId);
  assert.equal((await list('&devolucaoPresente=true')).pix.length, 1);
  assert.equal((await list('&txIdPresente=false')).pix.length, 0);
  assert.equal((await list('&cpf=11144477735')).pix.length, 2);
  assert.equal((await list('&cnpj=11222333000181')).pix.length, 0);
  const page = await list('&paginacao.itensPorPagina=1&paginacao.paginaAtual=1');
  assert.deepEqual([page.pix.length, page.parametros.paginacao.quantidadeDePaginas], [1, 2]);
  const backwards = await own.call('GET', '/pix?inicio=2026-01-02T00:00:00Z&fim=2026-01-01T00:00:00Z');
  assert.match(backwards.body.type, /PixConsultaInvalida$/);
});
