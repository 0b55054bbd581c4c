import type { StoredLine } from '../../gateway/money/index.ts';
import { moneyText } from '../../platform/text/number-text.ts';
import type { LineClass } from './schema.ts';

export const CLASS_TITLES: Readonly<Record<LineClass, string>> = {
  fee_differs: 'Taxa diferente do contrato',
  missing: 'Não foi pago',
  amount_differs: 'Valor diferente',
  unknown_sale: 'Venda que não é daqui',
  duplicate: 'Linha repetida',
  dispute: 'Contestação',
  suspended: 'Retido pela adquirente',
  date_differs: 'Pago em outro dia',
  anticipated: 'Antecipado',
  ceded: 'Pago a outra instituição',
  tax: 'Tarifas e outros descontos',
  netted: 'Devolução descontada',
  matched_rounding: 'Confere, com arredondamento',
  matched: 'Confere',
};

const ADVICE: Readonly<Partial<Record<LineClass, string>>> = {
  fee_differs: 'Cobre a diferença da adquirente com o contrato, ou corrija a tabela de taxas.',
  missing: 'Pergunte à adquirente por este pagamento, com o dia e o valor.',
  amount_differs: 'Compare com o comprovante da venda e pergunte à adquirente.',
  unknown_sale: 'Veja se é de uma maquininha ou de outro sistema da loja.',
  duplicate: 'Nada, se o dinheiro veio uma vez só: a linha não é contada de novo.',
  dispute: 'Responda a contestação dentro do prazo, se ainda não respondeu.',
  suspended: 'Pergunte à adquirente por que reteve e quando libera.',
  ceded: 'Confira o contrato de cessão ou a ordem judicial: o dinheiro foi para outra instituição.',
  tax: 'Confira se a tarifa está no contrato.',
};

export function adviceFor(found: LineClass): string | null {
  return ADVICE[found] ?? null;
}

type Told = Pick<
  StoredLine,
  | 'class'
  | 'kind'
  | 'gross'
  | 'fee'
  | 'net'
  | 'difference'
  | 'dueDay'
  | 'paidDay'
  | 'reasonText'
  | 'reasonCode'
  | 'suggestedId'
  | 'disputeState'
>;

/** What happened, in a sentence with the amount. */
export function explain(line: Told & { readonly class: LineClass }): string {
  const amount = moneyText(Math.abs(line.difference));
  const isMore = line.difference > 0;
  switch (line.class) {
    case 'fee_differs':
      return isMore
        ? `Taxa abaixo do contrato: ${moneyText(line.fee)} em vez de ${moneyText(line.fee + line.difference)}, ${amount} a favor da loja.`
        : `Taxa acima do contrato: ${moneyText(line.fee)} em vez de ${moneyText(line.fee + line.difference)}, ${amount} a mais.`;
    case 'amount_differs':
      return `A adquirente diz ${moneyText(line.kind === 'sale' ? line.gross : line.net)}: ${amount} ${isMore ? 'a mais' : 'a menos'} que o esperado.`;
    case 'date_differs':
      return `Pago em ${dayText(line.paidDay)}, e não no dia esperado.`;
    case 'anticipated':
      return `Pago antes do dia, em ${dayText(line.paidDay)}; custou ${amount}.`;
    case 'ceded':
      return `${moneyText(line.net)} pagos a outra instituição.`;
    case 'suspended':
      return `${moneyText(line.net)} retidos pela adquirente desde ${dayText(line.paidDay)}.`;
    case 'unknown_sale':
      return line.suggestedId === undefined
        ? `${moneyText(line.net)} de uma venda que não passou por este serviço.`
        : `${moneyText(line.net)} que podem ser de uma venda daqui, com o mesmo valor e o mesmo final de cartão.`;
    case 'duplicate':
      return `A adquirente repetiu esta linha de ${moneyText(line.net)}.`;
    case 'dispute':
      return line.kind === 'sale'
        ? disputedText(line)
        : `${moneyText(Math.abs(line.net))} ${line.net > 0 ? 'devolvidos de uma' : 'descontados por'} contestação${reasonOf(line)}.`;
    case 'tax':
      return `${moneyText(Math.abs(line.net))} descontados: ${line.reasonText ?? 'sem explicação da adquirente'}.`;
    case 'netted':
      return nettedText(line);
    case 'matched_rounding':
      return `Confere, com ${amount} de arredondamento.`;
    case 'missing':
      return `${moneyText(Math.abs(line.net))} que deveriam ter ${line.net < 0 ? 'sido descontados' : 'caído'} em ${dayText(line.dueDay)}, e não estão no extrato.`;
    default:
      return 'Confere.';
  }
}

function nettedText({ kind, net, reasonText }: Told): string {
  const amount = moneyText(Math.abs(net));
  if (kind !== 'netting') return `${amount} de devolução, descontados de outro pagamento.`;
  const way = net > 0 ? 'somados a' : 'descontados d';
  return `${amount} ${way}este pagamento${reasonText === undefined ? '' : `: ${reasonText}`}.`;
}

function disputedText({ disputeState }: Told): string {
  if (disputeState === 'won') return 'O comprador contestou esta venda, e a loja ganhou.';
  if (disputeState === 'lost') return 'O comprador contestou esta venda, e a loja perdeu.';
  return 'O comprador contestou esta venda.';
}

function reasonOf({ reasonCode }: Told): string {
  return reasonCode === undefined ? '' : ` (motivo ${reasonCode})`;
}

function dayText(day: string | undefined): string {
  return day === undefined ? 'dia não informado' : day.split('-').toReversed().join('/');
}
