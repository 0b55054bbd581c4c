import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdfPages } from '../../../test/support/pdf-page.ts';
import { writePdf } from '../../platform/pdf/index.ts';
import { type Evidence, evidenceSections } from './evidence.ts';

const EVIDENCE = {
  dispute: {
    kind: 'chargeback',
    process: '7700123',
    reasonCode: '13.1',
    reason: 'Não recebido',
    amount: 15_000,
    notifiedDay: '2026-11-26',
    answerBy: '2026-12-06',
    state: 'open',
    money: 'debited',
    moneyDay: '2026-11-27',
    statement: 'Entregue em 20/11.\nRastreio: https://correios.example/BR123',
  },
  sale: {
    id: '0199c0de-0000-7000-8000-000000000001',
    createdAt: '2026-11-20T13:15:00.000Z',
    card: { mask: '423564******5682', holderName: 'JOSÉ DA SILVA', expiration: '12/2030' },
    pix: null,
    eci: 5,
    softDescriptor: 'LOJA',
    customerName: 'José da Silva ✓ Łódź',
    customerDocument: '39053344705',
    refundedAmount: 0,
    timeline: [
      {
        at: '2026-11-20T13:15:01.000Z',
        title: 'Autorizada e capturada',
        by: null,
        reason: null,
        details: [],
      },
    ],
    historyGone: null,
    postbacks: [
      {
        createdAt: '2026-11-20T13:15:01.000Z',
        state: 'delivered',
        endedAt: '2026-11-20T13:15:02.000Z',
        tries: 1,
        url: 'https://loja.example/avisos',
      },
    ],
  },
  receipt: {
    shopName: 'Loja do Zé',
    shopDocument: '11.222.333/0001-81',
    amount: 15_000,
    capturedAmount: 15_000,
    kind: 'credit',
    installments: 3,
    installmentAmount: 5_000,
    brand: 'Visa',
    last4: '5682',
    holderName: 'JOSÉ DA SILVA',
    provider: 'Rede',
    nsu: '123',
    authorizationCode: '045678',
    providerReference: 'TID1',
    referenceId: 'pedido-1',
    description: null,
  },
  device: { userAgent: 'Mozilla/5.0', language: 'pt-BR', screen: '390 × 844' },
  proven: 'ECI 5, 2.2.0, 0199c0de',
  email: 'jose@example.com',
  files: [],
  earlier: [{ at: '2026-01-02T12:00:00.000Z', amount: 9_900, paidBy: 'Visa •••• 5682', referenceId: 'p-0' }],
  when: (moment: string) => moment.slice(0, 16).replace('T', ' '),
} as unknown as Evidence;

const flat = (value: unknown) => JSON.stringify(value).replaceAll('\u00a0', ' ');

test('tells what whoever decides asks for, without a card number, a proof or a link', () => {
  const sections = evidenceSections(EVIDENCE);
  assert.deepEqual(
    sections.map(({ title }) => title),
    [
      'A disputa',
      'O que a loja diz',
      'A venda e o comprovante',
      'Autenticação do comprador',
      'Comprador e aparelho',
      'Estornos e devoluções',
      'O que aconteceu com a venda',
      'Avisos ao sistema da loja',
      'Compras anteriores do mesmo comprador, sem contestação',
    ],
  );
  const text = flat(sections);
  for (const part of [
    '13.1 · Não recebido',
    'R$ 150,00',
    '3 de R$ 50,00',
    'Visa •••• 5682',
    '["Versão","2.2.0"]',
    'jose@example.com',
    '045678',
  ]) {
    assert.ok(text.includes(part), part);
  }
  assert.match(text, /"ECI","05"/);
  assert.doesNotMatch(text, /423564|0199c0de"|https?:|loja\.example/);
  assert.match(text, /Rastreio: correios\.example/);
});

test('says that the credit was processed where the sale was given back already', () => {
  const sale = { ...EVIDENCE.sale, refundedAmount: 15_000 };
  assert.match(flat(evidenceSections({ ...EVIDENCE, sale })), /O crédito ao comprador já foi processado/);
});

test('says of a slip and of a Pix how they were paid, and of a Pix that a bank took back no code', () => {
  const paidBy = (kind: string) =>
    flat(
      evidenceSections({
        ...EVIDENCE,
        dispute: { ...EVIDENCE.dispute, kind: 'med', reasonCode: 'fraud', reason: 'Fraude' },
        sale: { ...EVIDENCE.sale, card: null, eci: null },
        receipt: { ...EVIDENCE.receipt, kind, brand: null, last4: null },
      } as Evidence),
    );
  assert.match(paidBy('bankSlip'), /"Forma","Boleto".*Paga por boleto: não há autenticação do pagador/);
  assert.match(paidBy('pix'), /"Forma","Pix".*Paga por Pix: o pagador se identificou/);
  assert.match(paidBy('pix'), /"Motivo","Fraude"/);
});

test('is a file that a reader opens, with its type in it, the text of all sections and no link', async () => {
  const earlier = Array.from({ length: 50 }, () => ({ ...EVIDENCE.earlier[0], referenceId: 'pedido' }));
  const file = await writePdf({
    title: 'Dossiê da disputa 7700123',
    subtitle: 'Loja do Zé',
    author: 'Loja do Zé',
    footer: 'gerado agora',
    createdAt: Date.UTC(2026, 10, 26),
    sections: [
      ...evidenceSections({ ...EVIDENCE, earlier } as Evidence),
      { title: 'Longa', paragraphs: Array.from({ length: 80 }, () => 'Uma linha de texto. '.repeat(12)) },
    ],
  });
  const { texts, annotations } = await readPdfPages(file);
  assert.ok(texts.length > 3);
  assert.equal(annotations, 0);
  for (const part of ['Autenticação do comprador', 'JOSÉ DA SILVA', 'José da Silva ? Lódz', '1/', 'Longa']) {
    assert.ok(texts.join(' ').includes(part), part);
  }
  for (const text of texts.filter((one) => one.includes('pedido '))) {
    assert.match(text, /Quando +Valor +Forma +Pedido/, 'each page of a table begins with its headings');
  }
  const fonts = file.toString('latin1').match(/\/BaseFont \/\w+\+NotoSans[\w-]*/g) ?? [];
  assert.equal(new Set(fonts).size, 2);
  assert.doesNotMatch(file.toString('latin1'), /\/BaseFont \/Helvetica/);
});
