import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OTHER_CLIENT } from '../access/clients.ts';
import { chargeWith, newTxid, openBank } from '../test-room.ts';

const DAY_MS = 86_400_000;
const bank = await openBank();

const long = (length: number): string => 'x'.repeat(length);
const value = (original: unknown) => ({ valor: { original } });
const debtor = (devedor: unknown) => ({ devedor });
const NAME = 'Maria';
const CPF = '11144477735';
const CNPJ = '11222333000181';

/** What is wrong, and the member that the refusal names. */
const REFUSED: readonly (readonly [string, object, string])[] = [
  ['no calendar', { calendario: undefined }, 'calendario'],
  ['a life of 0 s', { calendario: { expiracao: 0 } }, 'calendario.expiracao'],
  ['a life in parts of a second', { calendario: { expiracao: 1.5 } }, 'calendario.expiracao'],
  ['a life as text', { calendario: { expiracao: '3600' } }, 'calendario.expiracao'],
  ['no amount', { valor: undefined }, 'valor'],
  ['an amount as a number', value(10), 'valor.original'],
  ['an amount without decimals', value('10'), 'valor.original'],
  ['an amount with a comma', value('10,00'), 'valor.original'],
  ['an amount of nothing', value('0.00'), 'valor.original'],
  ['eleven digits of reais', value('12345678901.00'), 'valor.original'],
  [
    'another mode of change',
    { valor: { original: '1.00', modalidadeAlteracao: 2 } },
    'valor.modalidadeAlteracao',
  ],
  ['a withdrawal', { valor: { original: '1.00', retirada: {} } }, 'valor.retirada'],
  ['no key', { chave: undefined }, 'chave'],
  ['a long key', { chave: long(78) }, 'chave'],
  ["another receiver's key", { chave: OTHER_CLIENT.keys.EMAIL }, 'chave'],
  ['a debtor with both documents', debtor({ cpf: CPF, cnpj: CNPJ, nome: NAME }), 'devedor'],
  ['a debtor without a document', debtor({ nome: NAME }), 'devedor'],
  ['a debtor without a name', debtor({ cpf: CPF }), 'devedor.nome'],
  ['a debtor with a long name', debtor({ cpf: CPF, nome: long(201) }), 'devedor.nome'],
  ['a CPF with a wrong digit', debtor({ cpf: '11144477734', nome: NAME }), 'devedor.cpf'],
  ['a CNPJ with a wrong digit', debtor({ cnpj: '11222333000182', nome: NAME }), 'devedor.cnpj'],
  ['a long message', { solicitacaoPagador: long(141) }, 'solicitacaoPagador'],
  [
    'too much besides',
    { infoAdicionais: Array.from({ length: 51 }, () => ({ nome: 'a', valor: 'b' })) },
    'infoAdicionais',
  ],
  ['a long name of it', { infoAdicionais: [{ nome: long(51), valor: 'b' }] }, 'infoAdicionais[0].nome'],
  ['a long value of it', { infoAdicionais: [{ nome: 'a', valor: long(201) }] }, 'infoAdicionais[0].valor'],
  ['a location that is not there', { loc: { id: 999 } }, 'loc.id'],
];

