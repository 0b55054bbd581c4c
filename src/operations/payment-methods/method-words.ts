/** What people call a payment method, and where the money moves. */
export interface MethodWords {
  /** `Crédito`; no other method has it. */
  readonly label: string;
  /** `na maquininha` */
  readonly hint: string;
}

const PAD = 'na maquininha';
const LOOSE_PAD = 'só registra';
const PHONE = 'pelo celular';

/** By the ids of the methods; the names on the wire stay as they are there. */
const WORDS: ReadonlyMap<number, MethodWords> = new Map([
  [1, { label: 'Salvar um cartão', hint: 'sem vender, para cobrar depois' }],
  [2, { label: 'Cartão salvo', hint: 'que o cliente deixou com a loja' }],
  [11, { label: 'Crédito avulso', hint: LOOSE_PAD }],
  [12, { label: 'Débito avulso', hint: LOOSE_PAD }],
  [13, { label: 'Vale avulso', hint: LOOSE_PAD }],
  [41, { label: 'Dinheiro', hint: 'com troco' }],
  [21, { label: 'Crédito', hint: PAD }],
  [22, { label: 'Débito', hint: PAD }],
  [23, { label: 'Vale-refeição ou alimentação', hint: PAD }],
  [24, { label: 'Outros', hint: PAD }],
  [25, { label: 'Pix', hint: 'na tela' }],
  [32, { label: 'Crédito com tarifa', hint: PAD }],
  [33, { label: 'Débito com tarifa', hint: PAD }],
  [51, { label: 'Link', hint: PHONE }],
  [52, { label: 'Link de débito', hint: PHONE }],
  [53, { label: 'Boleto', hint: 'pago no banco' }],
]);

/** What people call the method: on screens, in receipts, reports and files. */
export function methodWords(id: number): MethodWords {
  return WORDS.get(id) ?? { label: `Forma ${id}`, hint: '' };
}
