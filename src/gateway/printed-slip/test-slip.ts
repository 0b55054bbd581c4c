import type { PrintedSlip } from './slip.ts';

/** A hybrid slip of Itaú with all that a slip can have. */
export const TEST_SLIP: PrintedSlip = {
  bank: { code: '341', name: 'Itaú' },
  barcode: '34191165600000123451090000000171500572639000',
  line: '34191090080000017150405726390007116560000012345',
  pixCode:
    '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4',
  amount: 12_345,
  issuedOn: '2026-11-26',
  dueOn: '2026-12-10',
  payableUntil: '2027-01-09',
  ourNumber: '109/00000017-1',
  documentNumber: 'PEDIDO-1234567890',
  portfolio: '109',
  beneficiary: {
    name: 'Papelaria São João do Açaí Ltda.',
    document: '12.345.678/0001-95',
    code: '0057/12345-6',
    address: 'Rua das Flores, 123, Centro, São Paulo, SP, 01001-000',
  },
  finalBeneficiary: 'Fundação Exemplo',
  payer: {
    name: 'Maria Aparecida da Conceição Gonçalves',
    document: '529.982.247-25',
    address: ['Avenida Brigadeiro Faria Lima, 4440, conjunto 121', 'Itaim Bibi, São Paulo, SP, 04538-132'],
  },
  instructions: 'Dúvidas: fale com a loja pelo telefone (11) 4002-8922, de segunda a sexta, das 9h às 18h.',
  terms: {
    interest: { type: 'monthlyPercent', value: 100 },
    fine: { type: 'percent', value: 200 },
    discounts: [{ until: '2026-12-05', type: 'amount', value: 500 }],
  },
};
