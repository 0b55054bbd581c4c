/** An outcome of the simulated acquirer, chosen by three digits of the test card (docs/simulator.md). */
export interface Outcome {
  readonly scenario: string;
  readonly title: string;
}

export interface OutcomeGroup {
  readonly title: string;
  readonly outcomes: readonly Outcome[];
}

const outcome = (scenario: string, title: string): Outcome => ({ scenario, title });

export const OUTCOME_GROUPS: readonly OutcomeGroup[] = [
  { title: 'Aprovada', outcomes: [outcome('000', 'Aprovada')] },
  {
    title: 'Negada pelo banco',
    outcomes: [
      outcome('051', 'Saldo insuficiente'),
      outcome('005', 'Não autorizada, sem motivo'),
      outcome('054', 'Cartão vencido'),
      outcome('063', 'Código de segurança errado'),
      outcome('014', 'Número inválido'),
      outcome('041', 'Cartão perdido'),
      outcome('043', 'Cartão roubado'),
      outcome('057', 'Transação não permitida'),
      outcome('059', 'Suspeita de fraude'),
      outcome('061', 'Acima do limite'),
      outcome('065', 'Operações demais'),
      outcome('078', 'Cartão não desbloqueado'),
      outcome('091', 'Banco fora do ar'),
      outcome('096', 'Falha no sistema'),
    ],
  },
  {
    title: 'Falhas técnicas',
    outcomes: [
      outcome('601', 'Aprovada depois de 5 segundos'),
      outcome('603', 'Sem resposta; nada foi autorizado'),
      outcome('604', 'Aprovada, mas a resposta se perdeu'),
      outcome('605', 'Conexão cortada no meio'),
      outcome('606', 'Sem conexão: nada foi enviado'),
      outcome('607', 'Erro da adquirente'),
      outcome('609', 'Resposta pela metade'),
      outcome('621', 'Em análise por 10 segundos, depois aprovada'),
      outcome('622', 'Em análise por 10 segundos, depois negada'),
    ],
  },
  {
    title: 'Captura e estorno',
    outcomes: [
      outcome('616', 'A resposta da captura se perde'),
      outcome('617', 'A autorização vence antes da captura'),
      outcome('618', 'O estorno demora'),
      outcome('619', 'Sem saldo para estornar'),
      outcome('620', 'A resposta do estorno se perde'),
    ],
  },
];

export function isOutcome(scenario: string): boolean {
  return OUTCOME_GROUPS.some(({ outcomes }) => outcomes.some((one) => one.scenario === scenario));
}