describe('PUT /cob/{txid} refuses', () => {
  for (const [what, changes, member] of REFUSED) {
    test(what, async () => {
      const { status, body } = await bank.charge(changes);
      assert.equal(status, 400, JSON.stringify(body));
      assert.equal(body.type, 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida');
      assert.ok(
        body.violacoes.some(({ propriedade }: { propriedade: string }) => propriedade === member),
        JSON.stringify(body.violacoes),
      );
    });
  }

  for (const txid of ['x'.repeat(25), 'x'.repeat(36), `${'x'.repeat(25)}-`]) {
    test(`the txid ${txid}`, async () => {
      const { status, body } = await bank.charge({}, txid);
      assert.deepEqual([status, body.violacoes[0].propriedade], [400, 'txid']);
    });
  }

  test('a body that is no object', async () => {
    for (const body of [[], [1]]) {
      const { status, body: answer } = await bank.call('PUT', `/cob/${newTxid()}`, body);
      assert.deepEqual([status, answer.type.split('/').at(-1)], [400, 'RequisicaoInvalida']);
    }
  });

  test('what is paid or removed, and a txid of a charge with a due date', async () => {
    const { txid: paid } = await bank.paid();
    const { txid: removed } = await bank.charge();
    await bank.call('PATCH', `/cob/${removed}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
    const due = newTxid();
    assert.equal((await bank.call('PUT', `/cobv/${due}`, dueWith())).status, 201);
    for (const txid of [paid, removed, due]) assert.equal((await bank.charge({}, txid)).status, 400, txid);
  });
});

test('a charge is answered with all that a buyer needs', async () => {
  const devedor = { cnpj: 'AB12CD34EF5678', nome: 'Empresa' };
  const { status, body, txid } = await bank.charge({ devedor, solicitacaoPagador: 'Pedido 7' });
  assert.equal(status, 201);
  assert.deepEqual(
    [body.txid, body.status, body.revisao, body.valor.original, body.calendario.expiracao],
    [txid, 'ATIVA', 0, '10.00', 3_600],
  );
  assert.deepEqual([body.devedor, body.solicitacaoPagador], [devedor, 'Pedido 7']);
  assert.ok(body.location.length <= 77 && !body.location.includes('://'));
  assert.ok(body.pixCopiaECola.includes(body.location));
  assert.deepEqual([body.loc.location, body.loc.tipoCob], [body.location, 'cob']);
  const read = await bank.call('GET', `/cob/${txid}`);
  assert.deepEqual(read.body, body);
});

test('the life of a charge is a day when nothing is said', async () => {
  const { body } = await bank.charge({ calendario: {} });
  assert.equal(body.calendario.expiracao, 86_400);
});

test('a charge put again is changed and counts a revision, of which the earlier ones can be read', async () => {
  const { txid } = await bank.charge();
  assert.equal((await bank.charge(value('20.00'), txid)).body.revisao, 1);
  const patched = await bank.call('PATCH', `/cob/${txid}`, value('30.00'));
  assert.deepEqual([patched.body.revisao, patched.body.valor.original], [2, '30.00']);
  const first = await bank.call('GET', `/cob/${txid}?revisao=0`);
  assert.deepEqual([first.body.revisao, first.body.valor.original], [0, '10.00']);
  assert.equal((await bank.call('GET', `/cob/${txid}?revisao=3`)).status, 404);
  assert.equal((await bank.call('GET', `/cob/${txid}?revisao=x`)).status, 400);
  assert.equal((await bank.call('PATCH', `/cob/${txid}`, value('0.00'))).status, 400);
});

test('a removal comes alone, counts a revision, and is made once', async () => {
  const { txid } = await bank.charge();
  const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
  const patch = (body: object) => bank.call('PATCH', `/cob/${txid}`, body);
  assert.equal((await patch({ ...removal, ...value('5.00') })).status, 400);
  assert.equal((await patch({ status: 'CONCLUIDA' })).status, 400);
  const removed = await patch(removal);
  assert.deepEqual([removed.status, removed.body.status, removed.body.revisao], [200, removal.status, 1]);
  assert.equal((await patch(removal)).status, 400);
  const { txid: paid } = await bank.paid();
  assert.equal((await bank.call('PATCH', `/cob/${paid}`, removal)).status, 400);
});

test('nobody sees the charge of another receiver', async () => {
  const { txid } = await bank.charge();
  const { status, body } = await bank.call('GET', `/cob/${txid}`, undefined, { client: OTHER_CLIENT });
  assert.deepEqual([status, body.type.split('/').at(-1)], [404, 'CobNaoEncontrado']);
  const own = chargeWith({ chave: OTHER_CLIENT.keys.EMAIL });
  const put = await bank.call('PUT', `/cob/${txid}`, own, { client: OTHER_CLIENT });
  assert.equal(put.status, 201, 'a txid is unique for one receiver alone');
});

test('a charge stays ATIVA when its time is over, and cannot be paid any more', async () => {
  const own = await openBank();
  const { txid } = await own.charge();
  await own.later(3_600_000);
  assert.equal((await own.call('GET', `/cob/${txid}`)).body.status, 'ATIVA');
  assert.equal((await own.control('/pay', { txid })).status, 409);
});

describe('a charge with a due date', () => {
  test('needs a date that is not over, a debtor, and a validity that is not negative', async () => {
    const yesterday = day(-2);
    for (const [changes, member] of [
      [{ calendario: {} }, 'calendario.dataDeVencimento'],
      [{ calendario: { dataDeVencimento: '2027-02-30' } }, 'calendario.dataDeVencimento'],
      [{ calendario: { dataDeVencimento: yesterday } }, 'calendario.dataDeVencimento'],
      [
        { calendario: { dataDeVencimento: day(3), validadeAposVencimento: -1 } },
        'calendario.validadeAposVencimento',
      ],
      [{ devedor: undefined }, 'devedor'],
    ] as const) {
      const { status, body } = await bank.call('PUT', `/cobv/${newTxid()}`, dueWith(changes));
      assert.deepEqual([status, body.violacoes[0].propriedade], [400, member]);
      assert.match(body.type, /CobVOperacaoInvalida$/);
    }
  });

  test('is paid until its validity is over, which moves from a weekend to Monday', async () => {
    const own = await openBank();
    const put = async (date: string) => {
      const txid = newTxid();
      const calendario = { dataDeVencimento: date, validadeAposVencimento: 0 };
      assert.equal((await own.call('PUT', `/cobv/${txid}`, dueWith({ calendario }))).status, 201);
      return txid;
    };
    const now = Date.parse((await own.control('/clock')).body.now);
    const saturday = now + ((6 - new Date(now).getUTCDay() + 7) % 7 || 7) * DAY_MS;
    const date = new Date(saturday).toISOString().slice(0, 10);
    const [one, other] = [await put(date), await put(date)];
    const mondayNoon = Date.parse(`${date}T15:00:00Z`) + 2 * DAY_MS;
    await own.later(mondayNoon - now);
    assert.equal((await own.control('/pay', { txid: one })).status, 200);
    await own.later(DAY_MS);
    assert.equal((await own.control('/pay', { txid: other })).status, 409);
  });

  test('is read and listed by itself', async () => {
    const txid = newTxid();
    await bank.call('PUT', `/cobv/${txid}`, dueWith());
    assert.equal((await bank.call('GET', `/cobv/${txid}`)).body.calendario.validadeAposVencimento, 30);
    assert.equal((await bank.call('GET', `/cob/${txid}`)).status, 404);
    const listed = await bank.call('GET', `/cobv?${period()}`);
    assert.ok(listed.body.cobsv.some((one: { txid: string }) => one.txid === txid));
  });
});

describe('lists of charges', () => {
  test('are paged exactly', async () => {
    const own = await openBank();
    for (let number = 0; number < 5; number += 1) await own.charge();
    const page = (current: number) =>
      own.call('GET', `/cob?${period()}&paginacao.paginaAtual=${current}&paginacao.itensPorPagina=2`);
    const sizes = [];
    for (const current of [0, 1, 2, 3]) sizes.push((await page(current)).body.cobs.length);
    assert.deepEqual(sizes, [2, 2, 1, 0]);
    assert.deepEqual((await page(1)).body.parametros.paginacao, {
      paginaAtual: 1,
      itensPorPagina: 2,
      quantidadeDePaginas: 3,
      quantidadeTotalDeItens: 5,
    });
  });

  test('are narrowed by state, debtor and time', async () => {
    const own = await openBank();
    const { txid } = await own.charge({ devedor: { cpf: CPF, nome: NAME } });
    await own.charge();
    await own.paid();
    const count = async (more: string) => (await own.call('GET', `/cob?${period()}${more}`)).body.cobs.length;
    assert.deepEqual(
      [await count(''), await count('&status=ATIVA'), await count('&status=CONCLUIDA')],
      [3, 2, 1],
    );
    assert.equal(await count(`&cpf=${CPF}`), 1);
    assert.equal(await count('&locationPresente=false'), 0);
    const past = 'inicio=2020-01-01T00:00:00Z&fim=2020-01-02T00:00:00Z';
    assert.deepEqual((await own.call('GET', `/cob?${past}`)).body.cobs, []);
    assert.ok(txid);
  });

  for (const query of [
    'fim=2026-01-01T00:00:00Z',
    'inicio=2026-01-01T00:00:00Z',
    'inicio=2026-01-02T00:00:00Z&fim=2026-01-01T00:00:00Z',
    'inicio=2026-01-01&fim=2026-01-02',
    `${period()}&cpf=${CPF}&cnpj=${CNPJ}`,
    `${period()}&status=EXPIRADA`,
    `${period()}&locationPresente=sim`,
    `${period()}&paginacao.paginaAtual=-1`,
    `${period()}&paginacao.itensPorPagina=0`,
    `${period()}&paginacao.itensPorPagina=1001`,
  ]) {
    test(`refuse ${query}`, async () => {
      for (const [path, type] of [
        ['/cob', 'CobConsultaInvalida'],
        ['/cobv', 'CobVConsultaInvalida'],
      ]) {
        const { status, body } = await bank.call('GET', `${path}?${query}`);
        assert.deepEqual([status, body.type.split('/').at(-1)], [400, type]);
      }
    });
  }
});

test('a location is made, taken by a charge, and freed', async () => {
  const made = await bank.call('POST', '/loc', { tipoCob: 'cob' });
  assert.equal(made.status, 201);
  const { id, location } = made.body;
  const { body, txid } = await bank.charge({ loc: { id } });
  assert.equal(body.location, location);
  assert.equal((await bank.charge({ loc: { id } })).status, 400, 'it is taken');
  assert.equal((await bank.call('GET', `/loc/${id}`)).body.txid, txid);
  assert.equal((await bank.call('GET', `/loc?${period()}&txIdPresente=true&tipoCob=cob`)).status, 200);
  assert.equal((await bank.call('DELETE', `/loc/${id}/txid`)).status, 200);
  assert.equal((await bank.call('GET', `/loc/${id}`)).body.txid, undefined);
  assert.equal((await bank.call('POST', '/loc', { tipoCob: 'x' })).status, 400);
  assert.equal((await bank.call('GET', '/loc/999')).status, 404);
  const due = (await bank.call('POST', '/loc', { tipoCob: 'cobv' })).body.id;
  assert.equal((await bank.charge({ loc: { id: due } })).status, 400, 'it is of the other kind');
});

test('the bank may choose the txid, which nobody should let it', async () => {
  const { status, body } = await bank.call('POST', '/cob', chargeWith());
  assert.equal(status, 201);
  assert.match(body.txid, /^[a-zA-Z0-9]{26,35}$/);
});

function dueWith(changes: object = {}): object {
  return {
    calendario: { dataDeVencimento: day(3) },
    devedor: { cpf: CPF, nome: NAME },
    valor: { original: '10.00' },
    chave: 'pix@loja.test',
    ...changes,
  };
}

function day(fromNow: number): string {
  return new Date(Date.now() + fromNow * DAY_MS).toISOString().slice(0, 10);
}

function period(): string {
  return 'inicio=2020-01-01T00:00:00Z&fim=2040-01-01T00:00:00-03:00';
}
