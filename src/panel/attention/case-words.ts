import type { RecoveryCase, SettlingOption } from '../../gateway/transactions/index.ts';
import { moneyText } from '../../platform/text/number-text.ts';
import type { SettleOption } from './schema.ts';

interface CaseWords {
  readonly title: string;
  readonly advice: string;
}

const ASK = 'Pergunte à adquirente pela referência e escreva aqui o que ela respondeu.';

/** By the reason that recovery stored when it gave up, a text for logs. */
const BY_REASON: readonly (readonly [RegExp, (provider: string) => CaseWords])[] = [
  [
    /refuses the undo/,
    (provider) => ({
      title: `${provider} recusa o desfazimento`,
      advice: 'Pergunte à adquirente se o valor ficou com o comprador ou com a loja.',
    }),
  ],
  [
    /no way to the acquirer/,
    (provider) => ({
      title: `A loja não tem mais como falar com ${provider}`,
      advice:
        'Confira a conta em Adquirentes e tente de novo, ou encerre o caso com a resposta da adquirente.',
    }),
  ],
  [/another charge/, (provider) => ({ title: `${provider} responde sobre outra cobrança`, advice: ASK })],
  [
    /not decided|not final|does not show|does not know the refund/,
    (provider) => ({ title: `${provider} não conclui o pedido`, advice: ASK }),
  ],
  [
    /given up was made/,
    (provider) => ({
      title: 'Um movimento dado como não realizado aconteceu',
      advice: `Confira em ${provider} os valores desta venda antes de encerrar.`,
    }),
  ],
  [
    /no way to the bank/,
    (provider) => ({
      title: `A loja não tem mais como falar com ${provider}`,
      advice:
        'Confira a conta em Adquirentes e tente de novo, ou veja no extrato do banco se a cobrança foi paga e encerre o caso.',
    }),
  ],
  [
    /refund was not made/,
    (provider) => ({
      title: `${provider} não fez a devolução`,
      advice:
        'O valor voltou para a loja. Veja o motivo no banco (quase sempre falta de saldo), devolva de novo pela venda e encerre este caso.',
    }),
  ],
  [
    /not found|does not know the charge/,
    (provider) => ({ title: `${provider} não encontra a cobrança`, advice: ASK }),
  ],
];

const BY_KIND: Readonly<Record<RecoveryCase['kind'], (provider: string) => CaseWords>> = {
  attempt: (provider) => ({ title: `${provider} não disse se a venda foi cobrada`, advice: ASK }),
  buyer: () => ({ title: 'A autenticação do comprador não terminou', advice: ASK }),
  movement: (provider) => ({ title: `${provider} não confirmou o movimento`, advice: ASK }),
  undo: (provider) => ({ title: `${provider} não confirmou o desfazimento`, advice: ASK }),
  charge: (provider) => ({
    title: `${provider} não confirma o fim da cobrança`,
    advice:
      'Ninguém sabe se ela ainda pode ser paga. Confira a conta em Adquirentes e tente de novo, ou veja no extrato do banco se ela foi paga e encerre o caso.',
  }),
  beside: (provider) => ({
    title: `${provider} não devolveu o que chegou a mais`,
    advice:
      'Tente de novo quando houver saldo no banco, ou devolva pelo aplicativo do banco e encerre o caso.',
  }),
  recheck: (provider) => ({ title: `${provider} não confirma o que já tinha dito`, advice: ASK }),
};

/** Title and advice of a case, in Portuguese. */
export function caseWords({ kind, reason }: RecoveryCase, provider: string): CaseWords {
  const known = BY_REASON.find(([pattern]) => pattern.test(reason ?? ''));
  return (known ? known[1] : BY_KIND[kind])(provider);
}

/** Label and effect of a way to settle a case. Settling moves no money, it only records what happened. */
export function optionWords(option: SettlingOption, amount: number): SettleOption {
  const { kind, status, moved, capturedAmount, refundedAmount } = option;
  if (kind === 'beside') {
    return {
      status,
      moved,
      label: 'Já resolvi no banco',
      effect: `A venda continua como está (${status}); só este caso é encerrado.`,
    };
  }
  if (kind === 'charge_gone') {
    return {
      status,
      moved,
      label: 'Esta cobrança foi desfeita',
      effect: `A venda continua como está (${status}); só esta tentativa é encerrada.`,
    };
  }
  return { status, moved, ...wordsOf(option, amount, { capturedAmount, refundedAmount }) };
}

function wordsOf(
  { status, moved }: SettlingOption,
  amount: number,
  { capturedAmount, refundedAmount }: { capturedAmount: number; refundedAmount: number },
): Pick<SettleOption, 'label' | 'effect'> {
  switch (status) {
    case 4:
      return { label: 'Expirou sem cobrança', effect: 'A venda vira Expirada (4). Nada foi cobrado.' };
    case 5:
      return {
        label: moved ? 'Parte foi liberada' : 'Está autorizada, sem captura',
        effect: `A venda vira A capturar (5). O valor segue reservado no cartão${refundedAmount > 0 ? `, menos ${reais(refundedAmount)} já liberados` : ''}.`,
      };
    case 6:
      return {
        label: moved && refundedAmount > 0 ? 'O estorno de parte aconteceu' : 'O valor ficou com a loja',
        effect: `A venda vira Confirmada (6): ${reais(capturedAmount)} capturados${refundedAmount > 0 ? `, ${reais(refundedAmount)} estornados` : ''}.`,
      };
    case 7:
      return { label: 'Foi negada', effect: 'A venda vira Negada (7). Nada foi cobrado.' };
    case 9:
      return {
        label: 'O valor voltou ao comprador',
        effect: `A venda vira Cancelada (9): ${reais(refundedAmount || amount)} devolvidos ou liberados.`,
      };
    default:
      return { label: 'Nada foi cobrado', effect: 'A venda vira Falha (11). Nada foi cobrado.' };
  }
}

function reais(centavos: number): string {
  return moneyText(centavos);
}
