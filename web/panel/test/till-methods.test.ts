import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { methodWords, PAYMENT_METHODS } from '../../../src/operations/index.ts';
import { KIND_WORDS } from '../../../src/panel/sales/kind-words.ts';
import type { TillSale } from '../../../src/panel/till/schema.ts';
import { changeOf, likelyNotes } from '../src/screens/till/cash.ts';
import { timeLeft } from '../src/screens/till/countdown.ts';
import { canceledText, refusalOf, refusalText } from '../src/screens/till/outcome.ts';
import { receiptText } from '../src/screens/till/receipt-text.ts';
import { arranged, hindranceOf, isSoldHere, largeLabel } from '../src/screens/till/till-methods.ts';
import { readTillSearch } from '../src/screens/till/till-search.ts';
import { KIND_NAMES } from '../src/ui/feedback/kind-names.ts';
import { documentLine } from '../src/ui/text/document-line.ts';

const METHODS = PAYMENT_METHODS.map(({ id }) => ({ id, ...methodWords(id) })).filter(isSoldHere);
const largeWith = (hasPinPad: boolean) => arranged(METHODS, hasPinPad).large;

describe('the ways of paying at a till', () => {
  test('are five by their plain names, wherever the card is taken', () => {
    const plain = ['Dinheiro', 'Crédito', 'Débito', 'Pix', 'Link'];
    assert.deepEqual(largeWith(true).map(largeLabel), plain);
    assert.deepEqual(largeWith(false).map(largeLabel), plain);
    assert.deepEqual(
      largeWith(true).map(({ id }) => id),
      [41, 21, 22, 25, 51],
    );
    assert.deepEqual(
      largeWith(false).map(({ id }) => id),
      [41, 11, 12, 25, 51],
    );
  });

  test('have no large button where the shop moved it below “Mais”, whichever pin pad takes the card', () => {
    for (const hasPinPad of [true, false]) {
      const { large, more } = arranged(METHODS, hasPinPad, [21, 25]);
      assert.deepEqual(large.map(largeLabel), ['Dinheiro', 'Débito', 'Link']);
      assert.equal(large.length + more.length, METHODS.length);
    }
  });

  test('are each in one place, with a name that no other has', () => {
    const { large, more } = arranged(METHODS, true);
    assert.equal(large.length + more.length, METHODS.length);
    assert.ok(!METHODS.some(({ id }) => id === 1), 'a card is kept elsewhere');
    const labels = PAYMENT_METHODS.map(({ id }) => methodWords(id).label);
    assert.equal(new Set(labels).size, 16);
    assert.ok(!labels.some((label) => /TEF|POS|Gateway|\*|Forma/.test(label)), labels.join());
  });

  test('say why one cannot take a sale', () => {
    const method = { id: 22, maxInstallments: 1, lacks: null };
    assert.equal(hindranceOf(method, 1), undefined);
    assert.equal(hindranceOf(method, 2), 'só à vista');
    assert.equal(hindranceOf({ ...method, maxInstallments: 3 }, 4), 'só até 3x');
    assert.equal(hindranceOf({ ...method, maxInstallments: 3 }, 3), undefined);
    assert.match(hindranceOf({ ...method, lacks: 'pix' }, 1) ?? '', /conta Pix/);
  });
});

test('what a sale was paid with has one word on screens, in files and in mails', () => {
  assert.deepEqual(KIND_NAMES, KIND_WORDS);
});

describe('cash', () => {
  test('is likely handed over in the next notes, and gives change', () => {
    assert.deepEqual(likelyNotes(1_250), [1_400, 1_500, 2_000, 5_000]);
    assert.deepEqual(likelyNotes(10_000), [20_000]);
    assert.equal(changeOf(1_250, 2_000), 750);
    assert.equal(changeOf(1_250, 1_250), 0);
    assert.equal(changeOf(1_250, 1_249), undefined);
  });
});

