import { groupedLine } from '../../providers/index.ts';
import type { PrintedSlip } from '../slip.ts';
import { afterDueText, bankCodeText, dayText, plainMoneyText, termsTexts } from '../words.ts';
import { barcodeMarks } from './barcode.ts';
import { label, rowMarks, rule, THICK } from './cells.ts';
import { cut, type Mark, type Point, type SheetText, wrapped } from './marks.ts';

export const FORM_WIDE = 180;
const SIDE = 50;
const MAIN = FORM_WIDE - SIDE;
const HEAD = 9;
const ROW = 7.5;
const FIGURES = ['(−) Desconto / Abatimento', '(+) Juros / Multa', '(=) Valor cobrado'] as const;
const TEXT = 2.8;
const LEADING = 3.5;
/** Between the form's left edge and the first bar: nothing may stand there. */
const QUIET_ZONE = 5;
/** Of the typeable line. */
const LINE = { size: 3.8, wide: 112 } as const;

/** Head of both parts of a slip: bank, its code and the typeable line. */
export function headMarks({ bank, line }: Pick<PrintedSlip, 'bank' | 'line'>, at: Point): readonly Mark[] {
  const base = at.y + HEAD - 2;
  const bottom = at.y + HEAD;
  const name = cut(bank.name, 44, 4, true);
  const sides = [46, 64].map((x) => rule({ x: at.x + x, y: at.y + 1.5 }, { x: at.x + x, y: bottom }, THICK));
  return [
    { kind: 'text', at: { x: at.x, y: base }, size: 4, text: name, bold: true },
    { kind: 'text', at: { x: at.x + 47.2, y: base }, size: 5.2, text: bankCodeText(bank.code), bold: true },
    {
      kind: 'text',
      at: { x: at.x + FORM_WIDE, y: base },
      size: LINE.size,
      text: groupedLine(line),
      bold: true,
      right: true,
      wide: LINE.wide,
    },
    ...sides,
    rule({ x: at.x, y: bottom }, { x: at.x + FORM_WIDE, y: bottom }, THICK),
  ];
}

/** The part that banks keep: the boxes in their order, and the barcode. */
export function compensationForm(slip: PrintedSlip, at: Point): readonly Mark[] {
  const { x } = at;
  const top = at.y + HEAD;
  const rows = boxRows(slip).flatMap((cells, index) => rowMarks({ x, y: top + index * ROW }, ROW, cells));
  const below = top + 4 * ROW;
  const payerTop = below + FIGURES.length * ROW + 3;
  const barcodeTop = payerTop + 17;
  return [
    ...headMarks(slip, at),
    ...rows,
    ...instructionMarks(slip, { x, y: below }),
    ...payerMarks(slip, { x, y: payerTop }),
    ...barcodeMarks(slip.barcode, { x: x + QUIET_ZONE, y: barcodeTop + 3 }),
    small({ x: x + FORM_WIDE, y: barcodeTop + 3.4 }, 'Ficha de Compensação – Autenticação mecânica', true),
  ];
}

function boxRows(slip: PrintedSlip) {
  const { beneficiary, amount } = slip;
  const owner = [beneficiary.name, beneficiary.document].filter((part) => part !== undefined).join(' – ');
  return [
    [
      { label: 'Local de pagamento', text: placeText(slip), wide: MAIN },
      { label: 'Vencimento', text: dayText(slip.dueOn), wide: SIDE, bold: true, right: true },
    ],
    [
      { label: 'Beneficiário', text: owner, wide: MAIN },
      { label: 'Agência / Código beneficiário', text: beneficiary.code, wide: SIDE, right: true },
    ],
    [
      { label: 'Data do documento', text: dayText(slip.issuedOn), wide: 27 },
      { label: 'Nº do documento', text: slip.documentNumber, wide: 37 },
      { label: 'Espécie doc.', text: 'DM', wide: 18 },
      { label: 'Aceite', text: 'N', wide: 14 },
      { label: 'Data processamento', text: dayText(slip.issuedOn), wide: MAIN - 96 },
      { label: 'Nosso número', text: slip.ourNumber, wide: SIDE, right: true },
    ],
    [
      { label: 'Uso do banco', wide: 27 },
      { label: 'Carteira', text: slip.portfolio, wide: 22 },
      { label: 'Espécie', text: 'R$', wide: 15 },
      { label: 'Quantidade', wide: 32 },
      { label: 'Valor', wide: MAIN - 96 },
      {
        label: '(=) Valor do documento',
        text: plainMoneyText(amount),
        wide: SIDE,
        bold: true,
        right: true,
      },
    ],
  ] as const;
}

function placeText({ pixCode }: PrintedSlip): string {
  return pixCode === undefined
    ? 'Pagável em qualquer banco, lotérica ou aplicativo'
    : 'Pagável em qualquer banco, lotérica ou aplicativo, ou por Pix';
}

/** What the terms mean, then what the shop wrote. */
export function instructionLines(slip: PrintedSlip, wide: number, most: number): readonly string[] {
  const texts = [...termsTexts(slip.terms), afterDueText(slip), slip.instructions.trim()];
  return wrapped(texts.filter((text) => text !== '').join('\n'), wide, TEXT, most);
}

function instructionMarks(slip: PrintedSlip, at: Point): readonly Mark[] {
  const side = { x: at.x + MAIN, y: at.y };
  const high = FIGURES.length * ROW + 3;
  const lines = instructionLines(slip, MAIN - 2, 6);
  return [
    label(at, 'Instruções (texto de responsabilidade do beneficiário)'),
    ...lines.map((text, index) => small({ x: at.x + 1, y: at.y + 5.8 + index * LEADING }, text)),
    rule(side, { x: side.x, y: side.y + high }),
    ...FIGURES.flatMap((figure, index) =>
      rowMarks({ x: side.x, y: side.y + index * (high / 3) }, high / 3, [{ label: figure, wide: SIDE }]),
    ),
    rule({ x: at.x, y: at.y + high }, { x: at.x + MAIN, y: at.y + high }),
  ];
}

function payerMarks({ payer, finalBeneficiary }: PrintedSlip, at: Point): readonly Mark[] {
  const inside = FORM_WIDE - 2;
  const lines = [`${payer.name} – ${payer.document}`, ...payer.address];
  const last =
    finalBeneficiary === undefined ? 'Beneficiário final:' : `Beneficiário final: ${finalBeneficiary}`;
  return [
    label(at, 'Pagador'),
    ...lines
      .slice(0, 3)
      .map((text, index) => small({ x: at.x + 1, y: at.y + 6 + index * 3.3 }, cut(text, inside, TEXT))),
    small({ x: at.x + 1, y: at.y + 15.9 }, cut(last, inside, TEXT)),
    rule({ x: at.x, y: at.y + 17 }, { x: at.x + FORM_WIDE, y: at.y + 17 }, THICK),
  ];
}

export function small(at: Point, text: string, right = false): SheetText {
  return { kind: 'text', at, size: TEXT, text, ...(right && { right: true }) };
}
