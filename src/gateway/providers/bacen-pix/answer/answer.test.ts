import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readBankCharge } from './charge.ts';
import { centavosOf, reaisOf } from './money.ts';
import { readPayment } from './payment.ts';
import { readProblem } from './problem.ts';

const TXID = 'x'.repeat(32);
const PAYMENT = {
  endToEndId: 'E99999004202611261200abcdefghijk',
  txid: TXID,
  valor: '10.00',
  horario: '2026-11-26T12:00:00.000Z',
};
const CHARGE = { txid: TXID, status: 'ATIVA', valor: { original: '10.00' } };

test('reais are texts with two decimals, at the edge alone', () => {
  for (const [centavos, reais] of [
    [1, '0.01'],
    [10, '0.10'],
    [100, '1.00'],
    [123_456, '1234.56'],
    [999_999_999_999, '9999999999.99'],
  ] as const) {
    assert.equal(reaisOf(centavos), reais);
    assert.equal(centavosOf(reais), centavos);
  }
  for (const wrong of [10, '10', '10,00', '10.0', '-1.00', '1.000', ' 1.00', '12345678901.00', null]) {
    assert.equal(centavosOf(wrong), undefined, String(wrong));
  }
});

describe('a problem', () => {
  test("is read in the document's form, with the members that are wrong", () => {
    const fields = {
      type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
      title: 'Cobrança inválida.',
      violacoes: [{ razao: 'é obrigatório', propriedade: 'valor.original' }],
    };
    assert.deepEqual(readProblem(fields, ['problem']), {
      code: 'CobOperacaoInvalida',
      message: 'é obrigatório',
      members: ['valor.original'],
    });
  });

  test("is read in the banks' own forms, of those that have them", () => {
    const bb = { erros: [{ codigo: '4769515', mensagem: 'não existe' }] };
    assert.deepEqual(readProblem(bb, ['problem', 'bb'])?.code, '4769515');
    assert.equal(readProblem(bb, ['problem']), undefined);
    const gateway = { statusCode: 401, error: 'Unauthorized', message: 'Bad Credentials' };
    assert.deepEqual(readProblem(gateway, ['bb']), {
      code: 'Unauthorized',
      message: 'Bad Credentials',
      members: [],
    });
    const efi = { nome: 'webhook_nao_encontrado', mensagem: 'não há' };
    assert.deepEqual(readProblem(efi, ['efi'])?.code, 'webhook_nao_encontrado');
  });

  test('is none in anything else', () => {
    for (const fields of [{}, { message: 'no Route matched' }, { type: 7 }, { type: 'a b' }, { erros: [] }]) {
      assert.equal(readProblem(fields, ['problem', 'bb', 'efi']), undefined, JSON.stringify(fields));
    }
  });
});

describe('a payment', () => {
  test('may show its returns as one object, as in the example of the document', () => {
    const devolucoes = {
      id: 'A',
      valor: '1.00',
      status: 'DEVOLVIDO',
      horario: { solicitacao: PAYMENT.horario },
    };
    assert.deepEqual(
      readPayment({ ...PAYMENT, devolucoes })?.returns.map(({ id, amount }) => [id, amount]),
      [['A', 100]],
    );
  });

  test('tells its payer in the ways of the banks that do', () => {
    const pagador = { nome: ' Maria ', cpf: '***.444.777-**' };
    assert.deepEqual(readPayment({ ...PAYMENT, pagador })?.payer, { name: 'Maria', document: '***444777**' });
    const gnExtras = { pagador: { nome: 'Loja', cnpj: '11222333000181' } };
    assert.equal(readPayment({ ...PAYMENT, gnExtras })?.payer?.document, '11222333000181');
    assert.equal(readPayment(PAYMENT)?.payer, undefined);
  });

  test('that cannot be read makes nothing of the rest', () => {
    const broken = { id: 'A', valor: '1.00', status: 'QUEM_SABE', horario: { solicitacao: PAYMENT.horario } };
    for (const wrong of [
      { endToEndId: 'E1' },
      { valor: 10 },
      { horario: 'ontem' },
      { devolucoes: [broken] },
      { devolucoes: 'x' },
    ]) {
      assert.equal(readPayment({ ...PAYMENT, ...wrong }), undefined, JSON.stringify(wrong));
      const charge = { ...CHARGE, status: 'CONCLUIDA', pix: [{ ...PAYMENT, ...wrong }] };
      assert.equal(typeof readBankCharge(charge, TXID, 200), 'string');
    }
  });

  test('of a nature that is new since was not asked for by us', () => {
    const at = { solicitacao: PAYMENT.horario };
    const devolucoes = [{ id: 'A', valor: '1.00', status: 'DEVOLVIDO', natureza: 'MED_NOVO', horario: at }];
    assert.equal(readPayment({ ...PAYMENT, devolucoes })?.returns[0]?.nature, 'med_error');
  });
});

describe('a charge', () => {
  test('that is paid without a payment, or of another name, is not believed', () => {
    for (const [fields, reason] of [
      [{ ...CHARGE, status: 'CONCLUIDA' }, 'the charge is paid, and no payment is told'],
      [{ ...CHARGE, txid: 'other' }, 'the answer tells of another charge'],
      [{ ...CHARGE, valor: {} }, 'the answer tells no amount'],
    ] as const) {
      assert.equal(readBankCharge(fields, TXID, 200), reason);
    }
  });

  test('is settled by the oldest payment of its amount', () => {
    const early = {
      ...PAYMENT,
      endToEndId: `${PAYMENT.endToEndId.slice(0, -1)}e`,
      horario: '2026-11-26T11:00:00Z',
    };
    const other = {
      ...PAYMENT,
      endToEndId: `${PAYMENT.endToEndId.slice(0, -1)}o`,
      valor: '9.00',
      horario: '2026-11-26T10:00:00Z',
    };
    const read = readBankCharge({ ...CHARGE, status: 'CONCLUIDA', pix: [PAYMENT, early, other] }, TXID, 200);
    assert.ok(typeof read === 'object');
    assert.deepEqual(
      read.payments.map(({ endToEndId, settles }) => [endToEndId.at(-1), settles]),
      [
        ['o', false],
        ['e', true],
        ['k', false],
      ],
    );
    assert.equal(read.answer.theirId, early.endToEndId);
  });

  test('is not settled by a payment to another key than its own', () => {
    const chave = 'loja@exemplo.com.br';
    const paid = { ...CHARGE, status: 'CONCLUIDA', chave };
    const settles = (key: string) => {
      const read = readBankCharge({ ...paid, pix: [{ ...PAYMENT, chave: key }] }, TXID, 200);
      return typeof read === 'object' && read.payments[0]?.settles;
    };
    assert.deepEqual([settles(chave), settles('outra@exemplo.com.br')], [true, false]);
  });
});