describe('the time left to pay', () => {
  test('is said in minutes and seconds, or in hours before', () => {
    assert.equal(timeLeft(65_000, 0), '1:05');
    assert.equal(timeLeft(500, 0), '0:01');
    assert.equal(timeLeft(86_399_000, 0), '23 h 59 min');
    assert.equal(timeLeft(1_000, 1_000), undefined);
  });
});

describe('a refusal', () => {
  test('is said in a sentence, never by the code of the pin pad', () => {
    for (const message of ['NEGADA 01', 'SALDO INSUFICIENTE', 'SENHA INVALIDA', 'CARTAO VENCIDO', '']) {
      const text = refusalText(message);
      assert.match(text, /^\p{Lu}.*\. Nada foi cobrado/u);
      assert.ok(message === '' || !text.includes(message));
    }
    assert.match(refusalText('SALDO INSUFICIENTE'), /sem limite/);
  });

  test('of a Pix speaks of no card', () => {
    const { title, text } = refusalOf({ isPix: true }, 'A adquirente não respondeu');
    assert.match(`${title}. ${text}`, /Pix não foi gerado.*Nada foi cobrado/);
    assert.doesNotMatch(text, /cartão|maquininha/);
    assert.equal(refusalOf({ isPix: false }, 'SENHA INVALIDA').text, refusalText('SENHA INVALIDA'));
  });

  test('is told apart from a sale that was given up before anybody paid', () => {
    const message = 'CANCELAMENTO OK';
    assert.equal(canceledText({ wasPaid: false, message }), 'Nada foi cobrado.');
    assert.equal(canceledText({ wasPaid: true, message }), message);
  });
});

describe('a receipt that is sent', () => {
  test('names the shop by its document, the reference, and what was paid', () => {
    const sale = {
      id: 7,
      reference: 'mesa 4',
      items: [{ name: 'Café', quantity: 20_000, price: 650 }],
      discount: 100,
      surcharge: 0,
      methodName: 'Dinheiro',
      finalValue: 1_200,
      installments: 1,
      isPix: false,
      payments: [],
    } as unknown as TillSale;
    const shop = { name: 'Padaria', document: '11222333000181', isTest: false };
    assert.deepEqual(
      receiptText(sale, shop, '26/11/2026 às 09:00:00').replaceAll('\u00a0', ' ').split('\n'),
      [
        'Comprovante · Padaria',
        'CNPJ 11.222.333/0001-81',
        'Venda 7 · 26/11/2026 às 09:00:00',
        'Referência: mesa 4',
        '2 × Café: R$ 13,00',
        'Desconto: -R$ 1,00',
        'Dinheiro: R$ 12,00',
      ],
    );
    assert.match(receiptText(sale, { ...shop, isTest: true, document: undefined }, ''), /TESTE: sem valor/);
    assert.equal(documentLine('11144477735'), 'CPF 111.444.777-35');
  });

  test('of a Pix says so, and by which number it is found at a bank', () => {
    const payments = [{ type: 'payment', pixId: 'E123' }] as unknown as TillSale['payments'];
    const sale = { id: 8, items: [], isPix: true, methodName: 'Pix', finalValue: 1_003, payments };
    const shop = { name: 'Padaria', document: undefined, isTest: false };
    const lines = receiptText(sale as unknown as TillSale, shop, 'hoje')
      .replaceAll('\u00a0', ' ')
      .split('\n');
    assert.deepEqual(lines.slice(2), ['Pix: R$ 10,03', 'Identificação do Pix: E123']);
  });
});

describe('the address of the till', () => {
  test('may name an order and what is left of it, and nothing else', () => {
    assert.deepEqual(readTillSearch({ pedido: '7', falta: 1_500, mais: 1 }), { pedido: 7, falta: 1_500 });
    assert.deepEqual(readTillSearch({ pedido: 'x', falta: -1 }), {});
  });
});
