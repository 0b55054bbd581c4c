import type { Sale } from '../../../../../src/panel/sales/schema.ts';
import { dayText, money } from '../../ui/text/format.ts';

/** `34191.09008 12345.678901 23456.789012 1 99990000012303` */
export function groupedLine(line: string): string {
  return line.replace(/^(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');
}

export type SaleSlip = NonNullable<Sale['slip']>;

interface Said {
  readonly tone: 'wait' | 'bad';
  readonly text: string;
}

/** What the state of a slip means for its shop. Undefined where the words of the status say it. */
export function standText(
  { status, amount }: Pick<Sale, 'status' | 'amount'>,
  slip: Pick<SaleSlip, 'stand' | 'dueOn' | 'payableUntil' | 'clearsOn' | 'paidAmount'>,
): Said | undefined {
  const { stand, dueOn, payableUntil, clearsOn, paidAmount } = slip;
  if (status === 8 && paidAmount === null) {
    return {
      tone: 'wait',
      text: 'O banco ainda não baixou este boleto. O Guichê pede de novo sozinho; até lá, o cliente ainda pode pagá-lo, e então a venda fica paga.',
    };
  }
  switch (stand) {
    case 'late':
      return {
        tone: 'wait',
        text: `Venceu em ${dayText(dueOn)}. Os bancos ainda recebem até ${dayText(payableUntil)}.`,
      };
    case 'clearing':
      return {
        tone: 'wait',
        text: `O prazo para pagar acabou em ${dayText(payableUntil)}. Um pagamento feito no último dia ainda pode chegar até ${dayText(clearsOn)}.`,
      };
    case 'paid_late':
      return { tone: 'wait', text: `Pago depois do vencimento, que era ${dayText(dueOn)}.` };
    case 'taken_back':
      return {
        tone: 'bad',
        text: `O banco de quem pagou desfez este pagamento de ${money(paidAmount ?? amount)}: o valor não está mais na conta da loja. Fale com o cliente; se o banco mostrar o pagamento de novo, este aviso some.`,
      };
    case 'due':
    case 'on_time':
    case 'other':
      return undefined;
  }
}

/** What becomes of a slip that gets another due date. */
export function exchangeText(
  { status }: Pick<Sale, 'status'>,
  { stand, payableUntil, clearsOn }: Pick<SaleSlip, 'stand' | 'payableUntil' | 'clearsOn'>,
): string {
  if (status !== WAITING)
    return 'O boleto antigo não vale mais. Outro é emitido com o mesmo valor e as mesmas regras.';
  const taken =
    'O boleto de agora é cancelado no banco, e outro é emitido com o mesmo valor e as mesmas regras.';
  return stand === 'clearing'
    ? `${taken} Um pagamento feito até ${dayText(payableUntil)} ainda pode chegar até ${dayText(clearsOn)}: confira com o cliente antes.`
    : `${taken} Envie o novo ao cliente: o antigo não pode mais ser pago.`;
}

const WAITING = 1;
