import type { PrintedSlip } from '../slip.ts';
import { dayText, plainMoneyText } from '../words.ts';
import { label, rowMarks } from './cells.ts';
import { FORM_WIDE, headMarks, instructionLines, small } from './compensation-form.ts';
import { type Mark, type Point, wrapped } from './marks.ts';

const HEAD = 9;
const ROW = 7.5;
const LEADING = 3.6;
const CODE = 42;
const PIX_TEXT = 2.3;

/** The part that the payer keeps, with the code of a hybrid slip. */
export function payersReceipt(slip: PrintedSlip, at: Point): readonly Mark[] {
  const top = at.y + HEAD;
  const rows = receiptRows(slip);
  const below = top + rows.length * ROW;
  return [
    ...headMarks(slip, at),
    ...rows.flatMap((cells, index) => rowMarks({ x: at.x, y: top + index * ROW }, ROW, cells)),
    ...notes(slip, { x: at.x, y: below }),
    ...(slip.pixCode === undefined ? [] : pixMarks(slip.pixCode, { x: at.x, y: below })),
    small({ x: at.x + FORM_WIDE, y: at.y - 1.5 }, 'Recibo do pagador', true),
  ];
}

function receiptRows(slip: PrintedSlip) {
  const { beneficiary, payer } = slip;
  const address = [beneficiary.document, beneficiary.address].filter((part) => part !== undefined);
  return [
    [
      { label: 'Beneficiário', text: beneficiary.name, wide: 120 },
      { label: 'Agência / Código beneficiário', text: beneficiary.code, wide: 60, right: true },
    ],
    [{ label: 'CPF/CNPJ e endereço do beneficiário', text: address.join(' – '), wide: FORM_WIDE }],
    [
      { label: 'Pagador', text: payer.name, wide: 120 },
      { label: 'CPF/CNPJ do pagador', text: payer.document, wide: 60, right: true },
    ],
    [
      { label: 'Vencimento', text: dayText(slip.dueOn), wide: 36, bold: true },
      { label: 'Nosso número', text: slip.ourNumber, wide: 50 },
      { label: 'Nº do documento', text: slip.documentNumber, wide: 50 },
      { label: 'Valor do documento', text: plainMoneyText(slip.amount), wide: 44, bold: true, right: true },
    ],
  ] as const;
}

function notes(slip: PrintedSlip, at: Point): readonly Mark[] {
  const wide = slip.pixCode === undefined ? FORM_WIDE - 2 : FORM_WIDE - CODE - 8;
  return [
    label(at, 'Informações'),
    ...instructionLines(slip, wide, 8).map((text, index) =>
      small({ x: at.x + 1, y: at.y + 6.5 + index * LEADING }, text),
    ),
  ];
}

function pixMarks(code: string, at: Point): readonly Mark[] {
  const left = at.x + FORM_WIDE - CODE;
  const lines = wrapped(code, FORM_WIDE - CODE - 8, PIX_TEXT, 6);
  return [
    { kind: 'code', at: { x: left, y: at.y + 4 }, side: CODE, text: code },
    small({ x: at.x + FORM_WIDE, y: at.y + 3.6 }, 'Pague este boleto com Pix', true),
    label({ x: at.x, y: at.y + 36 }, 'Pix copia e cola'),
    ...lines.map(
      (text, index): Mark => ({
        kind: 'text',
        at: { x: at.x + 1, y: at.y + 41.5 + index * 2.9 },
        size: PIX_TEXT,
        text,
      }),
    ),
  ];
}
